import { ordinalFigure, ordinals } from '../../../text/checks/number-words.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import type { Normalised } from './normalised.ts';

/** From 1 to 21. */
export const romans: readonly string[] =
  'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI'.split(' ');
const anyRoman = romans.toReversed().join('|');
/** From the fourth on, because "his first century" is another one. */
const anyOrdinal = `([4-9]|1\\d|2[01])(?:st|th)|${[...ordinals.keys()].slice(3, romans.length).toReversed().join('|')}`;

type Centuries = {
  readonly pattern: RegExp;
  /** Writes the nineteenth in place of a century. */
  readonly substitute: (century: string) => string;
  readonly nineteenth: RegExp;
  readonly translate: (found: RegExpExecArray) => string;
};

const byPair: Readonly<Record<string, Centuries>> = {
  'es>en': {
    // Not the publisher Siglo XXI Editores.
    pattern: new RegExp(
      `(?<=(?<!\\p{L})(?:(?:siglo|SIGLO|Siglo(?![ \\u00a0][IVX]+[ \\u00a0]\\p{Lu}))[ \\u00a0]|[Ss]iglos (?:[IVX]+,? (?:[yeoa] )?){0,4}))(?:${anyRoman})(?![\\p{L}\\p{N}])`,
      'gu',
    ),
    substitute: () => 'XIX',
    nineteenth: /(?<!\p{L})(?:nineteenth|19th|XIX)(?!\p{L})/giu,
    translate: ([roman]) => ordinalFigure(String(romans.indexOf(roman) + 1)),
  },
  'en>es': {
    // Not "thirty-fifth", nor 20th Century Fox.
    pattern: new RegExp(`(?<![\\p{L}\\p{N}]|ty-)(?:${anyOrdinal})[ \\u00a0-](?-i:century|CENTURY)(?!\\p{L})`, 'giu'),
    substitute: (century) => `XIX ${century.slice(-'century'.length)}`,
    nineteenth: /(?<!\p{L})XIX(?!\p{L})/gu,
    translate: ([century, figure]) => {
      const ordinal = century.slice(0, -' century'.length).toLowerCase();
      return romans[Number(figure ?? ordinals.get(ordinal)) - 1] ?? '';
    },
  },
};

/** Sends each century as the nineteenth, which the starter models know, and restores them if all are found. */
export function normaliseCentury(segment: string, { source, target }: LanguagePair): Normalised {
  const unchanged = { text: segment, restore: (translation: string) => translation };
  const centuries = byPair[`${tagParts(source).language}>${tagParts(target).language}`];
  if (centuries === undefined) return unchanged;
  const { pattern, substitute, nineteenth, translate } = centuries;
  const found = Array.from(segment.matchAll(pattern), translate);
  return {
    text: segment.replace(pattern, substitute),
    restore: (translation) => {
      if (found.length === 0 || translation.match(nineteenth)?.length !== found.length) return translation;
      const next = found.values();
      const restored = translation.replace(nineteenth, () => next.next().value ?? '');
      return restored.replace(/\b(a) (?=(?:8|11|18)th\b)/gi, '$1n ');
    },
  };
}
