import { endingRules, type NounForms, replaceEnding, wordsOf } from './noun-forms.ts';
import listed from './rules.json' with { type: 'json' };

const rules = listed.en;
const irregular = wordsOf(rules.irregular).map((pair) => pair.split('/'));
const irregularSingulars = new Map(irregular.map(([singular = '', plural = '']) => [plural, singular]));
const irregularPlurals = new Map(irregular.map(([singular = '', plural = '']) => [singular, plural]));
/** Words that end in s and are no plurals, or the same in both numbers. */
const unchanged = new Set(wordsOf(rules.unchanged));
/** Words that end in s and have plurals. */
const endingInS = new Set(wordsOf(rules.endingInS));
/** Nouns with another word as plural, or without one: users add those plurals as separate entries. */
const notInPlural = new Set(wordsOf(rules.notInPlural));
const singularRules = endingRules(rules.singulars);
const pluralRules = endingRules(rules.plurals);

export const english: NounForms = {
  singulars: (word, written) => {
    if (/^[A-Z][A-Z0-9]+s$/.test(written)) return [word.slice(0, -1)];
    const known = irregularSingulars.get(word);
    if (known !== undefined) return [known];
    if (unchanged.has(word) || endingInS.has(word) || irregularPlurals.has(word) || !/^[a-z][a-z0-9-]*$/.test(word))
      return [];
    // The plural of an acronym ends in a small s ("APIs"); a capital S belongs to the acronym ("DNS").
    if (/^[A-Z0-9-]{1,5}$/.test(written)) return [];
    const men = word.replace(/((?:[a-z]{3,}|wo)m)en$/, '$1an');
    if (men !== word && /(?:post|work|sales|fire|police|door|gentle|wo|chair|crafts|business|spokes)man$/.test(men)) {
      return [men];
    }
    const singular = replaceEnding(word, singularRules);
    return singular === undefined ? [] : [singular];
  },
  plural: (noun) => {
    const known = irregularPlurals.get(noun);
    if (known !== undefined) return known;
    if (isUncountable(noun)) return undefined;
    const isPlural = irregularSingulars.has(noun) || unchanged.has(noun);
    if (isPlural || !/^[a-z][a-z0-9-]*$/.test(noun) || noun.endsWith('ings')) return undefined;
    return replaceEnding(noun, pluralRules);
  },
};

/** Returns whether English has no plural of a noun, by its ending or a list. */
export function isUncountable(noun: string): boolean {
  return notInPlural.has(noun) || /(?:ware|ness|ics)$/.test(noun);
}
