import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlStores } from '../../src/adapters/sql/sql-stores.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { type Clock, characters, later, type UnixMs, unixMs } from '../../src/ground/units.ts';
import { production } from '../../src/parts.ts';
import { Accounts } from '../../src/shop/accounts/accounts.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import { KeyUses } from '../../src/shop/keys/key-uses.ts';
import { Keys } from '../../src/shop/keys/keys.ts';
import { Ledger } from '../../src/shop/ledger/ledger.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import { momentBy } from './ledger-world.ts';
import { ReversingEngine } from './reversing-engine.ts';
import { openSqliteHere } from './stores.ts';
import { openOnTestsClock } from './tests-clock.ts';

export type Customer = Awaited<ReturnType<typeof newCustomer>>;

export type TestService = Awaited<ReturnType<typeof startService>>;

/** 2026-11-20T12:00:00Z */
const startsAt = unixMs(Date.UTC(2026, 10, 20, 12));
const sweepIntervalMs = 10_000;

/**
 * Starts the whole service on a free port, with a separate database, a fake engine and a clock that stands. Disposing it
 * also verifies its ledger.
 * @param env what differs from its defaults
 * @param engines replace `TestService.engine`; disposed of with the service
 */
export async function startService(env: Readonly<Record<string, string>> = {}, engines?: readonly Engine[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-api-'));
  await using opening = new AsyncDisposableStack();
  opening.defer(() => rm(dataDir, { recursive: true }));
  let time = startsAt;
  const now = () => time;
  const engine = new ReversingEngine();
  const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'silent', ...env });
  const openEngines = () => Promise.resolve(engines ?? [engine]);
  const app = opening.use(
    await createApp(config, {
      ...production,
      now,
      elapsedMs: now,
      newId: randomUUID,
      openStores: openOnTestsClock,
      openEngines,
    }),
  );
  const stores = opening.use(
    await openSqliteHere({ file: join(dataDir, 'dragoman.db'), events: { backgroundFailed: () => undefined } }),
  );
  opening.defer(async () => assert.deepEqual(await stores.ledger.verify(time, sweepIntervalMs), []));
  const opened = opening.move();
  return {
    url: app.url,
    /** Where commands find its database. */
    dataDir,
    /** Undefined unless `env` sets `OPS_PORT`. */
    opsUrl: app.opsUrl,
    engine,
    now,
    advance: (byMs: number) => {
      time = later(time, byMs);
    },
    /** Opens an account that has bought `count` characters, with one key. */
    customer: (count = 1_000, expiresAt?: UnixMs) => newCustomer(stores, now, { count, expiresAt }),
    drain: () => app.drain(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A ledger like the service's, on the stores of a test. */
export function ledgerOf({ ledger: store }: Pick<SqlStores, 'ledger'>, now: Clock): Ledger {
  const events = { holdLapsed: () => undefined, backgroundFailed: () => undefined };
  return new Ledger({ store, now, moment: momentBy(now), newId: randomUUID, leaseMs: 60_000, events });
}

type Pack = { readonly count: number; readonly expiresAt: UnixMs | undefined };

/** Opens an account with a pack and a key in a service's database. */
export async function newCustomer(stores: SqlStores, now: () => UnixMs, pack: Pack) {
  const parts = { now, newId: randomUUID };
  const events = { backgroundFailed: () => undefined };
  const accounts = new Accounts({ store: stores.accounts, ...parts });
  const ledger = ledgerOf(stores, now);
  const keys = new Keys({
    store: stores.keys,
    uses: new KeyUses({ store: stores.keys, events }),
    prefix: 'dragoman',
    sha256Hex: (text) => hash('sha256', text),
    ...parts,
  });
  const { id } = await accounts.create(`${randomUUID()}@example.com`);
  const buy = async (count: number, expiresAt?: UnixMs) => {
    const orderId = randomUUID();
    await ledger.grant({ accountId: id, orderId, characters: characters(count), ...(expiresAt ? { expiresAt } : {}) });
  };
  await buy(pack.count, pack.expiresAt);
  const { key, apiKey } = await keys.create(id);
  const idOf = new Map<string, KeyId>([[apiKey, key.id]]);
  return {
    id,
    key: apiKey as string,
    buy,
    /** Creates a further key of the same account. */
    anotherKey: async () => {
      const another = await keys.create(id);
      idOf.set(another.apiKey, another.key.id);
      return another.apiKey;
    },
    /** Undefined until a use of `key` is recorded. */
    lastUse: async () => (await keys.list({ accountId: id })).find((each) => each.id === key.id)?.lastUsedAt,
    revoke: (revoked: string) => keys.revoke(idOf.get(revoked) as KeyId),
    /** Settled characters, and those held for running requests. */
    balance: async () => {
      const found = await ledger.readBalance(id);
      assert.ok(found);
      return { balance: found.balance, used: found.used, held: found.held };
    },
  };
}
