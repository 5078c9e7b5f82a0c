import { assert } from '../assert.ts';
import type { Events } from '../events.ts';
import type { IdempotentReplies } from '../idempotency/idempotent-replies.ts';
import type { LanguageCatalogue, RouteChoice } from '../languages/catalogue.ts';
import type { Detector } from '../languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import type { Route } from '../languages/routes.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import { joinSegments, splitSegments, translatableTexts } from '../segments/split.ts';
import { ServiceError } from '../service-error.ts';
import { characters, countCharacters } from '../units.ts';
import type { Stopwatch, TimedPart, Translate, TranslateReply, TranslateRequest } from './translate.ts';

export type TranslatorParts = {
  readonly catalogue: LanguageCatalogue;
  readonly detector: Detector;
  readonly ledger: Ledger;
  readonly replies: IdempotentReplies;
  readonly events: Pick<Events, 'translated'>;
};

/** What one call produces, before it is known whether the reply stands for an earlier call. */
type Produced = Omit<TranslateReply, 'replayed'>;

type Call = {
  readonly request: TranslateRequest;
  readonly signal: AbortSignal;
  readonly stopwatch: Stopwatch;
  /** Seals a reply, so that the ledger keeps it in the same step that charges for it. */
  readonly seal?: (reply: string) => Promise<SealedReply>;
};

const anyLetter = /\p{L}/u;

/** The use case that joins languages, engines and the ledger: the one place where text and money meet. */
export function createTranslate(parts: TranslatorParts): Translate {
  return async (request, signal, stopwatch) => {
    if (request.idempotencyKey === undefined) {
      const produced = await produce(parts, { request, signal, stopwatch });
      assert(produced !== undefined, 'only a request with an Idempotency-Key can be answered elsewhere');
      return { ...produced, replayed: false };
    }
    const { reply, replayed } = await parts.replies.run(
      { accountId: request.accountId, key: request.idempotencyKey, request: fingerprint(request) },
      signal,
      async (seal) => {
        const produced = await produce(parts, { request, signal, stopwatch, seal });
        return produced === undefined ? undefined : JSON.stringify(withoutFreeText(produced));
      },
    );
    return { translatedText: request.text, ...(JSON.parse(reply) as WithoutFreeText), replayed };
  };
}

type WithoutFreeText = Omit<Produced, 'translatedText'> & { readonly translatedText?: string };

/**
 * A reply as it is kept. A text that came back unchanged is not: its repeat brings it along, and else whoever pays for
 * nothing could fill the disk.
 */
function withoutFreeText({ translatedText, ...rest }: Produced): WithoutFreeText {
  return rest.charged === 0 ? rest : { ...rest, translatedText };
}

/** Equal for two requests exactly when they ask for the same, however their JSON was written. */
function fingerprint({ source, target, text }: TranslateRequest): string {
  return JSON.stringify([source, target, text]);
}

/** Undefined when another node has answered the same Idempotency-Key meanwhile, so that nothing was charged. */
async function produce(parts: TranslatorParts, call: Call): Promise<Produced | undefined> {
  const { text, target } = call.request;
  if (!anyLetter.test(text)) {
    return unchanged(text, { source: call.request.source === 'auto' ? target : call.request.source, target });
  }
  const pair = { source: sourceOf(parts, call), target };
  const choice = parts.catalogue.chooseRoutes(pair);
  switch (choice.kind) {
    case 'same':
      return unchanged(text, pair);
    case 'none':
      throw unsupportedPair(parts.catalogue, pair);
    case 'withdrawn':
      throw new ServiceError('engine_unavailable', {
        message: `There is no translation from ${pair.source} to ${pair.target} at the moment.`,
      });
    case 'routes':
      return translateForCharge(parts, call, { pair, choice });
  }
}

function unchanged(text: string, pair: LanguagePair): Produced {
  return { translatedText: text, charged: characters(0), source: pair.source, target: pair.target };
}

