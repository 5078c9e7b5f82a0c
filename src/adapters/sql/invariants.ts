import type { LedgerFault, VerificationExtent } from '../../core/ledger/ledger-store.ts';
import { outlivedLease } from '../../core/ledger/verification.ts';
import type { UnixMs } from '../../core/units.ts';
import { gapsInAudit, leftOfErased, strayErasures, usableErased } from './account-invariants.ts';
import {
  impossibleClawbacks,
  refundsWithoutOrder,
  unbookedClawbacks,
  wrongFulfilments,
  wrongReversals,
} from './order-invariants.ts';
import { peopleWithoutLogin, strayAddresses } from './person-invariants.ts';
import { type Procedure, plainText, type Query, query } from './procedure.ts';
import { termsOfTheFuture, unwrittenChanges, wrongLiveTerms } from './term-invariants.ts';

/** An invariant of the ledger. Its query finds the violations: account, row, what is wrong. */
type Invariant = {
  readonly name: string;
  /** `quick`: reads an amount that does not grow with each request, or one indexed row per account. */
  readonly extent: VerificationExtent;
  readonly breaches: Query;
};

/** At most this many violations of one invariant are reported. */
const breachesMax = 1_000;

export type VerificationOptions = {
  readonly now: UnixMs;
  /** How long a hold may outlive its lease before it counts as forgotten. */
  readonly sweepIntervalMs: number;
  /** Default: `whole`. */
  readonly extent?: VerificationExtent;
};

/** Checks the ledger. Run it in one transaction, so that all queries see the same snapshot. */
export function* findBreaches(options: VerificationOptions): Procedure<readonly LedgerFault[]> {
  const faults: LedgerFault[] = [];
  for (const { name, extent, breaches } of invariantsAsOf(options)) {
    if (options.extent === 'quick' && extent !== 'quick') continue;
    const rows = yield query(firstOf(breaches.sql), ...breaches.values);
    for (const [accountId, row, message] of rows) {
      const fault = { accountId: plainText(accountId), row: plainText(row), message: plainText(message) };
      faults.push({ invariant: name, ...fault });
    }
  }
  return faults;
}

/** A materialized subquery stops the planner from optimising for an early hit: a sound ledger has none. */
function firstOf(breaches: string): string {
  return `with breaches (account_id, entry, fault) as materialized (${breaches})
select account_id, entry, fault from breaches limit ${breachesMax}`;
}

function invariantsAsOf({ now, sweepIntervalMs }: VerificationOptions): readonly Invariant[] {
  const quick = (name: string, breaches: Query): Invariant => ({ name, extent: 'quick', breaches });
  const whole = (name: string, breaches: Query): Invariant => ({ name, extent: 'whole', breaches });
  return [
    whole('the journal chains', query(brokenChains)),
    whole('a journal row is what its kind allows', query(impossibleEntries)),
    whole('the journal sums to the balance', query(wrongSums)),
    quick('the newest journal row leaves the balance', query(wrongNewest)),
    quick('held equals the live holds', query(wrongHeld)),
    quick('held is between zero and the balance', query(heldOutOfBounds)),
    whole('a charge has its usage', query(chargesWithoutUsage)),
    whole('usage has its charge', query(usageWithoutCharge)),
    whole('usage by day sums up the usage', query(wrongDays)),
    quick('a captured hold is gone', query(capturedHolds)),
    whole('used is the sum of charges', query(wrongUsed)),
    whole('a purchase is booked once', query(unbookedPurchases)),
    whole('a booked purchase has its order', query(purchasesWithoutOrder)),
    quick('an order is granted once, and only when it is paid', query(wrongFulfilments)),
    quick('an order takes back what its refunds and its dispute ask for', query(impossibleClawbacks)),
    whole('what an order takes back is booked', query(unbookedClawbacks)),
    whole('a booked refund has its order', query(refundsWithoutOrder)),
    whole('an expiry is reversed once', query(wrongReversals)),
    quick(outlivedLease, query(forgottenHolds, now - sweepIntervalMs)),
    quick('a hold is not ahead of its balance', query(holdsOfTheFuture)),
    quick('the expiry to book is the expiry', query(wrongDue)),
    quick('live keys are counted', query(wrongLiveKeys)),
    whole('live terms are counted', query(wrongLiveTerms)),
    whole('a term is of a version that there is, or of a draft', query(termsOfTheFuture)),
    quick('the newest change of terms is written down', query(unwrittenChanges)),
    whole('acts are numbered without gaps', query(gapsInAudit)),
    quick('an erased account cannot be used', query(usableErased)),
    whole('nothing is left of the owner of an erased account', query(leftOfErased)),
    quick('an erasure is of an erased account', query(strayErasures)),
    quick('a person has the address of their account', query(strayAddresses)),
    quick('a person has a password', query(peopleWithoutLogin)),
    quick('every account has one balance', query(accountsWithoutBalance)),
    quick('every row has its account', query(withoutAccount(entriesOfAccounts))),
    whole('every row has its account', query(withoutAccount(entriesOfRequests))),
  ];
}

