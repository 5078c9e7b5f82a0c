import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Key, type KeyId, playgroundKey } from '../../shop/keys/key-store.ts';
import { liveKeysMax } from '../../shop/keys/keys.ts';
import type { UsageOfKey, UsageOfKeys } from '../../shop/usage/usage-reports.ts';
import { daysAfter, type UtcDay } from '../../shop/usage/usage-store.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, day, moment, notice, pageHead } from '../pieces.ts';
import { pauseSeconds } from '../tries.ts';
import { dayWords } from '../usage/words.ts';
import { type KeyFacts, keyRefusalOf, refusals } from './key-form.ts';

export type RevokedKeys = { readonly keys: readonly Key[]; readonly isFirst: boolean; readonly hasMore: boolean };

export type KeysView = {
  readonly facts: KeyFacts;
  readonly revoked: RevokedKeys;
  readonly used: readonly UsageOfKey[];
  /** Of the live keys in the last 30 days. */
  readonly recent: UsageOfKeys;
  readonly isRevoked: boolean;
};

/** An owner's keys: live ones, and revoked ones folded away. */
export function keysPage({ facts, revoked, used, recent, isRevoked }: KeysView): Page {
  const { live } = facts;
  const hasRevoked = revoked.keys.length > 0 || !revoked.isFirst;
  const refusal = keyRefusalOf(facts);
  const body = html`${pageHead('API keys', refusal === undefined ? html`<a class="button primary" href="/keys/new">Create key</a>` : '')}
${isRevoked && notice('good', 'Key revoked. The next request with it is refused.')}
<p>Your programs send a key with each request. The requests are charged to your account. ${live.length === 0 && !hasRevoked ? 'You have no keys yet.' : `${counted(live.length, 'active key')} (limit: ${liveKeysMax}).`}</p>
${refusal && notice(refusal === 'suspended' ? 'bad' : 'plain', refusals[refusal].why)}${refusal === 'no_pack' && html`<p class="actions">${refusals.no_pack.nextStep}</p>`}
${live.length === 0 ? '' : liveTable(live, { used, recent })}
${hasRevoked ? revokedPiece(revoked, used) : ''}
${playgroundNote(used)}`;
  return { title: 'API keys', section: '/keys', body };
}

/** The parts of a key that a user recognises. */
export function keyParts({ start, lastFour }: Pick<Key, 'start' | 'lastFour'>): Piece {
  return html`<code>${start}…${lastFour}</code>`;
}

export function lastUse({ lastUsedAt }: Key): Piece | string {
  return lastUsedAt === undefined ? 'never' : moment(lastUsedAt);
}

export function usedBy(id: KeyId, used: readonly UsageOfKey[]): number {
  return used.find(({ keyId }) => keyId === id)?.characters ?? 0;
}

const common = [
  { title: 'Name and key' },
  { title: 'Characters used', isNumber: true },
  { title: 'Last used' },
] as const;

function liveTable(keys: readonly Key[], { used, recent }: Pick<KeysView, 'used' | 'recent'>): Piece {
  const { from, to, series } = recent;
  const columns = [
    ...common,
    { title: `Last ${to - from + 1} days`, isPlain: true },
    { title: 'Action', isPlain: true },
  ];
  const rows = keys.map((key) => {
    const sums = new Map(series.filter(({ name }) => name === key.id).map((sum) => [sum.day, sum.characters]));
    const days = Array.from({ length: to - from + 1 }, (_, index) => daysAfter(from, index));
    return [
      ...commonCells(key, used),
      sparkline(days.map((each) => ({ day: each, count: sums.get(each) ?? 0 }))),
      html`<a class="act" href="/keys/${key.id}/revoke" aria-label="Revoke ${key.name}">Revoke</a>`,
    ];
  });
  return dataTable('Active keys, oldest first', columns, rows);
}

