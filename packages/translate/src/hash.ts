import { createHash } from 'node:crypto';

/** Returns the first 16 hex digits of the SHA-256: enough to tell texts of a project apart, and short in the lock file. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
