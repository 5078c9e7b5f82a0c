import type { LedgerFault } from '../../core/ledger/ledger-store.ts';

/** Tables, indexes, triggers and constraints: name to definition, both as the database prints them. */
export type Shape = ReadonlyMap<string, string>;

/** Reports differences of the schema. Constraints and triggers guard the other invariants, so all must be unchanged. */
export function changesOfShape(expected: Shape, present: Shape): readonly LedgerFault[] {
  const names = new Set([...expected.keys(), ...present.keys()]);
  const changed = [...names].filter((name) => expected.get(name) !== present.get(name));
  return changed.map((row) => {
    const message = present.has(row) ? (expected.has(row) ? 'changed' : 'unknown') : 'missing';
    return { invariant: 'tables, indexes and triggers are in place', accountId: '', row, message };
  });
}
