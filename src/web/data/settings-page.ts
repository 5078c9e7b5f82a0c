import { html } from 'hono/html';
import type { Page } from '../page.ts';

/** What an owner may set, and where. */
const settings = [
  ['/notices', 'E-mail notifications', 'A mail before your characters run out or expire.'],
  ['/data/activity', 'Recent activity', 'Who did what to the account: sign-ins, keys, orders, glossary.'],
  ['/data', 'Your data', 'What is stored, and why. Export it, or delete the account.'],
] as const;

export function settingsPage(): Page {
  const body = html`<h1>Settings</h1>
<div class="cards">${settings.map(
    ([path, title, words]) =>
      html`<section class="card"><h2><a href="${path}">${title}</a></h2><p>${words}</p></section>`,
  )}</div>`;
  return { title: 'Settings', section: '/settings', body };
}
