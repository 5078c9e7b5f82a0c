import type { AccountStore } from '../../../core/accounts/account-store.ts';
import type { ErasureStore } from '../../../core/accounts/erasure-store.ts';
import type { AuditStore } from '../../../core/audit/audit.ts';
import type { TermStore } from '../../../core/glossary/term-store.ts';
import type { ReplyStore } from '../../../core/idempotency/reply-store.ts';
import type { KeyStore } from '../../../core/keys/key-store.ts';
import type { LedgerTimeStore } from '../../../core/ledger/ledger-time.ts';
import type { PurchaseStore } from '../../../core/ledger/purchase-store.ts';
import type { NoticeStore } from '../../../core/notices/notice-store.ts';
import type { OrderStore } from '../../../core/orders/order-store.ts';
import type { JournalStore } from '../../../core/usage/journal-store.ts';
import type { UsageStore } from '../../../core/usage/usage-store.ts';
import { timeOrderedId } from '../../../ops/time-ordered-id.ts';
import { createAccount, findAccount, listAccounts, resumeAccount, suspendAccount } from '../account-procedures.ts';
import { listActs, recordAct } from '../audit-procedures.ts';
import { beginErasure, endErasure, eraseRecordsStep, listErasures } from '../erasure-procedures.ts';
import { findDaysOfUse, findJournalEnd, readBlockTimes, readJournal } from '../journal-procedures.ts';
import { createKey, findHolder, findKey, listKeys, recordUses, revokeKey } from '../key-procedures.ts';
import { confirmTime, keepTime } from '../ledger-time-procedures.ts';
import {
  claimNotice,
  findExpiring,
  findLow,
  listNotices,
  readNoticeSettings,
  saveNoticeSettings,
  settleNotice,
} from '../notice-procedures.ts';
import {
  createOrder,
  findOrder,
  findOrderByAttempt,
  findOrdersByIdEnd,
  listOrders,
  pageOrders,
  reportPayment,
} from '../order-procedures.ts';
import { changePeople, createPeopleStores as createSqlPeopleStores } from '../person-store.ts';
import { listPurchases } from '../purchase-procedures.ts';
import { findReply, forgetRepliesStep } from '../reply-procedures.ts';
import { inSteps, stepMax } from '../steps.ts';
import { finishDraft, termChangeProcedures } from '../term-change-procedures.ts';
import { closeDraft, openDraft } from '../term-draft-procedures.ts';
import { createTermStore as createSqlTermStore } from '../term-store.ts';
import { sumUsageByDay, sumUsageByPart, usageByDay } from '../usage-procedures.ts';
import { abandonClaim, forgetClaimsStep, keepClaimedReply, makeClaim, renewClaims } from './claim-procedures.ts';
import type { PostgresDatabase } from './database.ts';
import { inOrderOfIndex } from './ordered-reading.ts';

export function createLedgerTimeStore(database: PostgresDatabase): LedgerTimeStore {
  return {
    keepTime: (reached) => database.transact(() => keepTime(reached)),
    confirmTime: (at) => database.transact(() => confirmTime(at)),
  };
}

export function createKeyStore(database: PostgresDatabase): KeyStore {
  return {
    findHolder: (hash) => database.read(() => findHolder(hash)),
    createKey: (key, liveKeysMax, deed) => database.transact(() => createKey({ key, liveKeysMax, deed })),
    findKey: (hash) => database.read(() => findKey(hash)),
    listKeys: (query) => database.read(() => listKeys(query)),
    revokeKey: (request) => database.transact(() => revokeKey(request)),
    recordUses: (uses) => database.transact(() => recordUses(uses)),
  };
}

export function createAccountStore(database: PostgresDatabase): AccountStore {
  return {
    createAccount: (account) => database.transact(() => createAccount(account)),
    findAccount: (idOrEmail) => database.read(() => findAccount(idOrEmail)),
    listAccounts: (page) => database.read(() => listAccounts(page)),
    suspendAccount: (suspension) => database.transact(() => suspendAccount(suspension)),
    resumeAccount: (entry) => database.transact(() => resumeAccount(entry)),
  };
}

export function createErasureStore(database: PostgresDatabase): ErasureStore {
  return {
    beginErasure: (request) => database.transact(() => beginErasure(request)),
    listErasures: (query) => database.read(() => listErasures(query)),
    eraseRecords: async (accountId) => {
      await inSteps(() => database.transact(() => eraseRecordsStep(accountId)));
    },
    endErasure: (entry) => database.transact(() => endErasure(entry)),
  };
}

export function createAuditStore(database: PostgresDatabase): AuditStore {
  return {
    recordAct: (entry) => database.transact(() => recordAct(entry)),
    listActs: (query) => database.read(() => listActs(query)),
  };
}

