import type { Events } from '../../../core/events.ts';
import { isSamePair, type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { type ReasonData, ServiceError } from '../../../core/service-error.ts';
import type { AvailableModel, InstalledModel, ModelFiles, ModelSource } from '../model.ts';
import { assemble } from './assembly.ts';
import { findImports } from './import-folder.ts';
import type { ImportSource, ImportWish } from './import-source.ts';
import { IndexClient, type IndexState } from './index-client.ts';
import { listModels, type ModelListing } from './listing.ts';
import { digestOf } from './manifest.ts';
import type { ModelProblem } from './model-folders.ts';
import { Puller, type PullOptions } from './puller.ts';
import { type HttpOptions, RegistryHttp } from './registry-http.ts';
import { Shelf } from './shelf.ts';
import { modelFailed, StoreFailure } from './store-failure.ts';
import { defaultTiming, type StoreTiming } from './timing.ts';
import { Upkeep } from './upkeep.ts';
import { type ModelVerification, verifyModel } from './verification.ts';

export type ModelStoreOptions = {
  /** The folder of models; it is made when it is missing. */
  readonly dir: string;
  /** Where the index of models is read; undefined: the store never uses the network. */
  readonly indexUrl: string | undefined;
  /** What all models may take on the disk. */
  readonly diskBytesMax: number;
  /**
   * Called before anybody sees a model.
   *
   * @throws UnusableModel when it cannot be used, which is not tried again; anything else when it could not be tried
   */
  readonly tryModel: (files: ModelFiles) => Promise<void>;
  readonly events: Pick<Events, 'modelPulled' | 'modelPullFailed' | 'modelIndexRead' | 'backgroundFailed'>;
  /** Whether the index is read, and the folder looked at, again and again as long as the store is open. */
  readonly background: boolean;
  /** How the program names itself to servers: `dragoman/0.1.0`. */
  readonly userAgent?: string;
  readonly timing?: Partial<StoreTiming>;
};

/**
 * Opens the folder of models. One that cannot be read or written does not keep a service from starting: `problems` says
 * what is wrong, and what needs to write fails.
 *
 * @throws ServiceError `invalid_models_url`
 */
export async function openModelStore(options: ModelStoreOptions): Promise<ModelStore> {
  const store = new ModelStore(options);
  await store.open();
  return store;
}

/** The models on disk and those that can be had, kept whole whatever else happens on the machine. */
export class ModelStore implements ModelSource, AsyncDisposable {
  readonly #options: ModelStoreOptions;
  readonly #timing: StoreTiming;
  readonly #shelf: Shelf;
  readonly #upkeep: Upkeep;
  readonly #index: IndexClient | undefined;
  readonly #puller: Puller | undefined;
  readonly #stop = new AbortController();
  #available: readonly AvailableModel[] = [];

  constructor(options: ModelStoreOptions) {
    const { dir, indexUrl } = options;
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    const onChange = () => this.#offerAnew();
    this.#shelf = new Shelf(dir, onChange);
    this.#upkeep = new Upkeep({ shelf: this.#shelf, timing: this.#timing, events: options.events });
    if (indexUrl === undefined) return;
    const common = {
      ...options,
      timing: this.#timing,
      http: openHttp(indexUrl, { timing: this.#timing, userAgent: options.userAgent ?? 'dragoman' }),
      signal: this.#stop.signal,
    };
    const shelf = this.#shelf;
    this.#index = new IndexClient({ ...common, cacheFile: shelf.folders.own('index.json'), onChange });
    this.#puller = new Puller({ ...common, shelf, index: this.#index, onRefused: onChange });
  }

  async open(): Promise<void> {
    await this.#shelf.open();
    await this.#index?.open();
    await this.#upkeep.sweep();
    if (!this.#options.background) return;
    this.#index?.startBackground();
    this.#upkeep.startBackground();
  }

  installed(): readonly InstalledModel[] {
    return this.#shelf.look.installed;
  }

  /** What can be pulled now: nothing where models cannot be written, and nothing that was refused or has no room. */
  available(): readonly AvailableModel[] {
    return this.#available;
  }

  /** What is known of the index, and how old that is. */
  index(): IndexState {
    return this.#index?.state() ?? { kind: 'off' };
  }

  /** Reads the index now. Never rejects; what came of it is in the state. */
  async refresh(): Promise<IndexState> {
    return (await this.#index?.refresh()) ?? { kind: 'off' };
  }

  /** Folders with something that looks like a model and is none; nothing is served from them. */
  problems(): readonly ModelProblem[] {
    return this.#shelf.look.problems;
  }

  /** What is installed and what the index offered when it was last read, however long ago (see `index`). */
  list(): readonly ModelListing[] {
    return listModels(this.#shelf.look.installed, this.#index?.listed() ?? []);
  }

  async pull(pair: LanguagePair, options: PullOptions): Promise<InstalledModel> {
    options.signal.throwIfAborted();
    const standing = this.#shelf.find(pair);
    if (standing !== undefined && options.version === undefined && options.update !== true) return standing;
    if (this.#puller !== undefined) return await this.#puller.pull(pair, options);
    const reason = 'no index of models is configured; copy it here with: dragoman model import <folder>';
    throw modelFailed({ task: 'download', pair: pairName(pair) }, new StoreFailure(reason));
  }

  /**
   * Reads every byte of the models of a pair, or of all.
   *
   * @throws ServiceError `model_not_installed`
   */
  async verify(pair: LanguagePair | undefined, signal: AbortSignal): Promise<readonly ModelVerification[]> {
    await this.#shelf.lookAgain();
    const models = this.#shelf.look.installed.filter((model) => pair === undefined || isSamePair(model.pair, pair));
    if (pair !== undefined && models.length === 0)
      throw new ServiceError('model_not_installed', { data: { pair: pairName(pair) } });
    const verified: ModelVerification[] = [];
    for (const model of models) verified.push(await verifyModel(model, signal));
    if (pair !== undefined) return verified;
    return [...verified, ...this.problems().map(({ folder, reason }) => ({ pair: undefined, folder, fault: reason }))];
  }

  /**
   * Takes the model of a pair off the disk, with whatever was fetched of another. Who has it in memory goes on with it.
   *
   * @returns what was removed
   * @throws ServiceError `model_not_installed`, `model_failed`
   */
  async remove(pair: LanguagePair, signal: AbortSignal): Promise<InstalledModel> {
    await this.#shelf.lookAgain();
    const model = this.#shelf.find(pair);
    if (model === undefined) throw new ServiceError('model_not_installed', { data: { pair: pairName(pair) } });
    await this.#changing({ task: 'remove', pair: pairName(pair) }, signal, async (either) => {
      using _ = await this.#shelf.stage(pair, { signal: either, everyMs: this.#timing.lockEveryMs });
      await this.#shelf.folders.removePair(pair);
    });
    return model;
  }

  /**
   * Copies models from a folder outside (see `findImports`), verifies them by every hash that is at hand, tries them, and
   * puts them in the place of what their pairs have now.
   *
   * @throws ServiceError `models_not_importable` when the folder holds none, `model_failed` when one is damaged, cannot be
   * used or has no room
   */
  async importFrom(folder: string, wish: ImportWish, signal: AbortSignal): Promise<readonly InstalledModel[]> {
    const sources = await findImports(folder, wish);
    for (const source of sources) {
      const task = { task: 'import', pair: pairName(source.pair) } as const;
      await this.#changing(task, signal, (either) => this.#import(source, either));
    }
    return sources.map(({ pair }) => this.#shelf.placed(pair));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new ServiceError('draining'));
    await Promise.all([this.#puller?.settled(), this.#index?.settled(), this.#upkeep[Symbol.asyncDispose]()]);
  }

  async #import(source: ImportSource, signal: AbortSignal): Promise<void> {
    using staging = await this.#shelf.stage(source.pair, { signal, everyMs: this.#timing.lockEveryMs });
    const known = source.files.flatMap(({ role, sha256 }) => (sha256 === undefined ? [] : [{ role, sha256 }]));
    const standing = this.#shelf.find(source.pair);
    if (standing && known.length === source.files.length && standing.digest === digestOf(known)) {
      // What is said to be the same may have been damaged since, and an import is what repairs it.
      if ((await verifyModel(standing, signal)).fault === undefined) return;
    }
    const { tryModel, diskBytesMax } = this.#options;
    try {
      await staging.prepare([]);
      const bytesInstalled = source.files.reduce((sum, file) => sum + file.bytes, 0);
      await staging.reserve({ bytesInstalled, bytesBeside: 0, diskBytesMax });
      await assemble(staging, source, { tryModel, signal });
    } finally {
      await staging.clear();
    }
  }

  /** Changes something on disk and sees it; a failure names `task`. */
  async #changing(
    task: ReasonData['model_failed'],
    signal: AbortSignal,
    change: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const either = AbortSignal.any([signal, this.#stop.signal]);
    try {
      await change(either);
    } catch (cause) {
      either.throwIfAborted();
      throw modelFailed(task, cause);
    } finally {
      await this.#shelf.lookAgain();
    }
  }

  #offerAnew(): void {
    const models = this.#index?.state().kind === 'read' && this.#shelf.isWritable ? (this.#index?.listed() ?? []) : [];
    const offers = models.filter((offer) => !this.#puller?.isRefused(offer.digest) && this.#hasRoomFor(offer));
    const isTheSame =
      offers.length === this.#available.length && offers.every((offer, at) => offer === this.#available[at]);
    if (!isTheSame) this.#available = offers;
  }

  #hasRoomFor({ pair, bytesInstalled }: AvailableModel): boolean {
    const others = this.#shelf.look.installed.filter((model) => !isSamePair(model.pair, pair));
    const used = others.reduce((sum, model) => sum + model.bytes, 0);
    return used + bytesInstalled <= this.#options.diskBytesMax;
  }
}

function openHttp(indexUrl: string, options: HttpOptions): RegistryHttp {
  try {
    return new RegistryHttp(indexUrl, options);
  } catch (cause) {
    throw new ServiceError('invalid_models_url', { cause });
  }
}
