import { readMarkdown } from '../markdown-reader.ts';
import { textFilter } from '../text-filter.ts';

/** Blocks are units; a paragraph is written on one line. */
export const markdown = textFilter({
  id: 'markdown',
  extensions: ['.md', '.markdown'],
  mediaTypes: ['text/markdown'],
  read: (file, options) => readMarkdown(file, options, false),
});

/** Markdown with JSX. What is no valid MDX is an error. */
export const mdx = textFilter({
  id: 'mdx',
  extensions: ['.mdx'],
  mediaTypes: ['text/mdx'],
  read: (file, options) => readMarkdown(file, options, true),
});
