import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import type { Events } from '../../../core/events.ts';
import { isSamePair, type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { type ReasonData, ServiceError } from '../../../core/service-error.ts';
import type { AvailableModel, DownloadProgress, InstalledModel, ModelIdentity, ModelSource } from '../model.ts';
import { download } from './download.ts';
import { findImports, type ImportWish } from './import-folder.ts';
import { type InstallOptions, installModel, type ModelToInstall, RefusedModel } from './install.ts';
import { folderName } from './manifest.ts';
import { damageIn, type FoundModels, ModelFolders, type PlacedModel, pairFolder } from './model-folders.ts';
import { ModelIndex } from './model-index.ts';
import { takeLock } from './model-lock.ts';
import { compareVersions, type Offer } from './offers.ts';
import { RegistryHttp, shownUrl } from './registry-http.ts';
import { modelFailed, reasonOf, StoreFailure } from './store-failure.ts';

/** How long the store waits, in milliseconds. */
const defaultTiming = {
  /** How long a server may send nothing, and how long it has for 320 kB. */
  windowMs: 20_000,
  /** Pauses before further tries after failures of the network. */
  retryAfterMs: [500, 2_000, 8_000, 30_000] as readonly number[],
  /** Between two readings of the index. */
  indexEveryMs: 3_600_000,
  /** Between two looks for changes that other processes made. */
  lookEveryMs: 5_000,
  /** How long a replaced model stays on disk, for a server that is about to read it. */
  replacedKeptMs: 600_000,
};

export type StoreTiming = Readonly<typeof defaultTiming>;

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
  readonly progress?: ((progress: DownloadProgress) => void) | undefined;
  /** A certain version, released or not. */
  readonly version?: string | undefined;
  /** Whether to replace a model on disk by another one that is offered. */
  readonly update?: boolean | undefined;
};

