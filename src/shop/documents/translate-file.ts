import { pauseFor } from '../../ground/abort.ts';
import { assert } from '../../ground/assert.ts';
import { hasReason, ServiceError } from '../../ground/service-error.ts';
import { type Characters, type Clock, characters, countCharacters, type UnixMs } from '../../ground/units.ts';
import {
  type DocumentParts,
  parseTexts,
  type DocumentParts as TextParts,
  translateDocuments,
} from '../../text/attempts/translate-text.ts';
import type { PairGlossary } from '../../text/glossary/located-entries.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { Route } from '../../text/languages/routes.ts';
import type { Memory } from '../../text/memory/memory-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ShopEvents } from '../events.ts';
import type { IdempotentReplies } from '../idempotency/idempotent-replies.ts';
import type { Seal } from '../idempotency/seal.ts';
import type { HeldCharacters, Ledger } from '../ledger/ledger.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import { type Cost, costOf, freeCost, isProtected, sumOfCosts } from '../sale/cost.ts';
import { openMemory, type ParsingParts, parseTextsOf } from '../sale/parsed-texts.ts';
import type { TextRouteParts } from '../sale/routes-of-text.ts';
import {
  type DocumentAbout,
  type DocumentPlace,
  type DocumentResult,
  type DocumentStore,
  translatedBytesMax,
  untranslatedMax,
} from './document.ts';
import { chunksOf, type WrittenUnit, withLinesOf, writeUnits } from './document-units.ts';
import type { FileFilters, FileUnit } from './file-filters.ts';

export type FileTranslationParts = Omit<TextParts, 'events'> &
  TextRouteParts &
  ParsingParts & {
    readonly store: DocumentStore;
    readonly files: FileFilters;
    readonly ledger: Ledger;
    readonly replies: IdempotentReplies;
    readonly now: Clock;
    readonly events: TextParts['events'] & Pick<ShopEvents, 'translated' | 'backgroundFailed'>;
  };

export type FileWork = {
  readonly accountId: AccountId;
  readonly place: DocumentPlace;
  readonly about: DocumentAbout;
  readonly bytes: Uint8Array;
  readonly routes: readonly Route[];
  /** Characters of all units. */
  readonly amount: Characters;
  /** Undefined if nothing is held yet. */
  readonly held: HeldCharacters | undefined;
  /** Empty to read them. */
  readonly units: readonly FileUnit[];
  readonly expiresAt: UnixMs;
  /** Encrypts the translated file. */
  readonly keep: Seal;
  /** Encrypts the result for the ledger. */
  readonly seal: (reply: string) => Promise<SealedReply>;
  readonly signal: AbortSignal;
};

/** Pauses before further attempts while engines are overloaded or restart. */
const pausesMs = [1_000, 4_000, 16_000];

/** The reply of a document that was removed before it was done. */
export const removed = { status: 'removed' } as const;

/** What is done so far. */
type Work = {
  /** By the ids of units. */
  readonly translations: Map<string, string>;
  /** What each of these units costs. */
  readonly charges: Map<string, Characters>;
  engine: string | undefined;
};

/**
 * Translates a file, stores it, and charges the units that were translated, even if it is removed before the end.
 * @returns the `DocumentResult` or `removed` as JSON; undefined if another result exists, so that nothing was charged
 * @throws ServiceError `insufficient_balance` if the characters were not held and are gone; `no_document` if it was
 * removed before anything was translated, or has expired
 */
