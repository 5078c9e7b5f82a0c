import { randomUUID } from 'node:crypto';
import type { ChosenDatabase } from '../../../src/adapters/sql/chosen-database.ts';
import { eraseRecordsStep } from '../../../src/adapters/sql/erasure-procedures.ts';
import { openPostgres } from '../../../src/adapters/sql/postgres/open-postgres.ts';
import type { SqlStores } from '../../../src/adapters/sql/sql-stores.ts';
import { SqliteConnection } from '../../../src/adapters/sql/sqlite/connection.ts';
import { openSqlite } from '../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { unixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { Erasures } from '../../../src/shop/accounts/erasures.ts';
import type { PersonId } from '../../../src/shop/people/people.ts';

/** Where an erasure is killed. */
export type KillPoint = 'after_begin' | 'after_person' | 'within_records' | 'after_records' | 'after_end';

export type KilledErasure = {
  readonly database: ChosenDatabase;
  readonly accountId: AccountId;
  readonly point: KillPoint;
};

/** A separate process that starts to erase an account and kills itself before the end. */
const [argument] = process.argv.slice(2);
if (argument !== undefined) await eraseAndDie(JSON.parse(argument));

async function eraseAndDie({ database, accountId, point }: KilledErasure): Promise<void> {
  const events = { backgroundFailed: () => undefined };
  const { stores, eraseOnce } = await open(database, events);
  const personId = await personOf(stores, accountId);
  const dieAt = (reached: KillPoint) => {
    if (reached === point) process.kill(process.pid, 'SIGKILL');
  };
  const erasures = new Erasures({
    store: {
      ...stores.erasures,
      beginErasure: async (request) => {
        const beginning = await stores.erasures.beginErasure(request);
        dieAt('after_begin');
        return beginning;
      },
      // Right after the first step: a server beside it may have continued since.
      listErasures: () => Promise.resolve([{ accountId, personId, by: accountId }]),
      eraseRecords: async (id) => {
        if (point === 'within_records') await eraseOnce(id);
        dieAt('within_records');
        await stores.erasures.eraseRecords(id);
        dieAt('after_records');
      },
      endErasure: async (entry) => {
        const hasEnded = await stores.erasures.endErasure(entry);
        dieAt('after_end');
        return hasEnded;
      },
    },
    people: {
      erasePerson: async (id) => {
        await stores.people.erasePerson(id);
        dieAt('after_person');
      },
    },
    now: () => unixMs(Date.now()),
    newId: randomUUID,
  });
  await erasures.erase(accountId, { by: accountId });
}

/** Returns the owner of an account. */
async function personOf({ accounts, people }: SqlStores, accountId: AccountId): Promise<PersonId> {
  const account = await accounts.findAccount(accountId);
  const owner = await people.findCredential(account?.email ?? '', unixMs(Date.now()));
  if (owner?.kind !== 'person') throw new Error('this account has no owner');
  return owner.personId;
}

type Opened = { readonly stores: SqlStores; readonly eraseOnce: (id: AccountId) => Promise<unknown> };

type Options = Pick<Parameters<typeof openSqlite>[0], 'events'>;

/** Opens the stores with the means to run one of the steps of `eraseRecords`. */
async function open(database: ChosenDatabase, events: Options['events']): Promise<Opened> {
  if (database.kind === 'postgres') {
    const stores = await openPostgres({ url: database.url, connectionsMax: 2, connectionsSpared: 0, events });
    return { stores, eraseOnce: (id) => stores.database.transact(() => eraseRecordsStep(id)) };
  }
  const stores = await openSqlite({ file: database.file, events });
  return {
    stores,
    eraseOnce: async (id) => {
      using connection = new SqliteConnection({ file: database.file, readOnly: false, lockWaitMs: 5_000 });
      connection.rows('begin immediate');
      connection.perform(eraseRecordsStep(id));
      connection.rows('commit');
    },
  };
}
