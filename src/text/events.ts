import type { EntryOutcome } from './attempts/glossary-variants.ts';
import type { CacheUse } from './cache/translation-cache.ts';
import type { Issue } from './checks/check.ts';
import type { LanguagePair } from './languages/language.ts';

/** How a sentence is translated again: split elsewhere, spans cut out, a token for each entry, or another route. */
export type Repair = 'split' | 'cut_out' | 'opaque_terms' | 'route';

export type IndexRead =
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'read'; readonly pairs: number };

/** A folder without a usable model. `reason` is one line of the program's own. */
export type UnusableFolder = { readonly folder: string; readonly reason: string };

/** What translation and its engines report. No text, key or address is passed. */
export type TextEvents = {
  /** A sentence whose translation had `issue` was translated in another way and checked again. */
  repairTried(event: { readonly issue: Issue; readonly repair: Repair; readonly succeeded: boolean }): void;
  /** No repair of a sentence succeeded, so the text was not translated; `engine` caused the issue. */
  sentenceFailed(event: { readonly engine: string; readonly issue: Issue }): void;
  /**
   * How the entries in sentences of one text were applied on a route: translated so by the engine, written over its
   * translation, in the place of a placeholder noun, or of an opaque token.
   */
  entriesApplied(event: Readonly<Record<EntryOutcome, number>> & { readonly engine: string }): void;
  /** Counters of the translation cache since the last of these events. */
  cacheUsed(event: CacheUse): void;
  engineRestarted(event: { readonly engine: string; readonly unit: string; readonly reason: string }): void;
  modelDownloaded(event: { readonly pair: LanguagePair; readonly bytes: number; readonly tookMs: number }): void;
  /** The download may be tried again. `reason` is one line of the program's own. */
  modelDownloadFailed(event: { readonly pair: LanguagePair; readonly reason: string }): void;
  /** The model of a pair could not be loaded; it will be tried again. */
  modelNotLoaded(event: { readonly pair: LanguagePair; readonly reason: string }): void;
  /** The folders of models that cannot be used have changed: how many there are now, and the new ones. */
  modelsUnusable(event: { readonly count: number; readonly added: readonly UnusableFolder[] }): void;
  /** The number of pairs in the index of models, or why it could not be read. */
  modelIndexRead(event: IndexRead): void;
  /** The models in memory after one was loaded or unloaded, and their estimated memory. */
  modelsLoaded(event: { readonly engine: string; readonly models: number; readonly bytes: number }): void;
  /** One completion of a language model was charged; `cost` in the operator's currency, if prices are configured. */
  completionUsed(event: {
    readonly engine: string;
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly cost: number | undefined;
  }): void;
  /** A request to an external endpoint is tried again. `reason` is one word. */
  completionRetried(event: { readonly engine: string; readonly reason: string }): void;
  /** An external endpoint does not answer; it will be tried again. docs/troubleshooting.md has a row for each task. */
  backgroundFailed(event: { readonly task: `try the ${string}`; readonly cause: unknown }): void;
};
