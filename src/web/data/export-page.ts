import { html } from 'hono/html';
import type { Page } from '../page.ts';

export function exportPage(): Page {
  const body = html`<div class="narrow"><h1>Export data</h1>
<p>One JSON file with all your data: you, your account, orders and purchases, keys (not the keys themselves: only you
have those), every change of your balance with its reason, usage by day, recent requests, glossary, notices and activity.</p>
<p>With much usage it takes a minute. The file is created while you download it, and is not stored.</p>
<form method="post" action="/data/export.json"><p class="actions"><button class="primary" type="submit">Export data</button>
<a class="button quiet" href="/data">Back</a></p></form></div>`;
  return { title: 'Export data', section: '/settings', body };
}
