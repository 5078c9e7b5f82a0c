import { html } from 'hono/html';
import type { AccountId } from '../../shop/accounts/account.ts';
import { type Act, type AuditEntry, operatorActs } from '../../shop/audit/audit.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import { type OrderId, referenceOf } from '../../shop/orders/order.ts';
import type { Session } from '../../shop/people/people.ts';
import type { Page, Piece } from '../page.ts';
import { deviceOf } from '../people/device.ts';
import { dataTable, moment } from '../pieces.ts';

export const actsShown = 50;

export type ActivityView = {
  /** One more than is shown when there are more. */
  readonly found: readonly AuditEntry[];
  readonly accountId: AccountId;
  readonly keys: readonly Key[];
  /** The sessions that still exist: the journal, which is kept, has no address. */
  readonly sessions: readonly Session[];
  readonly isFirst: boolean;
};

export function activityPage(view: ActivityView): Page {
  const { found, isFirst } = view;
  const entries = found.slice(0, actsShown);
  const last = entries.at(-1);
  const body = html`<h1>Recent activity</h1>
<p>What was done to your account, newest first. If you did not do something, <a href="/security">end all other sessions and
change your password</a>.</p>
${entries.length === 0 ? html`<p>Nothing yet.</p>` : activityTable(entries, view)}
<p class="actions">${isFirst ? '' : html`<a class="button" href="/data/activity">Newest</a>`}
${found.length <= actsShown || last === undefined ? '' : html`<a class="button" href="/data/activity?before=${last.id}">Older</a>`}</p>`;
  return { title: 'Recent activity', section: '/data/activity', body };
}

function activityTable(entries: readonly AuditEntry[], view: ActivityView): Piece {
  const columns = [{ title: 'When' }, { title: 'What' }, { title: 'By' }, { title: 'Details' }];
  const rows = entries.map((entry) => [
    moment(entry.at),
    wordings[entry.act],
    entry.by === view.accountId ? 'you' : actorOf(entry.by),
    detailsOf(entry, view),
  ]);
  return dataTable('Activity', columns, rows);
}

function actorOf(by: string): string {
  if (by === operatorActs) return 'the operator';
  return by.charAt(0).toUpperCase() + by.slice(1);
}

function detailsOf({ act, subject }: AuditEntry, { keys, sessions }: ActivityView): Piece | string {
  if (subject === undefined) return '';
  if (act === 'person.signed_in') {
    const session = sessions.find(({ id }) => id === subject);
    return session === undefined ? '' : `${deviceOf(session.userAgent)}, ${session.address ?? 'unknown address'}`;
  }
  if (act.startsWith('order.'))
    return html`<a class="id" href="/orders/${encodeURIComponent(subject)}">${referenceOf(subject as OrderId)}</a>`;
  return keys.find(({ id }) => id === subject)?.name ?? html`<span class="id">${subject}</span>`;
}

const wordings: Readonly<Record<Act, string>> = {
  'account.opened': 'Account opened',
  'account.suspended': 'Account suspended',
  'account.resumed': 'Suspension ended',
  'account.erasure_begun': 'Deletion started',
  'account.erased': 'Account deleted',
  'account.exported': 'Data exported',
  'account.email_changed': 'E-mail address changed',
  'key.created': 'Key created',
  'key.revoked': 'Key revoked',
  'key.revoked_as_leaked': 'Key revoked because it leaked',
  'order.placed': 'Order placed',
  'order.marked_paid': 'Order paid',
  'order.refunded': 'Order refunded',
  'order.disputed': 'Payment disputed',
  'order.dispute_won': 'Dispute of a payment ended',
  'pack.granted': 'Characters granted',
  'expiry.reversed': 'Expiry reversed',
  'person.signed_in': 'Signed in',
  'person.sessions_ended': 'Sessions ended',
  'person.password_changed': 'Password changed',
  'person.second_factor_added': 'Two-factor authentication turned on',
  'person.second_factor_removed': 'Two-factor authentication turned off',
  'person.backup_codes_renewed': 'Backup codes created',
  'person.passkey_added': 'Passkey added',
  'person.passkey_removed': 'Passkey removed',
  'terms.imported': 'Glossary imported',
  'memory.imported': 'Approved translations imported',
};