export async function translateFile(parts: FileTranslationParts, work: FileWork): Promise<string | undefined> {
  const startedAt = performance.now();
  const { accountId, about, amount, bytes, signal } = work;
  const { source, target, keyId, api } = about;
  const toHold = about.cost?.charged ?? amount;
  const holdsNow = work.held === undefined && toHold > 0;
  await using opened = holdsNow ? await parts.ledger.hold({ accountId, keyId, amount: toHold }) : undefined;
  const held = work.held ?? opened;
  opened?.keepAlive();
  await noteProgress(parts, work, 0);
  const file = { ...about, bytes };
  const units = work.units.length > 0 ? work.units : (await parts.files.read(file, { accountId, signal })).units;
  const done: Work = { translations: new Map(), charges: new Map(), engine: undefined };

  const charge = async (resultOf: (charged: Characters) => DocumentResult | typeof removed) => {
    const charged = characters([...done.charges.values()].reduce((sum, cost) => sum + cost, 0));
    const reply = JSON.stringify(resultOf(charged));
    if (charged === 0) return reply;
    const { engine } = done;
    assert(engine !== undefined, 'what is charged was translated by an engine');
    // Approved translations may have been removed since the start, and an engine translated these texts.
    const isEnough = held !== undefined && held.amount >= charged;
    if (!isEnough) await held?.[Symbol.asyncDispose]();
    await using more = isEnough ? undefined : await parts.ledger.hold({ accountId, keyId, amount: charged });
    const paid = more ?? held;
    assert(paid !== undefined, 'the characters are held');
    await paid.reduceTo(charged);
    const outcome = await paid.capture({ source, target, engine, api }, await work.seal(reply));
    if (outcome === 'answered') return undefined;
    const tookMs = performance.now() - startedAt;
    parts.events.translated({ accountId, engine, pair: { source, target }, charged, tookMs });
    return reply;
  };

  try {
    await translateAll(parts, { work, units, done });
    const written = await parts.files.write(file, done.translations, { accountId, signal });
    for (const { id } of written.untranslated) done.charges.delete(id);
    signal.throwIfAborted();
    const { byteLength } = written.bytes;
    if (byteLength > translatedBytesMax) {
      const message = `its translation has ${byteLength} bytes; the maximum is ${translatedBytesMax}`;
      throw new ServiceError('unusable_file', { data: { message } });
    }
    const texts = await parts.turns.run(writeUnits(writtenUnits(units, done)), signal);
    const content = { file: await work.keep.close(written.bytes), units: await work.keep.close(texts) };
    if (!(await parts.store.keepContent(work.place, content, parts.now()))) throw new ServiceError('no_document');
    const { mediaType } = written;
    const untranslated = written.untranslated.slice(0, untranslatedMax);
    return await charge((charged) => ({ status: 'done', charged, untranslated, mediaType }));
  } catch (error) {
    const isRemoved = hasReason(error, 'no_document') && parts.now() < work.expiresAt;
    if (!isRemoved || done.engine === undefined) throw error;
    return charge(() => removed);
  }
}

/** Of a unit that the file does not take, no charge is left. */
function writtenUnits(units: readonly FileUnit[], { translations, charges }: Work): readonly WrittenUnit[] {
  return units.map(({ id, text }) => {
    const translation = translations.get(id);
    if (translation !== undefined && charges.has(id)) return { id, text, translation, kept: undefined };
    return { id, text, translation: text, kept: translation === undefined ? 'invalid' : 'unwritable' };
  });
}

async function noteProgress(parts: FileTranslationParts, { place }: FileWork, done: number): Promise<void> {
  if (!(await parts.store.noteProgress(place, done, parts.now()))) throw new ServiceError('no_document');
}

type UnitWork = { readonly work: FileWork; readonly units: readonly FileUnit[]; readonly done: Work };

async function translateAll(parts: FileTranslationParts, { work, units, done }: UnitWork): Promise<void> {
  const { accountId, about, routes, signal } = work;
  const { glossaryVersion, memoryVersion = 0, named, source, target } = about;
  const pair = { source, target };
  const glossary = await parts.findGlossary({ accountId, glossaryVersion, pair, named });
  const memory = await openMemory(parts.findMemory, { accountId, memoryVersion, pair }, signal);
  let charactersDone = 0;
  for (const chunk of chunksOf(units)) {
    const texts = chunk.map(({ text }) => text);
    const translated = await withPatience(signal, () =>
      translateUnits(parts, { texts, pair, routes, share: `document ${accountId}`, glossary, memory }, signal),
    );
    done.engine ??= translated.engine;
    for (const [index, { id, text }] of chunk.entries()) {
      const translation = translated.translations[index];
      if (translation === undefined) continue;
      done.translations.set(id, withLinesOf(text, translation));
      done.charges.set(id, translated.charges[index] ?? characters(0));
    }
    charactersDone += charactersOf(chunk);
    await noteProgress(parts, work, charactersDone);
  }
}

