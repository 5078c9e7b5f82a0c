import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { ReplyClaim } from '../../src/shop/idempotency/reply-store.ts';
import type { SealedReply } from '../../src/shop/ledger/ledger-store.ts';
import { createLedgerWorld, dayMs, firstMoment, newId, spanishToEnglish } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

const claimMs = 15_000;

/** The contract of every `ReplyStore` for claims. */
export function describeClaims(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: claims on an Idempotency-Key`, () => {
    test('a key has one owner at a time, and other callers learn which request is being handled', async () => {
      await using world = await setup(open);
      const { replies, claim } = world;
      assert.deepEqual(await replies.claim(claim('a', { requestHash: 'aa' }), firstMoment), claimed);
      const underWay = { kind: 'under_way', requestHash: 'aa' };
      assert.deepEqual(await replies.claim(claim('b', { requestHash: 'bb' }), firstMoment), underWay);
      assert.deepEqual(await replies.claim(claim('a', { requestHash: 'cc' }), firstMoment), claimed);
      assert.deepEqual(await replies.claim(claim('b'), firstMoment), { kind: 'under_way', requestHash: 'cc' });
    });

    test('another key, and the same key of another account, is claimed separately', async () => {
      await using world = await setup(open);
      const { replies, claim } = world;
      await replies.claim(claim('a'), firstMoment);
      assert.deepEqual(await replies.claim(claim('b', { keyHash: 'other' }), firstMoment), claimed);
      assert.deepEqual(await replies.claim(claim('b', { accountId: 'another' as AccountId }), firstMoment), claimed);
    });

    test('an abandoned claim is free immediately, and only its owner can abandon it', async () => {
      await using world = await setup(open);
      const { replies, claim } = world;
      await replies.claim(claim('a'), firstMoment);
      await replies.abandonClaim(claim('b'));
      assert.equal((await replies.claim(claim('b'), firstMoment)).kind, 'under_way');
      await replies.abandonClaim(claim('a'));
      assert.deepEqual(await replies.claim(claim('b'), firstMoment), claimed);
      await replies.abandonClaim(claim('a'));
      assert.equal((await replies.claim(claim('c'), firstMoment)).kind, 'under_way');
    });

    test('a claim without a renewal lapses on time; a renewed one does not', async () => {
      await using world = await setup(open);
      const { replies, claim } = world;
      const ofOther = claim('b', { keyHash: 'not renewed' });
      await replies.claim(claim('a'), firstMoment);
      await replies.claim(ofOther, firstMoment);
      await replies.renewClaims('a', later(firstMoment, 2 * claimMs));
      await replies.renewClaims('a', later(firstMoment, claimMs + 1));
      const kindAt = async (wanted: ReplyClaim, ms: number) =>
        (await replies.claim(wanted, later(firstMoment, ms))).kind;
      assert.equal(await kindAt({ ...ofOther, owner: 'c' }, claimMs - 1), 'under_way');
      assert.equal(await kindAt({ ...ofOther, owner: 'c' }, claimMs), 'claimed');
      assert.equal(await kindAt(claim('c'), 2 * claimMs - 1), 'under_way');
      assert.equal(await kindAt(claim('c', { until: later(firstMoment, 3 * claimMs) }), 2 * claimMs), 'claimed');
      await replies.renewClaims('a', later(firstMoment, 9 * claimMs));
      assert.equal(await kindAt(claim('d'), 3 * claimMs), 'claimed');
    });

    test('of many concurrent claims for one key, one succeeds', async () => {
      await using world = await setup(open);
      const owners = Array.from({ length: 20 }, (_, index) => world.claim(`owner ${index}`));
      const outcomes = await Promise.all(owners.map((each) => world.replies.claim(each, firstMoment)));
      assert.equal(outcomes.filter(({ kind }) => kind === 'claimed').length, 1);
      assert.equal(outcomes.filter(({ kind }) => kind === 'under_way').length, 19);
    });

    test('an existing reply is returned instead of a claim', async () => {
      await using world = await setup(open);
      const { replies, claim, reply } = world;
      await replies.keepReply(reply, firstMoment);
      const beyond = { until: later(reply.keepUntil, claimMs) };
      assert.deepEqual(await replies.claim(claim('a', beyond), firstMoment), { kind: 'answered', reply });
      assert.deepEqual(await replies.claim(claim('b', beyond), reply.keepUntil), claimed);
    });

    test('an answer ends the claim on its key, whichever owner has it, charged or not', async () => {
      await using world = await setup(open);
      const { replies, claim, reply, capture } = world;
      const answers = { capture, keepReply: (kept: SealedReply) => replies.keepReply(kept, firstMoment) };
      for (const [keyHash, answer] of Object.entries(answers)) {
        const until = later(reply.keepUntil, claimMs);
        await replies.claim(claim('a', { keyHash, until }), firstMoment);
        await answer({ ...reply, keyHash });
        assert.deepEqual(await replies.claim(claim('b', { keyHash, until }), reply.keepUntil), claimed, keyHash);
      }
    });

    test('claiming a key while its owner answers returns `wait` or the answer, never the key', async () => {
      await using world = await setup(open);
      for (let round = 0; round < 20; round++) {
        const keyHash = `key ${round}`;
        const reply = { ...world.reply, keyHash };
        await world.replies.claim(world.claim('a', { keyHash }), firstMoment);
        const others = ['b', 'c', 'd'].map((owner) =>
          world.replies.claim(world.claim(owner, { keyHash }), firstMoment),
        );
        const answering = round % 2 === 0 ? world.capture(reply) : world.replies.keepReply(reply, firstMoment);
        const after = ['e', 'f', 'g'].map((owner) => world.replies.claim(world.claim(owner, { keyHash }), firstMoment));
        for (const outcome of await Promise.all([...others, ...after])) assert.notEqual(outcome.kind, 'claimed');
        await answering;
        assert.equal((await world.replies.claim(world.claim('h', { keyHash }), firstMoment)).kind, 'answered');
      }
    });

    test('deleting lapsed claims keeps live ones', async () => {
      await using world = await setup(open);
      const { replies, claim } = world;
      const claims = Array.from({ length: 230 }, (_, index) => claim('a', { keyHash: `old ${index}` }));
      await Promise.all(claims.map((each) => replies.claim(each, firstMoment)));
      await replies.claim(claim('b', { keyHash: 'live', until: later(firstMoment, claimMs + 1) }), firstMoment);
      assert.equal(await replies.forgetReplies(later(firstMoment, claimMs)), 0);
      assert.equal((await replies.claim(claim('c', { keyHash: 'live' }), firstMoment)).kind, 'under_way');
      assert.deepEqual(await replies.claim(claim('c', { keyHash: 'old 7' }), firstMoment), claimed);
    });
  });
}

const claimed = { kind: 'claimed' };

async function setup(open: () => Promise<OpenStores>) {
  const world = await createLedgerWorld(await open());
  await world.buy(1_000);
  const { accountId, stores } = world;
  const reply: SealedReply = {
    accountId,
    keyHash: 'k',
    requestHash: 'aa',
    sealed: Uint8Array.of(0, 255, 1),
    keepUntil: later(firstMoment, dayMs),
  };
  return {
    replies: stores.replies,
    reply,
    claim: (owner: string, options: Partial<ReplyClaim> = {}): ReplyClaim => ({
      accountId,
      keyHash: 'k',
      requestHash: 'aa',
      owner,
      until: later(firstMoment, claimMs),
      ...options,
    }),
    /** Charges and stores `kept` in the same step. */
    async capture(kept: SealedReply) {
      const hold = await world.hold(10);
      const sealed = new TextEncoder().encode(newId());
      const capture = { hold, at: firstMoment, usage: spanishToEnglish, reply: { ...kept, sealed } };
      assert.equal(await stores.ledger.captureHold(capture), 'captured');
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}
