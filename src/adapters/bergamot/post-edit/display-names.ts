import type { LanguagePair, LanguageTag } from '../../../text/languages/language.ts';
import { capitalised } from './capitals.ts';

type Names = readonly [name: string, translation: string];

type DisplayNames = {
  /** Of countries and languages, by the source's name in small letters. */
  readonly all: ReadonlyMap<string, Names>;
  /** Countries of one word whose names differ. */
  readonly countries: ReadonlyMap<string, string>;
};

/** Also common words, cities or first names. */
const ambiguous = new Set(['Reunión', 'Granada', 'Jordan', 'cree']);
/** Shorter names are often words, such as "ido". */
const lengthMin = 4;

const oneWord = /^\p{L}+$/u;
/** Not "Congo - Brazzaville". */
const plain = /^(?!.* - )./u;

const kept = new Map<string, DisplayNames>();
const keptMax = 100;

const word = /(?<![\p{L}\p{Co}])\p{Lu}\p{L}{3,}(?!\p{L})/gu;
const wordBefore = /(\p{Lu}\p{L}*)[ -]$/u;
const wordBehind = /^[ -]\p{Lu}/u;
/** No name is longer. */
const nameLengthMax = 60;
const around = /^([^\p{L}]*)(.*?)([^\p{L})]*)$/u;

/**
 * Returns the translation of a segment that is the name of a country or language, as Unicode CLDR has it; undefined for
 * others. Lists of them are in many programs, and models translate "Germany" as "Germanía".
 */
export function translateName(segment: string, pair: LanguagePair): string | undefined {
  if (segment.length > nameLengthMax) return undefined;
  const [, before = '', given = '', behind = ''] = around.exec(segment) ?? [];
  const [name, translation] = namesOf(pair).all.get(given.toLocaleLowerCase(pair.source)) ?? [];
  if (name === undefined || translation === undefined) return undefined;
  if (given === name.toLocaleUpperCase(pair.source))
    return before + translation.toLocaleUpperCase(pair.target) + behind;
  if (given === capitalised(name, pair.source)) return before + capitalised(translation, pair.target) + behind;
  return given === name ? before + translation + behind : undefined;
}

/** Translates names of countries that a model copied, unless they are part of a longer name. */
export function translateCopiedNames(segment: string, translation: string, pair: LanguagePair): string {
  let sent: ReadonlySet<string> | undefined;
  return translation.replace(word, (found, index: number) => {
    const name = namesOf(pair).countries.get(found);
    if (name === undefined) return found;
    sent ??= new Set(segment.match(/\p{L}+/gu));
    const [, previous = ''] = wordBefore.exec(translation.slice(Math.max(0, index - 30), index)) ?? [];
    const isPart =
      sent.has(previous) || wordBehind.test(translation.slice(index + found.length, index + found.length + 2));
    return sent.has(found) && !isPart ? name : found;
  });
}

function namesOf({ source, target }: LanguagePair): DisplayNames {
  const key = `${source}>${target}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= keptMax) kept.clear();
  const regions = pairsOf('region', source, target);
  const all = [...regions, ...pairsOf('language', source, target)];
  const names: DisplayNames = {
    all: new Map(all.map((both) => [both[0].toLocaleLowerCase(source), both])),
    countries: new Map(regions.filter(([name, translation]) => name !== translation && oneWord.test(name))),
  };
  kept.set(key, names);
  return names;
}

function pairsOf(type: 'region' | 'language', source: LanguageTag, target: LanguageTag): readonly Names[] {
  if (Intl.DisplayNames.supportedLocalesOf([source, target]).length < 2) return [];
  const [from, into] = [source, target].map((locale) => new Intl.DisplayNames(locale, { type, fallback: 'none' }));
  const letters = [...(type === 'region' ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : 'abcdefghijklmnopqrstuvwxyz')];
  return letters.flatMap((first) =>
    letters.flatMap((second) => {
      const [name = '', translation = ''] = [from, into].map((names) => names?.of(first + second));
      const isUsable = name.length >= lengthMin && !ambiguous.has(name) && plain.test(translation);
      return isUsable ? [[name, translation] as const] : [];
    }),
  );
}
