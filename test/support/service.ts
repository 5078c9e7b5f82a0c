import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlStores } from '../../src/adapters/sql/sql-stores.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { characters, later, type UnixMs, unixMs } from '../../src/ground/units.ts';
import { production } from '../../src/parts.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
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

/** A paying customer of a service under test. */
export type Customer = {
  readonly id: AccountId;
  readonly key: string;
  /** Creates a further key of the same account. */
  readonly anotherKey: () => Promise<string>;
  readonly revoke: (key: string) => Promise<void>;
  /** Last use of `key`; undefined until one is recorded. */
  readonly lastUse: () => Promise<UnixMs | undefined>;
  readonly buy: (count: number, expiresAt?: UnixMs) => Promise<void>;
  /** Settled characters, and those held for running requests. */
  readonly balance: () => Promise<{ readonly balance: number; readonly used: number; readonly held: number }>;
};

/** The whole service on a free port, with a separate database, a fake engine and a clock that stands. */
export type TestService = AsyncDisposable & {
  readonly url: string;
  /** Where commands find its database. */
  readonly dataDir: string;
  /** Undefined unless `env` sets `OPS_PORT`. */
  readonly opsUrl: string | undefined;
  readonly engine: ReversingEngine;
  readonly now: () => UnixMs;
  readonly advance: (byMs: number) => void;
  /** Opens an account that has bought `count` characters, with one key. */
  readonly customer: (count?: number, expiresAt?: UnixMs) => Promise<Customer>;
  readonly drain: () => Promise<void>;
};

/** 2026-11-20T12:00:00Z */
const startsAt = unixMs(Date.UTC(2026, 10, 20, 12));
const sweepIntervalMs = 10_000;

/**
 * Starts a service; `env` holds what differs from its defaults. Disposing it also verifies its ledger.
 *
 * @param engines replace `TestService.engine`; disposed of with the service
 */
export async function startService(
  env: Readonly<Record<string, string>> = {},
  engines?: readonly Engine[],
): Promise<TestService> {
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
    dataDir,
    opsUrl: app.opsUrl,
    engine,
    now,
    advance: (byMs) => {
      time = later(time, byMs);
    },
    customer: (count = 1_000, expiresAt) => newCustomer(stores, now, { count, expiresAt }),
    drain: () => app.drain(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type Pack = { readonly count: number; readonly expiresAt: UnixMs | undefined };

/** Opens an account with a pack and a key in a service's database. */
export async function newCustomer(stores: SqlStores, now: () => UnixMs, pack: Pack): Promise<Customer> {
  const parts = { now, newId: randomUUID };
  const events = { holdLapsed: () => undefined, backgroundFailed: () => undefined };
  const accounts = new Accounts({ store: stores.accounts, ...parts });
  const ledger = new Ledger({ store: stores.ledger, moment: momentBy(now), leaseMs: 60_000, events, ...parts });
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
    key: apiKey,
    buy,
    anotherKey: async () => {
      const another = await keys.create(id);
      idOf.set(another.apiKey, another.key.id);
      return another.apiKey;
    },
    lastUse: async () => (await keys.list({ accountId: id })).find((each) => each.id === key.id)?.lastUsedAt,
    revoke: (revoked) => keys.revoke(idOf.get(revoked) as KeyId),
    balance: async () => {
      const found = await ledger.readBalance(id);
      assert.ok(found);
      return { balance: found.balance, used: found.used, held: found.held };
    },
  };
}