async function withPatience(signal: AbortSignal, translate: () => Promise<TranslatedUnits>): Promise<TranslatedUnits> {
  for (const pauseMs of pausesMs) {
    try {
      return await translate();
    } catch (error) {
      if (!(error instanceof ServiceError && ['overloaded', 'engine_unavailable'].includes(error.code))) throw error;
      await pauseFor(pauseMs, signal);
    }
  }
  return translate();
}

export function charactersOf(units: readonly FileUnit[]): Characters {
  return characters(units.reduce((sum, { text }) => sum + countCharacters(text), 0));
}

type UnitsOfRequest = Pick<Parameters<typeof parseTextsOf>[1], 'request' | 'pair'> & {
  readonly units: readonly FileUnit[];
};

/** Returns what units cost with the account's approved translations; undefined without any. */
export async function costOfUnits(
  parts: ParsingParts,
  { units, ...asked }: UnitsOfRequest,
  signal: AbortSignal,
): Promise<Cost | undefined> {
  if (asked.request.memoryVersion === 0) return undefined;
  let cost = freeCost;
  for (const chunk of chunksOf(units)) {
    const { documents } = await parseTextsOf(parts, { ...asked, texts: chunk.map(({ text }) => text) }, signal);
    cost = sumOfCosts([cost, ...documents.map(costOf)]);
  }
  return cost.memoryCharacters === 0 ? undefined : cost;
}

type UnitsWork = {
  readonly texts: readonly string[];
  readonly pair: LanguagePair;
  readonly routes: readonly Route[];
  readonly share: string;
  readonly glossary: PairGlossary | undefined;
  readonly memory: Memory | undefined;
};

type TranslatedUnits = {
  /** In the order of the texts; undefined for a text that no engine translates validly. */
  readonly translations: readonly (string | undefined)[];
  /** What each text costs. Those of protected spans alone, such as a URL, are their own translations, and free. */
  readonly charges: readonly Characters[];
  /** Undefined if no text needed one. */
  readonly engine: string | undefined;
};

/** An invalid text does not fail the others. @throws ServiceError as `translateDocuments`, except `unfaithful_texts` */
async function translateUnits(
  parts: DocumentParts,
  { texts, glossary, memory, pair, routes, share }: UnitsWork,
  signal: AbortSignal,
): Promise<TranslatedUnits> {
  const { documents, entries } = await parseTexts(parts, { texts, language: pair.source, glossary, memory }, signal);
  const free = new Set(documents.flatMap((document, number) => (isProtected(document) ? [number] : [])));
  const charges = documents.map((document) => costOf(document).charged);
  const translations = texts.map((text, number) => (free.has(number) ? text : undefined));
  let left = [...texts.keys()].filter((number) => !free.has(number));
  while (left.length > 0) {
    const numbers = left;
    const group = { documents: numbers.flatMap((number) => documents[number] ?? []), entries, pair, routes, numbers };
    try {
      const [translated = []] = await translateDocuments(parts, { groups: [group], share }, signal);
      for (const [index, number] of numbers.entries()) translations[number] = translated[index]?.translatedText;
      return { translations, charges, engine: translated[0]?.engine };
    } catch (error) {
      if (!hasReason(error, 'unfaithful_texts')) throw error;
      const failed = new Set(error.data.texts);
      // Each round has fewer texts, and their translations are cached.
      left = numbers.filter((number) => !failed.has(number));
      if (left.length === numbers.length) throw error;
    }
  }
  return { translations, charges, engine: undefined };
}
