import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { AccountStore } from '../../../core/accounts/account-store.ts';
import type { ErasureStore } from '../../../core/accounts/erasure-store.ts';
import type { AuditStore } from '../../../core/audit/audit.ts';
import type { TermStore } from '../../../core/glossary/term-store.ts';
import type { ReplyStore } from '../../../core/idempotency/reply-store.ts';
import type { KeyStore } from '../../../core/keys/key-store.ts';
import type { LedgerStore } from '../../../core/ledger/ledger-store.ts';
import type { LedgerTimeStore } from '../../../core/ledger/ledger-time.ts';
import type { PurchaseStore } from '../../../core/ledger/purchase-store.ts';
import type { NoticeStore } from '../../../core/notices/notice-store.ts';
import type { OrderStore } from '../../../core/orders/order-store.ts';
import type { JournalStore } from '../../../core/usage/journal-store.ts';
import type { UsageStore } from '../../../core/usage/usage-store.ts';
import { timeOrderedId } from '../../../ops/time-ordered-id.ts';
import { findAccount, listAccounts } from '../account-procedures.ts';
import { listActs } from '../audit-procedures.ts';
import { listErasures } from '../erasure-procedures.ts';
import { findDaysOfUse, findJournalEnd, readBlockTimes, readJournal } from '../journal-procedures.ts';
import { findHolder, findKey, listKeys } from '../key-procedures.ts';
import { readBalance } from '../ledger-procedures.ts';
import { findExpiring, findLow, listNotices, readNoticeSettings } from '../notice-procedures.ts';
import { findOrder, findOrderByAttempt, findOrdersByIdEnd, listOrders, pageOrders } from '../order-procedures.ts';
import { createPeopleStores as createSqlPeopleStores } from '../person-store.ts';
import { listPurchases } from '../purchase-procedures.ts';
import { findReply } from '../reply-procedures.ts';
import { inSteps, stepMax } from '../steps.ts';
import type { DraftRows } from '../term-draft-procedures.ts';
import { createTermStore as createSqlTermStore } from '../term-store.ts';
import { sumUsageByDay, sumUsageByPart, usageByDay } from '../usage-procedures.ts';
import type { Claims } from './claims.ts';
import { captureHoldOperation, holdOutcomeOf, openHoldOperation, releaseHoldOperation } from './operation.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export type LedgerStoreParts = { readonly claims: Claims; readonly verify: LedgerStore['verify'] };

export function createLedgerStore(writer: Writer, reader: Reader, { claims, verify }: LedgerStoreParts): LedgerStore {
  return {
    openHold: async (hold) => holdOutcomeOf(await writer.submit<'openHold'>(openHoldOperation(hold))),
    captureHold({ reply, ...capture }) {
      if (reply === undefined) return writer.submit<'captureHold'>(captureHoldOperation(capture));
      const operation = captureHoldOperation({ ...capture, reply });
      return writer.submit<'captureHold'>(operation, reply.sealed.byteLength).then((outcome) => {
        if (outcome !== 'lapsed') claims.end(reply);
        return outcome;
      });
    },
    releaseHold: (release) => writer.submit<'releaseHold'>(releaseHoldOperation(release)),
    grant: (purchase) => writer.submit<'grant'>(['grant', purchase]),
    readBalance: async (accountId, now) => reader.read(readBalance(accountId, now)),
    reverseExpiry: (reversal) => writer.submit<'reverseExpiry'>(['reverseExpiry', reversal]),
    async sweep(now, expireUpTo = now) {
      const swept = { lapsed: 0, expired: 0 };
      for (;;) {
        const step = await writer.submit<'sweep'>(['sweep', { now, expireUpTo, stepMax }]);
        swept.lapsed += step.lapsed;
        swept.expired += step.expired;
        if (step.lapsed < stepMax && step.expired < stepMax) return swept;
      }
    },
    verify,
  };
}

export function createLedgerTimeStore(writer: Writer): LedgerTimeStore {
  return {
    keepTime: (reached) => writer.submit<'keepTime'>(['keepTime', reached]),
    confirmTime: (at) => writer.submit<'confirmTime'>(['confirmTime', at]),
  };
}

export function createKeyStore(writer: Writer, reader: Reader): KeyStore {
  return {
    findHolder: (hash) => reader.readTogether(findHolder(hash)),
    createKey: (key, liveKeysMax, deed) => writer.submit<'createKey'>(['createKey', { key, liveKeysMax, deed }]),
    findKey: async (hash) => reader.read(findKey(hash)),
    listKeys: async (query) => reader.read(listKeys(query)),
    revokeKey: (request) => writer.submit<'revokeKey'>(['revokeKey', request]),
    recordUses: (uses) => writer.submit<'recordUses'>(['recordUses', uses]),
  };
}

export function createOrderStore(writer: Writer, reader: Reader): OrderStore {
  return {
    createOrder: (order, attempt, unpaid) => writer.submit<'createOrder'>(['createOrder', { order, attempt, unpaid }]),
    findOrder: async (id) => reader.read(findOrder(id)),
    findOrderByAttempt: async (accountId, attempt) => reader.read(findOrderByAttempt(accountId, attempt)),
    findOrdersByIdEnd: async (idEnd) => reader.read(findOrdersByIdEnd(idEnd)),
    pageOrders: async (page) => reader.read(pageOrders(page)),
    listOrders: async (query) => reader.read(listOrders(query)),
    reportPayment: (id, report, purchaseId) =>
      writer.submit<'reportPayment'>(['reportPayment', { id, report, purchaseId }]),
  };
}