/** `listedAt`: when a process last read the index (ISO 8601, UTC). */
export type IndexState =
  | { readonly kind: 'off' }
  | { readonly kind: 'failed'; readonly reason: string; readonly listedAt: string | undefined }
  | { readonly kind: 'read'; readonly pairs: number };

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
  readonly #http: RegistryHttp;
  readonly #index: ModelIndex | undefined;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Why models cannot be used here, by digest. */
  readonly #refused = new Map<string, string>();
  #found: FoundModels = { installed: [], replaced: [], problems: [] };
  #available: readonly AvailableModel[] = [];
  #readOnlyReason: string | undefined;
  #state: IndexState = { kind: 'off' };
  #refreshing: Promise<IndexState> | undefined;
  #refreshAt = 0;
  #sweepAt = 0;
  #reported = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ModelStoreOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    const { dir, indexUrl } = options;
    this.#folders = new ModelFolders(dir);
    this.#http = new RegistryHttp(indexUrl, this.#timing.windowMs);
    if (indexUrl !== undefined) this.#index = new ModelIndex(new URL(indexUrl), this.#http, this.#folders);
  }

  async open(): Promise<void> {
    try {
      await mkdir(this.#folders.own('trash'), { recursive: true });
      await access(this.#folders.own(), constants.W_OK);
    } catch (cause) {
      this.#readOnlyReason = reasonOf(cause);
    }
    await this.#index?.open();
    await this.#tidy();
    if (this.#options.background) this.#continueBackground();
  }

  installed(): readonly InstalledModel[] {
    return this.#found.installed;
  }

  /** What can be downloaded now: nothing refused, and nothing without room or into a folder that cannot be written. */
  available(): readonly AvailableModel[] {
    return this.#available;
  }

  /** Folders that look like models and contain none. Nothing is served from them. */
  problems(): FoundModels['problems'] {
    return this.#found.problems;
  }

  /** What is installed, and what the index offered when it was last read, however long ago. Sorted by pair. */
  list() {
    const [installed, offers] = [this.#found.installed, this.#index?.offers ?? []];
    const pairs = new Map([...installed, ...offers].map(({ pair }) => [pairName(pair), pair]));
    const sorted = [...pairs.keys()].toSorted().flatMap((name) => pairs.get(name) ?? []);
    return sorted.map((pair) => {
      const [model, offered] = [ofPair(installed, pair), ofPair(offers, pair)];
      const isNewerOffered = !!model?.version && !!offered && compareVersions(offered.version, model.version) > 0;
      return { pair, installed: model, offered, isNewerOffered };
    });
  }

  /** Reads the index, once for concurrent callers. Never rejects. */
  async refresh(): Promise<IndexState> {
    this.#refreshing ??= this.#track(this.#refresh()).finally(() => {
      this.#refreshing = undefined;
    });
    return await this.#refreshing;
  }

  /** @throws ServiceError `model_failed`; the signal's reason */
  async download(pair: LanguagePair, wish: DownloadOptions): Promise<InstalledModel> {
    const { version, update = false, progress } = wish;
    const isAnyEnough = version === undefined && !update;
    const installed = ofPair(this.#found.installed, pair);
    if (installed && isAnyEnough) return installed;
    return await this.#run({ task: 'download', pair: pairName(pair) }, wish.signal, async (signal) => {
      const startedAt = performance.now();
      const { events } = this.#options;
      try {
        const offer = await this.#offerOf(pair, version);
        const model = await this.#change(pair, signal, async (current) => {
          // Another caller may have downloaded it while this one waited for the lock.
          if (current && (isAnyEnough || current.digest === offer.digest)) return;
          const options = { ...this.#options, folders: this.#folders, signal };
          await installModel(this.#sourceOf(offer, progress), options).catch((cause: unknown) => {
            if (cause instanceof RefusedModel) this.#refused.set(offer.digest, cause.message);
            throw cause;
          });
          events.modelDownloaded({ pair, bytes: offer.bytes, tookMs: performance.now() - startedAt });
        });
        return model ?? notInstalled(pair);
      } catch (cause) {
        if (!signal.aborted) events.modelDownloadFailed({ pair, reason: reasonOf(cause) });
        throw cause;
      }
    });
  }

  /**
   * Reads every byte of the model of a pair, or of all. `fault` is one line, or undefined when every byte is right.
   *
   * @throws ServiceError `model_not_installed`, `model_failed`
   */
  async verify(pair: LanguagePair | undefined, signal: AbortSignal) {
    return await this.#run({ task: 'read', pair: undefined }, signal, async (either) => {
      await this.#look();
      const { installed, problems } = this.#found;
      const models = pair === undefined ? installed : [ofPair(installed, pair) ?? notInstalled(pair)];
      const verified: { pair: LanguagePair | undefined; folder: string; fault: string | undefined }[] = [];
      for (const model of models) {
        verified.push({ pair: model.pair, folder: model.folder, fault: await damageIn(model, either) });
      }
      if (pair !== undefined) return verified;
      return [...verified, ...problems.map(({ folder, reason }) => ({ pair, folder, fault: reason }))];
    });
  }

  /**
   * Deletes the models of a pair and what was downloaded. A server that has one in memory keeps using it.
   *
   * @throws ServiceError `model_not_installed`, `model_failed`
   */
  async remove(pair: LanguagePair, signal: AbortSignal): Promise<InstalledModel> {
    return await this.#run({ task: 'remove', pair: pairName(pair) }, signal, async (either) => {
      await this.#look();
      const model = ofPair(this.#found.installed, pair) ?? notInstalled(pair);
      await this.#change(pair, either, () => this.#folders.remove(pair));
      return model;
    });
  }

  /**
   * Copies models from a folder, verifies them by every known hash, tries them, and replaces those of their pairs.
   *
   * @throws ServiceError `models_not_importable` when the folder contains none, `model_failed` when one is damaged, cannot
   * be used or does not fit on the disk
   */
  async importFrom(folder: string, wish: ImportWish, signal: AbortSignal): Promise<readonly InstalledModel[]> {
    const models: InstalledModel[] = [];
    for (const source of await findImports(folder, wish)) {
      const task = { task: 'import', pair: pairName(source.pair) } as const;
      const model = await this.#run(task, signal, (either) => {
        const options = { ...this.#options, folders: this.#folders, signal: either };
        return this.#change(source.pair, either, () => installModel(source, options));
      });
      models.push(model ?? notInstalled(source.pair));
    }
    return models;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new ServiceError('draining'));
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#running);
  }

  /** Runs work that ends with the store. A failure names `task`, and has its reason in one line for the operator. */
  async #run<T>(
    task: ReasonData['model_failed'],
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([signal, this.#stop.signal]);
    either.throwIfAborted();
    try {
      return await this.#track(work(either));
    } catch (cause) {
      either.throwIfAborted();
      throw cause instanceof ServiceError ? cause : modelFailed(task, cause);
    }
  }

  async #track<T>(task: Promise<T>): Promise<T> {
    this.#running.add(task);
    return await task.finally(() => this.#running.delete(task));
  }

  /** Changes the model of a pair while no other caller does, in this process or another. Returns the one it then has. */
  async #change(pair: LanguagePair, signal: AbortSignal, change: (current: PlacedModel | undefined) => Promise<void>) {
    if (this.#readOnlyReason) throw new StoreFailure(`${this.#folders.dir} cannot be written: ${this.#readOnlyReason}`);
    using _ = await takeLock(this.#folders.own('locks', pairFolder(pair)), signal);
    await this.#look();
    try {
      await change(ofPair(this.#found.installed, pair));
    } finally {
      await this.#look();
    }
    return ofPair(this.#found.installed, pair);
  }

  /** @throws StoreFailure when the index cannot be read, or offers no usable model */
  async #offerOf(pair: LanguagePair, version: string | undefined): Promise<Offer> {
    const state = this.#state.kind === 'read' ? this.#state : await this.refresh();
    if (state.kind === 'off')
      throw new StoreFailure('no index of models is configured; use: dragoman model import <folder>');
    if (state.kind === 'failed') throw new StoreFailure(`the index of models cannot be read: ${state.reason}`);
    const offer = ofPair(this.#index?.ofVersion(version) ?? [], pair);
    const what = version === undefined ? 'no model' : `no version ${version}`;
    if (offer === undefined) throw new StoreFailure(`the index of models offers ${what} for this pair`);
    const refusal = this.#refused.get(offer.digest);
    if (refusal !== undefined) throw new StoreFailure(refusal);
    return offer;
  }

  #sourceOf(
    { files: offered, bytes: totalBytes, ...offer }: Offer,
    progress: DownloadOptions['progress'],
  ): ModelToInstall {
    let doneBytes = 0;
    const onBytes = (bytes: number) => {
      doneBytes += bytes;
      progress?.({ doneBytes, totalBytes });
    };
    const transfer = { http: this.#http, retryAfterMs: this.#timing.retryAfterMs, onBytes };
    const files = offered.map(({ attachment: { hash, size, location }, ...file }) => {
      const url = new URL(location, this.#index?.attachmentsUrl);
      const open = (signal: AbortSignal) => download(url, size, { ...transfer, signal });
      return { ...file, open, from: shownUrl(url), isPacked: hash !== file.sha256 };
    });
    return { ...offer, files };
  }

  async #refresh(): Promise<IndexState> {
    const index = this.#index;
    if (index === undefined) return this.#state;
    const { indexEveryMs } = this.#timing;
    try {
      if (this.#state.kind !== 'read' || Date.now() >= index.notBefore) await index.read(this.#stop.signal);
      this.#state = { kind: 'read', pairs: index.offers.length };
      this.#refreshAt = Math.max(index.notBefore, Date.now() + indexEveryMs);
    } catch (cause) {
      this.#state = { kind: 'failed', reason: reasonOf(cause), listedAt: index.readAt };
      this.#refreshAt = Math.max(index.notBefore, Date.now() + indexEveryMs / 60);
    }
    this.#update(this.#found);
    const news = this.#state.kind === 'failed' ? this.#state.reason : index.offers.map(({ digest }) => digest).join();
    if (news !== this.#reported && !this.#stop.signal.aborted) this.#options.events.modelIndexRead(this.#state);
    this.#reported = news;
    return this.#state;
  }

  /** Finds what this process and others have changed. */
  async #look(): Promise<void> {
    this.#update(await this.#folders.find());
  }

  #update(found: FoundModels): void {
    const offers = this.#state.kind === 'read' && !this.#readOnlyReason ? (this.#index?.offers ?? []) : [];
    const available = offers.filter(({ pair, digest, bytesInstalled }) => {
      const others = found.installed.filter((model) => !isSamePair(model.pair, pair));
      const used = others.reduce((sum, model) => sum + model.bytes, 0);
      return !this.#refused.has(digest) && used + bytesInstalled <= this.#options.diskBytesMax;
    });
    this.#available = unlessSame(this.#available, available);
    this.#found = { ...found, installed: unlessSame(this.#found.installed, found.installed) };
  }

  /** Looks after the index and the folder until the store is closed. Does not keep the process alive. */
  #continueBackground(): void {
    if (this.#stop.signal.aborted) return;
    if (Date.now() >= this.#refreshAt) void this.refresh();
    this.#timer = setTimeout(() => {
      void this.#track(this.#tidy()).then(() => this.#continueBackground());
    }, this.#timing.lookEveryMs).unref();
  }

  /** Finds what other processes have changed, and sometimes sweeps the folder. Never rejects. */
  async #tidy(): Promise<void> {
    try {
      await this.#look();
      if (this.#readOnlyReason !== undefined || Date.now() < this.#sweepAt) return;
      this.#sweepAt = Date.now() + this.#timing.replacedKeptMs;
      await this.#folders.sweep(this.#timing.replacedKeptMs);
    } catch (cause) {
      const reason = reasonOf(cause);
      const isNews = this.#found.problems[0]?.reason !== reason;
      this.#found = { ...this.#found, problems: [{ folder: this.#folders.dir, reason }] };
      if (isNews) this.#options.events.backgroundFailed({ task: 'find the models', cause });
    }
  }
}

/** Returns `before` if both contain the same models, because the engine compares the arrays by identity. */
function unlessSame<Model extends ModelIdentity>(before: readonly Model[], after: readonly Model[]): readonly Model[] {
  const [one, other] = [before, after].map((models) => models.map((model) => [model.pair, folderName(model)]));
  return JSON.stringify(one) === JSON.stringify(other) ? before : after;
}

function ofPair<Model extends { readonly pair: LanguagePair }>(models: readonly Model[], pair: LanguagePair) {
  return models.find((model) => isSamePair(model.pair, pair));
}

function notInstalled(pair: LanguagePair): never {
  throw new ServiceError('model_not_installed', { data: { pair: pairName(pair) } });
}
