import { assert } from '../../ground/assert.ts';
import { characters, countCharacters } from '../../ground/units.ts';
import { reportEntries } from '../../text/attempts/reported-entries.ts';
import { type DocumentParts, translateDocuments } from '../../text/attempts/translate-text.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { ShopEvents } from '../events.ts';
import type { IdempotentReplies } from '../idempotency/idempotent-replies.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import { approvedSources } from './approved-sources.ts';
import { costOf, freeCost, isProtected, sumOfCosts } from './cost.ts';
import { type ParsingParts, parseTextsOf } from './parsed-texts.ts';
import { hasLetters, routesOfText, type TextRouteParts, type TextRoutes } from './routes-of-text.ts';
import type { Stopwatch, Translate, TranslateReply, TranslateRequest } from './translate.ts';

export type TranslatorParts = DocumentParts &
  TextRouteParts &
  ParsingParts & {
    readonly ledger: Ledger;
    readonly replies: IdempotentReplies;
    readonly events: Pick<ShopEvents, 'translated'>;
  };

/** The result of a request, before it is known whether a stored reply exists. */
type Produced = Omit<TranslateReply, 'replayed'>;

export type TranslateCall<Request = TranslateRequest> = {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly stopwatch: Stopwatch;
  /** Encrypts a reply, which the ledger stores in the same step as the charge. */
  readonly seal?: (reply: string) => Promise<SealedReply>;
};

export function createTranslate(parts: TranslatorParts): Translate {
  return async (request, signal, stopwatch) => {
    const { accountId, idempotencyKey: key, source, target, text } = request;
    if (key === undefined) {
      const produced = await produce(parts, { request, signal, stopwatch });
      assert(produced !== undefined, 'only a request with an Idempotency-Key can be answered elsewhere');
      return { ...produced, replayed: false };
    }
    // Equal for two requests exactly if their values are equal, regardless of their JSON's formatting.
    const repeated = { accountId, key, request: JSON.stringify([source, target, text]) };
    const { reply, replayed } = await parts.replies.run(repeated, signal, async (seal) => {
      const produced = await produce(parts, { request, signal, stopwatch, seal });
      return produced && storedReply(produced, text);
    });
    const { terms: entries, ...stored } = JSON.parse(reply) as StoredReply;
    return { translatedText: text, memoryCharacters: characters(0), ...stored, ...(entries && { entries }), replayed };
  };
}

/** The entries have this name because nodes of other versions read it too. Those before approved ones have no memory. */
type StoredReply = Omit<Produced, 'translatedText' | 'entries' | 'memoryCharacters'> &
  Partial<Pick<Produced, 'translatedText' | 'memoryCharacters'>> & { readonly terms?: Produced['entries'] };

/** Leaves out a text returned unchanged: the repeat sends it again, and free requests must not fill the disk. */
function storedReply({ translatedText, entries, ...rest }: Produced, text: string): string {
  const stored: StoredReply = { ...rest, ...(entries && { terms: entries }) };
  return JSON.stringify(translatedText === text ? stored : { ...stored, translatedText });
}

/** Returns undefined if another node has answered the same Idempotency-Key first. Then nothing was charged. */
async function produce(parts: TranslatorParts, call: TranslateCall): Promise<Produced | undefined> {
  const { request, signal, stopwatch } = call;
  const { text, source, target } = request;
  if (!hasLetters(text)) return unchanged(text, { source: source === 'auto' ? target : source, target });
  const approved = source === 'auto' ? await approvedSources(parts, { request, texts: [request] }, signal) : [];
  const chosen = await routesOfText(parts, { ...request, source: approved[0] ?? source }, stopwatch);
  return chosen.routes.length === 0 ? unchanged(text, chosen.pair) : translateForCharge(parts, call, chosen);
}

function unchanged(text: string, { source, target }: LanguagePair): Produced {
  return { translatedText: text, ...freeCost, source, target };
}

/**
 * Holds the cost, translates and captures. A failure, or a text of protected spans alone, releases the hold. With a
 * memory the text is parsed first, so that approved translations need no balance.
 */
async function translateForCharge(
  parts: TranslatorParts,
  { request, signal, stopwatch, seal }: TranslateCall,
  { pair, routes }: TextRoutes,
): Promise<Produced | undefined> {
  const { accountId, keyId, text, memoryVersion } = request;
  const parse = () => parseTextsOf(parts, { request, pair, texts: [text] }, signal);
  const lap = laps();
  const early = memoryVersion === 0 ? undefined : await parse();
  const amount = early ? sumOfCosts(early.documents.map(costOf)).charged : countCharacters(text);
  const parsedMs = lap();
  await using held = amount === 0 ? undefined : await parts.ledger.hold({ accountId, keyId, amount });
  stopwatch.record('hold', lap());
  const { documents, entries } = early ?? (await parse());
  if (documents.every(isProtected)) return unchanged(text, pair);
  const group = { documents, entries, pair, routes };
  const [translated] = (await translateDocuments(parts, { groups: [group], share: accountId }, signal)).flat();
  assert(translated !== undefined, 'one text was passed, so one is returned');
  const { engine, translatedText, document } = translated;
  const reported = request.withEntries && { entries: reportEntries(translated) };
  const cost = costOf(document);
  const produced: Produced = { translatedText, ...cost, source: pair.source, target: pair.target, ...reported };
  const tookMs = parsedMs + lap();
  stopwatch.record('engine', tookMs);
  signal.throwIfAborted();
  if (held === undefined) return produced;
  assert(engine !== undefined, 'what is charged was translated by an engine');
  stopwatch.noteEngine(engine);
  const sealed = seal && (await seal(storedReply(produced, text)));
  const { source, target } = pair;
  const outcome = await held.capture({ source, target, engine, api: request.api }, sealed);
  stopwatch.record('capture', lap());
  if (outcome === 'answered') return undefined;
  parts.events.translated({ accountId, engine, pair, charged: amount, tookMs });
  return produced;
}

/** Returns a function that returns the milliseconds since its previous call. */
export function laps(): () => number {
  let startedAt = performance.now();
  return () => {
    const now = performance.now();
    const tookMs = now - startedAt;
    startedAt = now;
    return tookMs;
  };
}
