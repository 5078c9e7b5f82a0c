import type { LanguagePair } from '../../core/languages/language.ts';

/** The files of one model. Paths are absolute. */
export type ModelFiles = {
  readonly model: string;
  /** What narrows the choice of target words down; undefined where a model comes without. */
  readonly shortlist: string | undefined;
  /** One that both languages share, or the source's and the target's. */
  readonly vocabularies: readonly [string] | readonly [source: string, target: string];
};

/** What identifies a model before and after it is pulled. */
export type ModelIdentity = {
  readonly pair: LanguagePair;
  /** What the table of scores calls it: the registry's architecture (`base-memory`), or the name that it was imported under. */
  readonly name: string;
  /** The registry's (`3.0`); empty where nobody gave one. */
  readonly version: string;
  /** SHA-256 in hexadecimal, over those of the content of its files: changes with whatever can change a translation. */
  readonly digest: string;
};

/** A model on disk, whole and checked when it was put there. */
export type InstalledModel = ModelIdentity & {
  readonly files: ModelFiles;
  /** On disk. */
  readonly bytes: number;
};

/** A model that the index offers. */
export type AvailableModel = ModelIdentity & {
  /** To be fetched, as served. */
  readonly bytes: number;
  /** On disk once it is there. */
  readonly bytesInstalled: number;
};

/** How far a pull has come, in bytes as served. */
export type PullProgress = { readonly doneBytes: number; readonly totalBytes: number };

/** What the engine asks of the store. */
export type ModelSource = {
  /** One for each pair; the same array as long as nothing changes, whoever changes it. */
  installed(): readonly InstalledModel[];
  /** One for each pair; empty unless the index could be read when it was last asked. The same array while unchanged. */
  available(): readonly AvailableModel[];
  /**
   * Puts the model of a pair on disk, unless it is there. Whoever asks for one that is being pulled, in this process or
   * another, waits for that one. What was fetched stays for the next try when it fails or `signal` aborts; the pull
   * itself goes on as long as anybody waits for it.
   *
   * @throws ServiceError `engine_unavailable` with the reason in its detail
   * @throws the signal's reason when it aborts
   */
  pull(
    pair: LanguagePair,
    options: { readonly signal: AbortSignal; readonly progress?: (progress: PullProgress) => void },
  ): Promise<InstalledModel>;
};
