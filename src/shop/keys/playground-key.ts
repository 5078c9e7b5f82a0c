import type { KeyId } from './key-store.ts';

/** The key id for charges of the account area's playground. No key has it, so no caller can send it. */
export const playgroundKey = 'playground' as KeyId;
