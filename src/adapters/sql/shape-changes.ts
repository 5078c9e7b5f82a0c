import type { LedgerFault } from '../../core/ledger/ledger-store.ts';

/** Tables, indexes, triggers and what else stands on them: name to definition, both as the database words them. */
export type Shape = ReadonlyMap<string, string>;

/** Constraints and triggers guard every other invariant, so each must be there as the migrations made it. */
export function changesOfShape(expected: Shape, present: Shape): readonly LedgerFault[] {
  const names = new Set([...expected.keys(), ...present.keys()]);
  const changed = [...names].filter((name) => expected.get(name) !== present.get(name));
  return changed.map((row) => {
    const message = present.has(row) ? (expected.has(row) ? 'changed' : 'unknown') : 'missing';
    return { invariant: 'tables, indexes and triggers are in place', accountId: '', row, message };
  });
}
