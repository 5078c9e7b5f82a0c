/**
 * A whole server in a separate process, for proofs. The environment configures it like the real one, with these
 * additions:
 *
 * - `PROOF_AHEAD_MS`: by how much its clock is ahead, so that leases end as soon as it starts;
 * - `PROOF_DOOM`: where it must die, as JSON of `Doom`; a later message of the same shape changes it;
 * - `PROOF_MARKS`: a file to which it adds `charging <characters>`, `charged <characters>` and `died <characters>`.
 *
 * It sends its address once it listens, and `armed` in answer to each message.
 */
import { once } from 'node:events';
import { PostgresConnection } from '../../src/adapters/sql/postgres/connection.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { later } from '../../src/ground/units.ts';
import { production } from '../../src/parts.ts';
import { HeldCharacters, Ledger } from '../../src/shop/ledger/ledger.ts';
import type { Job } from '../../src/text/engine/engine.ts';
import { ReversingEngine } from '../support/reversing-engine.ts';
import { openOnTestsClock } from '../support/tests-clock.ts';
import { arm, type Doom, mark, pass } from './kill-points.ts';
import { hasCharge, StatementWatch } from './statement-watch.ts';

/** Kills this process between its statements to PostgreSQL. The server's own code is unchanged. */
function watchPostgres(): void {
  const watches = new WeakMap<PostgresConnection, StatementWatch>();
  const { rows, command, commit } = PostgresConnection.prototype;
  PostgresConnection.prototype.command = async function (sql) {
    await command.call(this, sql);
    if (sql === 'begin') watches.set(this, new StatementWatch());
    if (sql === 'rollback') watches.delete(this);
  };
  PostgresConnection.prototype.rows = async function (query) {
    const watch = watches.get(this);
    if (watch === undefined && hasCharge(query.sql)) return autoCommitted(() => rows.call(this, query));
    const found = await rows.call(this, query);
    watch?.done(query.sql);
    return found;
  };
  PostgresConnection.prototype.commit = async function () {
    const watch = watches.get(this) ?? new StatementWatch();
    watch.beforeCommit();
    const committed = commit.call(this);
    await sent();
    watch.duringCommit();
    await committed;
    watches.delete(this);
    watch.afterCommit();
  };
}

/** A charge of one statement, which commits automatically. */
async function autoCommitted<Result>(run: () => Promise<Result>): Promise<Result> {
  pass('before the commit');
  const running = run();
  await sent();
  pass('during the commit');
  const found = await running;
  pass('after the commit');
  return found;
}

/** Resolves once the written data has left this process. */
function sent(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const onPostgres = process.env['DATABASE_URL'] !== undefined;
const aheadMs = Number(process.env['PROOF_AHEAD_MS'] ?? 0);

class DoomedEngine extends ReversingEngine {
  override async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    pass('in the engine');
    return super.translate(job, signal);
  }
}

/** Held characters by hold. */
const amounts = new WeakMap<HeldCharacters, number>();

function watchLedger(): void {
  const { hold } = Ledger.prototype;
  const { capture } = HeldCharacters.prototype;
  Ledger.prototype.hold = async function (request) {
    const held = await hold.call(this, request);
    amounts.set(held, request.amount);
    pass('after the hold', String(request.amount));
    return held;
  };
  HeldCharacters.prototype.capture = async function (...of) {
    const amount = String(amounts.get(this));
    pass('before the charge', amount);
    mark(`charging ${amount}`);
    const outcome = await capture.apply(this, of);
    if (outcome !== 'captured') return outcome;
    mark(`charged ${amount}`);
    pass('after the charge', amount);
    return outcome;
  };
}

const doom = process.env['PROOF_DOOM'];
if (doom !== undefined) arm(JSON.parse(doom) as Doom);
watchLedger();
if (onPostgres) watchPostgres();
const engine = new DoomedEngine();
const app = await createApp(loadConfig(process.env), {
  ...production,
  now: () => later(production.now(), aheadMs),
  // The thread that writes to SQLite is what dies.
  openStores: onPostgres ? openOnTestsClock : production.openStores,
  openEngines: () => Promise.resolve([engine]),
});
process.on('message', (told: Doom) => {
  arm(told);
  process.send?.('armed');
});
process.send?.(app.url);
await once(process, 'disconnect');
await app[Symbol.asyncDispose]();
