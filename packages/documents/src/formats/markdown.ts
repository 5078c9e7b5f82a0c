import { FileError } from '../file-error.ts';
import { readMarkdown } from '../markdown-reader.ts';
import { textFilter } from '../text-filter.ts';

/** Blocks are units; a paragraph is written on one line. */
export const markdown = textFilter({
  id: 'markdown',
  extensions: ['.md', '.markdown'],
  mediaTypes: ['text/markdown'],
  read(file, options) {
    try {
      readMarkdown(file, options, importsFirst.test(file.text));
    } catch (error) {
      if (!(error instanceof FileError && error.code === 'damaged')) throw error;
      readMarkdown(file, options, false);
    }
  },
});

/** Docusaurus reads all Markdown as MDX. Its files often import components before their text. */
const importsFirst = /^(?:---\r?\n(?:[^]*?\r?\n)?---\r?\n)?\s*(?:#[^\r\n]*\s+)?import [^\r\n]+ from ['"]/;

/** Markdown with JSX. Invalid MDX is an error. */
export const mdx = textFilter({
  id: 'mdx',
  extensions: ['.mdx'],
  mediaTypes: ['text/mdx'],
  read: (file, options) => readMarkdown(file, options, true),
});
