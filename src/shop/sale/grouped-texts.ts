import { ServiceError } from '../../ground/service-error.ts';
import { detectSource, guessLanguage } from '../../text/languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import type { Route } from '../../text/languages/routes.ts';
import { type ApprovedSourcesParts, approvedSources } from './approved-sources.ts';
import { chooseRoutes, hasLetters, type TextRouteParts } from './routes-of-text.ts';
import type { BatchRequest, Stopwatch } from './translate.ts';

/** The texts of one pair, by their numbers in the request. */
export type TextGroup = {
  readonly pair: LanguagePair;
  readonly routes: readonly Route[];
  readonly numbers: readonly number[];
};

export type GroupingParts = TextRouteParts & ApprovedSourcesParts;

export type GroupingCall = {
  readonly request: Pick<
    BatchRequest,
    'accountId' | 'memoryVersion' | 'markup' | 'texts' | 'source' | 'target' | 'guessesSource'
  >;
  readonly signal: AbortSignal;
  readonly stopwatch: Stopwatch;
};

export type GroupedTexts = {
  /** Without texts that are returned unchanged: those without letters, and those in the language of their target. */
  readonly groups: readonly TextGroup[];
  /** The language of a text, by its number. */
  readonly sourceOf: (number: number) => LanguageTag;
};

/** Groups texts by pair. @throws ServiceError as `TranslateBatch`, for faults of languages */
export async function groupTexts(parts: GroupingParts, call: GroupingCall): Promise<GroupedTexts> {
  const { texts, source } = call.request;
  const lettered = texts.flatMap((text, number) => (hasLetters(text) ? [number] : []));
  const languages =
    source === 'auto'
      ? await detectSources(parts, call, lettered)
      : new Map(lettered.map((number) => [number, tagAt(source, number)]));
  const pairOf = (number: number): LanguagePair => {
    const target = targetOf(call.request, number);
    return { source: languages.get(number) ?? target, target };
  };
  const byPair = Map.groupBy(lettered, (number) => {
    const pair = pairOf(number);
    return `${pair.source}>${pair.target}`;
  });
  const groups = [...byPair.values()]
    .map((numbers): TextGroup => {
      const pair = pairOf(numbers[0] ?? 0);
      return { pair, routes: chooseRoutes(parts.catalogue, pair), numbers };
    })
    .filter(({ routes }) => routes.length > 0);
  const sourceOf = (number: number) =>
    languages.get(number) ?? tagAt(source === 'auto' ? call.request.target : source, number);
  return { groups, sourceOf };
}

export function targetOf({ target }: Pick<BatchRequest, 'target'>, number: number): LanguageTag {
  return tagAt(target, number);
}

function tagAt(tags: LanguageTag | readonly LanguageTag[], number: number): LanguageTag {
  return typeof tags === 'string' ? tags : (tags[number] as LanguageTag);
}

/** Detects the languages of texts, by number. @throws ServiceError `unusable_texts` if some have no usable language */
async function detectSources(
  parts: GroupingParts,
  { request, signal, stopwatch }: GroupingCall,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, LanguageTag>> {
  const { detector, catalogue, turns, recentSources } = parts;
  const { accountId, texts, guessesSource } = request;
  const recent = await recentSources(accountId);
  const startedAt = performance.now();
  const among = catalogue.sourcesOffered();
  const turn = turns.begin();
  const found = new Map<number, LanguageTag>();
  const approved = await approvedSources(
    parts,
    { request, texts: numbers.map((number) => ({ text: texts[number] ?? '', target: targetOf(request, number) })) },
    signal,
  );
  for (const [index, number] of numbers.entries()) {
    const source = approved[index];
    if (source !== undefined) found.set(number, source);
    if (source !== undefined) continue;
    if (turn.isOver) await turn.pause();
    signal.throwIfAborted();
    const target = targetOf(request, number);
    const detection = detectSource(detector, { text: texts[number] ?? '', target, catalogue, recent });
    if (guessesSource) found.set(number, guessLanguage(detection) ?? target);
    else if (detection.kind === 'detected') found.set(number, detection.language);
  }
  let candidates: readonly LanguageTag[] = [];
  if (found.size < numbers.length) {
    const together = detector.detect(numbers.map((number) => texts[number]).join('\n'), among, recent);
    if (together.kind === 'undecided') candidates = together.candidates;
    else for (const number of numbers) found.set(number, found.get(number) ?? together.language);
  }
  stopwatch.record('detect', performance.now() - startedAt);
  const unusable = numbers
    .map((number) => ({ number, source: found.get(number), target: targetOf(request, number) }))
    .filter(({ source, target }) => source === undefined || catalogue.chooseRoutes({ source, target }).kind === 'none');
  if (unusable.length > 0) throw new ServiceError('unusable_texts', { data: { texts: unusable, candidates } });
  return found;
}
