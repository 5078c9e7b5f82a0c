import type { RawEntry } from '../../shop/glossaries/entry-content.ts';
import type { EntryContent, StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import { anyLanguage, type CaseRule, type EntryId } from '../../text/glossary/glossary-entry.ts';
import type { Form } from '../form.ts';
import type { LanguageWords } from './language-words.ts';

/** A glossary entry as typed in a form, valid or not. */
export type EntryDraft = {
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

const emptyDraft: EntryDraft = {
  source: '',
  target: '',
  term: '',
  translation: '',
  isKept: false,
  caseRule: follow,
  partOfSpeech: '',
  note: '',
};

export function draftOfForm(form: Form, languages: Pick<LanguageWords, 'code'>): EntryDraft {
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

export function draftOfEntry({
  source,
  target,
  term,
  translation,
  caseRule,
  partOfSpeech,
  note,
}: EntryContent): EntryDraft {
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

export function rawOf({ isKept, ...draft }: EntryDraft): RawEntry {
  // When the box is ticked, the translation field is ignored, unless it differs from the term.
  return { ...draft, ...(isKept && { doNotTranslate: 'yes' }) };
}

/** The languages of the last entry, because the next one mostly has the same. */
export function draftAfter(entry: StoredEntry | undefined): EntryDraft {
  if (entry === undefined) return emptyDraft;
  const isAny = entry.source === anyLanguage && entry.target === anyLanguage;
  return isAny ? emptyDraft : { ...emptyDraft, source: entry.source, target: entry.target };
}

/** Returns the entries that the form announced to replace. */
export function replaceableIds(form: Form): readonly EntryId[] {
  return form.texts('gives_way') as readonly EntryId[];
}