export function createOrderStore(database: PostgresDatabase): OrderStore {
  return {
    createOrder: (order, attempt, unpaid) => database.transact(() => createOrder({ order, attempt, unpaid })),
    findOrder: (id) => database.read(() => findOrder(id)),
    findOrderByAttempt: (accountId, attempt) => database.read(() => findOrderByAttempt(accountId, attempt)),
    findOrdersByIdEnd: (idEnd) => database.read(() => findOrdersByIdEnd(idEnd)),
    pageOrders: (page) => database.read(() => pageOrders(page)),
    listOrders: (query) => database.read(() => listOrders(query)),
    reportPayment: (id, report, purchaseId) => database.transact(() => reportPayment({ id, report, purchaseId })),
  };
}

export function createPurchaseStore(database: PostgresDatabase): PurchaseStore {
  return { listPurchases: (query) => database.read(() => listPurchases(query)) };
}

export function createUsageStore(database: PostgresDatabase): UsageStore {
  return {
    usageByDay: (query) => database.read(() => usageByDay(query)),
    sumByDay: (query) => database.read(() => sumUsageByDay(query)),
    sumByPart: (query) => database.read(() => sumUsageByPart(query)),
  };
}

export function createJournalStore(database: PostgresDatabase): JournalStore {
  return {
    findJournalEnd: (accountId) => database.read(() => findJournalEnd(accountId)),
    readJournal: (query) => database.read(() => readJournal(query)),
    readBlockTimes: (blocks) => database.read(() => readBlockTimes(blocks)),
    findDaysOfUse: (query) => database.read(() => findDaysOfUse(query)),
  };
}

export function createPeopleStores(database: PostgresDatabase): ReturnType<typeof createSqlPeopleStores> {
  return createSqlPeopleStores({
    read: (begin) => database.read(begin),
    change: (change) => database.transact(() => changePeople(change)),
  });
}

export function createNoticeStore(database: PostgresDatabase): NoticeStore {
  return {
    readSettings: (accountId) => database.read(() => readNoticeSettings(accountId)),
    saveSettings: (accountId, settings) => database.transact(() => saveNoticeSettings({ accountId, settings })),
    listNotices: (accountId, limit, behind) => database.read(() => listNotices({ accountId, limit, behind })),
    findExpiring: (query) => database.read(() => findExpiring(query)),
    findLow: (query) => database.read(() => findLow(query)),
    claimNotice: (claim) => database.transact(() => claimNotice(claim)),
    noteSent: (claim, sentAt) => database.transact(() => settleNotice({ claim, sentAt })),
    noteFailed: (claim, retryAt) => database.transact(() => settleNotice({ claim, retryAt })),
  };
}

export function createReplyStore(database: PostgresDatabase): ReplyStore {
  return {
    claim: (claim, at) => database.transact(() => makeClaim({ claim, at })),
    renewClaims: (owner, until) => database.transact(() => renewClaims(owner, until)),
    abandonClaim: (claim) => database.transact(() => abandonClaim(claim)),
    findReply: (accountId, keyHash, now) => database.read(() => findReply(accountId, keyHash, now)),
    keepReply: (reply, at) => database.transact(() => keepClaimedReply({ reply, at })),
    async forgetReplies(now) {
      await inSteps(() => database.transact(() => forgetClaimsStep(now, stepMax)));
      return inSteps(() => database.transact(() => forgetRepliesStep({ now, stepMax })));
    },
  };
}

/** How PostgreSQL unpacks packed values. Source: its manual, "JSON Functions and Operators". */
const terms = termChangeProcedures({
  rows: 'jsonb_array_elements(cast($3 as jsonb))',
  byId: 'terms',
  // This form of the account matches no index. Without statistics, the planner would otherwise read all terms of an
  // account to find a few by id.
  isListed: "id = any (array(select jsonb_array_elements_text(cast($3 as jsonb)))) and account_id || '' = $1",
});

export function createTermStore(database: PostgresDatabase): TermStore {
  return createSqlTermStore({
    read: (begin) => database.read(begin),
    readInOrder: (begin) => database.transact(() => inOrderOfIndex(begin)),
    changeTerms: (change) => database.transact(() => terms.changeTerms(change)),
    openDraft: (step) => database.transact(() => openDraft(step)),
    writeDraft: (writing) => database.transact(() => terms.writeDraft(writing)),
    finishDraft: (finish) => database.transact(() => finishDraft(finish)),
    closeDraft: (draft) => database.transact(() => closeDraft(draft)),
    tidyTerms: (accountId) => database.transact(() => terms.tidyTerms(accountId)),
    // Not needed here: other connections write at the same time, and each page is awaited.
    giveWay: async () => {},
    takeTurn: async () => {},
    newId: timeOrderedId,
  });
}
