import { hash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from './disk.ts';
import { parseJson } from './manifest.ts';
import { type ModelRecord, readRecords } from './record.ts';

/** The index as it was last read, for listing it without a network and for asking only whether it has changed. */
export type CachedIndex = {
  readonly readAt: string;
  readonly etag: string | undefined;
  readonly records: readonly ModelRecord[];
  readonly faulty: number;
};

const shape = z.object({
  format: z.literal(1),
  /** Of the address; the address itself may hold a token. */
  urlSha256: z.string(),
  readAt: z.iso.datetime(),
  etag: z.string().optional(),
  faulty: z.int().min(0),
  data: z.array(z.unknown()),
});

/** @returns undefined when there is none, or one of another address */
export async function readCachedIndex(file: string, url: string, bytesMax: number): Promise<CachedIndex | undefined> {
  const text = await readSmallFile(file, bytesMax).catch(() => '');
  const read = shape.safeParse(parseJson(text)).data;
  const records = readRecords(read)?.records;
  if (read === undefined || records === undefined || read.urlSha256 !== hash('sha256', url)) return undefined;
  return { readAt: read.readAt, etag: read.etag, records, faulty: read.faulty };
}

/** Replaces it at once, so that whoever reads meanwhile finds one or the other. */
export async function writeCachedIndex(file: string, url: string, cached: CachedIndex): Promise<void> {
  const { records, ...rest } = cached;
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, JSON.stringify({ format: 1, urlSha256: hash('sha256', url), ...rest, data: records }));
  await rename(fresh, file);
}
