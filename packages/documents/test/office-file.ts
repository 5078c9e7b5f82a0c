/** ZIP archives of tests, made of strings. */
import { Buffer } from 'node:buffer';
import { ZipFile } from 'yazl';
import { readZip } from '../src/zip.ts';

export type Entries = Readonly<Record<string, string | Uint8Array>>;

/** An archive with entries in their order, `mimetype` stored. */
export async function zipOf(entries: Entries, modified = new Date(2020, 0, 1)): Promise<Uint8Array> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    const options = { mtime: modified, compress: name !== 'mimetype' && !name.endsWith('.png') };
    archive.addBuffer(Buffer.from(content as string), name, { ...options, forceDosTimestamp: true });
  }
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** The text of an entry. */
export async function entryOf(bytes: Uint8Array, name: string): Promise<string> {
  const entry = (await readZip(bytes)).find((one) => one.name === name);
  if (entry === undefined) throw new Error(`there is no entry ${name}`);
  return new TextDecoder().decode(entry.bytes);
}

const namespaces = {
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  dgm: 'http://schemas.openxmlformats.org/drawingml/2006/diagram',
  dsp: 'http://schemas.microsoft.com/office/drawing/2008/diagram',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  v: 'urn:schemas-microsoft-com:vml',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  xdr: 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing',
};

const declarations = Object.entries(namespaces)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

/** A part with a root element. */
export const xmlOf = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<${root}${declarations}>${content}</${root}>`;

/** A file of Office Open XML. `parts`: the content and the end of the content type of each. */
export function ooxmlOf(
  parts: Readonly<Record<string, readonly [type: string, content: string]>>,
): Promise<Uint8Array> {
  const types = Object.entries(parts).map(
    ([name, [type]]) =>
      `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  const contents = Object.entries(parts).map(([name, [, content]]) => [name, content] as const);
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/>${types.join('')}</Types>`,
    ...Object.fromEntries(contents),
    'media/image1.png': '\u0089PNG \u00ff',
  });
}
