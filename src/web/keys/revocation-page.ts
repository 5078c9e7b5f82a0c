import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type { UsageOfKey } from '../../shop/usage/usage-sums.ts';
import type { Page } from '../page.ts';
import { moment, notice } from '../pieces.ts';
import { keyParts, lastUse, usedBy } from './keys-page.ts';

/** Asks for confirmation before a key is revoked, permanently. */
export function revocationPage(key: Key, used: readonly UsageOfKey[]): Page {
  const { id, name, createdAt, revokedAt } = key;
  const facts = html`<dl class="facts"><dt>Name</dt><dd>${name}</dd><dt>Key</dt><dd>${keyParts(key)}</dd>
<dt>Created</dt><dd>${moment(createdAt)}</dd><dt>Last used</dt><dd>${lastUse(key)}</dd>
<dt>Characters used</dt><dd class="number">${formatCount(usedBy(id, used))}</dd></dl>`;
  const act =
    revokedAt === undefined
      ? html`<p>Programs that use this key are refused from their next request. You cannot undo this.</p>
<form method="post" action="/keys/${id}/revoke"><div class="actions"><button class="danger" type="submit">Revoke key</button>
<a href="/keys">Cancel</a></div></form>`
      : html`${notice('plain', html`This key was revoked on ${moment(revokedAt)}.`)}<p><a href="/keys">Back to API keys</a></p>`;
  return {
    title: 'Revoke key',
    section: '/keys',
    body: html`<div class="narrow"><h1>Revoke key</h1>${facts}${act}</div>`,
  };
}
