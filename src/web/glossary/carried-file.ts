import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ImportPlan } from '../../core/glossary/import-plan.ts';
import { nextRound } from '../../core/steps.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Of a file, or of what is pasted: about all that an account may have. */
export const importBytesMax = 16 * 1024 * 1024;

/** What a form takes that carries such a file: random bytes, which do not get smaller, and a little more. */
export const carriedBytesMax = Math.ceil((importBytesMax * 4) / 3) + 64 * 1024;

/**
 * A file on its way from a preview to the import, in a hidden field of the form between them: no node has to remember it,
 * so that any of them can answer. Base64url of gzip.
 */
export async function packFile(bytes: Uint8Array): Promise<string> {
  return (await zip(bytes, { level: 4 })).toString('base64url');
}

/** Undefined for what no preview has packed. */
export async function unpackFile(packed: string): Promise<Uint8Array | undefined> {
  try {
    return await unzip(Buffer.from(packed, 'base64url'), { maxOutputLength: importBytesMax });
  } catch {
    return undefined;
  }
}

const rowsInTurn = 1_000;

/**
 * Compares plans: the same digest means that the same entries are added, replaced and removed. An import must
 * match its preview, whatever changed in the file, the glossary or the form.
 */
export async function digestOf({ planned, leaving }: ImportPlan): Promise<string> {
  const hash = createHash('sha256');
  for (const [index, { content, instead }] of planned.entries()) {
    const { source, target, term, translation = null, caseRule, partOfSpeech = null, note } = content;
    const ids = instead.map(({ id }) => id);
    hash.update(`${JSON.stringify([source, target, term, translation, caseRule, partOfSpeech, note, ids])}\n`);
    if (index % rowsInTurn === rowsInTurn - 1) await nextRound();
  }
  for (const { id } of leaving) hash.update(`${id}\n`);
  return hash.digest('base64url');
}
