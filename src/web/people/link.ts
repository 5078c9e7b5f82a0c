import { html } from 'hono/html';
import { type LinkPurpose, linkLifetimesMs } from '../../shop/people/links.ts';
import type { Page, Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import type { Visit } from '../visit.ts';
import { type FormError, waitInWords } from './form-error.ts';

const tokenLengthMax = 2_000;

/** Returns the token of a link in a mail; empty when there is none. It stays in the address and is never on a page. */
export function linkToken({ url }: Visit): string {
  const token = url.searchParams.get('token') ?? '';
  return token.length > tokenLengthMax ? '' : token;
}

/** A page whose address contains a token: its own requests do not send the address. */
export function tokenPage(page: Page, { reply }: FormError): Page {
  return { ...page, ...reply, headers: { ...reply.headers, 'Referrer-Policy': 'strict-origin' } };
}

/** Says only that a link does not work, and what to do instead. */
export function deadLinkPage({ visitor }: Visit, remedy: Piece | string): Page {
  const title = 'This link does not work';
  const body = html`<div class="narrow"><h1>${title}</h1>
${notice('bad', 'The link was already used, has expired, or was not copied completely.')}
${visitor === undefined ? '' : html`<p>You are signed in as <b>${visitor.email}</b>. <a href="/account">Go to your account</a></p>`}
${remedy}</div>`;
  return { title, body, status: 400 };
}

export function linkLifetime(purpose: LinkPurpose): string {
  return `It expires in ${waitInWords(linkLifetimesMs[purpose] / 1_000)}.`;
}

export function logNotice(): Piece {
  return notice('warn', 'This demo sends no mail. The link is in the server log.');
}
