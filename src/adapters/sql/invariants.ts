import type { UnixMs } from '../../ground/units.ts';
import type { LedgerFault, VerificationExtent } from '../../shop/ledger/ledger-store.ts';
import { outlivedLease } from '../../shop/ledger/verification.ts';
import { plainText, type SqlRow } from './column-values.ts';
import { type Procedure, query } from './procedure.ts';

/** Names of invariants, each with the query that finds its violations: account, row, what is wrong. */
type Invariants = {
  /** Each reads an amount that does not grow with each request, or one indexed row per account. */
  readonly quick: Readonly<Record<string, string>>;
  readonly whole: Readonly<Record<string, string>>;
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
  const { now, sweepIntervalMs, extent } = options;
  const areas: readonly Invariants[] = [ofLedger, ofOrders, ofGlossaries, ofMemories, ofAccounts, ofPeople];
  const faults: LedgerFault[] = [];
  for (const { quick, whole } of areas) {
    const checked = [...(extent === 'quick' ? [] : Object.entries(whole)), ...Object.entries(quick)];
    for (const [invariant, breaches] of checked) {
      const values = breaches.includes('$1') ? [now - sweepIntervalMs] : [];
      const rows = yield query(firstOf(breaches), ...values);
      for (const [accountId, row, message] of rows) {
        faults.push({ invariant, accountId: plainText(accountId), row: plainText(row), message: plainText(message) });
      }
    }
  }
  return faults;
}

/** A materialized subquery stops the planner from optimising for an early hit: a sound ledger has none. */
function firstOf(breaches: string): string {
  return `with breaches (account_id, entry, fault) as materialized (${breaches})
select account_id, entry, fault from breaches limit ${breachesMax}`;
}

/** Constraints and triggers guard other invariants, so all must be unchanged. @param expectedRows name, definition */
export function changesOfShape(
  expectedRows: readonly SqlRow[],
  presentRows: readonly SqlRow[],
): readonly LedgerFault[] {
  const [expected, present] = [shapeOf(expectedRows), shapeOf(presentRows)];
  const names = new Set([...expected.keys(), ...present.keys()]);
  const changed = [...names].filter((name) => expected.get(name) !== present.get(name));
  return changed.map((row) => {
    const message = present.has(row) ? (expected.has(row) ? 'changed' : 'unknown') : 'missing';
    return { invariant: 'tables, indexes and triggers are in place', accountId: '', row, message };
  });
}

function shapeOf(rows: readonly SqlRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map(([name, definition]) => [plainText(name), plainText(definition)]));
}

const ofNewest = (column: string) =>
  `coalesce((select ${column} from journal where journal.account_id = balances.account_id order by seq desc limit 1), 0)`;

