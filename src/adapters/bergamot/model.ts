import type { LanguagePair } from '../../text/languages/language.ts';

export type ModelFiles = {
  readonly model: string;
  /** Narrows the choice of target words; undefined if the model has none. */
  readonly shortlist: string | undefined;
  /** One for both languages, or the source's and the target's. */
  readonly vocabularies: readonly [string] | readonly [source: string, target: string];
  /** SHA-256 by path, in hexadecimal. Without it, neither files nor the translation of a sample are checked. */
  readonly sha256?: Readonly<Record<string, string>>;
};

/** What identifies a model before and after its download. */
export type ModelIdentity = {
  readonly pair: LanguagePair;
  /** Its name in the table of scores: the registry's architecture (`base-memory`), or the name given at import. */
  readonly name: string;
  /** From the registry (`3.0`); empty if unknown. */
  readonly version: string;
  /** SHA-256 of the SHA-256 of each file, in hexadecimal: changes with everything that can change a translation. */
  readonly digest: string;
};

/** A model on disk. Its files were checked when they were written, and are checked whenever they are loaded. */
export type InstalledModel = ModelIdentity & {
  readonly files: ModelFiles;
  /** On disk. */
  readonly bytes: number;
};

export type AvailableModel = ModelIdentity & {
  readonly bytes: number;
  /** Size on disk after the download. */
  readonly bytesInstalled: number;
};

/** Progress of a download, in bytes as served. */
export type DownloadProgress = { readonly doneBytes: number; readonly totalBytes: number };

export type ModelSource = {
  /** One for each pair; the same array until a process changes something. */
  installed(): readonly InstalledModel[];
  /** One for each pair; empty if the index could not be read. Without models that failed. The same array until something changes. */
  available(): readonly AvailableModel[];
  /**
   * Downloads a model unless it is on disk. Concurrent callers in any process wait for one download.
   * @throws ServiceError `engine_unavailable` with the reason in its detail; the signal's reason when it aborts
   */
  download(pair: LanguagePair, options: { readonly signal: AbortSignal }): Promise<InstalledModel>;
  /** Takes a model that cannot be used out of `installed`, until its files change. `reason` is one line. */
  refuse(model: InstalledModel, reason: string): void;
};
