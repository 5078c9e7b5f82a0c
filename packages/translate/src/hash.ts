import { createHash } from 'node:crypto';
import type { Unit } from '../../documents/src/index.ts';

/** Returns the first 16 hex digits of the SHA-256: enough to tell texts of a project apart, and short in the lock file. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** A hash of each line of a file, or one of a binary file. */
export type Fingerprint = readonly string[];

/** Git takes files with NUL bytes for binary, and merges others by lines, as it merges their hashes. */
export function fingerprintOf(bytes: Uint8Array): Fingerprint {
  if (bytes.includes(0)) return [hashOf(bytes)];
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').split('\n');
  return lines.map((line) => hashOf(line).slice(0, 8));
}

/** Version 1 of the lock file has the hash of the whole file. */
export const isContentOf = (
  recorded: Fingerprint | undefined,
  { bytes, hash }: { readonly bytes: Uint8Array; readonly hash: string },
): boolean => recorded !== undefined && (recorded.join() === hash || recorded.join() === fingerprintOf(bytes).join());

/** Codes count, because a person may correct the address of a link alone. */
export const hashOfTarget = ({ text, codes }: Pick<Unit, 'text' | 'codes'>): string =>
  hashOf(codes.length === 0 ? text : JSON.stringify([text, ...codes.map(({ open, close }) => [open, close])]));
