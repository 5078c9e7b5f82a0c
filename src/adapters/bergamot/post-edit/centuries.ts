import { ordinals } from '../../../text/checks/numerals.ts';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import type { Normalised } from './normalised.ts';

/** Of the first century and those after it. */
const romans = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI'.split(' ');
const anyRoman = romans.toReversed().join('|');
const anyOrdinal = `([1-9]|1\\d|2[01])(?:st|nd|rd|th)|(?:${ordinals.toReversed().join('|')})`;

type Centuries = {
  /** A century in the segment, and what the model gets for it. */
  readonly sent: RegExp;
  readonly known: (century: string) => string;
  /** How the model translates `known`. */
  readonly came: RegExp;
  /** The translation of a century. */
  readonly translate: (found: RegExpExecArray) => string;
};

const byPair: Readonly<Record<string, Centuries>> = {
  'es>en': {
    sent: new RegExp(`(?<=(?<!\\p{L})(?:[Ss]iglo|SIGLO) )(?:${anyRoman})(?![\\p{L}\\p{N}])`, 'gu'),
    known: () => 'XIX',
    came: /(?<!\p{L})(?:nineteenth|19th|XIX)(?!\p{L})/giu,
    translate: ([roman]) => figureOf(romans.indexOf(roman) + 1),
  },
  'en>es': {
    sent: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${anyOrdinal})[ -]century(?!\\p{L})`, 'giu'),
    known: (century) => `XIX ${century.slice(-'century'.length)}`,
    came: /(?<!\p{L})XIX(?!\p{L})/gu,
    translate: ([century, figure]) => {
      const word = century.slice(0, -' century'.length).toLowerCase();
      return romans[figure === undefined ? ordinals.indexOf(word) : Number(figure) - 1] ?? '';
    },
  },
};

/**
 * Replaces the centuries of a segment by the one that small models know, and puts them back. The starter models
 * translate nearly every century as the nineteenth.
 */
export function normaliseCenturies(segment: string, { source, target }: LanguagePair): Normalised {
  const centuries = byPair[`${tagParts(source).language}>${tagParts(target).language}`];
  const unchanged = { text: segment, restore: (translation: string) => translation };
  if (centuries === undefined) return unchanged;
  const translations = Array.from(segment.matchAll(centuries.sent), centuries.translate);
  if (translations.length === 0) return unchanged;
  return {
    text: segment.replace(centuries.sent, centuries.known),
    // With another number of them it is unknown which is which. The check of numbers reports such a translation.
    restore: (translation) => {
      if (translation.match(centuries.came)?.length !== translations.length) return translation;
      const waiting = translations.values();
      return translation.replace(centuries.came, () => waiting.next().value ?? '');
    },
  };
}

function figureOf(number: number): string {
  const ending = number > 3 && number < 21 ? 'th' : ['st', 'nd', 'rd'][(number % 10) - 1];
  return `${number}${ending}`;
}
