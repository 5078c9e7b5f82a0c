import { randomFillSync } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';

const idBytes = 16;
const pool = new Uint8Array(idBytes * 256);
let taken = pool.length;

/** Returns a UUID of version 7: globally unique, and growing with time. Source: RFC 9562, section 5.7. */
export function timeOrderedId(): string {
  // Random bytes are drawn in bulk: drawing them is the expensive part, and this runs on every request.
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += idBytes;
  return uuidV7({ random: pool.subarray(taken - idBytes, taken) });
}
