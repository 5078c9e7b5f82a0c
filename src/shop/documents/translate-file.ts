import { pauseFor } from '../../ground/abort.ts';
import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type Characters, type Clock, characters, countCharacters } from '../../ground/units.ts';
import type { DocumentParts as TextParts } from '../../text/attempts/translate-text.ts';
import type { Route } from '../../text/languages/routes.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ShopEvents } from '../events.ts';
import type { FindGlossary } from '../glossaries/glossary-cache.ts';
import type { IdempotentReplies } from '../idempotency/idempotent-replies.ts';
import type { Seal } from '../idempotency/seal.ts';
import type { HeldCharacters } from '../ledger/held-characters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import type { TextRouteParts } from '../sale/routes-of-text.ts';
import { type DocumentAbout, type DocumentResult, untranslatedMax } from './document.ts';
import type { DocumentPlace, DocumentStore } from './document-store.ts';
import type { FileFilters, FileUnit } from './file-filters.ts';
import { type TranslatedUnits, translateUnits } from './translate-units.ts';

export type FileTranslationParts = Omit<TextParts, 'events'> &
  TextRouteParts & {
    readonly store: DocumentStore;
    readonly files: FileFilters;
    readonly ledger: Ledger;
    readonly replies: IdempotentReplies;
    readonly findGlossary: FindGlossary;
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
  /** Encrypts the translated file. */
  readonly keep: Seal;
  /** Encrypts the result for the ledger. */
  readonly seal: (reply: string) => Promise<SealedReply>;
  readonly signal: AbortSignal;
};

/** Characters of the units that are translated together: a document never fills the queues of engines. */
const chunkCharacters = 8_000;

/** Pauses before further attempts while engines are overloaded or restart. */
const pausesMs = [1_000, 4_000, 16_000];

/**
 * Translates a file, stores it, and charges the units that were translated.
 *
 * @returns the `DocumentResult` as JSON; undefined if another result exists, so that nothing was charged
 * @throws ServiceError `insufficient_balance` if the characters were not held and are gone
 */
export async function translateFile(parts: FileTranslationParts, work: FileWork): Promise<string | undefined> {
  const { accountId, about, amount, place, bytes, routes, signal } = work;
  const startedAt = performance.now();
  const { source, target, keyId, api } = about;
  const file = { ...about, bytes };
  const isFree = amount === 0 || routes.length === 0;
  await using opened =
    isFree || work.held !== undefined ? undefined : await parts.ledger.hold({ accountId, keyId, amount });
  const held = work.held ?? opened;
  opened?.keepAlive();
  if (!(await parts.store.noteProgress(place, 0, parts.now()))) throw new ServiceError('no_document');
  const { units } = await parts.files.read(file, signal);
  const { translations, free, engine } = await translateAll(parts, { work, units });
  const { bytes: content, mediaType, untranslated } = await parts.files.write(file, translations, signal);
  signal.throwIfAborted();
  const kept = await parts.store.keepContent(place, await work.keep.close(content), parts.now());
  if (!kept) throw new ServiceError('no_document');
  const uncharged = new Set([...free, ...untranslated.map(({ id }) => id)]);
  const charged = charactersOf(units.filter(({ id }) => !uncharged.has(id)));
  const result: DocumentResult = {
    status: 'done',
    charged,
    untranslated: untranslated.slice(0, untranslatedMax),
    mediaType,
  };
  const reply = JSON.stringify(result);
  if (charged === 0) return reply;
  assert(held !== undefined && engine !== undefined, 'what is charged was held, and an engine translated it');
  await held.reduceTo(charged);
  const outcome = await held.capture({ source, target, engine, api }, await work.seal(reply));
  if (outcome === 'answered') return undefined;
  parts.events.translated({
    accountId,
    engine,
    pair: { source, target },
    charged,
    tookMs: performance.now() - startedAt,
  });
  return reply;
}

type UnitWork = { readonly work: FileWork; readonly units: readonly FileUnit[] };

async function translateAll(parts: FileTranslationParts, { work, units }: UnitWork) {
  const { accountId, about, place, routes, signal } = work;
  const translations = new Map<string, string>();
  const free = new Set<string>();
  if (routes.length === 0) {
    for (const { id, text } of units) {
      translations.set(id, text);
      free.add(id);
    }
    return { translations, free, engine: undefined };
  }
  const { glossaryVersion, named, source, target } = about;
  const pair = { source, target };
  const glossary = await parts.findGlossary({ accountId, glossaryVersion, pair, named });
  let engine: string | undefined;
  let done = 0;
  for (const chunk of chunksOf(units)) {
    const texts = chunk.map(({ text }) => text);
    const translated = await withPatience(signal, () =>
      translateUnits(parts, { texts, pair, routes, share: `document ${accountId}`, glossary }, signal),
    );
    engine ??= translated.engine;
    for (const [index, { id }] of chunk.entries()) {
      const translation = translated.translations[index];
      if (translation !== undefined) translations.set(id, translation);
      if (translated.free.has(index)) free.add(id);
    }
    done += charactersOf(chunk);
    if (!(await parts.store.noteProgress(place, done, parts.now()))) throw new ServiceError('no_document');
  }
  return { translations, free, engine };
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

function* chunksOf(units: readonly FileUnit[]): Generator<readonly FileUnit[]> {
  let chunk: FileUnit[] = [];
  let length = 0;
  for (const unit of units) {
    chunk.push(unit);
    length += unit.text.length;
    if (length < chunkCharacters) continue;
    yield chunk;
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield chunk;
}

export function charactersOf(units: readonly FileUnit[]): Characters {
  return characters(units.reduce((sum, { text }) => sum + countCharacters(text), 0));
}
