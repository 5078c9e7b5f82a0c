import type { ReplyStore } from '../../../shop/idempotency/reply-store.ts';
import type { LedgerStore } from '../../../shop/ledger/ledger-store.ts';
import { readBalance } from '../ledger-procedures.ts';
import { findReply } from '../reply-procedures.ts';
import { repeatStep, stepMax } from '../steps.ts';
import type { Claims } from './claims.ts';
import { captureHoldOperation, holdOutcomeOf, openHoldOperation, releaseHoldOperation } from './operation.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export type LedgerStoreParts = { readonly claims: Claims; readonly verify: LedgerStore['verify'] };

export function createLedgerStore(writer: Writer, reader: Reader, { claims, verify }: LedgerStoreParts): LedgerStore {
  return {
    openHold: (hold) => writer.submit<'openHold'>(openHoldOperation(hold)).then(holdOutcomeOf),
    captureHold(capture) {
      const { reply } = capture;
      const operation = captureHoldOperation(capture);
      if (reply === undefined) return writer.submit<'captureHold'>(operation);
      return writer.submit<'captureHold'>(operation, reply.sealed.byteLength).then((outcome) => {
        if (outcome !== 'lapsed') claims.end(reply);
        return outcome;
      });
    },
    changeHold: (change) => writer.submit<'changeHold'>(['changeHold', change]),
    releaseHold: (release) => writer.submit<'releaseHold'>(releaseHoldOperation(release)),
    grant: (purchase) => writer.submit<'grant'>(['grant', purchase]),
    readBalance: async (accountId, now) => reader.read(readBalance(accountId, now)),
    reverseExpiry: (reversal) => writer.submit<'reverseExpiry'>(['reverseExpiry', reversal]),
    async sweep(now, expireUpTo = now) {
      const swept = { lapsed: 0, expired: 0 };
      for (;;) {
        const step = await writer.submit<'sweep'>(['sweep', { at: now, expireUpTo }]);
        swept.lapsed += step.lapsed;
        swept.expired += step.expired;
        if (step.lapsed < stepMax && step.expired < stepMax) return swept;
      }
    },
    verify,
  };
}

export function createReplyStore(writer: Writer, reader: Reader, claims: Claims): ReplyStore {
  return {
    claim: async (claim, at) =>
      claims.claim(claim, at, () => reader.read(findReply(claim.accountId, claim.keyHash, at))),
    renewClaims: async (owner, until) => claims.renew(owner, until),
    abandonClaim: async (claim) => claims.abandon(claim),
    findReply: async (accountId, keyHash, now) => reader.read(findReply(accountId, keyHash, now)),
    async keepReply(reply, at) {
      const outcome = await writer.submit<'keepReply'>(['keepReply', reply, at], reply.sealed.byteLength);
      claims.end(reply);
      return outcome;
    },
    forgetReplies(now) {
      claims.forget(now);
      return repeatStep(() => writer.submit<'forgetReplies'>(['forgetReplies', now]));
    },
  };
}
