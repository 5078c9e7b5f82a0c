import { readHtml } from '../html-reader.ts';
import { MarkupReader } from '../markup-reader.ts';
import { MaskedText, templatePatterns } from '../opaque.ts';
import { textFilter } from '../text-filter.ts';

/** Blocks are units, and so are attributes that are read or heard. */
export const html = textFilter({
  id: 'html',
  extensions: ['.html', '.htm', '.xhtml'],
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  read(file, options) {
    const charset = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(file.text.slice(0, 4_096))?.[1];
    const isAscii = charset !== undefined && !/^utf-?(?:8|16)/i.test(charset);
    const reader = new MarkupReader(file, options, { isAscii });
    readHtml(new MaskedText(file.text, templatePatterns), { start: 0, end: file.text.length }, reader);
    reader.closeTo(0, file.text.length);
    reader.flush();
  },
});