const brokenChains = `select account_id, 'journal ' || seq,
  'follows ' || coalesce(seq_before, 0) || '; ' || coalesce(balance_before, 0) || ' and ' || amount
  || ' make ' || balance_after
 from (select account_id, seq, amount, balance_after,
   lag(seq) over (partition by account_id order by seq) as seq_before,
   lag(balance_after) over (partition by account_id order by seq) as balance_before
   from journal) as chained
 where seq <> coalesce(seq_before, 0) + 1 or balance_after <> coalesce(balance_before, 0) + amount`;

// A check constraint enforces the same, but somebody may have disabled it for a while.
const impossibleEntries = `select account_id, 'journal ' || seq, kind || ' of ' || amount || ' for '
  || coalesce(reference, 'nothing')
 from journal where not (
  kind in ('purchase', 'reinstatement') and amount > 0 and reference is not null
  or kind in ('charge', 'refund') and amount < 0 and reference is not null
  or kind = 'expiry' and amount < 0)`;

const wrongSums = `select balances.account_id, 'balance',
  'settled ' || settled || ' after row ' || journal_seq || ', but the journal makes ' || coalesce(total, 0)
  || ' after row ' || coalesce(last_seq, 0)
 from balances left join
  (select account_id, sum(amount) as total, max(seq) as last_seq from journal group by account_id) as summed
  on summed.account_id = balances.account_id
 where settled <> coalesce(total, 0) or journal_seq <> coalesce(last_seq, 0)`;

const ofNewest = (column: string) =>
  `coalesce((select ${column} from journal where journal.account_id = balances.account_id order by seq desc limit 1), 0)`;

const wrongNewest = `select account_id, 'balance',
  'settled ' || settled || ' after row ' || journal_seq || ', but row ' || ${ofNewest('seq')} || ' leaves '
  || ${ofNewest('balance_after')}
 from balances where settled <> ${ofNewest('balance_after')} or journal_seq <> ${ofNewest('seq')}`;

const wrongHeld = `select balances.account_id, 'balance', 'held ' || held || ', but the holds make ' || coalesce(total, 0)
 from balances left join (select account_id, sum(amount) as total from holds group by account_id) as summed
  on summed.account_id = balances.account_id
 where held <> coalesce(total, 0)`;

const heldOutOfBounds = `select account_id, 'balance', 'held ' || held || ' of ' || settled
 from balances where held < 0 or held > settled`;

const chargesWithoutUsage = `select journal.account_id, 'journal ' || journal.seq,
  case when usage.hold_id is null then 'no usage for this charge'
   else 'charged ' || -journal.amount || ', but used ' || usage.characters end
 from journal left join usage on usage.account_id = journal.account_id and usage.hold_id = journal.reference
 where journal.kind = 'charge' and (usage.hold_id is null or usage.characters <> -journal.amount)`;

// The journal has no index on references, so it is aggregated once instead of searched per row.
const usageWithoutCharge = `select usage.account_id, 'usage ' || usage.hold_id,
  'booked as ' || coalesce(charges, 0) || ' charges'
 from usage left join
  (select account_id, reference, count(*) as charges from journal where kind = 'charge'
   group by account_id, reference) as booked
  on booked.account_id = usage.account_id and booked.reference = usage.hold_id
 where coalesce(charges, 0) <> 1`;

