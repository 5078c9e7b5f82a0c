import { html } from 'hono/html';
import type { AccountMemory, NewApproval } from '../shop/memory/account-memory.ts';
import type { LanguagePair, LanguageTag } from '../text/languages/language.ts';
import { nameLanguage } from '../text/languages/language-name.ts';
import { textArea } from './controls.ts';
import type { Piece } from './page.ts';
import { type FormProblem, problemSummary } from './pieces.ts';
import type { SignedInVisit } from './visit.ts';
import { problemOf } from './wordings.ts';

export type ApproveForm = {
  readonly action: string;
  /** A translation as typed, valid or not. */
  readonly target: string;
  readonly targetLanguage: LanguageTag;
  readonly problems?: readonly FormProblem[];
  /** Distinguishes the ids of this form from those of others on the page. */
  readonly prefix?: string;
  readonly hasFocus?: boolean;
  /** Further fields, such as the source and the languages. */
  readonly fields?: Piece | string;
  /** Attributes of the form for a script. */
  readonly attributes?: Piece | string;
  /** Beside the button, such as a link back. */
  readonly beside?: Piece | string;
};

/** Edits and approves one translation. Problems of other fields than `target` are above it. */
export function approveForm(form: ApproveForm): Piece {
  const { action, target, targetLanguage, problems = [], prefix = '', hasFocus = false } = form;
  const rows = Math.min(12, 2 + Math.ceil(target.length / 60));
  const [language, attributes] = [languageAttributes(targetLanguage), html` required`];
  const others = problems.filter(({ param }) => param !== 'target');
  return html`<form class="spaced" method="post" action="${action}"${form.attributes}>${problemSummary(others)}
${form.fields}${textArea({ name: 'target', id: `${prefix}target`, label: 'Translation', value: target, rows, language, attributes, hasFocus, problems })}
<div class="actions"><button class="primary" type="submit">Approve translation</button>${form.beside}</div></form>`;
}

export function languageAttributes(language: LanguageTag): Piece {
  return html` lang="${language}" dir="${nameLanguage(language).direction}"`;
}

/** Approves what a visitor typed. Returns why it was not approved; empty if it was. */
export async function approveTyped(
  memory: Pick<AccountMemory, 'approve'>,
  { visitor: { accountId } }: Pick<SignedInVisit, 'visitor'>,
  { pair, ...words }: Pick<NewApproval, 'source' | 'target'> & { readonly pair: LanguagePair },
): Promise<readonly FormProblem[]> {
  const approval = { ...words, sourceLanguage: pair.source, targetLanguage: pair.target, note: undefined };
  try {
    const outcome = await memory.approve({ accountId, by: accountId, origin: 'page' }, [approval]);
    if (outcome.kind === 'approved') return [];
    return outcome.faults.map(({ field, message }) => ({ param: field, message }));
  } catch (error) {
    return [problemOf(error)];
  }
}
