import { orAborted } from '../../ground/abort.ts';
import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type Characters, characters, countCharacters } from '../../ground/units.ts';
import { type DocumentGroup, parseTexts, translateDocuments } from '../../text/attempts/translate-text.ts';
import { detectSource, guessLanguage } from '../../text/languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import type { Route } from '../../text/languages/routes.ts';
import { chooseRoutes } from './routes-of-text.ts';
import type { BatchReply, BatchRequest, TranslateBatch } from './translate.ts';
import { hasLetters, laps, type TranslateCall, type TranslatorParts } from './translator.ts';

/** By text: its language, and its translation unless it is returned unchanged and free. Also the stored reply. */
type Produced = readonly (readonly [source: LanguageTag, translated?: string])[];

/** The texts of one pair, by their numbers in the request. */
type Group = { readonly pair: LanguagePair; readonly routes: readonly Route[]; readonly numbers: readonly number[] };

/** The translations, by number. */
type Translated = ReadonlyMap<number, string>;

/** The language in the usage of texts with several sources or targets. Source: ISO 639-2. */
const multipleLanguages = 'mul' as LanguageTag;

export function createTranslateBatch(parts: TranslatorParts): TranslateBatch {
  return async (request, signal, stopwatch) => {
    const { accountId, idempotencyKey: key, source, target, texts } = request;
    if (key === undefined) {
      const produced = await produce(parts, { request, signal, stopwatch });
      assert(produced !== undefined, 'only a request with an Idempotency-Key can be answered elsewhere');
      return replyOf(request, produced, false);
    }
    const repeated = { accountId, key, request: JSON.stringify([source, target, texts]) };
    const { reply, replayed } = await parts.replies.run(repeated, signal, async (seal) => {
      const produced = await produce(parts, { request, signal, stopwatch, seal });
      return produced && JSON.stringify(produced);
    });
    return replyOf(request, JSON.parse(reply) as Produced, replayed);
  };
}

function replyOf(request: BatchRequest, produced: Produced, replayed: boolean): BatchReply {
  const { texts } = request;
  const target = commonOf(texts.map((_, number) => targetOf(request, number)));
  const translations = texts.map((text, number) => {
    const [source, translated] = produced[number] ?? [targetOf(request, number)];
    return { translatedText: translated ?? text, charged: charge(translated === undefined ? [] : [text]), source };
  });
  const charged = charge(texts.filter((_, number) => produced[number]?.[1] !== undefined));
  return { translations, charged, source: commonOf(produced.map(([source]) => source)), target, replayed };
}

function charge(texts: readonly string[]): Characters {
  return characters(texts.reduce((sum, text) => sum + countCharacters(text), 0));
}

function targetOf({ target }: BatchRequest, number: number): LanguageTag {
  return tagAt(target, number);
}

function tagAt(tags: LanguageTag | readonly LanguageTag[], number: number): LanguageTag {
  return typeof tags === 'string' ? tags : (tags[number] as LanguageTag);
}

function commonOf([first, ...others]: readonly LanguageTag[]): LanguageTag {
  return first !== undefined && others.every((other) => other === first) ? first : multipleLanguages;
}

/** Returns undefined if another node has answered the same Idempotency-Key first. Then nothing was charged. */
async function produce(parts: TranslatorParts, call: TranslateCall<BatchRequest>): Promise<Produced | undefined> {
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
    .map((numbers): Group => {
      const pair = pairOf(numbers[0] ?? 0);
      return { pair, routes: chooseRoutes(parts.catalogue, pair), numbers };
    })
    .filter(({ routes }) => routes.length > 0);
  const producedOf = (translated: Translated): Produced =>
    texts.map((_, number) => {
      const own = languages.get(number) ?? tagAt(source === 'auto' ? call.request.target : source, number);
      const translation = translated.get(number);
      return translation === undefined ? [own] : [own, translation];
    });
  return translateForCharge(parts, call, { groups, producedOf });
}

