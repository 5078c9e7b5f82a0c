import type { LanguagePair } from '../../../text/languages/language.ts';
import { possibleCodes } from '../../../text/languages/language-name.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import { capitalised } from './capitals.ts';

type Names = readonly [name: string, translation: string];

type NamesOfPair = {
  /** Of countries and languages, by the source's name in small letters. */
  readonly all: ReadonlyMap<string, Names>;
  /** Countries of one word whose names differ. */
  readonly countries: ReadonlyMap<string, string>;
};

/** Between other languages the models know these names. */
const languages = new Set(['en', 'es']);
/** Also common words, cities or first names. */
const ambiguous = new Set('Reunión Granada Guadalupe Mauricio Jordan corso cree venda'.split(' '));
/** Shorter names are often words, such as "ido". */
const lengthMin = 4;
const oneWord = /^\p{L}+$/u;
/** Not "Congo - Brazzaville". */
const plain = /^(?!.* - )./u;

const namesByPair = new Map<string, NamesOfPair>();

const copiedName =
  /(?<![\p{L}\p{M}\p{N}\p{Co}_@#./\\:-])\p{Lu}\p{L}{3,}(?![\p{L}\p{M}\p{N}\uFDD0-\uFDD4_@/\\'’-]|\.[\p{L}\p{N}])/gu;
const wordBefore = /(\p{Lu}\p{L}*) $/u;
const wordBehind = /^ \p{Lu}/u;
const marksAround = /^[¿¡]+|[.:!?…]+$/gu;

/** From Unicode CLDR, if the segment is a country or language. Starter models translate "Germany" as "Germanía". */
export function translateName(segment: string, pair: LanguagePair): string | undefined {
  const given = segment.replace(marksAround, '');
  const [name, translation] = namesOf(pair)?.all.get(given.toLowerCase()) ?? [];
  if (name === undefined || translation === undefined) return undefined;
  const isRaised = given === capitalised(name, pair.source);
  if (isRaised || given === name) return isRaised ? capitalised(translation, pair.target) : translation;
  return given === name.toUpperCase() ? translation.toUpperCase() : undefined;
}

/** Translates names of countries that a model copied, unless they are part of a longer name. */
export function translateCopiedNames(segment: string, translation: string, pair: LanguagePair): string {
  const countries = namesOf(pair)?.countries;
  if (countries === undefined) return translation;
  let sent: ReadonlySet<string> | undefined;
  return translation.replace(copiedName, (found, index: number) => {
    const name = countries.get(found);
    if (name === undefined) return found;
    sent ??= new Set(segment.match(/\p{L}+/gu));
    const end = index + found.length;
    const [, previous = ''] = wordBefore.exec(translation.slice(Math.max(0, index - 30), index)) ?? [];
    const isPart = sent.has(previous) || wordBehind.test(translation.slice(end, end + 2));
    return sent.has(found) && !isPart ? name : found;
  });
}

function namesOf({ source, target }: LanguagePair): NamesOfPair | undefined {
  const [from, into] = [tagParts(source).language, tagParts(target).language];
  if (!languages.has(from) || !languages.has(into)) return undefined;
  const key = `${from}>${into}`;
  let names = namesByPair.get(key);
  if (names === undefined) {
    const regions = namesOfType('region', from, into);
    // A country counts more than a language of its name: Nauru.
    const all = [...namesOfType('language', from, into), ...regions];
    names = {
      all: new Map(all.map((both) => [both[0].toLowerCase(), both])),
      countries: new Map(regions.filter(([name, translation]) => name !== translation && oneWord.test(name))),
    };
    namesByPair.set(key, names);
  }
  return names;
}

function namesOfType(type: 'region' | 'language', from: string, into: string): readonly Names[] {
  const [sources, targets] = [from, into].map((locale) => new Intl.DisplayNames(locale, { type, fallback: 'none' }));
  return possibleCodes.flatMap((code) => {
    // English readers know Türkiye by its older name.
    const [name = '', translation = ''] = [sources, targets].map((names) =>
      names?.of(type === 'region' ? code.toUpperCase() : code)?.replace('Türkiye', 'Turkey'),
    );
    const isUsable = name.length >= lengthMin && !ambiguous.has(name) && plain.test(translation);
    return isUsable ? [[name, translation] as const] : [];
  });
}
