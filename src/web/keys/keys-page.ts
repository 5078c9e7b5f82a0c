import { html } from 'hono/html';
import type { Key, KeyId } from '../../core/keys/key-store.ts';
import { liveKeysMax } from '../../core/keys/keys.ts';
import { playgroundKey } from '../../core/keys/playground-key.ts';
import type { UsageOfKey } from '../../core/usage/usage-sums.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, formatCount, moment, notice } from '../pieces.ts';
import { type Hindrance, hindranceOf, hindrancePiece, liveKeys, type Standing } from './hindrance.ts';

/** Whoever has revoked more looks for older ones with the command line. */
const revokedShownMax = 100;

const doneSentences: Readonly<Record<string, string>> = {
  revoked: 'The key is revoked. It is refused from the next request on.',
};

/** An owner's keys: those in use, and folded away those that were revoked. */
export function keysPage(standing: Standing, used: readonly UsageOfKey[], done: string | null): Page {
  const live = liveKeys(standing.keys);
  const revoked = standing.keys.filter(({ revokedAt }) => revokedAt !== undefined).toReversed();
  const hindrance = hindranceOf(standing);
  const sentence = doneSentences[done ?? ''];
  const body = html`<h1>Keys</h1>
${sentence === undefined ? '' : notice('good', sentence)}
<p>A key lets your programs translate, and is charged to this account. ${countOf(live.length, standing.keys.length)}</p>
${actPiece(hindrance)}
${live.length === 0 ? '' : liveTable(live, used)}
${revoked.length === 0 ? '' : revokedTable(revoked, used)}
${playgroundNote(used)}`;
  return { title: 'Keys', section: '/keys', body };
}

function actPiece(hindrance: Hindrance | undefined): Piece {
  if (hindrance === undefined) return button('/keys/new', 'New key');
  const why = notice(hindrance === 'suspended' ? 'bad' : 'plain', hindrancePiece(hindrance));
  return hindrance === 'no_pack' ? html`${why}${button('/packs', 'See the packs')}` : why;
}

function button(path: string, label: string): Piece {
  return html`<p class="actions"><a class="button primary" href="${path}">${label}</a></p>`;
}

function countOf(live: number, all: number): string {
  if (all === 0) return 'There is none yet.';
  return `${live} of ${liveKeysMax} keys ${live === 1 ? 'is' : 'are'} live.`;
}

/** What a person recognises a key by. */
export function keyParts({ start, lastFour }: Pick<Key, 'start' | 'lastFour'>): Piece {
  return html`<code>${start}…${lastFour}</code>`;
}

export function lastUse({ lastUsedAt }: Key): Piece | string {
  return lastUsedAt === undefined ? 'never' : moment(lastUsedAt);
}

export function usedBy(id: KeyId, used: readonly UsageOfKey[]): number {
  return used.find(({ keyId }) => keyId === id)?.characters ?? 0;
}

const common = [{ title: 'Name' }, { title: 'Key' }, { title: 'Created' }, { title: 'Last used' }] as const;

const countColumn = { title: 'Characters used', isNumber: true } as const;

function liveTable(keys: readonly Key[], used: readonly UsageOfKey[]): Piece {
  const columns = [...common, countColumn, { title: 'State' }, { title: 'Action' }];
  const rows = keys.map((key) => [
    ...commonCells(key, used),
    html`<span class="badge good">live</span>`,
    html`<a class="act" href="/keys/${key.id}/revoke" aria-label="Revoke ${key.name}">Revoke</a>`,
  ]);
  return dataTable('Live keys, oldest first', columns, rows);
}

function revokedTable(keys: readonly Key[], used: readonly UsageOfKey[]): Piece {
  const shown = keys.slice(0, revokedShownMax);
  const rows = shown.map((key) => [
    ...commonCells(key, used),
    html`<span class="badge">revoked</span> ${key.revokedAt === undefined ? '' : moment(key.revokedAt)}`,
  ]);
  const caption = shown.length < keys.length ? `The ${shown.length} newest of them` : 'Newest first';
  return html`<details class="keys-revoked"><summary>Revoked keys (${formatCount(keys.length)})</summary>
${dataTable(caption, [...common, countColumn, { title: 'State' }], rows)}</details>`;
}

function commonCells(key: Key, used: readonly UsageOfKey[]): readonly (Piece | string)[] {
  return [key.name, keyParts(key), moment(key.createdAt), lastUse(key), formatCount(usedBy(key.id, used))];
}

function playgroundNote(used: readonly UsageOfKey[]): Piece | string {
  const count = usedBy(playgroundKey, used);
  if (count === 0) return '';
  return html`<p class="soft">The <a href="/playground">playground</a> has no key; ${formatCount(count)} characters were charged for it.</p>`;
}