/** Detects the languages of texts, by number. @throws ServiceError `unusable_texts` if some have no usable language */
async function detectSources(
  { detector, catalogue, turns, recentSources }: TranslatorParts,
  { request, signal, stopwatch }: TranslateCall<BatchRequest>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, LanguageTag>> {
  const { accountId, texts, guessesSource } = request;
  const recent = await recentSources(accountId);
  const startedAt = performance.now();
  const among = catalogue.sourcesOffered();
  const turn = turns.begin();
  const found = new Map<number, LanguageTag>();
  for (const number of numbers) {
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

/**
 * Holds the cost of all texts, translates and captures. Texts of protected spans alone are free: they make the hold
 * smaller, because it is captured as a whole.
 */
async function translateForCharge(
  parts: TranslatorParts,
  call: TranslateCall<BatchRequest>,
  { groups, producedOf }: { readonly groups: readonly Group[]; readonly producedOf: (all: Translated) => Produced },
): Promise<Produced | undefined> {
  const { request, signal, stopwatch, seal } = call;
  const { accountId, keyId, texts } = request;
  const amountOf = ({ numbers }: Pick<Group, 'numbers'>) => charge(numbers.map((number) => texts[number] ?? ''));
  const sumOf = (some: typeof groups) => characters(some.reduce((sum, group) => sum + amountOf(group), 0));
  if (groups.length === 0) return producedOf(new Map());
  const lap = laps();
  await using held = await parts.ledger.hold({ accountId, keyId, amount: sumOf(groups) });
  stopwatch.record('hold', lap());
  const parsed = await parseGroups(parts, call, groups);
  const amount = sumOf(parsed);
  if (amount === 0) return producedOf(new Map());
  await held.reduceTo(amount);
  const documents = await translateDocuments(parts, { groups: parsed, share: accountId }, signal);
  const largest = parsed.reduce((best, group) => (amountOf(group) > amountOf(best) ? group : best));
  const engine = documents[parsed.indexOf(largest)]?.[0]?.engine;
  assert(engine !== undefined, 'each group has a document');
  const tookMs = lap();
  stopwatch.record('engine', tookMs);
  stopwatch.noteEngine(engine);
  signal.throwIfAborted();
  const numbers = parsed.flatMap((group) => group.numbers);
  const produced = producedOf(
    new Map(documents.flat().map((each, at) => [numbers[at] as number, each.translatedText])),
  );
  const pair = {
    source: commonOf(parsed.map((group) => group.pair.source)),
    target: commonOf(parsed.map((group) => group.pair.target)),
  };
  const outcome = await held.capture({ ...pair, engine, api: request.api }, await seal?.(JSON.stringify(produced)));
  stopwatch.record('capture', lap());
  if (outcome === 'answered') return undefined;
  parts.events.translated({ accountId, engine, pair, charged: amount, tookMs });
  return produced;
}

/** Parses the texts of each group, and leaves out those without a sentence. */
async function parseGroups(
  parts: TranslatorParts,
  { request: { accountId, glossaryVersion, named, texts: all, markup }, signal }: TranslateCall<BatchRequest>,
  groups: readonly Group[],
): Promise<readonly (DocumentGroup & Group)[]> {
  const parsed: (DocumentGroup & Group)[] = [];
  for (const { pair, routes, numbers } of groups) {
    const finding = parts.findGlossary({ accountId, glossaryVersion, pair, named });
    const glossary = finding && (await orAborted(finding, signal));
    const texts = numbers.map((number) => all[number] ?? '');
    const { documents, entries } = await parseTexts(parts, { texts, language: pair.source, glossary, markup }, signal);
    const hasSentences = (at: number) => documents[at]?.sentences.length !== 0;
    const left = {
      documents: documents.filter((_, at) => hasSentences(at)),
      numbers: numbers.filter((_, at) => hasSentences(at)),
    };
    if (left.numbers.length > 0) parsed.push({ pair, routes, entries, ...left });
  }
  return parsed;
}
