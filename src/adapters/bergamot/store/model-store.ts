import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Events } from '../../../core/events.ts';
import { type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { ServiceError } from '../../../core/service-error.ts';
import type { AvailableModel, InstalledModel, ModelFiles, ModelSource, PullProgress } from '../model.ts';
import { assemble } from './assembly.ts';
import { sha256OfFile } from './disk.ts';
import { findImports, type ImportSource, type ImportWish } from './import-source.ts';
import { digestOf } from './manifest.ts';
import { type Look, ModelFolders, type ModelProblem, type PlacedModel } from './model-folders.ts';
import { Staging } from './staging.ts';
import { isDiskFull, StoreFailure, unavailable } from './store-failure.ts';
import { defaultTiming, type StoreTiming } from './timing.ts';

export type ModelStoreOptions = {
  /** The folder of models; it is made when it is missing. */
  readonly dir: string;
  /** Where the index of models is read; undefined: the store never uses the network. */
  readonly indexUrl: string | undefined;
  /** What all models may take on the disk. */
  readonly diskBytesMax: number;
  /** Rejects with the reason when a model cannot be used; called before anybody sees the model. */
  readonly tryModel: (files: ModelFiles) => Promise<void>;
  readonly events: Pick<Events, 'modelPulled' | 'modelPullFailed' | 'modelIndexRead' | 'backgroundFailed'>;
  /** Whether the index is read, and the folder looked at, again and again as long as the store is open. */
  readonly background: boolean;
  readonly timing?: Partial<StoreTiming>;
};

/** What was found when every byte of a model was read. */
export type ModelVerification = {
  /** Undefined when the folder does not even say. */
  readonly pair: LanguagePair | undefined;
  readonly folder: string;
  /** Undefined when every byte is as it was placed. */
  readonly fault: string | undefined;
};

/** A folder of models that cannot be read holds none; `problems` says why. */
export async function openModelStore(options: ModelStoreOptions): Promise<ModelStore> {
  return await ModelStore.open(options);
}

/** The models on disk: looked up, verified, imported and removed. */
export class ModelStore implements ModelSource, AsyncDisposable {
  readonly #options: ModelStoreOptions;
  readonly #timing: StoreTiming;
  readonly #folders: ModelFolders;
  readonly #stopped = new AbortController();
  #look: Look = { installed: [], superseded: [], problems: [] };
  /** Why nothing can be written. */
  #readOnlyReason: unknown;

  private constructor(options: ModelStoreOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#folders = new ModelFolders(options.dir);
  }

  static async open(options: ModelStoreOptions): Promise<ModelStore> {
    const store = new ModelStore(options);
    await store.#findOutWhetherWritable();
    await store.#lookAgain();
    return store;
  }

  installed(): readonly InstalledModel[] {
    return this.#look.installed;
  }

  available(): readonly AvailableModel[] {
    return [];
  }

  async pull(
    pair: LanguagePair,
    _options: { readonly signal: AbortSignal; readonly progress?: (progress: PullProgress) => void },
  ): Promise<InstalledModel> {
    const found = this.#find(pair);
    if (found !== undefined) return found;
    throw unavailable(`The model ${pairName(pair)} could not be pulled`, new StoreFailure('there is no index'));
  }

  /** Folders in which there is something that looks like a model and is none; nothing is served from them. */
  problems(): readonly ModelProblem[] {
    return this.#look.problems;
  }

  /** Reads every byte of the models of a pair, or of all. @throws ServiceError `validation_error` without such a model */
  async verify(pair?: LanguagePair, signal?: AbortSignal): Promise<readonly ModelVerification[]> {
    await this.#lookAgain();
    const models = this.#look.installed.filter((model) => pair === undefined || isSame(model.pair, pair));
    if (pair !== undefined && models.length === 0) throw notInstalled(pair);
    const verified: ModelVerification[] = [];
    for (const model of models) {
      verified.push({ pair: model.pair, folder: model.folder, fault: await faultIn(model, signal) });
    }
    if (pair !== undefined) return verified;
    return [...verified, ...this.problems().map(({ folder, reason }) => ({ pair: undefined, folder, fault: reason }))];
  }

  /**
   * Takes the model of a pair off the disk, with whatever was fetched of another. Those who have it in memory go on.
   *
   * @returns what was removed
   * @throws ServiceError `validation_error` when there is none, `engine_unavailable` when it cannot be removed
   */
  async remove(pair: LanguagePair, signal: AbortSignal): Promise<InstalledModel> {
    await this.#lookAgain();
    const model = this.#find(pair);
    if (model === undefined) throw notInstalled(pair);
    try {
      using _ = await this.#stage(pair, signal);
      await this.#folders.removePair(pair);
    } catch (cause) {
      signal.throwIfAborted();
      throw unavailable(`The model ${pairName(pair)} could not be removed`, cause);
    }
    await this.#lookAgain();
    return model;
  }

  /**
   * Copies models from a folder outside (see `findImports`), verifies them by every hash that is at hand, tries them and
   * puts them in the place of what their pairs have now.
   *
   * @throws ServiceError `validation_error` when the folder holds none, `engine_unavailable` when one is damaged, cannot
   * be used or does not fit
   */
  async importFrom(folder: string, wish: ImportWish, signal: AbortSignal): Promise<readonly InstalledModel[]> {
    const imported: InstalledModel[] = [];
    for (const source of await findImports(folder, wish)) imported.push(await this.#import(source, signal));
    return imported;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort(new ServiceError('draining', { message: 'The service is shutting down.' }));
  }

  async #import(source: ImportSource, signal: AbortSignal): Promise<InstalledModel> {
    const { pair } = source;
    try {
      using staging = await this.#stage(pair, signal);
      const known = source.files.flatMap(({ role, sha256 }) => (sha256 === undefined ? [] : [{ role, sha256 }]));
      const standing = this.#find(pair);
      if (standing && known.length === source.files.length && standing.digest === digestOf(known)) return standing;
      await staging.prepare([]);
      try {
        const bytesInstalled = source.files.reduce((sum, file) => sum + file.bytes, 0);
        await staging.reserve({ bytesInstalled, bytesBeside: 0, diskBytesMax: this.#options.diskBytesMax });
        await assemble(staging, source, { tryModel: this.#options.tryModel, signal });
      } finally {
        await staging.clear();
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw unavailable(`The model ${pairName(pair)} could not be imported`, cause);
    }
    await this.#lookAgain();
    return this.#placed(pair);
  }

  /** For who is to change something of a pair: nobody else does meanwhile. */
  async #stage(pair: LanguagePair, signal: AbortSignal): Promise<Staging> {
    if (this.#readOnlyReason !== undefined) throw this.#readOnlyReason;
    const either = AbortSignal.any([signal, this.#stopped.signal]);
    const staging = await Staging.open(this.#folders, pair, { signal: either, everyMs: this.#timing.lockEveryMs });
    await this.#lookAgain();
    return staging;
  }

  async #findOutWhetherWritable(): Promise<void> {
    try {
      await mkdir(this.#folders.own(), { recursive: true });
      await access(this.#folders.own(), constants.W_OK);
      this.#readOnlyReason = undefined;
    } catch (cause) {
      this.#readOnlyReason = cause;
    }
  }

  async #lookAgain(): Promise<void> {
    this.#look = await this.#folders.look();
  }

  #find(pair: LanguagePair): PlacedModel | undefined {
    return this.#look.installed.find((model) => isSame(model.pair, pair));
  }

  #placed(pair: LanguagePair): PlacedModel {
    const model = this.#find(pair);
    if (model === undefined) throw unavailable(`The model ${pairName(pair)} was removed at once`, undefined);
    return model;
  }
}

async function faultIn({ folder, manifest }: PlacedModel, signal?: AbortSignal): Promise<string | undefined> {
  for (const { name, sha256 } of manifest.files) {
    const found = await sha256OfFile(join(folder, name), signal).catch((cause: unknown) => {
      signal?.throwIfAborted();
      return unavailable('', cause).detail['reason'];
    });
    if (found !== sha256) return `${name} is damaged: its SHA-256 is not the one that it was placed with`;
  }
  return undefined;
}

function isSame(one: LanguagePair, other: LanguagePair): boolean {
  return one.source === other.source && one.target === other.target;
}

function notInstalled(pair: LanguagePair): ServiceError {
  return new ServiceError('validation_error', { message: `There is no model ${pairName(pair)} on this machine.` });
}
