import type { LanguageTag } from '../../../core/languages/language.ts';
import { tagParts } from '../../../core/languages/language-tag.ts';

/** What a sign at the end of a sentence says, whatever it looks like. */
export type Kind = 'stop' | 'question' | 'exclamation' | 'ellipsis' | 'colon' | 'comma' | 'semicolon';

const kinds: Readonly<Record<Kind, string>> = {
  stop: '.。．｡।॥۔։។።',
  question: '?？؟፧',
  exclamation: '!！՜',
  ellipsis: '…⋯',
  colon: ':：',
  comma: ',，、،',
  semicolon: ';；؛·',
};

const plain: Readonly<Record<Kind, string>> = {
  stop: '.',
  question: '?',
  exclamation: '!',
  ellipsis: '…',
  colon: ':',
  comma: ',',
  semicolon: ';',
};

const danda = { stop: '।' };
const arabic = { question: '؟', comma: '،', semicolon: '؛' };
const none = { stop: '', question: '', exclamation: '', comma: '', colon: '', semicolon: '' };
const wide = {
  stop: '。',
  question: '？',
  exclamation: '！',
  ellipsis: '……',
  colon: '：',
  comma: '，',
  semicolon: '；',
};

/** How signs look where they do not look as in English. Source: Unicode CLDR, exemplar punctuation of each language. */
const byLanguage: Readonly<Record<string, Partial<Record<Kind, string>>>> = {
  am: { stop: '።', comma: '፣', semicolon: '፤' },
  ar: arabic,
  as: danda,
  bn: danda,
  ckb: arabic,
  el: { question: ';', semicolon: '·' },
  fa: arabic,
  // A narrow space divides these from the word.
  fr: { question: '\u202F?', exclamation: '\u202F!', colon: '\u00A0:', semicolon: '\u202F;' },
  hi: danda,
  hy: { stop: '։' },
  ja: { ...wide, ellipsis: '…', comma: '、' },
  km: { stop: '។' },
  lo: none,
  my: { stop: '။' },
  ne: danda,
  or: danda,
  pa: danda,
  ps: arabic,
  sa: danda,
  sd: arabic,
  th: none,
  ug: arabic,
  ur: { ...arabic, stop: '۔' },
  zh: wide,
};

/** @param sign one of those at which sentences and their parts end */
export function kindOf(sign: string, language: LanguageTag): Kind {
  if (sign === ';' && tagParts(language).language === 'el') return 'question';
  for (const kind of Object.keys(kinds) as readonly Kind[]) if (kinds[kind].includes(sign)) return kind;
  return 'stop';
}

/** How the sign looks in a language; empty where that language writes none. */
export function signOf(kind: Kind, language: LanguageTag): string {
  return byLanguage[tagParts(language).language]?.[kind] ?? plain[kind];
}