const ofLedger = {
  quick: {
    'the newest journal row leaves the balance': `select account_id, 'balance',
  'settled ' || settled || ' after row ' || journal_seq || ', but row ' || ${ofNewest('seq')} || ' leaves '
  || ${ofNewest('balance_after')}
 from balances where settled <> ${ofNewest('balance_after')} or journal_seq <> ${ofNewest('seq')}`,
    'held equals the live holds': `select balances.account_id, 'balance', 'held ' || held || ', but the holds make ' || coalesce(total, 0)
 from balances left join (select account_id, sum(amount) as total from holds group by account_id) as summed
  on summed.account_id = balances.account_id
 where held <> coalesce(total, 0)`,
    'held is between zero and the balance': `select account_id, 'balance', 'held ' || held || ' of ' || settled
 from balances where held < 0 or held > settled`,
    'a captured hold is gone': `select holds.account_id, 'hold ' || holds.id, 'captured, yet still held'
 from holds join usage on usage.account_id = holds.account_id and usage.hold_id = holds.id`,
    [outlivedLease]: `select account_id, 'hold ' || id, 'its lease ended at ' || lease_until
 from holds where lease_until < $1`,
    'a hold is not ahead of its balance': `select holds.account_id, 'hold ' || holds.id,
  'of epoch ' || holds.epoch || ' beside a balance of epoch ' || balances.epoch
 from holds join balances on balances.account_id = holds.account_id where holds.epoch > balances.epoch`,
    'the expiry to book is the expiry': `select account_id, 'balance', 'due at ' || due_at || ', expires at ' || coalesce(expires_at, 0)
 from balances where due_at <> coalesce(expires_at, 0)`,
    'live keys are counted': `select accounts.id, 'account', 'counts ' || live_keys || ' live keys, but has ' || count(api_keys.id)
 from accounts left join api_keys on api_keys.account_id = accounts.id and api_keys.revoked_at is null
 group by accounts.id, live_keys having live_keys <> count(api_keys.id)`,
    'every account has one balance': `select accounts.id, 'account', 'no balance'
 from accounts left join balances on balances.account_id = accounts.id where balances.account_id is null`,
    'every row has its account': withoutAccount(`select account_id, 'balance' as entry from balances
  union all select account_id, 'hold ' || id from holds
  union all select account_id, 'purchase ' || id from purchases
  union all select account_id, 'order ' || id from orders
  union all select account_id, 'key ' || id from api_keys
  union all select account_id, 'act ' || seq from audit_journal
  union all select account_id, 'erasure' from erasures`),
  },
  whole: {
    'the journal chains': `select account_id, 'journal ' || seq,
  'follows ' || coalesce(seq_before, 0) || '; ' || coalesce(balance_before, 0) || ' and ' || amount
  || ' make ' || balance_after
 from (select account_id, seq, amount, balance_after,
   lag(seq) over (partition by account_id order by seq) as seq_before,
   lag(balance_after) over (partition by account_id order by seq) as balance_before
   from journal) as chained
 where seq <> coalesce(seq_before, 0) + 1 or balance_after <> coalesce(balance_before, 0) + amount`,
    // A check constraint enforces the same, but somebody may have disabled it for a while.
    'a journal row is what its kind allows': `select account_id, 'journal ' || seq, kind || ' of ' || amount || ' for '
  || coalesce(reference, 'nothing')
 from journal where not (
  kind in ('purchase', 'reinstatement') and amount > 0 and reference is not null
  or kind in ('charge', 'refund') and amount < 0 and reference is not null
  or kind = 'expiry' and amount < 0)`,
    'the journal sums to the balance': `select balances.account_id, 'balance',
  'settled ' || settled || ' after row ' || journal_seq || ', but the journal makes ' || coalesce(total, 0)
  || ' after row ' || coalesce(last_seq, 0)
 from balances left join
  (select account_id, sum(amount) as total, max(seq) as last_seq from journal group by account_id) as summed
  on summed.account_id = balances.account_id
 where settled <> coalesce(total, 0) or journal_seq <> coalesce(last_seq, 0)`,
    'a charge has its usage': `select journal.account_id, 'journal ' || journal.seq,
  case when usage.hold_id is null then 'no usage for this charge'
   else 'charged ' || -journal.amount || ', but used ' || usage.characters end
 from journal left join usage on usage.account_id = journal.account_id and usage.hold_id = journal.reference
 where journal.kind = 'charge' and (usage.hold_id is null or usage.characters <> -journal.amount)`,
    // The journal has no index on references, so it is aggregated once instead of searched per row.
    'usage has its charge': `select usage.account_id, 'usage ' || usage.hold_id,
  'booked as ' || coalesce(charges, 0) || ' charges'
 from usage left join
  (select account_id, reference, count(*) as charges from journal where kind = 'charge'
   group by account_id, reference) as booked
  on booked.account_id = usage.account_id and booked.reference = usage.hold_id
 where coalesce(charges, 0) <> 1`,
    // One sum over both sides finds days without usage as well as usage without a day.
    'usage by day sums up the usage': `select account_id, 'usage of day ' || day || ', key ' || key_id || ', ' || source || '>' || target,
  'counts ' || counted || ' characters of ' || requests_counted || ' requests, but the usage makes ' || used || ' of '
  || requests
 from (select account_id, day, key_id, source, target, sum(used) as used, sum(requests) as requests,
   sum(counted) as counted, sum(requests_counted) as requests_counted
  from (select account_id, at / 86400000 as day, key_id, source, target,
    characters as used, 1 as requests, 0 as counted, 0 as requests_counted from usage
   union all select account_id, day, key_id, source, target, 0, 0, characters, requests from usage_days) as both_sides
  group by account_id, day, key_id, source, target) as compared
 where used <> counted or requests <> requests_counted`,
    'used is the sum of charges': `select balances.account_id, 'balance', 'used ' || used || ', but the charges make ' || coalesce(total, 0)
 from balances left join
  (select account_id, -sum(amount) as total from journal where kind = 'charge' group by account_id) as summed
  on summed.account_id = balances.account_id
 where used <> coalesce(total, 0)`,
    'a purchase is booked once': `select purchases.account_id, 'purchase ' || purchases.id,
  'booked ' || coalesce(bookings, 0) || ' times with ' || coalesce(total, 0) || ' of ' || characters || ' characters'
 from purchases left join
  (select account_id, reference, count(*) as bookings, sum(amount) as total from journal where kind = 'purchase'
   group by account_id, reference) as booked
  on booked.account_id = purchases.account_id and booked.reference = purchases.id
 where coalesce(bookings, 0) <> 1 or total <> characters`,
    'a booked purchase has its order': `select journal.account_id, 'journal ' || journal.seq, 'no order stands behind this purchase'
 from journal left join purchases on purchases.id = journal.reference and purchases.account_id = journal.account_id
 where journal.kind = 'purchase' and purchases.id is null`,
    'every row has its account': withoutAccount(`select account_id, 'journal ' || seq as entry from journal
  union all select account_id, 'usage ' || hold_id from usage
  union all select account_id, 'usage of day ' || day from usage_days
  union all select account_id, 'invoice ' || id from invoices
  union all select account_id, 'term ' || id from terms
  union all select account_id, 'change ' || version || ' of terms' from term_changes
  union all select account_id, 'memory entry ' || id from memory_entries
  union all select account_id, 'change ' || version || ' of a memory' from memory_changes`),
  },
};

