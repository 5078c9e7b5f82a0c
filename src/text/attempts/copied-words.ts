import { fitPiece } from '../checks/capitals.ts';
import type { Issue } from '../checks/check.ts';
import { areRelated } from '../checks/copies.ts';
import { readWords } from '../checks/words.ts';
import { hasTokens } from '../document/token.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { EngineRequests, Hop } from './engine-requests.ts';
import { type EngineSegment, segmentText, withTextOf } from './segment.ts';

const capital = /^\p{Lu}/u;
const signAtEnd = /[^\p{L}\p{M}\p{N}]$/u;
/** Longer segments are hardly ever fragments. */
const wordsMax = 12;
/** Behind no number, and no token for a word. */
const firstLetter = /^[^\p{L}\p{N}\uFDD0]*\p{L}/u;

/**
 * Translates a fragment again, as a sentence, because models copy words of fragments: `hola mundo` becomes `hola
 * world`, but `Hola mundo.` `Hello world.` Undefined unless fewer words are copied. @throws any error of the engine
 */
export async function translateAsSentence(
  requests: EngineRequests,
  hop: Hop,
  { segment, translation }: { readonly segment: EngineSegment; readonly translation: string },
): Promise<string | undefined> {
  const fragment = segmentText(segment);
  if (signAtEnd.test(fragment) || areRelated(hop.pair)) return undefined;
  const words = readWords(fragment);
  const sent = new Set(words.map((word) => word.toLowerCase()));
  const copiesIn = (text: string) => readWords(text.toLowerCase()).filter((word) => sent.has(word));
  const copied = copiesIn(translation);
  // A word with a capital inside a fragment may be a name.
  const isDoubtful = words.some((word, at) => (at === 0 || !capital.test(word)) && copied.includes(word.toLowerCase()));
  if (!isDoubtful || words.length > wordsMax) return undefined;
  const sentence = `${fragment.replace(firstLetter, (start) => start.toLocaleUpperCase(hop.pair.source))}.`;
  const other = fitPiece(fragment, await requests.ask(hop, withTextOf(segment, sentence)), { isFirst: true });
  const losesWords = readWords(other).length < readWords(translation).length;
  return copiesIn(other).length < copied.length && !losesWords ? other : undefined;
}

