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