/** The account of a named glossary's entries is the id of their pair. */
function withoutAccount(entries: string): string {
  return `select account_id, entry, 'no such account' from (${entries}) as entries
 where not exists (select 1 from accounts where accounts.id = entries.account_id)
  and not exists (select 1 from named_dictionaries where named_dictionaries.id = entries.account_id)`;
}

const ofAccounts = {
  quick: {
    'an erased account cannot be used': `select accounts.id, 'account',
  case when email <> 'erased:' || accounts.id or email_folded <> email then 'erased, but not under its pseudonym'
   when api_keys.id is not null then 'erased, but key ' || api_keys.id || ' is live'
   else 'erased, but ' || (settled - held) || ' characters can be spent' end
 from accounts join balances on balances.account_id = accounts.id
  left join api_keys on api_keys.account_id = accounts.id and revoked_at is null
 where erased_at is not null
  and (email <> 'erased:' || accounts.id or email_folded <> email or api_keys.id is not null or settled <> held)`,
    'an erasure is of an erased account': `select account_id, 'erasure', 'begun at ' || begun_at || ', but the account is not erased'
 from erasures join accounts on accounts.id = account_id where erased_at is null`,
  },
  whole: {
    'acts are numbered without gaps': `select accounts.id, 'account',
  'counts ' || audit_seq || ' acts, but has ' || count(seq) || ' up to number ' || coalesce(max(seq), 0)
 from accounts left join audit_journal on account_id = accounts.id
 group by accounts.id, audit_seq having audit_seq <> count(seq) or audit_seq <> coalesce(max(seq), 0)`,
    'nothing is left of the owner of an erased account': `select accounts.id, left_over.entry, 'erased, but this is left'
 from accounts join (
  select account_id, 'key ' || id as entry from api_keys where name <> 'erased'
  union all select account_id, 'term ' || id from terms
  union all select account_id, 'draft of terms' from term_drafts
  union all select account_id, 'memory entry ' || id from memory_entries
  union all select account_id, 'draft of a memory' from memory_drafts
  union all select account_id, 'settings of notices' from notice_settings
  union all select account_id, 'notice' from notices
  union all select account_id, 'request ' || id from recent_requests
  union all select account_id, 'document' from documents
  union all select account_id, 'glossary ' || id from named_glossaries
  union all select account_id, 'billing details' from billing_details
  union all select "accountId", 'person' from auth_users) as left_over on left_over.account_id = accounts.id
 where erased_at is not null and not exists (select 1 from erasures where erasures.account_id = accounts.id)`,
  },
};

