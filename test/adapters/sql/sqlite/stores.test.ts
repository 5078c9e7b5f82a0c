import { wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import { type Procedure, query } from '../../../../src/adapters/sql/procedure.ts';
import { Reader } from '../../../../src/adapters/sql/sqlite/reader.ts';
import { describeStores } from '../../../contract/stores.ts';
import { extent } from '../../../support/property-runs.ts';
import { openTemporarySqlite } from '../../../support/stores.ts';

// The full run uses a writer thread, which takes about 50 ms to start.
describeStores('SQLite', async () => {
  const stores = await openTemporarySqlite({ writesHere: extent < 1 });
  return { ...stores, countRows: async () => countRows(stores.file) };
});

function countRows(file: string): number {
  using reader = new Reader(file);
  return reader.read(countEntries());
}

function* countEntries(): Procedure<number> {
  return wholeNumberValue((yield query('select count(*) from terms'))[0]?.[0]);
}
