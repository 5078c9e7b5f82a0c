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

/** The outcome of one call for its caller; its number of characters is unique in the round. */
type Call = {
  readonly characters: number;
  readonly idempotencyKey: string | undefined;
  /** `cut`: the connection ended without a reply. */
  readonly outcome: 'succeeded' | 'failed' | 'cut';
  readonly reply: Translation | undefined;
};

/** The data of a round once its server is dead. */
export type Round = {
  readonly title: string;
  readonly point: KillPoint | 'at any moment';
  readonly customer: Customer;
  readonly bought: number;
  /** Whether the balance expires before the next server runs. */
  readonly expires: boolean;
  readonly calls: readonly Call[];
  /** Lines left by the server: see `server-process.ts`. */
  readonly marks: readonly string[];
};

/** The smallest useful text; each call of a round has one character more than the last. */
const charactersFirst = 20;

const callersAtOnce = 4;

/** Every point is met long before a call of so many characters. */
const charactersMax = 3_000;

/** Returns a request with this many characters; it contains a letter, and all lengths have different texts. */
function requestOf(characters: number) {
  return {
    text: 'hola a todos '.repeat(characters).slice(0, characters - 1) + 'x',
    source_lang: 'es',
    target_lang: 'en',
  };
}

/** Several callers call repeatedly, with a key and without, until the server is dead. */
export async function callUntilDeath(
  { url }: Pick<StartedServer, 'url'>,
  customer: Customer,
  chance: Chance,
): Promise<readonly Call[]> {
  const calls: Call[] = [];
  let characters = charactersFirst;
  const callOn = async () => {
    for (;;) {
      assert.ok(characters < charactersMax, 'the server dies at the point');
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

/** Checks what a restarted server did about a round, and what its callers get when they repeat their calls. */
export async function reckon(database: ProofDatabase, server: StartedServer, round: Round): Promise<void> {
  const { customer, bought, expires, calls, title } = round;
  const countCharges = async (): Promise<Charges> => {
    const charged = await database.charges(customer.id);
    return new Map([...Map.groupBy(charged, (characters) => characters)].map(([each, all]) => [each, all.length]));
  };
  const assertBalanceIs = async (chargedOnce: readonly number[]) => {
    const used = chargedOnce.reduce((sum, characters) => sum + characters, 0);
    const balance = expires ? 0 : bought - used;
    assert.deepEqual(await customer.balance(), { balance, held: 0, used }, title);
    assert.deepEqual(await countCharges(), new Map(chargedOnce.map((characters) => [characters, 1])), title);
  };
  // The sweep at the server's start gives back the holds of the dead one.
  await eventually(async () => (await customer.balance()).held === 0);
  const charges = await countCharges();
  assertCallsAreRight(round, charges);
  // On PostgreSQL one connection may have committed while another was about to.
  assertPointWasMet(round, charges, 'DATABASE_URL' in database.env);
  await assertBalanceIs([...charges.keys()]);
  const late: number[] = [];
  for (const { characters, idempotencyKey, reply } of calls) {
    if (idempotencyKey === undefined) continue;
    const wasCharged = charges.has(characters);
    if (!wasCharged) late.push(characters);
    const label = `${title}: a repeat of ${characters} characters, charged before: ${wasCharged}`;
    const headers = { 'Idempotency-Key': idempotencyKey };
    const request = { key: customer.key, body: requestOf(characters), headers };
    const again = await translate<Translation>(server.url, request);
    assert.equal(again.status, 200, label);
    assert.equal(again.body.characters_charged, characters, label);
    assert.equal(again.headers.get('idempotency-replayed'), wasCharged ? 'true' : null, label);
    if (reply !== undefined) assert.deepEqual(again.body, reply, label);
  }
  await assertBalanceIs([...charges.keys(), ...late]);
}

/** How often each number of characters was charged. */
type Charges = ReadonlyMap<number, number>;

function assertCallsAreRight({ calls, marks, title }: Round, charges: Charges): void {
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
  for (const characters of charges.keys()) assert.ok(called.has(characters), `${title}: ${characters} were not sold`);
}

/** Checks what the point of death implies for the call that reached it. */
function assertPointWasMet({ point, marks, title }: Round, charges: Charges, hasSeveralWriters: boolean): void {
  if (point === 'at any moment') return;
  const [died] = marks.filter((line) => line.startsWith('died '));
  assert.ok(died !== undefined, `${title}: the server died where it should`);
  const count = charges.get(Number(died.slice('died '.length)));
  const unanswered = [...charges.keys()].filter((each) => !marks.includes(`charged ${each}`));
  if (point === 'after the hold' || point === 'before the charge') assert.equal(count, undefined, title);
  if (point === 'after the charge') assert.equal(count, 1, title);
  if (point === 'after the commit') assert.ok(unanswered.length > 0, `${title}: the commit was whole`);
  if (point === 'before the commit' && !hasSeveralWriters) assert.deepEqual(unanswered, [], title);
}
