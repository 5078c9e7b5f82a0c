import { KeyedSemaphore, Semaphore } from '../../ground/semaphore.ts';
import { hasReason, ServiceError } from '../../ground/service-error.ts';
import { type Characters, characters, later } from '../../ground/units.ts';
import { Backlog } from '../../text/engine/admission.ts';
import type { AccountId } from '../accounts/account.ts';
import { type ExportedFile, joinedPieces } from '../entries/exported-file.ts';
import { deriveSeal, type Seal } from '../idempotency/seal.ts';
import { randomDigits } from '../keys/api-key.ts';
import type { HeldCharacters } from '../ledger/ledger.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import type { MemoryFiles, ReviewFormat, ReviewUnit } from '../memory/memory-files.ts';
import { type Cost, freeCost } from '../sale/cost.ts';
import { chooseRoutes, routesOfText, type TextRoutes } from '../sale/routes-of-text.ts';
import {
  type DocumentAbout,
  type DocumentPlace,
  type DocumentProgress,
  type DocumentRequest,
  type DocumentResult,
  type DocumentState,
  documentCharactersMax,
  documentKeptMs,
  reviewName,
  translatedName,
  type UnfinishedDocument,
  unfinishedMax,
} from './document.ts';
import type { SendResult } from './document-mail.ts';
import { isOneEntry, linesOfUnits, type ReviewedUnit, reviewLines, type UnitRange } from './document-units.ts';
import type { FileUnit, ReadFile, SentFile } from './file-filters.ts';
import { charactersOf, costOfUnits, type FileTranslationParts, removed, translateFile } from './translate-file.ts';

export type DocumentsParts = FileTranslationParts & {
  /** Room for the documents of all accounts. */
  readonly storedBytesMax: number;
  /** Loaded with the first review file. */
  readonly openMemoryFiles: () => Promise<Pick<MemoryFiles, 'writeReview'>>;
  readonly sendResult: SendResult;
};

/** Who reads a document, with the version of the account's memory. */
export type DocumentReader = Pick<DocumentRequest, 'accountId' | 'memoryVersion'>;

type DocumentUnits = UnitRange & { readonly id: string };

/** Small and large documents that a node translates at the same time; the others wait. */
const runningMax = 2;

/** Characters of a small document, which never waits for large ones. */
const smallMax = 20_000;

/** Files that a node may be about to read. A count, which is free, takes four places. An account has at most half. */
const places = { max: 64, file: 1, count: 4 };

/** Units that a node keeps in memory until their document is translated, in characters; others are read again. */
const keptMax = 4_000_000;
const unitCharacters = 100;

/** `Retry-After` for a client that has too many unfinished documents, and if there is no room. */
const retryAfterSeconds = { unfinished: 10, room: 60 };

/** UTF-16 units of a document from which its language is detected. */
const detectedLength = 20_000;

const idPattern = /^doc_[0-9A-Za-z]{32}$/;

type FoundUnits = {
  readonly total: number;
  readonly kept: number;
  readonly about: DocumentAbout;
  readonly units: readonly ReviewedUnit[];
};

type Opened = {
  readonly accountId: AccountId;
  readonly id: string;
  readonly place: DocumentPlace;
  readonly seal: Seal;
};

/** What the node that has read the file starts with. Other nodes start with nothing. */
type Begun = { readonly held: HeldCharacters | undefined; readonly units: readonly FileUnit[] };

type DocumentWork = Begun & { readonly amount: Characters; readonly signal: AbortSignal };

type Estimate = Pick<ReadFile, 'format' | 'columns'> &
  Pick<DocumentState, 'characters'> &
  Cost & { readonly units: number };

type FoundDocument = {
  readonly about: DocumentAbout;
  readonly progress: DocumentProgress;
  readonly result: DocumentResult | undefined;
};

type Running = { readonly abort: AbortController; readonly finished: Promise<void> };

/**
 * Translates files in the background. A document's id is the secret that decrypts it, and the database has only its
 * hash: another node can continue a document only when its owner asks for it.
 * Its result is a stored reply with its id as the Idempotency-Key, kept by the ledger in the same step as the charge: a
 * document is charged once, whichever nodes work on it, and not if it was removed before.
 */
export class Documents implements AsyncDisposable {
  readonly #parts: DocumentsParts;
  readonly #running = new Map<string, Running>();
  readonly #places = new Backlog(places.max);
  /** For each account one file is read and one document translated at a time, so that other accounts take turns. */
  readonly #ofAccounts = { reading: new KeyedSemaphore(), translating: new KeyedSemaphore() };
  readonly #turns = { small: new Semaphore(runningMax), large: new Semaphore(runningMax) };
  #kept = 0;

