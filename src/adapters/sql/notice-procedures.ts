import { characters } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import {
  defaultNoticeSettings,
  type ExpiringAccount,
  type LowAccount,
  type Notice,
  type NoticeSettings,
  type NoticeStore,
  noticeAttemptsMax,
  noticeKinds,
} from '../../shop/notices/notice.ts';
import { lockKeptAccount } from './account-procedures.ts';
import { oneOf, plainText, record, type SqlRow, type SqlValue, wholeNumberValue } from './column-values.ts';
import { change, countOf, type ProceduresOf, query } from './procedure.ts';

const noticeSettings = record<NoticeSettings>({
  isNotifiedOfLowBalance: 'flag',
  threshold: 'number',
  isNotifiedOfExpiry: 'flag',
});

const notice = record<Notice>({
  kind: (value) => oneOf(noticeKinds, value),
  occasion: 'number',
  dueAt: 'number',
  sentAt: 'number?',
  attempts: 'number',
});

const expiring = record<ExpiringAccount>({
  accountId: 'text',
  email: 'text',
  balance: 'number',
  expiresAt: 'number',
  boughtAt: 'number?',
});

const selectSettings = `select is_told_of_low_balance, threshold, is_told_of_expiry
 from notice_settings where account_id = $1`;

/** The threshold of an account without settings: a tenth of the last grant, else `fallback`. */
const usualThreshold = (accountId: string, fallback: string) => `coalesce((select (amount + 9) / 10 from journal
 where journal.account_id = ${accountId} and kind <> 'charge' and kind = 'purchase' order by seq desc limit 1), ${fallback})`;

const selectUsualThreshold = `select ${usualThreshold('$1', '$2')}`;

const insertSettings = `insert into notice_settings (account_id, is_told_of_low_balance, is_told_of_expiry, threshold)
 values ($1, $2, $3, ${usualThreshold('$1', '$4')}) on conflict (account_id) do nothing`;

const updateSettings = `update notice_settings set is_told_of_low_balance = $2, is_told_of_expiry = $3,
 risen_seq = case when threshold = $4 then risen_seq else coalesce(
  (select journal_seq from balances where balances.account_id = notice_settings.account_id and settled >= $4), 0) end,
 threshold = $4
 where account_id = $1`;

const selectNotices = (condition: string) => `select ${notice.columns} from notices
 where account_id = $1${condition} order by due_at desc, kind, occasion limit $2`;

const selectNewest = selectNotices('');
const selectBehind = selectNotices(' and (due_at < $3 or due_at = $3 and (kind, occasion) > ($4, $5))');

function columnsOf({ isNotifiedOfLowBalance, isNotifiedOfExpiry, threshold }: NoticeSettings): readonly SqlValue[] {
  return [isNotifiedOfLowBalance ? 1 : 0, isNotifiedOfExpiry ? 1 : 0, threshold];
}

const isSettled = `(sent_at is not null or attempts >= ${noticeAttemptsMax} or claimed_until > $1)`;

const isReachable = 'suspended_at is null and erased_at is null';

const selectExpiring = `select balances.account_id, email, settled, due_at,
 (select max(at) from purchases where purchases.account_id = balances.account_id and purchases.expires_at = due_at)
 from balances join accounts on accounts.id = balances.account_id
 left join notice_settings on notice_settings.account_id = balances.account_id
 where due_at > $3 and due_at <= $4 and due_at >= $5 and (due_at > $5 or balances.account_id > $6)
 and settled > 0 and ${isReachable} and coalesce(is_told_of_expiry, 1) = 1
 and not exists (select 1 from notices where notices.account_id = balances.account_id and kind = $2
  and occasion = balances.due_at and ${isSettled})
 order by due_at, balances.account_id limit $7`;

const unsent = `select distinct account_id from notices where sent_at is null and kind = $2 and account_id > $3`;

const threshold = `coalesce(threshold, ${usualThreshold('looked.account_id', '$5')})`;

/** Selects every account looked at, to record the progress; accounts without a due notice have no address. */
function selectLow(among: string): string {
  const isLow = `settled < ${threshold} and expires_at > $1 and ${isReachable}
  and coalesce(is_told_of_low_balance, 1) = 1`;
  return `select looked.account_id, case when ${isLow} then email end, settled, ${threshold}, expires_at,
 case when ${isLow} then (select max(seq) from journal where journal.account_id = looked.account_id and kind <> 'charge'
  and kind in ('purchase', 'reinstatement') and balance_after >= ${threshold}) end,
 coalesce(risen_seq, 0),
 (select max(occasion) from notices where notices.account_id = looked.account_id and kind = 'low_balance' and ${isSettled})
 from (${among} order by account_id limit $4) as looked
 join accounts on accounts.id = looked.account_id join balances on balances.account_id = looked.account_id
 left join notice_settings on notice_settings.account_id = looked.account_id
 order by looked.account_id`;
}

