import type { LedgerFault } from '../../shop/ledger/ledger-store.ts';
import { plainText, type SqlRow } from './procedure.ts';

/**
 * Constraints and triggers guard other invariants, so all must be unchanged. @param expectedRows name and definition
 */
export function changesOfShape(
  expectedRows: readonly SqlRow[],
  presentRows: readonly SqlRow[],
): readonly LedgerFault[] {
  const [expected, present] = [shapeOf(expectedRows), shapeOf(presentRows)];
  const names = new Set([...expected.keys(), ...present.keys()]);
  const changed = [...names].filter((name) => expected.get(name) !== present.get(name));
  return changed.map((row) => {
    const message = present.has(row) ? (expected.has(row) ? 'changed' : 'unknown') : 'missing';
    return { invariant: 'tables, indexes and triggers are in place', accountId: '', row, message };
  });
}

function shapeOf(rows: readonly SqlRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map(([name, definition]) => [plainText(name), plainText(definition)]));
}