  constructor(parts: DocumentsParts) {
    this.#parts = parts;
  }

  /** Ends the work; another node, or this one after its restart, continues it. */
  async [Symbol.asyncDispose](): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(new ServiceError('draining'));
    await Promise.all(running.map(({ finished }) => finished));
  }

  /** Reads a file without storing or charging anything. @throws ServiceError `unusable_file`, `busy_with_files` */
  async estimate(request: DocumentRequest, signal: AbortSignal): Promise<Estimate> {
    const read = await this.#read(request, { signal, takes: places.count });
    const { format, columns, units } = read;
    const counts = { units: units.length, characters: charactersOf(units) };
    return {
      format,
      ...(columns && { columns }),
      ...counts,
      ...(await this.#costIn(request, read, signal)),
    };
  }

  /**
   * Holds the characters of a file, stores it and starts to translate it.
   * @throws ServiceError `unusable_file`, `nothing_to_translate`, `undecided_language`, `unsupported_pair`,
   * `busy_with_files`, `too_many_documents`, `no_room_for_documents`, `insufficient_balance`
   */
  async start(request: DocumentRequest, signal: AbortSignal): Promise<DocumentState> {
    const { ledger, now } = this.#parts;
    const read = await this.#read(request, { signal, takes: places.file });
    const amount = charactersOf(read.units);
    if (amount === 0) throw new ServiceError('nothing_to_translate', { data: { target: undefined } });
    const { pair, routes } = await this.#routesOf(request, read);
    // Nothing is stored that is not charged.
    if (routes.length === 0) throw new ServiceError('nothing_to_translate', { data: { target: pair.target } });
    const { accountId, keyId, api, glossaryVersion, memoryVersion, named, file, wantsMail } = request;
    const { name, options } = file;
    const cost = await costOfUnits(this.#parts, { request, pair, units: read.units }, signal);
    const versions = { glossaryVersion, memoryVersion };
    const { format } = read;
    const about: DocumentAbout = { ...pair, keyId, api, ...versions, named, name, format, options, cost, wantsMail };
    const opened = await openDocument(accountId, `doc_${randomDigits(32)}`);
    const createdAt = now();
    const progress = { characters: amount, createdAt, expiresAt: later(createdAt, documentKeptMs) };
    const held = await this.#orNoRoom(async () => {
      await using opening = new AsyncDisposableStack();
      const toHold = cost?.charged ?? amount;
      const reserved = toHold === 0 ? undefined : opening.use(await ledger.hold({ accountId, keyId, amount: toHold }));
      await this.#store(opened, about, { ...progress, bytes: file.bytes });
      opening.move();
      return reserved;
    });
    this.#begin(opened, amount, { held, units: read.units });
    if (signal.aborted) {
      await this.abandon(accountId, opened.id);
      throw signal.reason;
    }
    return { id: opened.id, ...stateOf(about), ...progress, status: 'queued' };
  }

  /** Returns the state of a document, and continues its work if no node does. @throws ServiceError `no_document` */
  async find(accountId: AccountId, id: string): Promise<DocumentState> {
    const { opened, ...found } = await this.#find(accountId, id);
    if (found.result === undefined) this.#begin(opened, characters(found.progress.characters));
    return foundState(id, found);
  }

  /** Returns the documents with these ids, and the unfinished documents of the account whose ids are not known. */
  async list(
    accountId: AccountId,
    ids: readonly string[],
  ): Promise<{ readonly known: readonly DocumentState[]; readonly others: readonly UnfinishedDocument[] }> {
    const [found, unfinished, opened] = await Promise.all([
      Promise.all(ids.map((id) => this.find(accountId, id).catch(orMissing))),
      this.#parts.store.listUnfinished(accountId, this.#parts.now()),
      Promise.all(ids.map((id) => openDocument(accountId, id))),
    ]);
    const hashes = new Set(opened.map(({ place }) => place.idHash));
    const others = unfinished.filter(({ idHash }) => !hashes.has(idHash));
    return { known: found.filter((document) => document !== undefined), others };
  }

  /** Returns the translated file. @throws ServiceError `no_document`, `document_not_ready` */
  async content(accountId: AccountId, id: string) {
    const { about, result, opened } = await this.#findDone(accountId, id);
    const sealed = await this.#parts.store.readContent(opened.place);
    if (sealed === undefined) throw new ServiceError('no_document');
    return { name: translatedName(about), mediaType: result.mediaType, bytes: await opened.seal.open(sealed) };
  }

  /**
   * Returns units with what is approved of them now; how many there are, and how many keep their source text.
   * @throws ServiceError `no_document`, `document_not_ready`, `no_review`
   */
  async units(request: DocumentReader, range: DocumentUnits, signal: AbortSignal): Promise<FoundUnits> {
    const { lines, ...found } = await this.#lines(request, range);
    const asked = { request, pair: found.about, lines };
    const units: ReviewedUnit[] = [];
    for await (const chunk of reviewLines(this.#parts, asked, signal)) units.push(...chunk);
    return { ...found, units };
  }

  /** Returns all units as a file for a person to approve and to import. @throws as `units` */
  async review(request: DocumentReader, id: string, format: ReviewFormat = 'xliff'): Promise<ExportedFile> {
    const { about, lines } = await this.#lines(request, { id, from: 0, to: Infinity });
    const { writeReview } = await this.#parts.openMemoryFiles();
    const { name, source: sourceLanguage, target: targetLanguage } = about;
    // It ends when its reader leaves, or takes too long.
    const { signal } = new AbortController();
    const pages = importable(reviewLines(this.#parts, { request, pair: about, lines }, signal));
    const pieces = joinedPieces(writeReview({ name, sourceLanguage, targetLanguage, pages }, format));
    const { extension, type } = reviewFiles[format];
    return { name: reviewName(about, extension), type, pieces };
  }

  async #lines({ accountId }: DocumentReader, { id, ...range }: DocumentUnits) {
    const { about, opened } = await this.#findDone(accountId, id);
    const sealed = await this.#parts.store.readUnits(opened.place);
    if (sealed === undefined) throw new ServiceError('no_review');
    return { about, ...linesOfUnits(await opened.seal.open(sealed), range) };
  }

  /** Translates the file of a document again, with its choices. @throws ServiceError as `start`; `no_document` */
  async again(
    request: Pick<DocumentRequest, 'accountId' | 'keyId' | 'glossaryVersion' | 'memoryVersion'>,
    id: string,
    signal: AbortSignal,
  ): Promise<DocumentState> {
    const { about, opened } = await this.#find(request.accountId, id);
    const sealed = await this.#parts.store.readFile(opened.place);
    if (sealed === undefined) throw new ServiceError('no_document');
    const { source, target, named, name, format, options, wantsMail } = about;
    const file = { name, format, options, bytes: await opened.seal.open(sealed) };
    return this.start({ ...request, source, target, named, file, wantsMail }, signal);
  }

  /** Deletes a document. Of an unfinished one, the translated texts are charged. @throws ServiceError `no_document` */
  async remove(accountId: AccountId, id: string): Promise<void> {
    const { opened } = await this.#find(accountId, id);
    await this.#parts.store.removeDocument(opened.place);
    this.#running.get(opened.place.idHash)?.abort.abort(new ServiceError('no_document'));
  }

  /** Ends a document of this node whose sender never gets its id, so that a repeat is not charged as well. Never throws. */
  async abandon(accountId: AccountId, id: string): Promise<void> {
    // The work ends even if the database is unreachable.
    const opened = await openDocument(accountId, id);
    this.#running.get(opened.place.idHash)?.abort.abort(new ServiceError('caller_gone'));
    try {
      const { result } = await this.#find(accountId, id);
      // From here on a node that works on it cannot charge it.
      if (result === undefined) await this.#parts.replies.keep(replyOf(opened), JSON.stringify(removed));
      await this.#parts.store.removeDocument(opened.place);
    } catch (cause) {
      // Another download may have ended it.
      if (!hasReason(cause, 'no_document')) this.#parts.events.backgroundFailed({ task: 'end of a document', cause });
    }
  }

  async #read(
    { accountId, file, source, target }: DocumentRequest,
    { signal, takes }: { readonly signal: AbortSignal; readonly takes: number },
  ): Promise<ReadFile> {
    using place = this.#places.admit(accountId, takes);
    if (place === undefined) {
      // One account alone has at most half.
      const whose = this.#places.amount > places.max / 2 ? 'server' : 'account';
      throw new ServiceError('busy_with_files', { data: { whose } });
    }
    const sent: SentFile = { ...file, source: source === 'auto' ? undefined : source, target };
    const caller = { accountId, signal };
    const read = await this.#ofAccounts.reading.run(accountId, signal, () => this.#parts.files.read(sent, caller));
    const count = charactersOf(read.units);
    if (count <= documentCharactersMax) return read;
    const message = `the file has ${count} characters to translate; the maximum is ${documentCharactersMax}`;
    throw new ServiceError('unusable_file', { data: { message } });
  }

  /** An unnamed language is the one that the file names, or else that of its first texts. */
  async #routesOf({ source, target, ...asked }: DocumentRequest, read: ReadFile): Promise<TextRoutes> {
    const named =
      source === 'auto' && read.source !== undefined ? this.#parts.catalogue.parse(read.source, 'source') : undefined;
    const sample: string[] = [];
    for (let index = 0, length = 0; index < read.units.length && length < detectedLength; index++) {
      const text = (read.units[index]?.text ?? '').slice(0, detectedLength);
      length += text.length;
      sample.push(text);
    }
    const text = sample.join('\n');
    return routesOfText(this.#parts, { ...asked, text, source: named?.kind === 'tag' ? named.tag : source, target });
  }

  /** Of a pair that cannot be chosen or translated, nothing is approved. */
  async #costIn(request: DocumentRequest, read: ReadFile, signal: AbortSignal): Promise<Cost> {
    const ofAll: Cost = { ...freeCost, charged: charactersOf(read.units) };
    if (request.memoryVersion === 0) return ofAll;
    try {
      const { pair } = await this.#routesOf(request, read);
      return (await costOfUnits(this.#parts, { request, pair, units: read.units }, signal)) ?? ofAll;
    } catch (error) {
      const reason = error instanceof ServiceError ? error.reason : '';
      if (!['undecided_language', 'unsupported_pair', 'withdrawn_pair'].includes(reason)) throw error;
      return ofAll;
    }
  }

  async #store(
    { place, seal }: Opened,
    about: DocumentAbout,
    { bytes, ...progress }: Omit<DocumentProgress, 'about' | 'charactersDone'> & { readonly bytes: Uint8Array },
  ): Promise<void> {
    const [sealedAbout, file] = await Promise.all([seal.close(encode(about)), seal.close(bytes)]);
    const { store, storedBytesMax: bytesMax } = this.#parts;
    const document = { ...place, ...progress, about: sealedAbout, file };
    const outcome = await store.createDocument(document, { unfinishedMax, bytesMax });
    switch (outcome) {
      case 'created':
        return;
      case 'no_account':
        // The key was revoked since it was checked.
        throw new ServiceError('invalid_key');
      case 'too_many':
        throw new ServiceError('too_many_documents', {
          data: { max: unfinishedMax, retryAfterSeconds: retryAfterSeconds.unfinished },
        });
      case 'account_full':
      case 'full':
        throw noRoom(outcome === 'full' ? 'server' : 'account');
    }
  }

  /** Reports a full disk to the caller as a temporary lack of space, because the caller can try again later. */
  async #orNoRoom<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      if (!hasReason(cause, 'storage_full')) throw cause;
      this.#parts.events.backgroundFailed({ task: 'storage of a document', cause });
      throw noRoom('server');
    }
  }

  async #findDone(accountId: AccountId, id: string) {
    const { result, ...found } = await this.#find(accountId, id);
    if (result?.status !== 'done') throw new ServiceError('document_not_ready');
    return { ...found, result };
  }

  async #find(accountId: AccountId, id: string) {
    if (!idPattern.test(id)) throw new ServiceError('no_document');
    const opened = await openDocument(accountId, id);
    const progress = await this.#parts.store.findDocument(opened.place, this.#parts.now());
    if (progress === undefined) throw new ServiceError('no_document');
    const about = decode(await opened.seal.open(progress.about)) as DocumentAbout;
    const reply = await this.#parts.replies.find(replyOf(opened));
    const result = reply === undefined ? undefined : (JSON.parse(reply) as DocumentResult | typeof removed);
    if (result?.status === 'removed') throw new ServiceError('no_document');
    return { opened, progress, about, result };
  }

  /** Translates a document unless this node does already. Waits while another node does, and continues if that one stops. */
  #begin(opened: Opened, amount: Characters, { held, units }: Begun = { held: undefined, units: [] }): void {
    const { idHash } = opened.place;
    if (this.#running.has(idHash)) return;
    const abort = new AbortController();
    const size = amount + units.length * unitCharacters;
    const kept = this.#kept + size <= keptMax ? { units, size } : { units: [], size: 0 };
    this.#kept += kept.size;
    const work = { amount, held, units: kept.units, signal: abort.signal };
    const finished = this.#run(opened, work).finally(() => {
      this.#kept -= kept.size;
      this.#running.delete(idHash);
    });
    this.#running.set(idHash, { abort, finished });
  }

  async #run(opened: Opened, work: DocumentWork): Promise<void> {
    const { replies, events } = this.#parts;
    const { amount, held, signal } = work;
    const turns = amount <= smallMax ? this.#turns.small : this.#turns.large;
    try {
      // It may have to wait for other documents.
      held?.keepAlive();
      const { replayed } = await replies.run(replyOf(opened), signal, (seal) =>
        this.#ofAccounts.translating.run(opened.accountId, signal, () =>
          turns.run(opened.accountId, signal, () => this.#translate(opened, { ...work, seal })),
        ),
      );
      if (!replayed) await this.#notify(opened);
    } catch (cause) {
      // Continued when its owner asks for it.
      const isExpected = hasReason(cause, 'no_document') || hasReason(cause, 'insufficient_balance');
      if (!(signal.aborted || isExpected)) events.backgroundFailed({ task: 'translation of a document', cause });
    } finally {
      await held?.[Symbol.asyncDispose]();
    }
  }

  /** Once for each document, because one node alone has stored its result. Only nodes that work on it know its id. */
  async #notify({ accountId, id }: Opened): Promise<void> {
    const found = await this.#find(accountId, id);
    if (found.about.wantsMail === true) await this.#parts.sendResult(accountId, foundState(id, found));
  }

  async #translate(
    { accountId, place, seal: own }: Opened,
    work: DocumentWork & { readonly seal: SealReply },
  ): Promise<string | undefined> {
    const { store, catalogue, now, events } = this.#parts;
    const [progress, sealed] = await Promise.all([store.findDocument(place, now()), store.readFile(place)]);
    if (progress === undefined || sealed === undefined) throw new ServiceError('no_document');
    const about = decode(await own.open(progress.about)) as DocumentAbout;
    const bytes = await own.open(sealed);
    try {
      const routes = chooseRoutes(catalogue, about);
      const file = { accountId, place, about, bytes, routes, expiresAt: progress.expiresAt, keep: own };
      return await translateFile(this.#parts, { ...work, ...file });
    } catch (error) {
      if (work.signal.aborted || mayPass(error)) throw error;
      const isKnown = error instanceof ServiceError;
      if (!isKnown) events.backgroundFailed({ task: 'translation of a document', cause: error });
      const { reason, data } = isKnown ? error : new ServiceError('server_error');
      const failed: DocumentResult = { status: 'failed', reason, data };
      return JSON.stringify(failed);
    }
  }
}