/** Never contains an address. */
const ofPeople = {
  quick: {
    'a person has the address of their account': `select accounts.id, 'person', 'has another address than the account'
 from auth_users join accounts on accounts.id = "accountId"
 where auth_users.email <> email_folded and erased_at is null`,
    'a person has a password': `select "accountId", 'person', 'has no password'
 from auth_users where not exists (
  select 1 from auth_logins where "userId" = auth_users.id and "providerId" = 'credential' and password is not null)`,
  },
  whole: {},
};

const reverses = `(journal.kind = 'reinstatement' and journal.reference like 'expiry:%')`;

// Characters times price may exceed 2^63, so it is a decimal, or a double with an error below 0.01.
const share = 'case when paid_at is null or price = 0 then 0 else characters * 1.0 * refunded / price end';

const ofOrders = {
  quick: {
    'an order is granted once, and only when it is paid': `select orders.account_id, 'order ' || orders.id,
  case when paid_at is null then 'granted, but not paid'
   when purchases.id is null then 'paid at ' || paid_at || ', but not granted'
   else 'sold ' || orders.characters || ' characters at ' || paid_at || ' for ' || valid_days || ' days, but granted '
    || purchases.characters || ' to ' || purchases.account_id || ' from ' || purchases.at || ' until ' || expires_at end
 from orders left join purchases on purchases.order_id = orders.id
 where (paid_at is null) <> (purchases.id is null)
  or purchases.account_id <> orders.account_id or purchases.characters <> orders.characters
  or purchases.at <> paid_at or purchases.expires_at <> paid_at + valid_days * 86400000`,
    'an order takes back what its refunds and its dispute ask for': `select account_id, 'order ' || id,
  'of ' || characters || ', refunds of ' || refunded || ' in ' || price || ' asked for ' || refund_due || ' and took '
  || refund_taken || '; the dispute is ' || dispute || ' and took ' || dispute_taken
 from orders where not (
  refunded between 0 and price and dispute in ('none', 'open', 'won')
  and 0 <= refund_taken and refund_taken <= refund_due and refund_due <= characters
  and 0 <= dispute_taken and refund_taken + dispute_taken <= characters
  and (dispute <> 'none' or dispute_taken = 0)
  and (paid_at is not null or refund_due + dispute_taken = 0)
  and ${share} - refund_due between -0.01 and 1.01)`,
  },
  whole: {
    'an invoice is of its paid order, and its credit notes make the refunds': `select invoiced.account_id,
  'order ' || invoiced.order_id,
  'sold for ' || price || ' with refunds of ' || refunded || ', but invoiced as ' || billed || ' with credit notes of '
   || credited
 from (select account_id, order_id, currency,
   sum(case when kind = 'invoice' then gross else 0 end) as billed,
   sum(case when kind = 'credit_note' then gross else 0 end) as credited
  from invoices group by account_id, order_id, currency) as invoiced
 left join orders on orders.id = invoiced.order_id
 where orders.id is null or paid_at is null or billed <> price or credited <> refunded
  or orders.account_id <> invoiced.account_id or orders.currency <> invoiced.currency`,
    'the numbers of invoices have no gap': `select '' as account_id, 'invoices of ' || years.year,
  'counted to ' || coalesce(last, 0) || ', but there are ' || coalesce(counted, 0) || ' to ' || coalesce(highest, 0)
 from (select year from invoices union select year from invoice_years) as years
 left join invoice_years on invoice_years.year = years.year
 left join (select year, count(*) as counted, max(position) as highest from invoices group by year) as issued
  on issued.year = years.year
 where coalesce(last, 0) <> coalesce(counted, 0) or coalesce(last, 0) <> coalesce(highest, 0)`,
    'what an order takes back is booked': `select orders.account_id, 'order ' || orders.id,
  'took back ' || (refund_taken + dispute_taken) || ', but the journal makes ' || coalesce(total, 0)
 from orders left join
  (select account_id, reference, -sum(amount) as total from journal where kind in ('refund', 'reinstatement')
   group by account_id, reference) as booked
  on booked.account_id = orders.account_id and booked.reference = orders.id
 where refund_taken + dispute_taken <> coalesce(total, 0)`,
    'a booked refund has its order': `select journal.account_id, 'journal ' || journal.seq,
  'no order stands behind this ' || kind
 from journal left join orders on orders.id = journal.reference and orders.account_id = journal.account_id
 where journal.kind in ('refund', 'reinstatement') and orders.id is null and not ${reverses}`,
    'an expiry is reversed once': `select journal.account_id, 'journal ' || journal.seq,
  'reverses ' || journal.reference || ' with ' || journal.amount
 from journal left join journal as booked on booked.account_id = journal.account_id and booked.kind = 'expiry'
  and journal.reference = 'expiry:' || booked.seq and booked.amount = -journal.amount and booked.seq < journal.seq
 where ${reverses} and (booked.seq is null or exists (select 1 from journal as earlier
  where earlier.account_id = journal.account_id and earlier.kind = 'reinstatement'
   and earlier.reference = journal.reference and earlier.seq < journal.seq))`,
  },
};

