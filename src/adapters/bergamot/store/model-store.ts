import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import { pauseFor } from '../../../core/abort.ts';
import type { Events } from '../../../core/events.ts';
import { type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { type ReasonData, ServiceError } from '../../../core/service-error.ts';
import type { AvailableModel, DownloadProgress, InstalledModel, ModelIdentity, ModelSource } from '../model.ts';
import { findImports, type ImportOptions } from './import-folder.ts';
import { bytesBeside, type InstallOptions, installModel, type ModelToInstall } from './install.ts';
import { damageIn, type FoundModels, ModelFolders, ofPair, type PlacedModel } from './model-folders.ts';
import { type IndexState, type IndexTiming, ModelIndex } from './model-index.ts';
import { compareVersions, type Offer } from './offers.ts';
import { requestTiming } from './registry-http.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

/** How long the store waits, in milliseconds. */
export type StoreTiming = IndexTiming & {
  /** After a failed download, its model is not offered for this long. */
  readonly failedPauseMs: number;
  /** Between two looks for changes that other processes made. */
  readonly lookEveryMs: number;
};

const storeTiming = { ...requestTiming, indexEveryMs: 3_600_000, failedPauseMs: 30_000, lookEveryMs: 5_000 };

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

/** What the store does, and for which pair; undefined for all. */
type Task = { readonly task: ReasonData['model_failed']['task']; readonly pair: LanguagePair | undefined };

export type DownloadOptions = {
  readonly signal: AbortSignal;
  readonly progress?: ((progress: DownloadProgress) => void) | undefined;
  /** A certain version, released or not. */
  readonly version?: string | undefined;
  /** Whether to replace a model on disk by another one that is offered. */
  readonly update?: boolean | undefined;
};

/** Opens the folder of models. If it cannot be read, the store opens, and `problems` has the reason. */
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
  readonly #index: ModelIndex;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Models that failed, by digest, and until when they are not offered (ms since 1970). */
  readonly #failed = new Map<string, { readonly reason: string; readonly until: number }>();
  #found: FoundModels = { installed: [], problems: [] };
  #available: readonly AvailableModel[] = [];
  #reported = '';

  constructor(options: ModelStoreOptions) {
    this.#options = options;
    this.#timing = { ...storeTiming, ...options.timing };
    this.#folders = new ModelFolders(options.dir);
    this.#index = new ModelIndex(options.indexUrl, this.#timing);
  }

  async open(): Promise<void> {
    await mkdir(this.#folders.dir, { recursive: true }).catch(() => {});
    await this.#look().catch(() => {});
    if (this.#options.background) void this.#watch();
  }

  installed(): readonly InstalledModel[] {
    return this.#found.installed;
  }

  /** What can be downloaded now: no model that has failed or has no room. */
  available(): readonly AvailableModel[] {
    return this.#available;
  }

  /** Folders that look like models and contain none. Nothing is served from them. */
  problems(): FoundModels['problems'] {
    return this.#found.problems;
  }

  /** What is installed, and what the index offered when it was last read. Sorted by pair. */
  list() {
    const [installed, offers] = [this.#found.installed, this.#index.offers];
    const pairs = new Map([...installed, ...offers].map(({ pair }) => [pairName(pair), pair]));
    const sorted = [...pairs].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([, pair]) => {
      const [model, offered] = [ofPair(installed, pair), ofPair(offers, pair)];
      const isNewerOffered = !!model?.version && !!offered && compareVersions(offered.version, model.version) > 0;
      return { pair, installed: model, offered, isNewerOffered };
    });
  }

  /** Reads the index. Never rejects. */
  async refresh(): Promise<IndexState> {
    const state = await this.#index.refresh(this.#stop.signal);
    this.#update(this.#found);
    const news = state.kind === 'failed' ? state.reason : this.#index.offers.map(({ digest }) => digest).join();
    const isNews = state.kind !== 'off' && news !== this.#reported && !this.#stop.signal.aborted;
    this.#reported = news;
    if (isNews) this.#options.events.modelIndexRead(state);
    return state;
  }

  /** @throws ServiceError `model_failed`; the signal's reason */
  async download(pair: LanguagePair, options: DownloadOptions): Promise<InstalledModel> {
    const { version, update = false, progress } = options;
    const isAnyEnough = version === undefined && !update;
    const installed = ofPair(this.#found.installed, pair);
    if (installed && isAnyEnough) return installed;
    const startedAt = performance.now();
    if (this.#index.state.kind !== 'read') await this.refresh();
    return await this.#change({ task: 'download', pair }, options.signal, async (current, signal) => {
      // Another caller may have downloaded it while this one waited for the lock.
      if (current && isAnyEnough) return current;
      const offer = this.#offerOf(pair, version);
      if (current?.digest === offer.digest) return current;
      await this.#install(this.#index.sourceOf(offer, progress), signal).catch((cause: unknown) => {
        const isUnusable = cause instanceof StoreFailure && cause.cause instanceof UnusableModel;
        const until = isUnusable ? Number.POSITIVE_INFINITY : Date.now() + this.#timing.failedPauseMs;
        if (!signal.aborted) this.#failed.set(offer.digest, { reason: reasonOf(cause), until });
        throw cause;
      });
      this.#options.events.modelDownloaded({ pair, bytes: offer.bytes, tookMs: performance.now() - startedAt });
      return undefined;
    });
  }

  /**
   * Reads every byte of the model of a pair, or of all. `fault` is one line, or undefined when every byte is right.
   *
   * @throws ServiceError `model_not_installed`, `model_failed`
   */
  async verify(pair: LanguagePair | undefined, given: AbortSignal) {
    return await this.#run({ task: 'read', pair: undefined }, given, async (signal) => {
      await this.#look();
      const { installed, problems } = this.#found;
      const models = pair === undefined ? installed : [ofPair(installed, pair) ?? notInstalled(pair)];
      const verified: { pair: LanguagePair | undefined; folder: string; fault: string | undefined }[] = [];
      for (const model of models) {
        verified.push({ pair: model.pair, folder: model.folder, fault: await damageIn(model, signal) });
      }
      if (pair !== undefined) return verified;
      return [...verified, ...problems.map(({ folder, reason }) => ({ pair, folder, fault: reason }))];
    });
  }

  /**
   * Deletes the models of a pair. A server that has one in memory keeps using it.
   *
   * @throws ServiceError `model_not_installed`, `model_failed`
   */
  async remove(pair: LanguagePair, given: AbortSignal): Promise<InstalledModel> {
    return await this.#change({ task: 'remove', pair }, given, async (current) => {
      if (current !== undefined) await this.#folders.remove(pair);
      return current;
    });
  }

  /**
   * Copies models from a folder, verifies them by every known hash, tries them, and replaces those of their pairs.
   *
   * @throws ServiceError `models_not_importable` when the folder contains none, `model_failed` when one is damaged, cannot
   * be used or does not fit on the disk
   */
  async importFrom(folder: string, options: ImportOptions, given: AbortSignal): Promise<readonly InstalledModel[]> {
    const models: InstalledModel[] = [];
    for (const source of await findImports(folder, options)) {
      const task = { task: 'import', pair: source.pair } as const;
      models.push(await this.#change(task, given, (_, signal) => this.#install(source, signal)));
    }
    return models;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new ServiceError('draining'));
    await Promise.allSettled(this.#running);
  }

  /** Runs work that ends with the store. A failure names the task, and has its reason in one line for the operator. */
  async #run<T>({ task, pair }: Task, given: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.any([given, this.#stop.signal]);
    signal.throwIfAborted();
    try {
      const running = work(signal);
      this.#running.add(running);
      return await running.finally(() => this.#running.delete(running));
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof ServiceError) throw cause;
      const reason = reasonOf(cause);
      if (pair && task === 'download') this.#options.events.modelDownloadFailed({ pair, reason });
      const data = { task, pair: pair && pairName(pair) };
      throw new ServiceError('model_failed', { data, detail: { reason }, cause });
    }
  }

  /**
   * Changes the model of a pair while no other caller changes any, in this process or another.
   *
   * @param change returns the model that the change is about, unless it is the one that the pair then has
   */
  async #change(
    task: Task & { readonly pair: LanguagePair },
    given: AbortSignal,
    change: (current: PlacedModel | undefined, signal: AbortSignal) => Promise<PlacedModel | undefined>,
  ): Promise<InstalledModel> {
    const { pair } = task;
    return await this.#run(task, given, async (signal) => {
      using _ = await this.#folders.lock(signal);
      await this.#look();
      try {
        const model = await change(ofPair(this.#found.installed, pair), signal);
        if (model !== undefined) return model;
      } finally {
        await this.#look();
      }
      return ofPair(this.#found.installed, pair) ?? notInstalled(pair);
    });
  }

  async #install(source: ModelToInstall, signal: AbortSignal): Promise<undefined> {
    const { installed } = this.#found;
    await installModel(source, { ...this.#options, folders: this.#folders, installed, signal });
  }

  /** @throws StoreFailure when the index could not be read, or offers no usable model */
  #offerOf(pair: LanguagePair, version: string | undefined): Offer {
    const { state } = this.#index;
    if (state.kind === 'off')
      throw new StoreFailure('no index of models is configured; use: dragoman model import <folder>');
    if (state.kind === 'failed') throw new StoreFailure(`the index of models cannot be read: ${state.reason}`);
    const offer = ofPair(this.#index.offersOf(version), pair);
    const what = version === undefined ? 'no model' : `no version ${version}`;
    if (offer === undefined) throw new StoreFailure(`the index of models offers ${what} for this pair`);
    const failure = this.#failureOf(offer);
    if (failure !== undefined) throw new StoreFailure(failure);
    return offer;
  }

  /** Why a model is not offered now: it cannot be used, or its download has just failed. */
  #failureOf({ digest }: ModelIdentity): string | undefined {
    const failed = this.#failed.get(digest);
    return failed && Date.now() < failed.until ? failed.reason : undefined;
  }

  /** Finds what this process and others have changed. If that fails, `problems` has the reason. */
  async #look(): Promise<void> {
    try {
      this.#update(await this.#folders.find());
    } catch (cause) {
      const reason = reasonOf(cause);
      const isNews = this.#found.problems[0]?.reason !== reason;
      this.#found = { ...this.#found, problems: [{ folder: this.#folders.dir, reason }] };
      if (isNews) this.#options.events.backgroundFailed({ task: 'find the models', cause });
      throw cause;
    }
  }

  #update(found: FoundModels): void {
    const available = this.#index.offers.filter((offer) => {
      const bytes = bytesBeside(offer.pair, found.installed) + offer.bytesInstalled;
      return this.#failureOf(offer) === undefined && bytes <= this.#options.diskBytesMax;
    });
    this.#available = unlessEqual(this.#available, available);
    this.#found = { ...found, installed: unlessEqual(this.#found.installed, found.installed) };
  }

  /** Looks after the index and the folder until the store is closed. */
  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#look().catch(() => {});
      if (Date.now() >= this.#index.readNextAt) void this.refresh();
      await pauseFor(this.#timing.lookEveryMs, signal).catch(() => {});
    }
  }
}

/** Returns `before` if both are equal, because the engine compares the arrays by identity. */
function unlessEqual<Value>(before: Value, after: Value): Value {
  return isDeepStrictEqual(before, after) ? before : after;
}

function notInstalled(pair: LanguagePair): never {
  throw new ServiceError('model_not_installed', { data: { pair: pairName(pair) } });
}
