import { html } from 'hono/html';
import { type LinkPurpose, linkLifetimesMs } from '../../core/people/links.ts';
import type { Page, Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import type { Visit } from '../visit.ts';
import { waitInWords } from './setback.ts';

const tokenLengthMax = 2_000;

/** What proves that a link came by mail; empty when it is not there. It stays in the address and is never on a page. */
export function linkToken({ url }: Visit): string {
  const token = url.searchParams.get('token') ?? '';
  return token.length > tokenLengthMax ? '' : token;
}

/** A page's address holds a token: no request that the page makes passes it on. */
export const tokenPageHeaders = { 'Referrer-Policy': 'strict-origin' } as const;

/** Says no more than that a link does not work, and what can be done instead. */
export function deadLinkPage(title: string, remedy: Piece): Page {
  const body = html`<div class="narrow"><h1>${title}</h1>
${notice('bad', 'The link was used already, is too old, or was not copied whole.')}
${remedy}</div>`;
  return { title, body, status: 400 };
}

/** Until when a link that was just sent works. */
export function linkLifetime(purpose: LinkPurpose): string {
  return `It works for ${waitInWords(linkLifetimesMs[purpose] / 1_000)}.`;
}

/** Where no mail leaves the machine. */
export function logNotice(): Piece {
  return notice('warn', 'This is a demo that sends no mail: the link is in the log of the server.');
}