const selectLowOfCharged = selectLow('select distinct account_id from usage_days where day = $2 and account_id > $3');
const selectLowOfUnsent = selectLow(unsent);

export const noticeReads = {
  *readSettings(accountId) {
    return (yield query(selectSettings, accountId)).map(noticeSettings.read)[0];
  },

  *readUsualThreshold(accountId) {
    return characters(countOf(yield query(selectUsualThreshold, accountId, defaultNoticeSettings.threshold)));
  },

  *listNotices(accountId, limit, behind?) {
    const rows = yield behind === undefined
      ? query(selectNewest, accountId, limit)
      : query(selectBehind, accountId, limit, behind.dueAt, behind.kind, behind.occasion);
    return rows.map(notice.read);
  },

  *findExpiring({ kind, from, to, after, limit, now }) {
    const cursor = [after?.expiresAt ?? from, after?.accountId ?? ''];
    return (yield query(selectExpiring, now, kind, from, to, ...cursor, limit)).map(expiring.read);
  },

  *findLow({ among, now, after = '' as AccountId, limit }) {
    const fallback = defaultNoticeSettings.threshold;
    const rows =
      among === 'unsent'
        ? yield query(selectLowOfUnsent, now, 'low_balance', after, limit, fallback)
        : yield query(selectLowOfCharged, now, among, after, limit, fallback);
    const last = rows.length < limit ? undefined : (plainText(rows.at(-1)?.[0]) as AccountId);
    return { accounts: rows.flatMap(lowOf), last };
  },
} satisfies ProceduresOf<NoticeStore>;

const low = record<Omit<LowAccount, 'occasion'>>({
  accountId: 'text',
  email: 'text',
  balance: 'number',
  threshold: 'number',
  expiresAt: 'number',
});

function lowOf(row: SqlRow): readonly LowAccount[] {
  const [, email, , , , purchasedSeq, risenSeq, toldOf] = row;
  const occasion = Math.max(wholeNumberValue(purchasedSeq ?? 0), wholeNumberValue(risenSeq));
  // A balance that was never above the threshold cannot fall below it.
  const isDue = email !== null && occasion > 0 && wholeNumberValue(toldOf ?? -1) < occasion;
  return isDue ? [{ ...low.read(row), occasion }] : [];
}

// The same claim again is the same attempt, whose answer may have been lost.
const claim = `insert into notices (account_id, kind, occasion, due_at, attempts, claim, claimed_until)
 values ($1, $2, $3, $4, 1, $5, $6)
 on conflict (account_id, kind, occasion) do update
 set attempts = notices.attempts + case when notices.claim = excluded.claim then 0 else 1 end,
 claim = excluded.claim, claimed_until = excluded.claimed_until
 where notices.sent_at is null and (notices.claim = excluded.claim
  or (notices.claimed_until <= $4 and notices.attempts < ${noticeAttemptsMax}))
 returning attempts`;

const settle = `update notices set sent_at = $5, claimed_until = $6
 where account_id = $1 and kind = $2 and occasion = $3 and claim = $4 and sent_at is null`;

export const noticeChanges = {
  *saveSettings(accountId, settings) {
    if ((yield* lockKeptAccount(accountId)) === undefined) return;
    // Stores the defaults that applied so far, to distinguish a changed threshold from the same one.
    yield change(insertSettings, accountId, ...columnsOf(defaultNoticeSettings));
    yield change(updateSettings, accountId, ...columnsOf(settings));
  },

  *claimNotice({ accountId, kind, occasion, id, at, until }) {
    if ((yield* lockKeptAccount(accountId)) === undefined) return undefined;
    const [row] = yield query(claim, accountId, kind, occasion, at, id, until);
    return row && wholeNumberValue(row[0]);
  },

  *noteSent({ accountId, kind, occasion, id }, at) {
    yield change(settle, accountId, kind, occasion, id, at, 0);
  },

  *noteFailed({ accountId, kind, occasion, id }, retryAt) {
    yield change(settle, accountId, kind, occasion, id, null, retryAt);
  },
} satisfies ProceduresOf<NoticeStore>;