// One sum over both sides finds days without usage as well as usage without a day.
const wrongDays = `select account_id, 'usage of day ' || day || ', key ' || key_id || ', ' || source || '>' || target,
  'counts ' || counted || ' characters of ' || requests_counted || ' requests, but the usage makes ' || used || ' of '
  || requests
 from (select account_id, day, key_id, source, target, sum(used) as used, sum(requests) as requests,
   sum(counted) as counted, sum(requests_counted) as requests_counted
  from (select account_id, at / 86400000 as day, key_id, source, target,
    characters as used, 1 as requests, 0 as counted, 0 as requests_counted from usage
   union all select account_id, day, key_id, source, target, 0, 0, characters, requests from usage_days) as both_sides
  group by account_id, day, key_id, source, target) as compared
 where used <> counted or requests <> requests_counted`;

const capturedHolds = `select holds.account_id, 'hold ' || holds.id, 'captured, yet still held'
 from holds join usage on usage.account_id = holds.account_id and usage.hold_id = holds.id`;

const wrongUsed = `select balances.account_id, 'balance', 'used ' || used || ', but the charges make ' || coalesce(total, 0)
 from balances left join
  (select account_id, -sum(amount) as total from journal where kind = 'charge' group by account_id) as summed
  on summed.account_id = balances.account_id
 where used <> coalesce(total, 0)`;

const unbookedPurchases = `select purchases.account_id, 'purchase ' || purchases.id,
  'booked ' || coalesce(bookings, 0) || ' times with ' || coalesce(total, 0) || ' of ' || characters || ' characters'
 from purchases left join
  (select account_id, reference, count(*) as bookings, sum(amount) as total from journal where kind = 'purchase'
   group by account_id, reference) as booked
  on booked.account_id = purchases.account_id and booked.reference = purchases.id
 where coalesce(bookings, 0) <> 1 or total <> characters`;

const purchasesWithoutOrder = `select journal.account_id, 'journal ' || journal.seq, 'no order stands behind this purchase'
 from journal left join purchases on purchases.id = journal.reference and purchases.account_id = journal.account_id
 where journal.kind = 'purchase' and purchases.id is null`;

const forgottenHolds = `select account_id, 'hold ' || id, 'its lease ended at ' || lease_until
 from holds where lease_until < $1`;

const holdsOfTheFuture = `select holds.account_id, 'hold ' || holds.id,
  'of epoch ' || holds.epoch || ' beside a balance of epoch ' || balances.epoch
 from holds join balances on balances.account_id = holds.account_id where holds.epoch > balances.epoch`;

const wrongDue = `select account_id, 'balance', 'due at ' || due_at || ', expires at ' || coalesce(expires_at, 0)
 from balances where due_at <> coalesce(expires_at, 0)`;

const wrongLiveKeys = `select accounts.id, 'account', 'counts ' || live_keys || ' live keys, but has ' || count(api_keys.id)
 from accounts left join api_keys on api_keys.account_id = accounts.id and api_keys.revoked_at is null
 group by accounts.id, live_keys having live_keys <> count(api_keys.id)`;

const accountsWithoutBalance = `select accounts.id, 'account', 'no balance'
 from accounts left join balances on balances.account_id = accounts.id where balances.account_id is null`;

const entriesOfAccounts = `select account_id, 'balance' as entry from balances
  union all select account_id, 'hold ' || id from holds
  union all select account_id, 'purchase ' || id from purchases
  union all select account_id, 'order ' || id from orders
  union all select account_id, 'key ' || id from api_keys
  union all select account_id, 'act ' || seq from audit_journal
  union all select account_id, 'erasure' from erasures`;

const entriesOfRequests = `select account_id, 'journal ' || seq as entry from journal
  union all select account_id, 'usage ' || hold_id from usage
  union all select account_id, 'usage of day ' || day from usage_days
  union all select account_id, 'term ' || id from terms
  union all select account_id, 'change ' || version || ' of terms' from term_changes`;

function withoutAccount(entries: string): string {
  return `select account_id, entry, 'no such account' from (${entries}) as entries
 where not exists (select 1 from accounts where accounts.id = entries.account_id)`;
}
