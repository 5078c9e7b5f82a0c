import { html } from 'hono/html';
import type { LanguageCatalogue } from '../../core/languages/catalogue.ts';
import type { Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import type { Setback } from './setback.ts';

type Around = {
  readonly catalogue: Pick<LanguageCatalogue, 'entries'>;
  /** The id of the form that was refused. */
  readonly form: string;
};

/** Why nothing was translated, and what can be done about it. */
export function setbackNotice({ kind, message, candidates, retryAfterSeconds }: Setback, around: Around): Piece {
  switch (kind) {
    case 'suspended':
      return notice('bad', 'This account is suspended.');
    case 'not_sent':
      return notice('bad', html`Nothing was translated, and nothing was charged. ${message}`);
    case 'undecided':
      return html`${notice('bad', 'The language cannot be told from this text, so that nothing was translated or charged.')}
<p>Which one is it?</p><p class="actions">${candidateButtons(candidates, around)}</p>`;
    case 'insufficient_balance':
      return notice('bad', html`${message} Nothing was charged. <a href="/packs">Buy a pack</a>, or shorten the text.`);
    case 'rate_limit_exceeded':
      return notice(
        'warn',
        html`${message} Nothing was charged. Send the text again in ${retryAfterSeconds ?? 60} seconds.`,
      );
    case 'server_error':
      return notice('bad', 'This could not be translated at the moment, and nothing was charged. Please try again.');
  }
}

function candidateButtons(candidates: readonly string[], { catalogue, form }: Around): readonly Piece[] {
  const names = new Map<string, string>(catalogue.entries().map(({ code, name }) => [code, name]));
  return candidates.map(
    (code) =>
      html`<button type="submit" form="${form}" formaction="/playground#result" name="named" value="${code}">${names.get(code) ?? code}</button>`,
  );
}
