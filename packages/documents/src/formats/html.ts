import { htmlEncoding } from '../encoding.ts';
import { readHtml } from '../html-reader.ts';
import { MarkupReader } from '../markup-reader.ts';
import { MaskedText, templatePatterns } from '../opaque.ts';
import { textFilter } from '../text-filter.ts';

/** Blocks are units, and so are attributes that are read or heard. */
export const html = textFilter({
  id: 'html',
  extensions: ['.html', '.htm', '.xhtml'],
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  otherEncoding: htmlEncoding,
  read(file, options) {
    const reader = new MarkupReader(file, options);
    readHtml(new MaskedText(file.text, templatePatterns), { start: 0, end: file.text.length }, reader);
    reader.closeTo(0, file.text.length);
    reader.flush();
  },
});
