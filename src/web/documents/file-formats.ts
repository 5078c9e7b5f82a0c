/** Formats by their ids, in the order of the pages. */
const names: Readonly<Record<string, string>> = {
  text: 'Plain text',
  docx: 'Word',
  pptx: 'PowerPoint',
  xlsx: 'Excel',
  odt: 'OpenDocument',
  ods: 'OpenDocument',
  odp: 'OpenDocument',
  epub: 'EPUB',
  html: 'HTML',
  markdown: 'Markdown',
  mdx: 'MDX',
  json: 'JSON',
  yaml: 'YAML',
  po: 'PO',
  xliff: 'XLIFF',
  srt: 'SRT',
  vtt: 'WebVTT',
  csv: 'CSV',
  tsv: 'TSV',
  properties: '.properties',
  strings: '.strings',
  xcstrings: '.xcstrings',
  android: 'Android XML',
};

export const formatList = [...new Set(Object.values(names))].join(', ');

export const formatName = (id: string): string => names[id] ?? id;
