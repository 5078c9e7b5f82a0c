import type { UnixMs } from '../../ground/units.ts';

/**
 * What the entries of a glossary and of a memory have in common: each change makes a new version of all of them. Only a
 * memory is erased: the change removes all its entries, and no import before it can be undone.
 */
export type EntryChangeKind = 'add' | 'edit' | 'remove' | 'import' | 'undo' | 'erase';

export type EntryChange = {
  readonly version: number;
  readonly kind: EntryChangeKind;
  readonly at: UnixMs;
  /** `operator`, or the id of an account. */
  readonly by: string;
  readonly added: number;
  readonly removed: number;
  /** The version that undid this import; undefined if none did. */
  readonly undoneIn: number | undefined;
};

/** `no_account`: the account, or the pair of a named glossary, does not exist. `too_many`: a limit would be exceeded. */
export type EntryChangeOutcome =
  | { readonly kind: 'changed'; readonly version: number; readonly added: number; readonly removed: number }
  | { readonly kind: 'no_account' | 'too_many' | 'outdated' | 'nothing_to_change' | 'no_import' };
