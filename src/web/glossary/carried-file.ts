import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { nextRound } from '../../ground/steps.ts';
import { importBytesMax } from '../../shop/glossaries/glossary-files.ts';
import type { ImportPlan } from '../../shop/glossaries/import-plan.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** The body limit of a form with a packed file: incompressible bytes in Base64, and the other fields. */
export const carriedBytesMax = Math.ceil((importBytesMax * 4) / 3) + 64 * 1024;

/**
 * Packs a file for a hidden field, which carries it from the preview to the import. No node stores it, so that any node
 * can reply. Base64url of gzip.
 */
export async function packFile(bytes: Uint8Array): Promise<string> {
  return (await zip(bytes, { level: 4 })).toString('base64url');
}

/** Returns undefined for a text that `packFile` did not create. */
export async function unpackFile(packed: string): Promise<Uint8Array | undefined> {
  try {
    return await unzip(Buffer.from(packed, 'base64url'), { maxOutputLength: importBytesMax });
  } catch {
    return undefined;
  }
}

const rowsInTurn = 1_000;

/**
 * Returns a digest of a plan. Equal digests mean that the same entries are added, replaced and removed. An import must
 * match its preview, whatever changed in the file, the glossary or the form.
 */
export async function planDigest({ planned, leaving }: ImportPlan): Promise<string> {
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
