import type { RawTerm } from '../../shop/glossaries/entry-content.ts';
import type { Term, TermContent } from '../../shop/glossaries/stored-entry.ts';
import { anyLanguage, type CaseRule, type TermId } from '../../text/glossary/glossary-entry.ts';
import type { Form } from '../form.ts';
import type { LanguageWords } from './language-words.ts';

/** A glossary entry as typed in a form, valid or not. */
export type TermDraft = {
  readonly source: string;
  readonly target: string;
  readonly term: string;
  readonly translation: string;
  readonly isKept: boolean;
  readonly caseRule: string;
  readonly partOfSpeech: string;
  readonly note: string;
};

const follow: CaseRule = 'follow';

const emptyDraft: TermDraft = {
  source: '',
  target: '',
  term: '',
  translation: '',
  isKept: false,
  caseRule: follow,
  partOfSpeech: '',
  note: '',
};

export function draftOfForm(form: Form, languages: Pick<LanguageWords, 'code'>): TermDraft {
  return {
    source: languages.code(form.text('source')),
    target: languages.code(form.text('target')),
    term: form.text('term'),
    translation: form.text('translation'),
    isKept: form.has('keep'),
    caseRule: form.text('case'),
    partOfSpeech: form.text('part_of_speech'),
    note: form.text('note'),
  };
}

export function draftOfTerm({
  source,
  target,
  term,
  translation,
  caseRule,
  partOfSpeech,
  note,
}: TermContent): TermDraft {
  return {
    source,
    target,
    term,
    translation: translation ?? '',
    isKept: translation === undefined,
    caseRule,
    partOfSpeech: partOfSpeech ?? '',
    note,
  };
}

export function rawOf({ isKept, ...draft }: TermDraft): RawTerm {
  // When the box is ticked, the translation field is ignored, unless it differs from the term.
  return { ...draft, ...(isKept && { doNotTranslate: 'yes' }) };
}

/** The languages of the last entry, because the next one mostly has the same. */
export function draftAfter(term: Term | undefined): TermDraft {
  if (term === undefined) return emptyDraft;
  const isAny = term.source === anyLanguage && term.target === anyLanguage;
  return isAny ? emptyDraft : { ...emptyDraft, source: term.source, target: term.target };
}

/** Returns the entries that the form announced to replace. */
export function replaceableIds(form: Form): readonly TermId[] {
  return form.texts('gives_way') as readonly TermId[];
}
