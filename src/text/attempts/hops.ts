import { ServiceError } from '../../ground/service-error.ts';
import type { Outcome } from '../cache/translation-cache.ts';
import { withLikeCapitals } from '../checks/capitals.ts';
import { findIssue, type Issue, losesWordsAtPoint } from '../checks/check.ts';
import { withLikeEnd } from '../checks/final-punctuation.ts';
import { withOpeningMarks } from '../checks/opening-marks.ts';
import { cutAtClauses, cutAtQuotes, cutProtectedOut, type Pieces } from '../checks/pieces.ts';
import { losesQuotes, withLikeQuotes } from '../checks/quotation-marks.ts';
import { repairTokens } from '../checks/repair-tokens.ts';
import { emptiesPair } from '../checks/tokens.ts';
import { hasTokens } from '../document/token.ts';
import type { TextEvents } from '../events.ts';
import type { Detector } from '../languages/detector.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import { translateAsSentence, translateItems, withoutUnknownWords } from './copied-words.ts';
import type { EngineRequests, Hop } from './engine-requests.ts';
import { type EngineSegment, isLastTry, onHop, segmentText, withTextOf } from './segment.ts';

export type HopParts = { readonly detector: Detector; readonly events: Pick<TextEvents, 'repairTried'> };

type Repair = {
  readonly repair: 'split' | 'cut_out';
  readonly cut: (sentence: string) => Pieces | undefined;
  readonly isFor: (segment: EngineSegment, issue: Issue) => boolean;
};

/** Repairs for a translation that fails a check, in order of trial. */
const repairs: readonly Repair[] = [
  { repair: 'split', cut: cutAtClauses, isFor: (segment, issue) => isLastTry(segment) || issue !== 'tokens' },
  { repair: 'cut_out', cut: cutProtectedOut, isFor: isLastTry },
];

/** For a valid translation that lacks quotation marks. */
const quotesRepairs: readonly Repair[] = [{ repair: 'split', cut: cutAtQuotes, isFor: () => true }];

const letter = /\p{L}/u;
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

const hopsByRoute = new WeakMap<Route, readonly Hop[]>();

/** Returns the hops of a route, in order. Always the same ones, because most requests use few routes. */
export function hopsOf(route: Route): readonly Hop[] {
  const known = hopsByRoute.get(route);
  if (known !== undefined) return known;
  const { engine, path } = route;
  const hops = path.slice(1).map((target, at) => ({ engine, pair: { source: path[at] as LanguageTag, target } }));
  hopsByRoute.set(route, hops);
  return hops;
}

/**
 * Checks each hop, because a later hop cannot restore lost text, and hides that an earlier hop returned the text
 * unchanged. @throws any error of the engine
 */
export async function translateHops(
  parts: HopParts,
  requests: EngineRequests,
  { hops, segment }: { readonly hops: readonly Hop[]; readonly segment: EngineSegment },
): Promise<Outcome> {
  let translation = segmentText(segment);
  let outcome: Outcome = { kind: 'valid', translation };
  for (let index = 0; index < hops.length; index++) {
    const hop = hops[index] as Hop;
    const place = { isFirst: index === 0, isLast: index === hops.length - 1 };
    const reached = index === 0 ? segment : withTextOf(segment, translation);
    outcome = await translateHop(parts, requests, { hop, segment: onHop(reached, place) });
    if (outcome.kind === 'invalid') return outcome;
    translation = outcome.translation;
  }
  return outcome;
}

/** Reports the issue of the engine's own translation, not that of a repair. */
async function translateHop(
  parts: HopParts,
  requests: EngineRequests,
  { hop, segment }: { readonly hop: Hop; readonly segment: EngineSegment },
): Promise<Outcome> {
  const sentence = segmentText(segment);
  const whole = normalise(sentence, await requests.ask(hop, segment), hop);
  const check = checkOf(parts, hop, segment);
  const first = check(whole);
  const lacksQuotes = first.kind === 'valid' && losesQuotes(sentence, whole);
  const isUsable = first.kind === 'valid' && !lacksQuotes && !losesWordsAtPoint(sentence, whole);
  if (isUsable || (first.kind === 'invalid' && first.issue === 'copy')) {
    const other = hop.engine.copiesInFragments
      ? ((await translateItems(requests, hop, { segment, translation: whole })) ??
        (await translateAsSentence(requests, hop, { segment, translation: whole })))
      : undefined;
    const second = other === undefined ? first : check(normalise(sentence, other, hop));
    if (second.kind === 'valid') return second;
    if (isUsable) return first;
  }
  const issue = first.kind === 'valid' ? 'empty' : first.issue;
  const known = await withoutUnknownWords(requests, hop, { sentence, translation: whole, issue });
  if (known !== undefined && check(known.translation, known.sentence).kind === 'valid')
    return { kind: 'valid', translation: whole };
  for (const { repair, cut, isFor } of lacksQuotes ? quotesRepairs : repairs) {
    const pieces = isFor(segment, issue) ? cut(sentence) : undefined;
    if (pieces === undefined) continue;
    const asked = pieces.texts.map((text) => requests.ask(hop, withTextOf(segment, text)));
    const translations = await Promise.all(asked).catch((error: unknown) => {
      if (!isDown(error)) throw error;
      return undefined;
    });
    // Another route may still translate the sentence.
    if (translations === undefined) break;
    const own = pieces.texts.map((text, index) => normalise(text, translations[index] ?? '', hop));
    // The check of the joined pieces does not detect that one of them is empty.
    const outcome: Outcome = own.every((text) => letter.test(text))
      ? check(pieces.join(own))
      : { kind: 'invalid', issue: 'empty' };
    parts.events.repairTried({ issue, repair, succeeded: outcome.kind === 'valid' });
    if (outcome.kind === 'valid') return outcome;
  }
  return first;
}

