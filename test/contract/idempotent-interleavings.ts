import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { hasReason } from '../../src/ground/service-error.ts';
import { later } from '../../src/ground/units.ts';
import type { IdempotentReply, Produce } from '../../src/shop/idempotency/idempotent-replies.ts';
import type { ReplyStore } from '../../src/shop/idempotency/reply-store.ts';
import { type IdempotentNodes, openIdempotentNodes } from '../support/idempotent-nodes.ts';
import { leaseMs, newId } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';

/** The result of the work if this request does it. */
type Fate = 'succeeds' | 'engine fails' | 'answer is lost';

type Asked = { readonly node: number; readonly body: string; readonly fate: Fate };

/** Whether and when another node is killed during its own request. */
type Death = 'none' | 'before the charge' | 'after the charge';

const asked = fc.record({
  node: fc.nat(2),
  body: fc.oneof({ weight: 5, arbitrary: fc.constant('hola') }, { weight: 1, arbitrary: fc.constant('adios') }),
  fate: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fate>('succeeds') },
    { weight: 2, arbitrary: fc.constantFrom<Fate>('engine fails', 'answer is lost') },
  ),
});

const never = new AbortController().signal;

/** In each pause so much time passes that a claim lapses in the third: nodes stall all the time. */
const pauseMs = 5_000;

/** The contract of one Idempotency-Key for any order of events, on any database that nodes share. */
export function describeIdempotentInterleavings(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: one Idempotency-Key on three nodes`, () => {
    test('is charged once and has one reply, for any interleaving, failure or killed node', async () => {
      await using nodes = await openIdempotentNodes(open);
      await nodes.buy(1_000_000);
      const property = fc.asyncProperty(
        fc.scheduler(),
        fc.array(asked, { minLength: 1, maxLength: 6 }),
        fc.constantFrom<Death>('none', 'before the charge', 'after the charge'),
        (scheduler, requests, death) => play({ nodes, scheduler, requests, death }),
      );
      await fc.assert(property, { numRuns: propertyRuns(name, 60) });
    });
  });
}

type Play = {
  readonly nodes: IdempotentNodes;
  readonly scheduler: fc.Scheduler;
  readonly requests: readonly Asked[];
  readonly death: Death;
};

async function play({ nodes, scheduler, requests, death }: Play): Promise<void> {
  const key = newId();
  const step = (label: string) => scheduler.schedule(Promise.resolve(), label);
  const before = await nodes.balance();
  const opened = Array.from({ length: 4 }, (_, name) => openNode(nodes, name, step));
  const run = ({ node, body }: Asked, produce: Produce) => {
    const replies = opened[node];
    assert(replies !== undefined);
    return replies.run(nodes.request({ key, request: body }), never, produce);
  };
  const doomed = dying(nodes, death, step);
  // Refused if a request with another body came first.
  if (death !== 'none') run({ node: 3, body: 'hola', fate: 'succeeds' }, doomed.produce).catch(() => undefined);
  const answers = requests.map((each, index) => run(each, work(nodes, { each, index, step })));
  const outcomes = await scheduler.waitFor(Promise.allSettled(answers));
  await Promise.all(opened.map((replies) => replies[Symbol.asyncDispose]()));
  await doomed.held();
  const charged = (await nodes.balance()).used - before.used;
  check({ requests, outcomes, charged, death });
  nodes.clock.now = later(nodes.clock.now, 101 * leaseMs);
  await nodes.ledger.sweep(nodes.clock.now);
  assert.equal((await nodes.balance()).held, 0);
  await nodes.assertSound();
}

type Checked = {
  readonly requests: readonly Asked[];
  readonly outcomes: readonly PromiseSettledResult<IdempotentReply>[];
  readonly charged: number;
  readonly death: Death;
};

function check({ requests, outcomes, charged, death }: Checked): void {
  const replies = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  assert.ok(charged === 0 || charged === 10, `charged ${charged}`);
  assert.ok(replies.length === 0 || charged === 10, 'a success without a charge');
  assert.ok(new Set(replies.map(({ reply }) => reply)).size <= 1, 'two replies for one key');
  assert.ok(replies.filter(({ replayed }) => !replayed).length <= 1);
  const oneBody =
    requests.every(({ body }) => body === requests[0]?.body) && (death === 'none' || requests[0]?.body === 'hola');
  for (const [index, outcome] of outcomes.entries()) {
    const { body, fate } = requests[index] ?? { body: '', fate: 'succeeds' };
    if (outcome.status === 'fulfilled') assert.match(outcome.value.reply, new RegExp(`^${body} `));
    else if (hasReason(outcome.reason, 'idempotency_key_reused'))
      assert.equal(oneBody, false, 'the same request was refused as another');
    else assert.equal(outcome.reason.message, fate);
  }
}

type Step = (label: string) => Promise<void>;

function openNode(nodes: IdempotentNodes, name: number, step: Step) {
  const { claim, findReply, keepReply, abandonClaim, ...rest } = nodes.stores.replies;
  /** Both directions of a database call may take long. */
  const far =
    <Input extends readonly unknown[], Output>(call: (...input: Input) => Promise<Output>, label: string) =>
    async (...input: Input): Promise<Output> => {
      await step(`${name} ${label}`);
      const output = await call(...input);
      await step(`${name} after ${label}`);
      return output;
    };
  const store: ReplyStore = {
    ...rest,
    claim: far(claim, 'claim'),
    findReply: far(findReply, 'find'),
    keepReply: far(keepReply, 'keep'),
    abandonClaim: far(abandonClaim, 'abandon'),
  };
  const pause = async () => {
    await step(`${name} pauses`);
    nodes.clock.now = later(nodes.clock.now, pauseMs);
  };
  return nodes.node({ store, pause });
}

type Work = { readonly each: Asked; readonly index: number; readonly step: Step };

function work(nodes: IdempotentNodes, { each: { node, body, fate }, index, step }: Work): Produce {
  return async (seal) => {
    await step(`${node} begins ${index}`);
    const reply = await nodes.charge(`${body} by request ${index}`, async () => {
      await step(`${node} translates ${index}`);
      if (fate === 'engine fails') throw new Error(fate);
    })(seal);
    await step(`${node} ends ${index}`);
    if (fate === 'answer is lost') throw new Error(fate);
    return reply;
  };
}

/** Never resolves, like a killed process. A hold that it has begun is there after `held`: the sweep must find it. */
function dying(nodes: IdempotentNodes, death: Death, step: Step) {
  const { promise: end } = Promise.withResolvers<never>();
  let held: Promise<unknown> = Promise.resolve();
  const produce: Produce = async (seal) => {
    await step('the doomed node begins');
    const placed = Promise.withResolvers<void>();
    const charged = nodes.charge('hola by the doomed', () => {
      placed.resolve();
      return death === 'before the charge' ? end : step('the doomed node works');
    })(seal);
    held = Promise.race([placed.promise, charged]);
    await charged;
    return end;
  };
  return { produce, held: () => held };
}
