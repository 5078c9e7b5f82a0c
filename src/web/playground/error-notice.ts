import { html } from 'hono/html';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import type { TranslationError } from './translation-error.ts';

type Around = {
  readonly catalogue: Pick<LanguageCatalogue, 'entries'>;
  /** Id of the refused form. */
  readonly form: string;
};

/** Why nothing was translated, and what to do about it. */
export function errorNotice({ status, message, candidates }: TranslationError, around: Around): Piece {
  if (candidates.length > 0) {
    return html`${notice('bad', 'Language not detected. Choose it under From. Nothing was charged.')}
<p>Which one is it?</p><p class="actions">${candidateButtons(candidates, around)}</p>`;
  }
  const help = status === 402 ? html` <a href="/packs">Buy characters</a>, or shorten the text.` : '';
  const text = html`${message}${help} Nothing was charged.`;
  return notice(status === 429 ? 'warn' : 'bad', text);
}

function candidateButtons(candidates: readonly string[], { catalogue, form }: Around): readonly Piece[] {
  const names = new Map<string, string>(catalogue.entries().map(({ code, name }) => [code, name]));
  return candidates.map(
    (code) =>
      html`<button type="submit" form="${form}" formaction="/playground#result" name="named" value="${code}">${names.get(code) ?? code}</button>`,
  );
}
