import { z } from 'zod';
import { fileBytesMax, plainName, roles, sha256Text } from './manifest.ts';

/**
 * What is used of a record of the registry.
 *
 * Source: mozilla/translations `db/updater.py`; Firefox, `TranslationsParent.sys.mjs`, TranslationModelRecord.
 */
const shape = z.object({
  name: plainName,
  version: z
    .string()
    .regex(/^\d+(?:\.\d+)*(?:[a-z]+\d*)?$/)
    .max(20),
  fileType: z.enum(roles),
  architecture: plainName.max(40),
  sourceLanguage: z.string().max(40),
  targetLanguage: z.string().max(40),
  /** In which Firefox a record is used; empty for everyone. */
  filter_expression: z.string().max(1_000).default(''),
  /** Of the content. */
  decompressedHash: sha256Text,
  decompressedSize: z.int().min(1).max(fileBytesMax),
  last_modified: z.int().min(0).default(0),
  /** As served. Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments. */
  attachment: z.object({
    hash: sha256Text,
    size: z.int().min(1).max(fileBytesMax),
    filename: plainName,
    /** A path under the server's base, and in the folder of an import; it never leads out of either. */
    location: z
      .string()
      .max(300)
      .regex(/^[A-Za-z0-9][\w.+-]*(?:\/[A-Za-z0-9][\w.+-]*)*$/),
  }),
});

export type ModelRecord = Readonly<z.infer<typeof shape>>;

export type Records = {
  readonly records: readonly ModelRecord[];
  /** How many were left out, because something about them is wrong. */
  readonly faulty: number;
};

/** Kinto's list of records, and Remote Settings' changeset of a collection: the same records under another name. */
const reply = z.union([
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
  z.object({ changes: z.array(z.unknown()) }).transform(({ changes }) => changes),
]);

const recordsMax = 20_000;

/** @returns undefined when `json` is no reply of the registry at all */
export function readRecords(json: unknown): Records | undefined {
  const listed = reply.safeParse(json);
  if (!listed.success || listed.data.length > recordsMax) return undefined;
  const read = listed.data.map((record) => shape.safeParse(record));
  const records = read.filter((record) => record.success).map((record) => record.data);
  return { records, faulty: listed.data.length - records.length };
}
