import { isDeepStrictEqual } from 'node:util';
import { UnusableModel } from '../../../../packages/marian/src/index.ts';
import { pauseFor } from '../../../ground/abort.ts';
import { type ReasonData, ServiceError } from '../../../ground/service-error.ts';
import type { IndexRead, TextEvents } from '../../../text/events.ts';
import { isSamePair, type LanguagePair, pairName } from '../../../text/languages/language.ts';
import type { AvailableModel, DownloadProgress, InstalledModel, ModelIdentity, ModelSource } from '../model.ts';
import { findImports, type ModelImportOptions } from './import-folder.ts';
import { bytesBeside, type InstallOptions, installModel, type ModelToInstall } from './install.ts';
import { damageIn, type FoundModels, ModelFolders, ofPair, type PlacedModel } from './model-folders.ts';
import { chooseOffers, compareVersions } from './offers.ts';
import { downloadOf, type ModelIndex, readIndex, requestTiming } from './registry.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

const storeTiming = {
  ...requestTiming,
  /** Between two reads of the index; after a failure, a sixtieth of it. */
  indexEveryMs: 3_600_000,
  /** After a failed download, its model is not offered for this long. */
  failedPauseMs: 30_000,
  /** Between two checks for changes by other processes. */
  lookEveryMs: 5_000,
};

export type StoreTiming = Readonly<typeof storeTiming>;

/** `off`: not read yet, or never. */
export type IndexState = { readonly kind: 'off' } | IndexRead;

export type ModelStoreOptions = Pick<InstallOptions, 'diskBytesMax' | 'tryModel'> & {
  /** The folder of models. It is created if it is missing. */
  readonly dir: string;
  /** Of the same structure, and only read. Its model is used while the pair has no model in `dir` and no offer. */
  readonly startersDir?: string | undefined;
  /** Address of the index of models; undefined: the store never uses the network. */
  readonly indexUrl: string | undefined;
  readonly events: Pick<TextEvents, 'modelDownloaded' | 'modelDownloadFailed' | 'modelIndexRead' | 'modelsUnusable'>;
  /** Whether to read the index and check the folder for changes until the store is closed. */
  readonly background: boolean;
  readonly timing?: Partial<StoreTiming>;
};

type Task = { readonly task: ReasonData['model_failed']['task']; readonly pair: LanguagePair };
type Change = (current: PlacedModel | undefined, signal: AbortSignal) => Promise<PlacedModel>;

export type DownloadOptions = {
  readonly signal: AbortSignal;
  readonly progress?: ((progress: DownloadProgress) => void) | undefined;
  /** A specific version, released or not. */
  readonly version?: string | undefined;
  /** Whether to replace a model on disk if the index offers another one. */
  readonly update?: boolean | undefined;
};

/** The models on disk and in the index. Several processes may use the same folder. */
export class ModelStore implements ModelSource, AsyncDisposable {
  readonly #options: ModelStoreOptions;
  readonly #timing: StoreTiming;
  readonly #folders: ModelFolders;
  #starters: FoundModels = { installed: [], problems: [] };
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Models that failed, by digest, and until when they are not offered (ms since 1970). */
  readonly #failed = new Map<string, { readonly reason: string; readonly until: number }>();
  /** Models whose content is unusable, by folder, and when their files had last changed. */
  readonly #refused = new Map<string, { readonly reason: string; readonly changedAt: number }>();
  #problems: FoundModels['problems'] = [];
  #indexState: IndexState = { kind: 'off' };
  /** The last read index; undefined while it cannot be read. */
  #index: ModelIndex | undefined;
  /** When to read the index again, in ms since 1970; infinite while it is being read. */
  #readNextAt = 0;
  #found: FoundModels = { installed: [], problems: [] };
  #available: readonly AvailableModel[] = [];
  #usable: readonly PlacedModel[] = [];

  private constructor(options: ModelStoreOptions) {
    this.#options = options;
    this.#timing = { ...storeTiming, ...options.timing };
    this.#folders = new ModelFolders(options.dir);
  }