export function createPurchaseStore(reader: Reader): PurchaseStore {
  return { listPurchases: async (query) => reader.read(listPurchases(query)) };
}

export function createUsageStore(reader: Reader): UsageStore {
  return {
    usageByDay: async (query) => reader.read(usageByDay(query)),
    sumByDay: async (query) => reader.read(sumUsageByDay(query)),
    sumByPart: async (query) => reader.read(sumUsageByPart(query)),
  };
}

/** Lets other events run between two reads, because many may follow each other. */
export function createJournalStore(reader: Reader): JournalStore {
  return {
    findJournalEnd: async (accountId) => reader.read(findJournalEnd(accountId)),
    async readJournal(query) {
      await nextTurn();
      return reader.read(readJournal(query));
    },
    async readBlockTimes(blocks) {
      await nextTurn();
      return reader.read(readBlockTimes(blocks));
    },
    findDaysOfUse: async (query) => reader.read(findDaysOfUse(query)),
  };
}

export function createNoticeStore(writer: Writer, reader: Reader): NoticeStore {
  return {
    readSettings: async (accountId) => reader.read(readNoticeSettings(accountId)),
    saveSettings: (accountId, settings) =>
      writer.submit<'saveNoticeSettings'>(['saveNoticeSettings', { accountId, settings }]),
    listNotices: async (accountId, limit, behind) => reader.read(listNotices({ accountId, limit, behind })),
    findExpiring: async (query) => reader.read(findExpiring(query)),
    findLow: async (query) => reader.read(findLow(query)),
    claimNotice: (claim) => writer.submit<'claimNotice'>(['claimNotice', claim]),
    noteSent: (claim, sentAt) => writer.submit<'settleNotice'>(['settleNotice', { claim, sentAt }]),
    noteFailed: (claim, retryAt) => writer.submit<'settleNotice'>(['settleNotice', { claim, retryAt }]),
  };
}

export function createAccountStore(writer: Writer, reader: Reader): AccountStore {
  return {
    createAccount: (account) => writer.submit<'createAccount'>(['createAccount', account]),
    findAccount: async (idOrEmail) => reader.read(findAccount(idOrEmail)),
    listAccounts: async (page) => reader.read(listAccounts(page)),
    suspendAccount: (suspension) => writer.submit<'suspendAccount'>(['suspendAccount', suspension]),
    resumeAccount: (entry) => writer.submit<'resumeAccount'>(['resumeAccount', entry]),
  };
}

export function createErasureStore(writer: Writer, reader: Reader): ErasureStore {
  return {
    beginErasure: (request) => writer.submit<'beginErasure'>(['beginErasure', request]),
    listErasures: async (query) => reader.read(listErasures(query)),
    eraseRecords: async (accountId) => {
      await inSteps(() => writer.submit<'eraseRecords'>(['eraseRecords', accountId]));
    },
    endErasure: (entry) => writer.submit<'endErasure'>(['endErasure', entry]),
  };
}

export function createAuditStore(writer: Writer, reader: Reader): AuditStore {
  return {
    recordAct: (entry) => writer.submit<'recordAct'>(['recordAct', entry]),
    listActs: async (query) => reader.read(listActs(query)),
  };
}

export function createPeopleStores(writer: Writer, reader: Reader): ReturnType<typeof createSqlPeopleStores> {
  return createSqlPeopleStores({
    read: async (begin) => reader.read(begin()),
    change: (change) => writer.submit<'changePeople'>(['changePeople', change]),
  });
}

export function createReplyStore(writer: Writer, reader: Reader, claims: Claims): ReplyStore {
  return {
    claim: async (claim, at) =>
      claims.claim(claim, at, () => reader.read(findReply(claim.accountId, claim.keyHash, at))),
    renewClaims: async (owner, until) => claims.renew(owner, until),
    abandonClaim: async (claim) => claims.abandon(claim),
    findReply: async (accountId, keyHash, now) => reader.read(findReply(accountId, keyHash, now)),
    async keepReply(reply, at) {
      const outcome = await writer.submit<'keepReply'>(['keepReply', { reply, at }], reply.sealed.byteLength);
      claims.end(reply);
      return outcome;
    },
    forgetReplies(now) {
      claims.forget(now);
      return inSteps(() => writer.submit<'forgetReplies'>(['forgetReplies', { now, stepMax }]));
    },
  };
}

/** Longer than the pause of a writer in another process between two attempts to get the lock. */
const giveWayMs = 5;

export function createTermStore(writer: Writer, reader: Reader): TermStore {
  return createSqlTermStore({
    read: async (begin) => reader.read(begin()),
    readInOrder: async (begin) => reader.read(begin()),
    changeTerms: (change) => writer.submit<'changeTerms'>(['changeTerms', change], bytesOf(...change.rows)),
    openDraft: (step) => writer.submit<'openTermDraft'>(['openTermDraft', step]),
    writeDraft: (writing) => writer.submit<'writeTermDraft'>(['writeTermDraft', writing], bytesOf(writing.rows)),
    finishDraft: (finish) => writer.submit<'finishTermDraft'>(['finishTermDraft', finish]),
    closeDraft: (draft) => writer.submit<'closeTermDraft'>(['closeTermDraft', draft]),
    tidyTerms: (accountId) => writer.submit<'tidyTerms'>(['tidyTerms', accountId]),
    giveWay: () => pause(giveWayMs),
    takeTurn: () => nextTurn(),
    newId: timeOrderedId,
  });
}

function bytesOf(...rows: readonly DraftRows[]): number {
  return rows.reduce((sum, step) => sum + step.ids.length + (step.kind === 'add' ? step.terms.length : 0), 0);
}
