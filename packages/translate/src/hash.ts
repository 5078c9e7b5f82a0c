import { createHash } from 'node:crypto';
import type { Unit } from '../../documents/src/index.ts';

/** Returns the first 16 hex digits of the SHA-256: enough to tell texts of a project apart, and short in the lock file. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Codes count, because a person may correct the address of a link alone. */
export const hashOfTarget = ({ text, codes }: Pick<Unit, 'text' | 'codes'>): string =>
  hashOf(codes.length === 0 ? text : JSON.stringify([text, ...codes.map(({ open, close }) => [open, close])]));
