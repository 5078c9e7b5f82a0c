import { assert } from '../../ground/assert.ts';
import { type Characters, countCharacters } from '../../ground/units.ts';
import { type DocumentGroup, translateDocuments } from '../../text/attempts/translate-text.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { type Cost, costOf, freeCost, isProtected, sumOfCosts } from './cost.ts';
import { groupTexts, type TextGroup, targetOf } from './grouped-texts.ts';
import { parseTextsOf } from './parsed-texts.ts';
import type { BatchReply, BatchRequest, TranslateBatch } from './translate.ts';
import { laps, type TranslateCall, type TranslatorParts } from './translator.ts';

/**
 * By text: its language, its translation unless it is returned unchanged and free, and its cost unless it is that of all
 * its characters. Also the stored reply.
 */
type Produced = readonly (readonly [source: LanguageTag, translated?: string, cost?: Cost])[];

/** The translations with their cost, by number. */
type Translated = ReadonlyMap<number, Cost & { readonly text: string }>;

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
    const [source, translated, cost] = produced[number] ?? [targetOf(request, number)];
    const whole = translated === undefined ? freeCost : wholeCost(text);
    return { translatedText: translated ?? text, ...(cost ?? whole), source };
  });
  const cost = sumOfCosts(translations);
  return { translations, ...cost, source: commonOf(produced.map(([source]) => source)), target, replayed };
}

function wholeCost(text: string): Cost {
  return { ...freeCost, charged: countCharacters(text) };
}

function commonOf([first, ...others]: readonly LanguageTag[]): LanguageTag {
  return first !== undefined && others.every((other) => other === first) ? first : multipleLanguages;
}

/** Returns undefined if another node has answered the same Idempotency-Key first. Then nothing was charged. */
async function produce(parts: TranslatorParts, call: TranslateCall<BatchRequest>): Promise<Produced | undefined> {
  const { groups, sourceOf } = await groupTexts(parts, call);
  const producedOf = (translated: Translated): Produced =>
    call.request.texts.map((_, number) => {
      const translation = translated.get(number);
      if (translation === undefined) return [sourceOf(number)];
      const { text, memoryCharacters, charged } = translation;
      const isWhole = memoryCharacters === 0;
      return isWhole ? [sourceOf(number), text] : [sourceOf(number), text, { memoryCharacters, charged }];
    });
  return translateForCharge(parts, call, { groups, producedOf });
}

/**
 * Holds the cost of all texts, translates and captures. Texts of protected spans alone are free: they make the hold
 * smaller, because it is captured as a whole. With a memory the texts are parsed first, so that approved translations
 * need no balance.
 */
async function translateForCharge(
  parts: TranslatorParts,
  call: TranslateCall<BatchRequest>,
  { groups, producedOf }: { readonly groups: readonly TextGroup[]; readonly producedOf: (all: Translated) => Produced },
): Promise<Produced | undefined> {
  const { request, signal, stopwatch, seal } = call;
  const { accountId, keyId, texts, memoryVersion } = request;
  if (groups.length === 0) return producedOf(new Map());
  const lap = laps();
  const early = memoryVersion === 0 ? undefined : await parseGroups(parts, call, groups);
  const whole = groups.flatMap(({ numbers }) => numbers.map((number) => wholeCost(texts[number] ?? '')));
  const amount = early ? chargeOf(early) : sumOfCosts(whole).charged;
  const parsedMs = lap();
  await using held = amount === 0 ? undefined : await parts.ledger.hold({ accountId, keyId, amount });
  stopwatch.record('hold', lap());
  const parsed = early ?? (await parseGroups(parts, call, groups));
  if (parsed.length === 0) return producedOf(new Map());
  const charged = chargeOf(parsed);
  await held?.reduceTo(charged);
  const documents = await translateDocuments(parts, { groups: parsed, share: accountId }, signal);
  const tookMs = parsedMs + lap();
  stopwatch.record('engine', tookMs);
  signal.throwIfAborted();
  const numbers = parsed.flatMap((group) => group.numbers);
  const produced = producedOf(
    new Map(
      documents
        .flat()
        .map((each, at) => [numbers[at] as number, { text: each.translatedText, ...costOf(each.document) }]),
    ),
  );
  if (held === undefined) return produced;
  const paid = parsed.filter((group) => chargeOf([group]) > 0);
  const largest = paid.reduce((best, group) => (chargeOf([group]) > chargeOf([best]) ? group : best));
  const engine = documents[parsed.indexOf(largest)]?.[0]?.engine;
  assert(engine !== undefined, 'each group has a document, and what is charged was translated by an engine');
  stopwatch.noteEngine(engine);
  const pair = {
    source: commonOf(paid.map((group) => group.pair.source)),
    target: commonOf(paid.map((group) => group.pair.target)),
  };
  const outcome = await held.capture({ ...pair, engine, api: request.api }, await seal?.(JSON.stringify(produced)));
  stopwatch.record('capture', lap());
  if (outcome === 'answered') return undefined;
  parts.events.translated({ accountId, engine, pair, charged, tookMs });
  return produced;
}

function chargeOf(groups: readonly Pick<DocumentGroup, 'documents'>[]): Characters {
  return sumOfCosts(groups.flatMap(({ documents }) => documents.map(costOf))).charged;
}

/** Parses the texts of each group, and leaves out those of protected spans alone. */
async function parseGroups(
  parts: TranslatorParts,
  { request, signal }: TranslateCall<BatchRequest>,
  groups: readonly TextGroup[],
): Promise<readonly (DocumentGroup & TextGroup)[]> {
  const parsed: (DocumentGroup & TextGroup)[] = [];
  for (const { pair, routes, numbers } of groups) {
    const texts = numbers.map((number) => request.texts[number] ?? '');
    const { documents, entries } = await parseTextsOf(parts, { request, pair, texts }, signal);
    const isLeft = documents.map((document) => !isProtected(document));
    const left = {
      documents: documents.filter((_, at) => isLeft[at]),
      numbers: numbers.filter((_, at) => isLeft[at]),
    };
    if (left.numbers.length > 0) parsed.push({ pair, routes, entries, ...left });
  }
  return parsed;
}
