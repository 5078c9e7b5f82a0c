import { orAborted } from '../../ground/abort.ts';
import { assert } from '../../ground/assert.ts';
import { characters, countCharacters } from '../../ground/units.ts';
import { reportEntries } from '../../text/attempts/reported-entries.ts';
import { type DocumentParts, translateText } from '../../text/attempts/translate-text.ts';
import { spellsLetters } from '../../text/document/protected-spans/entities.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { ShopEvents } from '../events.ts';
import type { FindGlossary } from '../glossaries/glossary-cache.ts';
import type { IdempotentReplies } from '../idempotency/idempotent-replies.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import { routesOfText, type TextRouteParts, type TextRoutes } from './routes-of-text.ts';
import type { Stopwatch, Translate, TranslateReply, TranslateRequest } from './translate.ts';

export type TranslatorParts = DocumentParts &
  TextRouteParts & {
    readonly findGlossary: FindGlossary;
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

const anyLetter = /\p{L}/u;

/** Whether a text may have something to translate, in letters or in character references. */
export function hasLetters(text: string): boolean {
  return anyLetter.test(text) || spellsLetters(text);
}

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
      return produced && storedReply(produced);
    });
    const { terms: entries, ...stored } = JSON.parse(reply) as StoredReply;
    return { translatedText: text, ...stored, ...(entries && { entries }), replayed };
  };
}

/** The entries have this name because nodes of other versions read it too. */
type StoredReply = Omit<Produced, 'translatedText' | 'entries'> &
  Partial<Pick<Produced, 'translatedText'>> & { readonly terms?: Produced['entries'] };

/** Leaves out a text returned unchanged: the repeat sends it again, and free requests must not fill the disk. */
function storedReply({ translatedText, entries, ...rest }: Produced): string {
  const stored: StoredReply = { ...rest, ...(entries && { terms: entries }) };
  return JSON.stringify(rest.charged === 0 ? stored : { ...stored, translatedText });
}

/** Returns undefined if another node has answered the same Idempotency-Key first. Then nothing was charged. */
async function produce(parts: TranslatorParts, call: TranslateCall): Promise<Produced | undefined> {
  const { text, target } = call.request;
  if (!hasLetters(text)) {
    return unchanged(text, { source: call.request.source === 'auto' ? target : call.request.source, target });
  }
  const chosen = await routesOfText(parts, call.request, call.stopwatch);
  return chosen.routes.length === 0 ? unchanged(text, chosen.pair) : translateForCharge(parts, call, chosen);
}

function unchanged(text: string, pair: LanguagePair): Produced {
  return { translatedText: text, charged: characters(0), source: pair.source, target: pair.target };
}

/** Holds the cost, translates and captures. A failure, or a text of protected spans alone, releases the hold. */
async function translateForCharge(
  parts: TranslatorParts,
  { request, signal, stopwatch, seal }: TranslateCall,
  { pair, routes }: TextRoutes,
): Promise<Produced | undefined> {
  const { accountId, keyId, text, glossaryVersion, named, markup } = request;
  const amount = countCharacters(text);
  const lap = laps();
  await using held = await parts.ledger.hold({ accountId, keyId, amount });
  stopwatch.record('hold', lap());
  const finding = parts.findGlossary({ accountId, glossaryVersion, pair, named });
  const glossary = finding && (await orAborted(finding, signal));
  const translated = await translateText(parts, { text, pair, routes, share: accountId, glossary, markup }, signal);
  if (translated === undefined) return unchanged(text, pair);
  const { engine, translatedText } = translated;
  assert(engine !== undefined, 'a text without approved translations needs an engine');
  const entries = request.withEntries ? reportEntries(translated) : undefined;
  const tookMs = lap();
  stopwatch.record('engine', tookMs);
  stopwatch.noteEngine(engine);
  signal.throwIfAborted();
  const reply = { translatedText, charged: amount, source: pair.source, target: pair.target };
  const produced: Produced = entries === undefined ? reply : { ...reply, entries };
  const sealed = seal && (await seal(storedReply(produced)));
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