  /** Opens the folder of models. If it cannot be read, the store opens, and `problems` has the reason. */
  static async open(options: ModelStoreOptions): Promise<ModelStore> {
    const store = new ModelStore(options);
    await store.#folders.create().catch(() => {});
    if (options.startersDir !== undefined) store.#starters = await findIn(new ModelFolders(options.startersDir));
    await store.#look();
    if (options.background) void store.#watch();
    return store;
  }

  /** The models on disk; a starter model only while its pair has no other, here or in the index. */
  installed(): readonly InstalledModel[] {
    return this.#usable;
  }

  /** The models that can be downloaded now: without those that failed or do not fit on the disk. */
  available(): readonly AvailableModel[] {
    return this.#available;
  }

  /** Folders without a usable model. Nothing is served from them. */
  problems(): FoundModels['problems'] {
    return this.#problems;
  }

  refuse({ files }: InstalledModel, reason: string): void {
    const all = [...this.#found.installed, ...this.#starters.installed];
    const model = all.find((one) => one.files.model === files.model);
    if (model === undefined) return;
    this.#refused.set(model.folder, { reason, changedAt: model.changedAt });
    this.#update(this.#found);
  }

  /** Returns the installed models, the starter models, and the offers of the last read index. Sorted by pair. */
  list() {
    const [installed, offers] = [this.#found.installed, this.#index?.offers ?? []];
    const starters = this.#starters.installed;
    const pairs = new Map([...installed, ...offers, ...starters].map(({ pair }) => [pairName(pair), pair]));
    const sorted = [...pairs].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([, pair]) => {
      const [model, offered] = [ofPair(installed, pair), ofPair(offers, pair)];
      const isNewerOffered = !!model?.version && !!offered && compareVersions(offered.version, model.version) > 0;
      return { pair, installed: model, offered, starter: ofPair(starters, pair), isNewerOffered };
    });
  }

  /** Reads the index. Never rejects. */
  async refresh(): Promise<IndexState> {
    const [{ indexUrl, events }, { signal }, before] = [this.#options, this.#stop, this.#indexState];
    if (indexUrl === undefined) return before;
    this.#readNextAt = Number.POSITIVE_INFINITY;
    try {
      // Without a folder, every offered download would fail.
      await this.#folders.create();
      this.#index = await readIndex(new URL(indexUrl), this.#timing, signal);
      this.#indexState = { kind: 'read', pairs: this.#index.offers.length };
    } catch (cause) {
      this.#index = undefined;
      this.#indexState = { kind: 'failed', reason: reasonOf(cause) };
    }
    this.#readNextAt = Date.now() + this.#timing.indexEveryMs / (this.#index ? 1 : 60);
    this.#update(this.#found);
    const state = this.#indexState;
    if (!isDeepStrictEqual(before, state) && !signal.aborted) events.modelIndexRead(state);
    return state;
  }

  /** @throws ServiceError `model_failed`; the signal's reason */
  async download(pair: LanguagePair, options: DownloadOptions): Promise<InstalledModel> {
    const { version, update = false, progress } = options;
    const isAnyEnough = version === undefined && !update;
    const installed = ofPair(this.#found.installed, pair);
    if (installed && isAnyEnough && (await this.#isWhole(installed, options.signal))) return installed;
    const startedAt = performance.now();
    if (this.#index === undefined) await this.refresh();
    return await this.#change({ task: 'download', pair }, options.signal, async (current, signal) => {
      // Another caller may have downloaded it while this one waited for the lock.
      if (current && isAnyEnough) return current;
      const { offer, filesUrl } = this.#offerOf(pair, version);
      if (current?.digest === offer.digest) return current;
      const source = downloadOf(offer, { filesUrl, timing: this.#timing, progress });
      const model = await this.#install(source, signal).catch((cause: unknown) => {
        const isUnusable = cause instanceof StoreFailure && cause.cause instanceof UnusableModel;
        const until = isUnusable ? Number.POSITIVE_INFINITY : Date.now() + this.#timing.failedPauseMs;
        if (!signal.aborted) this.#failed.set(offer.digest, { reason: reasonOf(cause), until });
        this.#update(this.#found);
        throw cause;
      });
      this.#options.events.modelDownloaded({ pair, bytes: offer.bytes, tookMs: performance.now() - startedAt });
      return model;
    });
  }

  /** Reads every byte. `fault` is one line. @throws ServiceError `model_not_installed`; the signal's reason */
  async verify(pair: LanguagePair | undefined, signal: AbortSignal) {
    await this.#look();
    const problems = this.problems();
    const models = [...this.#found.installed, ...this.#starters.installed].filter((model) => {
      return pair === undefined || isSamePair(model.pair, pair);
    });
    if (pair !== undefined && models.length === 0) notInstalled(pair);
    const verified: { pair: LanguagePair | undefined; folder: string; fault: string | undefined }[] = [];
    for (const model of models) {
      verified.push({ pair: model.pair, folder: model.folder, fault: await damageIn(model, signal) });
    }
    if (pair !== undefined) return verified;
    return [...verified, ...problems.map(({ folder, reason }) => ({ pair, folder, fault: reason }))];
  }

  /** A server keeps using a model in memory. @throws ServiceError `model_not_installed`, `model_failed` */
  async remove(pair: LanguagePair, given: AbortSignal): Promise<InstalledModel> {
    return await this.#change({ task: 'remove', pair }, given, async (current) => {
      const removed = current ?? notInstalled(pair);
      await this.#folders.remove(pair);
      await this.#look();
      return removed;
    });
  }

  /**
   * Verifies every known hash, tries the models, and replaces those of their pairs. @throws ServiceError
   * `models_not_importable` when there are none, `model_failed` when one is damaged, unusable or too large for the disk
   */
  async importFrom(
    folder: string,
    options: ModelImportOptions,
    given: AbortSignal,
  ): Promise<readonly InstalledModel[]> {
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

  /** One change at a time in all processes. Closing the store aborts it. A failure has one line for the operator. */
  async #change({ task, pair }: Task, given: AbortSignal, change: Change): Promise<InstalledModel> {
    const signal = AbortSignal.any([given, this.#stop.signal]);
    signal.throwIfAborted();
    const work = async () => {
      using _ = await this.#folders.lock(signal);
      await this.#look();
      return await change(ofPair(this.#found.installed, pair), signal);
    };
    try {
      const running = work();
      this.#running.add(running);
      return await running.finally(() => this.#running.delete(running));
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof ServiceError) throw cause;
      const reason = reasonOf(cause);
      if (task === 'download') this.#options.events.modelDownloadFailed({ pair, reason });
      throw new ServiceError('model_failed', { data: { task, pair: pairName(pair) }, detail: { reason }, cause });
    }
  }

  /** Reads every byte of a model, and refuses it if it is damaged. */
  async #isWhole(model: PlacedModel, signal: AbortSignal): Promise<boolean> {
    const damage = await damageIn(model, signal);
    if (damage === undefined) return true;
    // It may have changed since the folder was read.
    await this.#look();
    this.refuse(model, damage);
    return false;
  }

  async #install(source: ModelToInstall, signal: AbortSignal): Promise<PlacedModel> {
    const { installed } = this.#found;
    await installModel(source, { ...this.#options, folders: this.#folders, installed, signal });
    await this.#look();
    return ofPair(this.#found.installed, source.pair) ?? notInstalled(source.pair);
  }

  /** @throws StoreFailure when the index could not be read, or offers no usable model */
  #offerOf(pair: LanguagePair, version: string | undefined) {
    const [state, index] = [this.#indexState, this.#index];
    if (state.kind === 'failed') throw new StoreFailure(`the index of models cannot be read: ${state.reason}`);
    if (!index) throw new StoreFailure('no index of models is configured; use: dragoman model import <folder>');
    const offer = ofPair(version === undefined ? index.offers : chooseOffers(index.records, version), pair);
    const what = version === undefined ? 'no model' : `no version ${version}`;
    if (offer === undefined) throw new StoreFailure(`the index of models offers ${what} for this pair`);
    const failure = this.#failureOf(offer);
    if (failure !== undefined) throw new StoreFailure(failure);
    return { offer, filesUrl: index.filesUrl };
  }

  /** Why a model is not offered now: it cannot be used, or its download has just failed. */
  #failureOf({ digest }: ModelIdentity): string | undefined {
    const failed = this.#failed.get(digest);
    return failed && Date.now() < failed.until ? failed.reason : undefined;
  }

  /** Reads the folder again. If that fails, `problems` has the reason. */
  async #look(): Promise<void> {
    this.#update(await findIn(this.#folders, this.#found));
  }

  #update(read: FoundModels): void {
    const found = this.#withoutRefused(read);
    this.#starters = this.#withoutRefused(this.#starters);
    const available = (this.#index?.offers ?? []).filter((offer) => {
      const bytes = bytesBeside(offer.pair, found.installed) + offer.bytesInstalled;
      return this.#failureOf(offer) === undefined && bytes <= this.#options.diskBytesMax;
    });
    this.#available = unlessEqual(this.#available, available);
    this.#found = { ...found, installed: unlessEqual(this.#found.installed, found.installed) };
    const starters = this.#starters.installed.filter(({ pair }) => {
      return ofPair(found.installed, pair) === undefined && ofPair(this.#available, pair) === undefined;
    });
    this.#usable = unlessEqual(this.#usable, [...this.#found.installed, ...starters]);
    this.#report([...this.#found.problems, ...this.#starters.problems]);
  }

  /** A model whose files changed since it was refused may be good now. */
  #withoutRefused({ installed, problems }: FoundModels): FoundModels {
    const refused = installed.flatMap(({ folder, changedAt }) => {
      const refusal = this.#refused.get(folder);
      return refusal?.changedAt === changedAt ? { folder, reason: refusal.reason } : [];
    });
    const isRefused = (model: PlacedModel) => refused.some(({ folder }) => folder === model.folder);
    return { installed: installed.filter((model) => !isRefused(model)), problems: [...problems, ...refused] };
  }

