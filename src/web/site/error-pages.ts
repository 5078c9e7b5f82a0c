import { html } from 'hono/html';
import type { Piece } from '../page.ts';
import { sample } from '../pieces.ts';
import type { ErrorReference } from './api-document.ts';
import { prose } from './reference-tables.ts';

/** Every error with its remedy, under its code: `doc_url` in an error's body links to it. */
export function errorGuide(errors: readonly ErrorReference[]): Piece {
  return html`<p>${prose(
    'Every failure has the same body. Read `code`; `message` is for people and may change. `doc_url` leads to this page, and `request_id`, also in the header `X-Request-Id`, is what to name when you ask for help. A request that failed was not charged.',
  )}</p>
<p>The checks run in this order, and the first that fails answers.</p>
<ul>${errors.map(({ status, code }) => html`<li><a href="#${code}"><code>${code}</code></a> ${status}</li>`)}</ul>
${errors.map(errorSection)}`;
}

function errorSection({ status, code, when, remedy, example }: ErrorReference): Piece {
  return html`<section aria-labelledby="${code}"><h2 id="${code}"><code>${code}</code> <span class="soft">${status}</span></h2>
<p>${prose(when)}</p>
<p><strong>What to do:</strong> ${prose(remedy)}</p>
${sample(`${code}-example`, `Example of ${code}`, JSON.stringify(example, undefined, 2))}
</section>`;
}
