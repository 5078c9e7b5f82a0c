/** A segment to translate again with words that the dictionaries have, and how to use its translation. */
export type Retry = { readonly segment: string; merge(translation: string): string };

/** Names that every dictionary of English has and no mode changes. */
const names = ['Peter', 'David', 'Robert', 'Richard'];
const token = '\uFDD0[\uE000-\uE3E7]';
/** A token, or a word, before a genitive; between them, tags may end. */
const owners = new RegExp(
  `(?:${token}|(?<![\\p{L}\\p{N}-])[\\p{L}\\p{N}-]{1,60})(?=(?:\uFDD2[\uE000-\uE3E7])*['’]s(?!\\p{L}))`,
  'gu',
);
const nameOrToken = /[\p{Lu}\p{N}\uFDD0]/u;
const beforeToken = new RegExp(`^\\P{L}*(\\p{L}\\p{Ll}+) (${token})`, 'u');

/**
 * Returns the segment with known names for the owners before a genitive, if the translation has no genitive for one:
 * modes read the ending of an unknown word as "is" or "has".
 */
export function knownOwners(segment: string, translation: string): Retry | undefined {
  if (!/['’]s(?!\p{L})/u.test(segment)) return undefined;
  const found = [...new Set((segment.match(owners) ?? []).filter((owner) => isMissed(owner, translation)))];
  const free = names.filter((name) => !segment.includes(name));
  if (found.length === 0 || found.length > free.length) return undefined;
  const known = new Map(found.map((owner, index) => [owner, free[index] ?? '']));
  return {
    segment: segment.replace(owners, (owner) => known.get(owner) ?? owner),
    merge(second) {
      const used = [...known.values()];
      const isComplete = used.every((name) => second.split(name).length === 2);
      if (!isComplete || !used.every((name) => isOwner(name, second))) return translation;
      return [...known].reduce((text, [owner, name]) => text.replace(name, () => owner), second);
    },
  };
}

function isMissed(owner: string, translation: string): boolean {
  return nameOrToken.test(owner) && translation.includes(owner) && !isOwner(owner, translation);
}

function isOwner(name: string, text: string): boolean {
  const before = text.slice(0, text.indexOf(name)).replaceAll(tag, '');
  return genitive.test(before.slice(-genitiveUnitsMax));
}

/** "of", also with an article, in the languages that modes translate English to. */
const genitive = /(?<!\p{L})d(?:els?|[aeo]s?)?['’\s]\s?(?:(?:el|las?|los|l['’])\s?)?$/iu;
const tag = /[\uFDD1\uFDD2][\uE000-\uE3E7]/g;
const genitiveUnitsMax = 12;

/**
 * Returns the segment with a figure for the token after its first word, if the translation copies that word: taggers
 * read a verb before an unknown word as a noun or a name.
 */
export function figureForToken(segment: string, translation: string): Retry | undefined {
  const [, word, quantity] = beforeToken.exec(segment) ?? [];
  if (word === undefined || quantity === undefined || segment.includes(figure)) return undefined;
  if (!translation.replace(/^\P{L}+/u, '').startsWith(`${word} `)) return undefined;
  return {
    segment: segment.replace(quantity, figure),
    merge(second) {
      const isUsable = second.split(figure).length === 2 && !firstPerson.test(second);
      return isUsable ? second.replace(figure, () => quantity) : translation;
    },
  };
}

const figure = '88';
/** "Radio 5" as a verb, which is rare in texts with placeholders. */
const firstPerson = /^\P{L}*I /u;
