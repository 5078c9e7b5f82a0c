import type { LanguageTag } from '../languages/language.ts';
import listed from './abbreviations.json' with { type: 'json' };

/** Words with a point that does not end a sentence. The lists include the point. */
export type Abbreviations = {
  /** Titles and other words that never end a sentence: as written, or with a capital. */
  readonly always: ReadonlySet<string>;
  /** Only before a number. In lower case. */
  readonly beforeNumber: ReadonlySet<string>;
  /** Words that look like initials but often end a sentence. */
  readonly ends: ReadonlySet<string>;
  /** Whether the language writes "third" as `3.`; a capital may follow. */
  readonly ordinals: boolean;
};

type Listed = { readonly always: string; readonly beforeNumber?: string };

const ends = words('a.m. p.m. A.M. P.M. etc. i.s.o. d.d.');
const { every, ...own } = listed;
const international = abbreviations('', { always: '' });
const byLanguage = new Map(
  Object.entries<Listed>(own).flatMap(([languages, lists]) =>
    languages.split(' ').map((language) => [language, abbreviations(language, lists)] as const),
  ),
);

/** Returns the abbreviations of a language, ignoring region and variant, and the international ones. */
export function abbreviationsOf(tag: LanguageTag): Abbreviations {
  return byLanguage.get(/^[^-]*/.exec(tag)?.[0] ?? tag) ?? international;
}

function abbreviations(language: string, { always, beforeNumber = '' }: Listed): Abbreviations {
  return {
    always: withCapitals(words(`${every.always} ${always}`)),
    beforeNumber: words(`${every.beforeNumber} ${beforeNumber}`),
    ends,
    ordinals: language === 'de',
  };
}

function withCapitals(list: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...list].flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]));
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter((word) => word.endsWith('.')));
}
