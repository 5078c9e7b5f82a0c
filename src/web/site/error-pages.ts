import { html } from 'hono/html';
import type { Piece } from '../page.ts';
import { dataTable, sample } from '../pieces.ts';
import type { ErrorReference } from './api-document.ts';
import { prose } from './reference-tables.ts';

/**
 * Every error with its remedy, under its code: `doc_url` in an error's body links to it.
 *
 * @param errors in the order of the checks
 */
export function errorGuide(errors: readonly ErrorReference[]): Piece {
  const sorted = errors.toSorted((one, other) => one.status - other.status || one.code.localeCompare(other.code));
  return html`<p>${prose(
    'Every error has the same body. Programs read `code`; `message` is for people and may change. `doc_url` links to this page. Give the `request_id`, which is also in the header `X-Request-Id`, when you ask for help. A failed request is not charged.',
  )}</p>
<p>A request with several errors gets the first in the order of the checks: ${errors.map(
    ({ code }, index) => html`${index === 0 ? '' : ', '}<code>${code}</code>`,
  )}.</p>
${dataTable(
  'Errors by status',
  [{ title: 'Code' }, { title: 'Status' }, { title: 'When' }],
  sorted.map(({ code, status, when }) => [html`<a href="#${code}"><code>${code}</code></a>`, String(status), when]),
)}
${sorted.map(errorSection)}`;
}

function errorSection({ status, code, when, remedy, example }: ErrorReference): Piece {
  return html`<section aria-labelledby="${code}"><h2 id="${code}"><code>${code}</code> <span class="soft">${status}</span></h2>
<p>${prose(when)}</p>
<p><strong>What to do:</strong> ${prose(remedy)}</p>
${sample(`${code}-example`, `Example of ${code}`, JSON.stringify(example, undefined, 2), 'json')}
</section>`;
}