/** Own glossaries, and pairs of named ones. */
const glossaries = `(select id, id as account_id, terms_version, live_terms from accounts
 union all select id, account_id, terms_version, entry_count from named_dictionaries) as glossaries`;

/** Never contains the text of a term. */
const ofGlossaries = {
  quick: {
    // The oldest entries are deleted, but never the newest.
    'the newest change of terms is written down': `select accounts.id, 'account', 'version ' || terms_version || ' of its terms, which is not written down'
 from accounts where terms_version > 0 and not exists
  (select 1 from term_changes where account_id = accounts.id and version = terms_version)`,
  },
  whole: {
    'live terms are counted': `select glossaries.account_id, 'account',
  'counts ' || live_terms || ' live terms, but has ' || count(terms.id)
 from ${glossaries} left join terms on terms.account_id = glossaries.id
  and live_from <= terms_version and removed_in > terms_version
 group by glossaries.account_id, glossaries.id, live_terms having live_terms <> count(terms.id)`,
    // Only an open or an abandoned change has rows ahead of the version.
    'a term is of a version that there is, or of a draft': `select glossaries.account_id, 'term ' || terms.id,
  'of version ' || case when live_from > terms_version then live_from else removed_in end || ' beside version '
  || terms_version
 from terms join ${glossaries} on glossaries.id = terms.account_id
 where (live_from > terms_version or (removed_in > terms_version and removed_in < 9007199254740991))
  and not exists (select 1 from term_drafts where term_drafts.account_id = terms.account_id)
  and not exists (select 1 from named_drafts where named_drafts.account_id = terms.account_id)`,
  },
};

/** Never contains a text of an entry. */
const ofMemories = {
  quick: {
    'the newest change of a memory is written down': `select accounts.id, 'account',
  'version ' || memory_version || ' of its memory, which is not written down'
 from accounts where memory_version > 0 and not exists
  (select 1 from memory_changes where account_id = accounts.id and version = memory_version)`,
  },
  whole: {
    'live entries of a memory and their characters are counted': `select accounts.id, 'account',
  'counts ' || memory_entries || ' entries with ' || memory_characters || ' characters, but has '
  || count(entries.id) || ' with ' || coalesce(sum(characters), 0)
 from accounts left join memory_entries as entries on entries.account_id = accounts.id
  and live_from <= memory_version and removed_in > memory_version
 group by accounts.id, memory_entries, memory_characters
 having memory_entries <> count(entries.id) or memory_characters <> coalesce(sum(characters), 0)`,
    // As with terms.
    'a memory entry is of a version that there is, or of a draft': `select accounts.id, 'memory entry ' || entries.id,
  'of version ' || case when live_from > memory_version then live_from else removed_in end || ' beside version '
  || memory_version
 from memory_entries as entries join accounts on accounts.id = entries.account_id
 where (live_from > memory_version or (removed_in > memory_version and removed_in < 9007199254740991))
  and not exists (select 1 from memory_drafts where memory_drafts.account_id = entries.account_id)`,
  },
};
