import type { FormatId } from '../../documents/src/index.ts';

/**
 * The extensions of each format, in lower case with the full stop. They repeat those of the filters, because loading the
 * filters takes longer than choosing the files.
 */
export const extensionsOf: Readonly<Record<FormatId, readonly string[]>> = {
  text: ['.txt', '.text'],
  markdown: ['.md', '.markdown'],
  mdx: ['.mdx'],
  html: ['.html', '.htm', '.xhtml'],
  json: ['.json', '.jsonc', '.arb'],
  xcstrings: ['.xcstrings'],
  yaml: ['.yaml', '.yml'],
  properties: ['.properties'],
  po: ['.po', '.pot'],
  xliff: ['.xlf', '.xliff'],
  srt: ['.srt'],
  vtt: ['.vtt'],
  csv: ['.csv'],
  tsv: ['.tsv', '.tab'],
  strings: ['.strings'],
  android: ['.xml'],
  docx: ['.docx'],
  pptx: ['.pptx'],
  xlsx: ['.xlsx'],
  odt: ['.odt'],
  ods: ['.ods'],
  odp: ['.odp'],
  epub: ['.epub'],
};

export const isFormat = (name: string): name is FormatId => Object.hasOwn(extensionsOf, name);

const formats = new Map(
  Object.entries(extensionsOf).flatMap(([id, all]) => all.map((extension) => [extension, id as FormatId] as const)),
);

/** Returns the format that files with this extension have, or undefined if it is not known. */
export const formatOfPath = (path: string): FormatId | undefined =>
  formats.get(/\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? '');