/** Signs and halves of pairs at which an item of a label, a choice or a quotation ends. */
const itemEnd = /[:/|;"“”«»\uFDD1\uFDD2][\uE000-\uEF9F]?/u;
const itemEdges = /^[\s([]+|[\s)\].!]+$/gu;
const endsInWord = /[\p{L}\p{M}\p{N}]$/u;
const beginsWithWord = /^[\p{L}\p{M}\p{N}]/u;
const itemWordsMax = 3;
/** Shorter ones are units, marks and abbreviations. */
const itemLettersMin = 3;
const itemsMax = 20;
/** In UTF-16 units. Longer segments are no labels, and would take time. */
const labelUnitsMax = 1_000;

/**
 * Translates copied items again, each alone, because models copy words with a capital: `Colores: Rojo, Verde` becomes
 * `Colors: Rojo, Verde`, but `Verde` `Green`. Undefined unless one has a translation. @throws any error of the engine
 */
export async function translateItems(
  requests: EngineRequests,
  hop: Hop,
  { segment, translation }: { readonly segment: EngineSegment; readonly translation: string },
): Promise<string | undefined> {
  const text = segmentText(segment);
  if (text.length > labelUnitsMax || areRelated(hop.pair)) return undefined;
  const isCopied = (item: string) => around(item, translation).length === 2 && around(item, text).length === 2;
  const lists = itemsOf(text, hop.pair.source).map((items) => (items.some(isName) ? [] : items.filter(isCopied)));
  if (lists.flat().length > itemsMax) return undefined;
  let replaced = translation;
  for (const items of lists) {
    const asked = await Promise.all(items.map((item) => requests.ask(hop, withTextOf(segment, item))));
    const own = items.map((item, index) => fitPiece(item, asked[index] ?? '', { isFirst: true }));
    // Engines copy names also alone. Beside a name, others may be names.
    if (items.some((item, index) => own[index] === '' || own[index] === item)) continue;
    for (const [index, item] of items.entries()) replaced = around(item, replaced).join(own[index]);
  }
  return replaced === translation ? undefined : replaced;
}

/** Whether several words have a capital: "Pablo Neruda". Alone, engines would translate some names, and turn others. */
function isName(item: string): boolean {
  return readWords(item).filter((word) => capital.test(word)).length > 1;
}

const jointsByLanguage = new Map<LanguageTag, readonly string[]>();

/** @returns "and" and "or" with their spaces. Source: Unicode CLDR */
function jointsOf(language: LanguageTag): readonly string[] {
  const known = jointsByLanguage.get(language);
  if (known !== undefined) return known;
  const joints = (['conjunction', 'disjunction'] as const).map((type) => {
    return new Intl.ListFormat(language, { type }).formatToParts(['a', 'b'])[1]?.value ?? ',';
  });
  jointsByLanguage.set(language, joints);
  return joints;
}

/** The lists of a text, of one item or more each. Not the whole text. */
function itemsOf(text: string, language: LanguageTag): readonly (readonly string[])[] {
  const joints = jointsOf(language);
  return text.split(itemEnd).map((part) => {
    const items = listItems(part, joints).map((item) => item.replace(itemEdges, ''));
    return items.filter((item) => {
      const words = readWords(item);
      const isShort = words.length <= itemWordsMax && words.join('').length >= itemLettersMin;
      return isShort && item !== text && !hasTokens(item);
    });
  });
}

/**
 * Three words or groups with commas, or two with "and" or "or". Others, such as `Hola, Rosa`, may have a name.
 * @param joints of `jointsOf`
 */
function listItems(part: string, joints: readonly string[]): readonly string[] {
  const groups = joints.reduce((list, joint) => list.flatMap((group) => group.split(joint)), [part]);
  const items = groups.flatMap((group) => group.split(', '));
  const isList = items.length > 2 || groups.length === 2;
  const capitals = items.filter((item) => capital.test(item.trim())).length;
  return isList && (capitals === 0 || capitals === items.length) ? items : [part];
}

/** @returns the texts before, between and behind the places of an item as whole words */
function around(item: string, text: string): readonly string[] {
  const parts = text.split(item);
  return parts.reduce<readonly string[]>((apart, part) => {
    const before = apart.at(-1);
    if (before === undefined) return [part];
    if (!endsInWord.test(before) && !beginsWithWord.test(part)) return [...apart, part];
    return [...apart.slice(0, -1), before + item + part];
  }, []);
}

/** More copied words than this are not asked about. */
const askedMax = 100;

/** Issues that words may cause which the engine does not know. */
const issues: ReadonlySet<Issue> = new Set(['copy', 'script']);

type Copied = { readonly sentence: string; readonly translation: string };

/**
 * Removes words that the engine returns as they are, also alone: no other attempt can differ. Undefined if there are
 * none, or if `issue` has another cause. @throws any error of the engine
 */
export async function withoutUnknownWords(
  requests: EngineRequests,
  hop: Hop,
  { sentence, translation, issue }: Copied & { readonly issue: Issue },
): Promise<Copied | undefined> {
  if (hop.engine.keepsUnknownWords !== true || !issues.has(issue)) return undefined;
  const sent = new Set(readWords(sentence));
  const copied = [...new Set(readWords(translation))].filter((word) => sent.has(word)).slice(0, askedMax);
  const alone = await Promise.all(copied.map((word) => requests.ask(hop, word)));
  const unknown = new Set(copied.filter((word, index) => alone[index]?.trim() === word));
  if (unknown.size === 0) return undefined;
  const known = (text: string): string =>
    readWords(text)
      .filter((word) => !unknown.has(word))
      .join(' ');
  return { sentence: known(sentence), translation: known(translation) };
}