function sourceOf({ detector, catalogue }: TranslatorParts, { request, stopwatch }: Call): LanguageTag {
  if (request.source !== 'auto') return request.source;
  const startedAt = performance.now();
  // A text in a language that is away for now is not to be taken, and paid, for one in its neighbour.
  const detection = detector.detect(request.text, catalogue.sourcesOffered());
  stopwatch.record('detect', performance.now() - startedAt);
  if (detection.kind === 'detected') return detection.language;
  const { candidates } = detection;
  const hint = candidates.length > 0 ? ` It may be one of: ${candidates.join(', ')}.` : '';
  throw new ServiceError('validation_error', {
    message: `The language of the text cannot be told from this text.${hint} Name it in source_lang.`,
    param: 'source_lang',
    body: { candidates },
  });
}

function unsupportedPair(catalogue: LanguageCatalogue, pair: LanguagePair): ServiceError {
  const targets = catalogue.entries().find((entry) => entry.code === pair.source)?.targets ?? [];
  return new ServiceError('validation_error', {
    message: `There is no translation from ${pair.source} to ${pair.target}. From ${pair.source} there is: ${targets.join(', ') || 'none'}.`,
    param: 'target_lang',
  });
}

/** Holds what the text costs, translates, and captures; whatever goes wrong on the way gives the hold back. */
async function translateForCharge(
  { ledger, events }: TranslatorParts,
  { request, signal, stopwatch, seal }: Call,
  { pair, choice }: { readonly pair: LanguagePair; readonly choice: RouteChoice & { kind: 'routes' } },
): Promise<Produced | undefined> {
  const { accountId, keyId, text } = request;
  const amount = countCharacters(text);
  const lap = laps(stopwatch);
  await using held = await ledger.hold({ accountId, keyId, amount });
  lap('hold');
  const { engine, translatedText } = await translateText({ text, share: accountId }, choice.routes, signal);
  const tookMs = lap('engine');
  signal.throwIfAborted();
  const produced = { translatedText, charged: amount, source: pair.source, target: pair.target };
  const outcome = await held.capture({ ...pair, engine }, await seal?.(JSON.stringify(produced)));
  lap('capture');
  if (outcome === 'answered') return undefined;
  events.translated({ accountId, engine, pair, charged: amount, tookMs });
  return produced;
}

/** Records, each time it is called, what has passed since the last time. */
function laps(stopwatch: Stopwatch): (part: TimedPart) => number {
  let startedAt = performance.now();
  return (part) => {
    const now = performance.now();
    const tookMs = now - startedAt;
    startedAt = now;
    stopwatch.record(part, tookMs);
    return tookMs;
  };
}

/**
 * Translates along the first route that works; what stands between the sentences is kept as it is.
 *
 * @throws ServiceError what the last route threw, when all fail
 */
async function translateText(
  { text, share }: { readonly text: string; readonly share: string },
  routes: readonly Route[],
  signal: AbortSignal,
): Promise<{ readonly engine: string; readonly translatedText: string }> {
  const source = routes[0]?.path[0];
  assert(source !== undefined, 'a choice of routes has at least one');
  const segments = splitSegments(text, source);
  const sentences = translatableTexts(segments);
  let failure: unknown;
  for (const route of routes) {
    try {
      const translations = await translateAlong(route, { sentences, share }, signal);
      return { engine: route.engine.name, translatedText: joinSegments(segments, translations) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'engine_unavailable') throw error;
      failure = error;
    }
  }
  throw failure;
}

async function translateAlong(
  { engine, path }: Route,
  { sentences, share }: { readonly sentences: readonly string[]; readonly share: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  let segments = sentences;
  for (let leg = 1; leg < path.length; leg++) {
    const [source, target] = [path[leg - 1], path[leg]];
    assert(source !== undefined && target !== undefined, 'a leg has two ends');
    const translations = await engine.translate({ pair: { source, target }, segments, share }, signal);
    assert(translations.length === segments.length, `${engine.name} lost a segment`);
    segments = translations;
  }
  return segments;
}
