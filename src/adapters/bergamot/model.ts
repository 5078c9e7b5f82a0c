import type { LanguagePair } from '../../core/languages/language.ts';

/** The files of one model. Paths are absolute. */
export type ModelFiles = {
  readonly model: string;
  /** Narrows the choice of target words; undefined if the model has none. */
  readonly shortlist: string | undefined;
  /** One for both languages, or the source's and the target's. */
  readonly vocabularies: readonly [string] | readonly [source: string, target: string];
};

/** What identifies a model before and after its download. */
export type ModelIdentity = {
  readonly pair: LanguagePair;
  /** What the table of scores calls it: the registry's architecture (`base-memory`), or the name that it was imported under. */
  readonly name: string;
  /** The registry's (`3.0`); empty if unknown. */
  readonly version: string;
  /** SHA-256 of the SHA-256 of each file, in hexadecimal: changes with everything that can change a translation. */
  readonly digest: string;
};

/** A model on disk. Its files were checked when they were written. */
export type InstalledModel = ModelIdentity & {
  readonly files: ModelFiles;
  /** On disk. */
  readonly bytes: number;
};

/** A model that the index offers. */
export type AvailableModel = ModelIdentity & {
  /** To download, as served. */
  readonly bytes: number;
  /** On disk once it is there. */
  readonly bytesInstalled: number;
};

/** Progress of a download, in bytes as served. */
export type DownloadProgress = { readonly doneBytes: number; readonly totalBytes: number };

/** What the engine needs from the store. */
export type ModelSource = {
  /** One for each pair; the same array until a process changes something. */
  installed(): readonly InstalledModel[];
  /** One for each pair; empty if the index could not be read. The same array until something changes. */
  available(): readonly AvailableModel[];
  /**
   * Downloads the model of a pair, unless it is on disk. Of concurrent callers in this process and others, one downloads
   * and the others wait for it. After a failure the next one continues with what is on disk.
   *
   * @throws ServiceError `engine_unavailable` with the reason in its detail
   * @throws the signal's reason when it aborts
   */
  download(pair: LanguagePair, options: { readonly signal: AbortSignal }): Promise<InstalledModel>;
};
