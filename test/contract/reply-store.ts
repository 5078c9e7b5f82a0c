import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { SealedReply } from '../../src/shop/ledger/ledger-store.ts';
import { dayMs, firstMoment } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';
import { describeClaims } from './claims.ts';

/** The contract of every `ReplyStore`. */
export function describeReplyStore(name: string, open: () => Promise<OpenStores>): void {
  const accountId = 'an account' as AccountId;
  const kept = (keyHash: string, options: Partial<SealedReply> = {}): SealedReply => ({
    accountId,
    keyHash,
    requestHash: 'aa',
    sealed: Uint8Array.of(0, 255, 1),
    keepUntil: later(firstMoment, dayMs),
    ...options,
  });

  describeClaims(name, open);
  describe(`${name}: ReplyStore`, () => {
    test('a reply is found unchanged, by its own account and key only, until it expires', async () => {
      await using stores = await open();
      const reply = kept('k1', { sealed: new Uint8Array(600_000).fill(7) });
      await stores.replies.keepReply(reply, firstMoment);
      const lastMoment = later(reply.keepUntil, -1);
      assert.deepEqual(await stores.replies.findReply(accountId, 'k1', lastMoment), reply);
      assert.equal(await stores.replies.findReply(accountId, 'k1', reply.keepUntil), undefined);
      assert.equal(await stores.replies.findReply(accountId, 'k2', firstMoment), undefined);
      assert.equal(await stores.replies.findReply('another' as AccountId, 'k1', firstMoment), undefined);
    });

    test('the first reply is kept until it expires; then another may replace it', async () => {
      await using stores = await open();
      const [first, second] = [
        kept('k'),
        kept('k', { requestHash: 'bb', sealed: Uint8Array.of(2), keepUntil: later(firstMoment, 3 * dayMs) }),
      ];
      assert.equal(await stores.replies.keepReply(first, firstMoment), 'kept');
      assert.equal(await stores.replies.keepReply(second, firstMoment), 'answered');
      assert.deepEqual(await stores.replies.findReply(accountId, 'k', firstMoment), first);
      assert.equal(await stores.replies.keepReply(second, later(firstMoment, dayMs)), 'kept');
      assert.deepEqual(await stores.replies.findReply(accountId, 'k', later(firstMoment, dayMs)), second);
    });

    test('all expired replies are deleted, in any number, and no others', async () => {
      await using stores = await open();
      const old = Array.from({ length: 230 }, (_, index) => kept(`old ${index}`));
      const fresh = kept('fresh', { keepUntil: later(firstMoment, 2 * dayMs) });
      await Promise.all([...old, fresh].map((reply) => stores.replies.keepReply(reply, firstMoment)));
      assert.equal(await stores.replies.forgetReplies(later(firstMoment, dayMs)), 230);
      assert.equal(await stores.replies.forgetReplies(later(firstMoment, dayMs)), 0);
      assert.deepEqual(await stores.replies.findReply(accountId, 'fresh', firstMoment), fresh);
    });
  });
}
