import { charts, ooxmlFilter, readDiagrams, readParts } from './ooxml.ts';

/** Texts of masters and layouts are not on slides. */
export const pptx = ooxmlFilter({
  id: 'pptx',
  extensions: ['.pptx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  main: /(?:presentationml|ms-powerpoint)\.[\w.]+\.main\+xml$/,
  read(archive, source) {
    readParts(archive, [/\.slide\+xml$/, /\.notesSlide\+xml$/, /\.comments\+xml$/, ...charts], source);
    readDiagrams(archive, source);
  },
});
