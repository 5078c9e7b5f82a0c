import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import type { Events } from '../../../core/events.ts';
import { isSamePair, type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { ServiceError } from '../../../core/service-error.ts';
import type { AvailableModel, DownloadProgress, InstalledModel, ModelSource } from '../model.ts';
import { downloadModel } from './download.ts';
import { findImports, type ImportWish } from './import-folder.ts';
import { type InstallOptions, installModel, RefusedModel } from './install.ts';
import { damageIn, type FoundModels, ModelFolders, type ModelProblem, type PlacedModel } from './model-folders.ts';
import { type IndexState, ModelIndex } from './model-index.ts';
import { takeLock } from './model-lock.ts';
import { compareVersions, type Offer } from './offers.ts';
import { RegistryHttp } from './registry-http.ts';
import { reasonOf, StoreFailure, unavailable } from './store-failure.ts';

/** How long the store waits, in milliseconds. */
export type StoreTiming = {
  /** A server must answer in this time, and then send at a minimum rate over each such time. */
  readonly windowMs: number;
  /** Pauses before further tries after failures of the network. */
  readonly retryAfterMs: readonly number[];
  /** Between two readings of the index. */
  readonly indexEveryMs: number;
  /** Between two looks for changes that other processes made. */
  readonly lookEveryMs: number;
  /** How long a replaced model stays on disk, for a server that is about to read it. */
  readonly replacedKeptMs: number;
  /** How long an unfinished download stays on disk. */
  readonly unfinishedKeptMs: number;
};

const defaultTiming: StoreTiming = {
  windowMs: 20_000,
  retryAfterMs: [500, 2_000, 8_000],
  indexEveryMs: 3_600_000,
  lookEveryMs: 2_000,
  replacedKeptMs: 600_000,
  unfinishedKeptMs: 604_800_000,
};

export type ModelStoreOptions = Pick<InstallOptions, 'diskBytesMax' | 'tryModel'> & {
  /** The folder of models. It is created if it is missing. */
  readonly dir: string;
  /** Where the index of models is read; undefined: the store never uses the network. */
  readonly indexUrl: string | undefined;
  readonly events: Pick<Events, 'modelDownloaded' | 'modelDownloadFailed' | 'modelIndexRead' | 'backgroundFailed'>;
  /** Whether to read the index and look for changes of the folder until the store is closed. */
  readonly background: boolean;
  readonly timing?: Partial<StoreTiming>;
};

export type DownloadOptions = {
  readonly signal: AbortSignal;
  readonly progress?: (progress: DownloadProgress) => void;
  /** A certain version, released or not. */
  readonly version?: string | undefined;
  /** Whether to replace a model on disk by another one that is offered. */
  readonly update?: boolean | undefined;
};

/** What is installed and offered for one pair. */
export type ModelListing = {
  readonly pair: LanguagePair;
  readonly installed: PlacedModel | undefined;
  readonly offered: Offer | undefined;
  readonly isNewerOffered: boolean;
};

/** What `verify` found; `fault` is one line, or undefined when every byte is right. */
export type ModelVerification = {
  /** Undefined when the folder does not name it. */
  readonly pair: LanguagePair | undefined;
  readonly folder: string;
  readonly fault: string | undefined;
};

/** Opens the folder of models. If it cannot be read or written, the store opens, and `problems` has the reason. */
export async function openModelStore(options: ModelStoreOptions): Promise<ModelStore> {
  const store = new ModelStore(options);
  await store.open();
  return store;
}

/** The models on disk, and those that the index offers. Several processes may use the same folder. */
export class ModelStore implements ModelSource, AsyncDisposable {
  readonly #options: ModelStoreOptions;
  readonly #timing: StoreTiming;
  readonly #folders: ModelFolders;
  readonly #http: RegistryHttp | undefined;
  readonly #index: ModelIndex | undefined;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Why models cannot be used here, by digest. */
  readonly #refused = new Map<string, string>();
  #found: FoundModels = { installed: [], replaced: [], problems: [] };
  #fingerprint = '';
  #available: readonly AvailableModel[] = [];
  #readOnlyReason: string | undefined;
  #refreshing: Promise<IndexState> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sweepAt = 0;

  constructor(options: ModelStoreOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    const { windowMs, indexEveryMs: everyMs } = this.#timing;
    const folders = new ModelFolders(options.dir);
    this.#folders = folders;
    if (options.indexUrl === undefined) return;
    const url = new URL(options.indexUrl);
    const http = new RegistryHttp(url, windowMs);
    this.#http = http;
    this.#index = new ModelIndex({ url, http, folders, everyMs, events: options.events, signal: this.#stop.signal });
  }

  async open(): Promise<void> {
    try {
      await mkdir(this.#folders.own('trash'), { recursive: true });
      await access(this.#folders.own(), constants.W_OK);
    } catch (cause) {
      this.#readOnlyReason = reasonOf(cause);
    }
    await this.#index?.open();
    await this.#look().catch((cause: unknown) => {
      this.#found = { ...this.#found, problems: [{ folder: this.#folders.dir, reason: reasonOf(cause) }] };
    });
    await this.#sweep();
    if (!this.#options.background) return;
    void this.refresh();
    this.#continueBackground();
  }

  installed(): readonly InstalledModel[] {
    return this.#found.installed;
  }

  /** What can be downloaded now: nothing refused, and nothing without room or into a folder that cannot be written. */
  available(): readonly AvailableModel[] {
    return this.#available;
  }

  /** Folders that look like models and contain none. Nothing is served from them. */
  problems(): readonly ModelProblem[] {
    return this.#found.problems;
  }

  /** Reads the index, once for concurrent callers. Never rejects. */
  async refresh(): Promise<IndexState> {
    if (this.#index === undefined) return { kind: 'off' };
    this.#refreshing ??= this.#track(this.#index.refresh()).finally(() => {
      this.#refreshing = undefined;
      this.#updateAvailable();
    });
    return await this.#refreshing;
  }

  /** What is installed, and what the index offered when it was last read, however long ago. Sorted by pair. */
  list(): readonly ModelListing[] {
    const offers = this.#index?.offers ?? [];
    const pairs = new Map([...this.#found.installed, ...offers].map(({ pair }) => [pairName(pair), pair]));
    const sorted = [...pairs].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([, pair]) => {
      const [installed, offered] = [ofPair(this.#found.installed, pair), ofPair(offers, pair)];
      const isNewerOffered =
        !!installed?.version && offered !== undefined && compareVersions(offered.version, installed.version) > 0;
      return { pair, installed, offered, isNewerOffered };
    });
  }

  /** @throws ServiceError `engine_unavailable` with the reason in its detail; the signal's reason */
  async download(pair: LanguagePair, options: DownloadOptions): Promise<InstalledModel> {
    const { version, update = false, progress = () => {} } = options;
    const isEnough = version === undefined && !update;
    const installed = ofPair(this.#found.installed, pair);
    if (installed !== undefined && isEnough) return installed;
    const startedAt = performance.now();
    const { events, diskBytesMax, tryModel } = this.#options;
    const { retryAfterMs } = this.#timing;
    const folders = this.#folders;
    const message = `The model ${pairName(pair)} could not be downloaded`;
    return await this.#run(message, options.signal, async (signal) => {
      try {
        const { offer, ...registry } = await this.#offerOf(pair, version);
        const change = async (current: PlacedModel | undefined) => {
          // Another caller may have downloaded it while this one waited for the lock.
          if (current !== undefined && (isEnough || current.digest === offer.digest)) return;
          const parts = { ...registry, folders, retryAfterMs, progress, diskBytesMax, tryModel, signal };
          await downloadModel(offer, parts).catch((cause: unknown) => {
            if (cause instanceof RefusedModel) this.#refused.set(offer.digest, cause.message);
            throw cause;
          });
          events.modelDownloaded({ pair, bytes: offer.bytes, tookMs: performance.now() - startedAt });
        };
        return placed(await this.#change(pair, signal, change));
      } catch (cause) {
        if (!signal.aborted) events.modelDownloadFailed({ pair, reason: reasonOf(cause) });
        throw cause;
      }
    });
  }

  /** Reads every byte of the model of a pair, or of all. @throws ServiceError `validation_error` without such a model */
  async verify(pair: LanguagePair | undefined, signal: AbortSignal): Promise<readonly ModelVerification[]> {
    return await this.#run('The models could not be verified', signal, async (either) => {
      await this.#look();
      const { installed, problems } = this.#found;
      const models = pair === undefined ? installed : [ofPair(installed, pair) ?? notInstalled(pair)];
      const verified: ModelVerification[] = [];
      for (const model of models) {
        verified.push({ pair: model.pair, folder: model.folder, fault: await damageIn(model, either) });
      }
      if (pair !== undefined) return verified;
      return [...verified, ...problems.map(({ folder, reason }) => ({ pair: undefined, folder, fault: reason }))];
    });
  }

  /**
   * Deletes the model of a pair, and what was downloaded of another. A server that has it in memory keeps using it.
   *
   * @throws ServiceError `validation_error` when there is none, `engine_unavailable` when it cannot be removed
   */
  async remove(pair: LanguagePair, signal: AbortSignal): Promise<InstalledModel> {
    return await this.#run(`The model ${pairName(pair)} could not be removed`, signal, async (either) => {
      await this.#look();
      const model = ofPair(this.#found.installed, pair) ?? notInstalled(pair);
      await this.#change(pair, either, () => this.#folders.removePair(pair));
      return model;
    });
  }

  /**
   * Copies models from a folder, verifies them by every known hash, tries them, and replaces those of their pairs.
   *
   * @throws ServiceError `validation_error` when the folder contains none, `engine_unavailable` when one is damaged, cannot
   * be used or does not fit on the disk
   */
  async importFrom(folder: string, wish: ImportWish, signal: AbortSignal): Promise<readonly InstalledModel[]> {
    const { diskBytesMax, tryModel } = this.#options;
    const models: InstalledModel[] = [];
    for (const source of await findImports(folder, wish)) {
      const { pair } = source;
      const model = await this.#run(`The model ${pairName(pair)} could not be imported`, signal, async (either) => {
        const options = { diskBytesMax, tryModel, signal: either };
        return placed(await this.#change(pair, either, () => installModel(this.#folders, source, options)));
      });
      models.push(model);
    }
    return models;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new ServiceError('draining', { message: 'The service is shutting down.' }));
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#running);
  }

  /** Runs work that ends with the store. Errors become one line for the operator, after `message`. */
  async #run<T>(message: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = AbortSignal.any([signal, this.#stop.signal]);
    either.throwIfAborted();
    try {
      return await this.#track(work(either));
    } catch (cause) {
      either.throwIfAborted();
      throw cause instanceof ServiceError ? cause : unavailable(message, cause);
    }
  }

  async #track<T>(task: Promise<T>): Promise<T> {
    this.#running.add(task);
    try {
      return await task;
    } finally {
      this.#running.delete(task);
    }
  }

  /** Changes the model of a pair while no other caller does, in this process or another. Returns the one it then has. */
  async #change(
    pair: LanguagePair,
    signal: AbortSignal,
    change: (current: PlacedModel | undefined) => Promise<void>,
  ): Promise<PlacedModel | undefined> {
    const { dir } = this.#folders;
    if (this.#readOnlyReason) throw new StoreFailure(`${dir} cannot be written: ${this.#readOnlyReason}`);
    using _ = await takeLock(this.#folders.lockFile(pair), signal);
    await this.#look();
    try {
      await change(ofPair(this.#found.installed, pair));
    } finally {
      await this.#look();
    }
    return ofPair(this.#found.installed, pair);
  }

  /** @throws StoreFailure when the index cannot be read, or offers no usable model */
  async #offerOf(pair: LanguagePair, version: string | undefined) {
    const [index, http] = [this.#index, this.#http];
    if (index === undefined || http === undefined) {
      throw new StoreFailure('no index of models is configured; copy it here with: dragoman model import <folder>');
    }
    const state = index.state?.kind === 'read' ? index.state : await this.refresh();
    if (state.kind === 'failed') throw new StoreFailure(`the index of models cannot be read: ${state.reason}`);
    const offer = ofPair(version === undefined ? index.offers : index.ofVersion(version), pair);
    const what = version === undefined ? 'no model' : `no version ${version}`;
    if (offer === undefined) throw new StoreFailure(`the index of models offers ${what} for this pair`);
    const refusal = this.#refused.get(offer.digest);
    if (refusal !== undefined) throw new StoreFailure(refusal);
    return { offer, http, urlOf: (location: string) => index.attachmentUrl(location) };
  }

  /** Finds what this process and others have changed. The list of installed models stays the same if it is the same. */
  async #look(): Promise<void> {
    const found = await this.#folders.find();
    const { installed } = this.#found;
    const isSame = found.installed.map(({ folder }) => folder).join() === installed.map(({ folder }) => folder).join();
    this.#found = isSame ? { ...found, installed } : found;
    this.#updateAvailable();
  }

  #updateAvailable(): void {
    const isOffering = this.#index?.state?.kind === 'read' && this.#readOnlyReason === undefined;
    const offers = isOffering ? (this.#index?.offers ?? []) : [];
    const available = offers.filter((offer) => !this.#refused.has(offer.digest) && this.#hasRoomFor(offer));
    const before = this.#available;
    const isSame = available.length === before.length && available.every((offer, at) => offer === before[at]);
    if (!isSame) this.#available = available;
  }

  #hasRoomFor({ pair, bytesInstalled }: Offer): boolean {
    const others = this.#found.installed.filter((model) => !isSamePair(model.pair, pair));
    return others.reduce((sum, model) => sum + model.bytes, bytesInstalled) <= this.#options.diskBytesMax;
  }

  /** Looks and sweeps until the store is closed. Does not keep the process alive. */
  #continueBackground(): void {
    this.#timer = setTimeout(() => {
      void this.#track(this.#lookAfterOthers()).then(() => {
        if (!this.#stop.signal.aborted) this.#continueBackground();
      });
    }, this.#timing.lookEveryMs).unref();
  }

  /** Polls, because file systems of other machines report no changes. */
  async #lookAfterOthers(): Promise<void> {
    if (this.#index && Date.now() >= this.#index.dueAt) void this.refresh();
    if (Date.now() >= this.#sweepAt) await this.#sweep();
    const before = this.#fingerprint;
    try {
      this.#fingerprint = await this.#folders.fingerprint();
      // A damaged model can be repaired without a change of the fingerprint.
      if (this.#fingerprint !== before || this.problems().length > 0) await this.#look();
    } catch (cause) {
      this.#fingerprint = `failed: ${reasonOf(cause)}`;
      if (this.#fingerprint !== before) this.#options.events.backgroundFailed({ task: 'find the models', cause });
    }
  }

  async #sweep(): Promise<void> {
    this.#sweepAt = Date.now() + this.#timing.replacedKeptMs;
    if (this.#readOnlyReason !== undefined) return;
    try {
      await this.#folders.sweep(this.#timing);
      await this.#look();
    } catch (cause) {
      this.#options.events.backgroundFailed({ task: 'sweep the models', cause });
    }
  }
}

function ofPair<Model extends { readonly pair: LanguagePair }>(models: readonly Model[], pair: LanguagePair) {
  return models.find((model) => isSamePair(model.pair, pair));
}

function placed(model: PlacedModel | undefined): PlacedModel {
  if (model === undefined) throw new StoreFailure('another process removed it');
  return model;
}

function notInstalled(pair: LanguagePair): never {
  throw new ServiceError('validation_error', { message: `There is no model ${pairName(pair)} on this machine.` });
}
