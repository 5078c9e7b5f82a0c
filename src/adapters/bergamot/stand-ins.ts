import { unspacedScripts } from '../../core/languages/unspaced-scripts.ts';
import type { Stretch } from './long-text.ts';

/** A stand-in in a translation; `index` says for which of the words. */
export type FoundStandIn = Stretch & { readonly index: number };

/**
 * Letters that begin the codes. The shape was chosen by measuring; see docs/engines/bergamot.md.
 */
const codeLetters = [...'XZKVYTRBDFGHJLMNPSWC'];
const firstCode = 71;
const codes = 90;

const names = [
  'David',
  'Robert',
  'Martin',
  'Daniel',
  'Victor',
  'Oscar',
  'Simon',
  'Adam',
  'Felix',
  'Hugo',
  'Leo',
  'Max',
];

/** What is tried, one way after another, until each stand-in comes back once. */
export const standInKinds = ['code', 'name'] as const;

export type StandInKind = (typeof standInKinds)[number];

/**
 * What words that must not be translated are to the model: to it they are names, which it mostly copies, and the words
 * around them are translated as around a name.
 *
 * @param segment holds none of them
 * @returns one for each of `count` words, by their order only; at most 1,600
 */
export function standInsFor(kind: StandInKind, segment: string, count: number): readonly string[] {
  const taken = segment.toLowerCase();
  const chosen: string[] = [];
  for (const candidate of candidates(kind)) {
    if (chosen.length === count) break;
    if (!taken.includes(candidate.toLowerCase())) chosen.push(candidate);
  }
  return chosen;
}

function* candidates(kind: StandInKind): Generator<string> {
  if (kind === 'name') yield* names;
  for (const codeLetter of codeLetters) {
    for (let index = 0; index < codes; index++) yield `${codeLetter}${10 + ((firstCode - 10 + index) % codes)}`;
  }
}

/** Digits and letters that some languages write in other forms. */
const otherForms = /[\uFF01-\uFF5E\u0660-\u0669\u06F0-\u06F9]/g;
const wideOffset = 0xfee0;
/** A stand-in is no end of a longer word; it may get an ending, as names do in many languages. */
const standIn = new RegExp(
  `(?<![[\\p{L}\\p{N}]--[${unspacedScripts}]])(?:[A-Z]\\d\\d(?!\\d)|${names.join('|')})`,
  'giv',
);

/** Where in a translation stand-ins are, in whatever case, from left to right. */
export function findStandIns(text: string, standIns: readonly string[]): readonly FoundStandIn[] {
  const indexes = new Map(standIns.map((each, index) => [each.toLowerCase(), index]));
  return [...text.replaceAll(otherForms, plainForm).matchAll(standIn)].flatMap(({ 0: found, index: start }) => {
    const index = indexes.get(found.toLowerCase());
    return index === undefined ? [] : [{ index, start, end: start + found.length }];
  });
}

function plainForm(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - wideOffset);
  return String(code & 0xf);
}
