import { html } from 'hono/html';
import type { Key } from '../../shop/keys/key-store.ts';
import type { Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import { pauseSeconds } from '../tries.ts';

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