  #report(problems: FoundModels['problems']): void {
    const before = this.#problems;
    this.#problems = unlessEqual(before, problems);
    if (this.#problems === before) return;
    const added = problems.filter((one) => !before.some((other) => isDeepStrictEqual(one, other)));
    this.#options.events.modelsUnusable({ count: problems.length, added });
  }

  /** Reads the index and the folder again from time to time, until the store is closed. */
  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    void this.#verifyOnce(signal).catch(() => {});
    while (!signal.aborted) {
      await this.#look();
      if (Date.now() >= this.#readNextAt) void this.refresh();
      await pauseFor(this.#timing.lookEveryMs, signal).catch(() => {});
    }
  }

  /** Finds damage before a request needs the model. Aborts with the store. */
  async #verifyOnce(signal: AbortSignal): Promise<void> {
    for (const model of [...this.#found.installed, ...this.#starters.installed]) await this.#isWhole(model, signal);
  }
}

/** Returns the models of a folder. If it cannot be read, returns those of `before`, and the reason as a problem. */
async function findIn(folders: ModelFolders, before?: FoundModels): Promise<FoundModels> {
  return await folders.find().catch((cause: unknown) => {
    return { installed: before?.installed ?? [], problems: [{ folder: folders.dir, reason: reasonOf(cause) }] };
  });
}

/** Returns `before` if both are equal, because the engine compares the arrays by identity. */
function unlessEqual<Value>(before: Value, after: Value): Value {
  return isDeepStrictEqual(before, after) ? before : after;
}

function notInstalled(pair: LanguagePair): never {
  throw new ServiceError('model_not_installed', { data: { pair: pairName(pair) } });
}
