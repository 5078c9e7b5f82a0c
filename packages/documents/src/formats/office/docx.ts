import { charts, ooxmlFilter, readDiagrams, readParts } from './ooxml.ts';

/** Building blocks (`word/glossary`) are not part of the document. */
export const docx = ooxmlFilter({
  id: 'docx',
  extensions: ['.docx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  main: mainPart(),
  read(archive, source) {
    readParts(archive, [mainPart(), ...parts, ...charts], source);
    readDiagrams(archive, source);
  },
});

/** Documents and templates, with macros or without. */
function mainPart(): RegExp {
  return /(?:wordprocessingml|ms-word)\.[\w.]+\.main\+xml$/;
}

const parts = ['header', 'footer', 'footnotes', 'endnotes', 'comments'].map(
  (name) => new RegExp(`wordprocessingml\\.${name}\\+xml$`),
);
