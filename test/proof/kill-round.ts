import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { Translation } from '../../sdk/src/wire.ts';
import { translate } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import type { Customer } from '../support/service.ts';
import type { Chance } from './extent.ts';
import type { KillPoint } from './kill-points.ts';
import type { ProofDatabase } from './proof-database.ts';
import type { StartedServer } from './started-server.ts';

/** What one call came to, as its caller saw it; its number of characters is its own in the whole round. */
type Call = {
  readonly characters: number;
  readonly idempotencyKey: string | undefined;
  /** `cut`: the connection ended without a reply. */
  readonly outcome: 'succeeded' | 'failed' | 'cut';
  readonly reply: Translation | undefined;
};

/** What is known of a round once its server is dead. */
export type Round = {
  readonly title: string;
  readonly point: KillPoint | 'at any moment';
  readonly customer: Customer;
  readonly bought: number;
  /** Whether the balance has expired by the time the next server looks at it. */
  readonly expires: boolean;
  readonly calls: readonly Call[];
  /** What the server left behind: see `server-process.ts`. */
  readonly marks: readonly string[];
};

/** Fewer are not worth a text, and each call of a round has one more than the last. */
const charactersFirst = 20;

const callersAtOnce = 4;

/** What is asked for in a call of so many characters; it holds a letter, and no two lengths read alike. */
function requestOf(characters: number) {
  return {
    text: 'hola a todos '.repeat(characters).slice(0, characters - 1) + 'x',
    source_lang: 'es',
    target_lang: 'en',
  };
}

/** Several callers call again and again, with a key and without, until the server is dead. */
export async function callUntilDeath(
  { url }: Pick<StartedServer, 'url'>,
  customer: Customer,
  chance: Chance,
): Promise<readonly Call[]> {
  const calls: Call[] = [];
  let characters = charactersFirst;
  const callOn = async () => {
    for (;;) {
      const idempotencyKey = chance.below(2) === 0 ? undefined : `call of ${characters}`.replaceAll(' ', '-');
      const call = await callOnce({ url, key: customer.key }, characters++, idempotencyKey);
      calls.push(call);
      if (call.outcome === 'cut') return;
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, callOn));
  return calls;
}

type Caller = { readonly url: string; readonly key: string };

async function callOnce({ url, key }: Caller, characters: number, idempotencyKey?: string): Promise<Call> {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const call = { characters, idempotencyKey };
  try {
    const { status, body } = await translate<Translation>(url, { key, body: requestOf(characters), headers });
    const succeeded = status === 200;
    return { ...call, outcome: succeeded ? 'succeeded' : 'failed', reply: succeeded ? body : undefined };
  } catch {
    return { ...call, outcome: 'cut', reply: undefined };
  }
}

export function readMarks(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

/** What a restarted server must have made of a round, and what its callers get when they ask again. */
export class Reckoning {
  readonly #database: ProofDatabase;
  readonly #server: StartedServer;
  readonly #round: Round;

  constructor(database: ProofDatabase, server: StartedServer, round: Round) {
    this.#database = database;
    this.#server = server;
    this.#round = round;
  }

  async assertRight(): Promise<void> {
    await this.#untilNothingIsHeld();
    const charges = await this.#charges();
    this.#assertCallsAreRight(charges);
    this.#assertPointWasMet(charges);
    await this.#assertBalanceIs([...charges.keys()]);
    const repeated = await this.#repeatCalls(charges);
    await this.#assertBalanceIs([...charges.keys(), ...repeated]);
  }

  /** The sweep that begins with the server gives back what the dead one held. */
  async #untilNothingIsHeld(): Promise<void> {
    const { customer } = this.#round;
    await eventually(async () => (await customer.balance()).held === 0);
  }

  async #charges(): Promise<ReadonlyMap<number, number>> {
    const counts = new Map<number, number>();
    for (const characters of await this.#database.charges(this.#round.customer.id)) {
      counts.set(characters, (counts.get(characters) ?? 0) + 1);
    }
    return counts;
  }

  #assertCallsAreRight(charges: ReadonlyMap<number, number>): void {
    const { calls, marks, title } = this.#round;
    const begun = new Set(marks);
    for (const { characters, outcome } of calls) {
      const count = charges.get(characters) ?? 0;
      const label = `${title}: a call of ${characters} characters ${outcome}, charged ${count} times`;
      if (outcome === 'succeeded') assert.equal(count, 1, label);
      if (outcome === 'failed') assert.equal(count, 0, label);
      if (outcome === 'cut') assert.ok(count === 0 || (count === 1 && begun.has(`charging ${characters}`)), label);
      if (begun.has(`charged ${characters}`)) assert.equal(count, 1, label);
    }
    const called = new Set(calls.map(({ characters }) => characters));
    assert.deepEqual(
      [...charges.keys()].filter((characters) => !called.has(characters)),
      [],
      title,
    );
  }

  /** What the point of death itself tells of the call that met it. */
  #assertPointWasMet(charges: ReadonlyMap<number, number>): void {
    const { point, marks, title } = this.#round;
    if (point === 'at any moment') return;
    const [died] = marks.filter((line) => line.startsWith('died '));
    assert.ok(died !== undefined, `${title}: the server died where it should`);
    const characters = Number(died.slice('died '.length));
    const unanswered = [...charges.keys()].filter((each) => !marks.includes(`charged ${each}`));
    if (point === 'after the hold' || point === 'before the charge')
      assert.equal(charges.get(characters), undefined, title);
    if (point === 'after the charge') assert.equal(charges.get(characters), 1, title);
    if (point === 'after the commit') assert.ok(unanswered.length > 0, `${title}: the commit was whole`);
    if (point === 'before the commit' && !this.#hasSeveralWriters) assert.deepEqual(unanswered, [], title);
  }

  /** On PostgreSQL one connection may have committed while another was about to. */
  get #hasSeveralWriters(): boolean {
    return 'DATABASE_URL' in this.#database.env;
  }

  /** Every call with a key gets its one reply, and is charged once in all. Returns what was charged only now. */
  async #repeatCalls(charges: ReadonlyMap<number, number>): Promise<readonly number[]> {
    const { calls, customer, title } = this.#round;
    const late: number[] = [];
    for (const { characters, idempotencyKey, reply } of calls) {
      if (idempotencyKey === undefined) continue;
      const wasCharged = charges.has(characters);
      if (!wasCharged) late.push(characters);
      const label = `${title}: a repeat of ${characters} characters, charged before: ${wasCharged}`;
      const again = await translate<Translation>(this.#server.url, {
        key: customer.key,
        body: requestOf(characters),
        headers: { 'Idempotency-Key': idempotencyKey },
      });
      assert.equal(again.status, 200, label);
      assert.equal(again.body.characters_charged, characters, label);
      assert.equal(again.headers.get('idempotency-replayed'), wasCharged ? 'true' : null, label);
      if (reply !== undefined) assert.deepEqual(again.body, reply, label);
    }
    return late;
  }

  async #assertBalanceIs(chargedOnce: readonly number[]): Promise<void> {
    const { customer, bought, expires, title } = this.#round;
    const used = chargedOnce.reduce((sum, characters) => sum + characters, 0);
    const balance = expires ? 0 : bought - used;
    assert.deepEqual(await customer.balance(), { balance, held: 0, used }, title);
    assert.deepEqual(
      [...(await this.#charges()).values()],
      chargedOnce.map(() => 1),
      title,
    );
  }
}
