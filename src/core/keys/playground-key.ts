import type { KeyId } from './key-store.ts';

/** What the account area's playground is charged under. No key has this id, and nobody can send it. */
export const playgroundKey = 'playground' as KeyId;