export type SealReply = (reply: string) => Promise<SealedReply>;

function noRoom(whose: 'account' | 'server'): ServiceError {
  return new ServiceError('no_room_for_documents', { data: { whose, retryAfterSeconds: retryAfterSeconds.room } });
}

/** Whether another attempt may succeed, or the document is gone. */
function mayPass(error: unknown): boolean {
  // Characters that are only held may come back: a killed node's hold of this document ends with its lease.
  if (hasReason(error, 'insufficient_balance')) return error.data.balance >= error.data.required;
  return error instanceof ServiceError && ['store_unavailable', 'overloaded', 'not_found'].includes(error.code);
}

function orMissing(error: unknown): undefined {
  if (!hasReason(error, 'no_document')) throw error;
}

const stateOf = ({ name, format, source, target, cost = freeCost }: DocumentAbout) => ({
  ...{ name, format, source, target },
  memoryCharacters: cost.memoryCharacters,
});

function foundState(id: string, { about, progress, result }: FoundDocument): DocumentState {
  const { createdAt, expiresAt, charactersDone } = progress;
  const under =
    charactersDone === undefined ? { status: 'queued' as const } : { status: 'translating' as const, charactersDone };
  const amount = characters(progress.characters);
  return { id, ...stateOf(about), characters: amount, createdAt, expiresAt, ...(result ?? under) };
}

const replyOf = ({ accountId, id }: Opened) => ({ accountId, key: id, request: '', keptMs: documentKeptMs });

async function openDocument(accountId: AccountId, id: string): Promise<Opened> {
  const seal = await deriveSeal({ accountId, key: id, request: '' });
  return { accountId, id, seal, place: { accountId, idHash: seal.keyHash } };
}

/** An import refuses approved translations that are too long. */
async function* importable(pages: AsyncIterable<readonly ReviewedUnit[]>): AsyncGenerator<readonly ReviewUnit[]> {
  for await (const units of pages) {
    yield units.map(({ id, source, target, kept, ...unit }) => {
      const isApproved = unit.isApproved && isOneEntry(source, target);
      return { id, source, target: kept === undefined || isApproved ? target : undefined, isApproved };
    });
  }
}

const reviewFiles = {
  xliff: { extension: 'xlf', type: 'application/x-xliff+xml; charset=utf-8' },
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
} as const;

const encode = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