function revokedPiece({ keys, isFirst, hasMore }: RevokedKeys, used: readonly UsageOfKey[]): Piece {
  const rows = keys.map((key) => [
    ...commonCells(key, used),
    html`<span class="badge">revoked</span> ${key.revokedAt === undefined ? '' : moment(key.revokedAt)}`,
  ]);
  const last = keys.at(-1);
  return html`<details class="keys-revoked"${isFirst ? '' : html` open`}><summary>Revoked keys</summary><div id="revoked">
${rows.length === 0 ? html`<p>There are no older ones.</p>` : dataTable('Newest first', [...common, { title: 'State', isPlain: true }], rows)}
<p class="actions">${isFirst ? '' : html`<a href="/keys#revoked">Newest revoked keys</a>`} ${
    hasMore && last !== undefined ? html`<a href="/keys?before=${last.id}#revoked">Older revoked keys</a>` : ''
  }</p></div></details>`;
}

function commonCells(key: Key, used: readonly UsageOfKey[]): readonly (Piece | string)[] {
  const name = html`${key.name}<br> <span class="soft small">${keyParts(key)}<br> created ${day(key.createdAt)}</span>`;
  return [name, formatCount(usedBy(key.id, used)), lastUse(key)];
}

function playgroundNote(used: readonly UsageOfKey[]): Piece | string {
  const count = usedBy(playgroundKey, used);
  if (count === 0) return '';
  return html`<p class="soft"><a href="/playground">Playground</a> and <a href="/documents">Documents</a>: ${counted(count, 'character')}, without a key.</p>`;
}

type DayCount = { readonly day: UtcDay; readonly count: number };

/** In CSS pixels. */
const size = { height: 24, step: 4, bar: 3 } as const;

/** One bar for each day; the smallest count is still visible. Its label says the same in words for screen readers. */
function sparkline(days: readonly DayCount[]): Piece {
  const most = days.reduce((best, each) => (each.count > best.count ? each : best), days[0] ?? nothing);
  const width = days.length * size.step;
  const bars = days.map(({ count }, index) => {
    const height = count === 0 ? 1 : Math.max(3, Math.round((count / most.count) * size.height));
    return html`<rect${count === 0 ? html` class="none"` : ''} x="${index * size.step}" y="${size.height - height}" width="${size.bar}" height="${height}"/>`;
  });
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${size.height}" width="${width}" height="${size.height}" role="img" aria-label="${describe(days, most)}">${bars}</svg>`;
}

const nothing: DayCount = { day: 0 as UtcDay, count: 0 };

function describe(days: readonly DayCount[], most: DayCount): string {
  if (most.count === 0) return `Characters used a day: none in ${days.length} days.`;
  return `Characters used a day: at most ${formatCount(most.count)}, on ${dayWords(most.day)}.`;
}

/** After so many checks, ten minutes, the page stops checking. */
const triesMax = 28;

/** Reports the first request with a key, inside a live region; checks for it at growing intervals. */
export function firstUsePiece({ id, lastUsedAt }: Pick<Key, 'id' | 'lastUsedAt'>, tries: number): Piece {
  if (lastUsedAt !== undefined) {
    return notice(
      'good',
      html`It works: your first request has arrived. See it in <a href="/requests?key=${id}">Requests</a>.`,
    );
  }
  const path = `/keys/${id}/first-use`;
  const words =
    tries >= triesMax
      ? html`No request has arrived so far, and this page no longer checks. <a href="/keys">See when your keys were last used</a>.`
      : html`<span class="needs-script">Waiting for your first request with this key.</span><a class="without-script" href="${path}">Has the first request arrived?</a>`;
  // Screen readers announce the end of the wait, and not each check.
  const next =
    tries >= triesMax
      ? ''
      : html` aria-live="off" hx-get="${path}?try=${tries + 1}" hx-trigger="load delay:${pauseSeconds(tries)}s" hx-swap="outerHTML"`;
  return html`<div class="notice plain"${next}><p>${words}</p></div>`;
}