/** Whether another route, or the same one later, may succeed. */
export function isDown(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'engine_unavailable';
}

/** Removes line breaks, and white space at the ends. Also repairs tokens, spaces and capitals. */
function normalise(sentence: string, translation: string, { pair }: Hop): string {
  const line = translation.replace(breaks, ' ').trim();
  if (line === sentence) return withOpeningMarks(sentence, line, pair);
  const quoted = withLikeQuotes(sentence, withoutStrayPunctuation(sentence, withoutStraySpaces(sentence, line)));
  const plain = withOpeningMarks(sentence, withLikeEnd(sentence, quoted, pair), pair);
  return withLikeCapitals(sentence, hasTokens(sentence) ? repairTokens(sentence, plain) : plain, pair.target);
}

function checkOf({ detector }: HopParts, { pair }: Hop, segment: EngineSegment) {
  return (translation: string, sentence = segmentText(segment)): Outcome => {
    const found = findIssue({ pair, sentence, translation, detector });
    // A missed entry may leave its pair empty.
    const issue = found ?? (typeof segment === 'string' && emptiesPair(sentence, translation) ? 'tokens' : undefined);
    return issue === undefined ? { kind: 'valid', translation } : { kind: 'invalid', issue };
  };
}

/** A hyphen left by an omitted pronoun: "dit-" from "dit-il". */
const looseHyphen = /(?<=[\p{L}\p{M}])-(?=$|[\s,.;:!?…)\]}»”])/gu;
/** Two translations of one word, from a dictionary: "banker/bankar", unlike "and/or". */
const alternative = /(?<![\p{L}\p{M}])([\p{L}\p{M}]{2})([\p{L}\p{M}]+)\/\1[\p{L}\p{M}]+/giu;
/** A full stop after that of an abbreviation: "Dr..Jones". */
const doubledPoint = /(?<!\.)\.(?=\.(?!\.))/g;
/** French has a space after its opening quotation marks. */
const spaceBehindOpening = /(?<=[“‘¿¡([{]) /gu;

/** A quick test that every text with such a space passes. */
const opening = /[“‘¿¡([{]/;

/** Removes punctuation that is not in the sentence, and writes apostrophes and quotation marks as the sentence does. */
export function withoutStrayPunctuation(sentence: string, translation: string): string {
  const mayHoldTwo = translation.includes('/') && !sentence.includes('/');
  const single = mayHoldTwo ? translation.replaceAll(alternative, '$1$2') : translation;
  const pointed = single.includes('..') ? without(doubledPoint, sentence, single) : single;
  const unhyphened = without(looseHyphen, sentence, pointed);
  const unopened = opening.test(unhyphened) ? without(spaceBehindOpening, sentence, unhyphened) : unhyphened;
  const unspaced = withHuggingQuotes(sentence, unopened);
  const quoted = sentence.includes('‘') ? unspaced : unspaced.replaceAll('‘', "'");
  return sentence.includes('’') && !sentence.includes("'") ? quoted.replaceAll("'", '’') : quoted;
}

function without(pattern: RegExp, sentence: string, translation: string): string {
  return translation.search(pattern) < 0 || sentence.search(pattern) >= 0
    ? translation
    : translation.replaceAll(pattern, '');
}

/** Removes spaces inside straight quotation marks if the sentence has none there. */
function withHuggingQuotes(sentence: string, translation: string): string {
  if (!translation.includes('"')) return translation;
  const [quoted, own] = [translation.split('"'), sentence.split('"')];
  const hugs = own.every((part, index) => index % 2 === 0 || part === part.trim());
  if (!hugs || quoted.length % 2 === 0 || quoted.length !== own.length) return translation;
  return quoted.map((part, index) => (index % 2 === 1 ? part.trim() : part)).join('"');
}

/** Before punctuation that no language spaces (French spaces other signs). ".NET" and ".5" begin with a point. */
const spaceBeforeSign = / (?=(?:[,.…]+|[)\]}])(?![\p{L}\p{N}]))/gu;

/** A quick test that every text with such a space passes. */
const spaceAndSign = /(?<= )[,.…)\]}]/;

/** Removes spaces that omitted words left, "The door opens .", unless the sentence has spaces before punctuation. */
export function withoutStraySpaces(sentence: string, translation: string): string {
  const single = translation.replaceAll(/ {2,}/g, ' ');
  if (!spaceAndSign.test(single)) return single;
  return sentence.search(spaceBeforeSign) >= 0 ? single : single.replaceAll(spaceBeforeSign, '');
}
