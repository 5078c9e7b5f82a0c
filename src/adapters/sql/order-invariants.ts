const reverses = `(journal.kind = 'reinstatement' and journal.reference like 'expiry:%')`;

// Characters times price may exceed 2^63, so it is a decimal, or a double with an error below 0.01.
const share = 'case when paid_at is null or price = 0 then 0 else characters * 1.0 * refunded / price end';

export const ofOrders = {
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
