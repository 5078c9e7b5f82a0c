import { wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import { describeStores } from '../../../contract/stores.ts';
import { openTemporaryPostgres, rowsOf } from '../../../support/postgres.ts';

describeStores('PostgreSQL', async () => {
  const stores = await openTemporaryPostgres();
  const countRows = async () => wholeNumberValue((await rowsOf(stores.url, 'select count(*) from terms'))[0]?.[0]);
  return { ...stores, countRows };
});
