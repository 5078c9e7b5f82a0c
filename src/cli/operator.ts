import type { Readable } from 'node:stream';
import type { Accounts } from '../core/accounts/accounts.ts';
import type { Erasures } from '../core/accounts/erasures.ts';
import type { AuditJournal } from '../core/audit/audit-journal.ts';
import type { ImportEntry, ImportProblem } from '../core/glossary/import-plan.ts';
import type { TermContent, TermLanguage } from '../core/glossary/term.ts';
import type { Terms } from '../core/glossary/terms.ts';
import type { Keys } from '../core/keys/keys.ts';
import type { LeakedKeys } from '../core/keys/leaked-keys.ts';
import type { LanguagePair } from '../core/languages/language.ts';
import type { Ledger } from '../core/ledger/ledger.ts';
import type { VerificationExtent } from '../core/ledger/ledger-store.ts';
import type { LedgerVerdict } from '../core/ledger/verification.ts';
import type { Orders } from '../core/orders/orders.ts';
import type { TermSuggestion } from '../core/trial/term-suggestions.ts';
import type { TermTrial } from '../core/trial/term-trial.ts';
import type { UnixMs } from '../core/units.ts';
import type { UsageReports } from '../core/usage/usage-reports.ts';

/** Who changes terms on the command line. */
export const operatorsName = 'operator';

/** The service's records as an operator works on them, beside a server that may be running. */
export type Operator = AsyncDisposable & {
  readonly accounts: Pick<Accounts, 'create' | 'find' | 'list' | 'suspend' | 'resume'>;
  readonly erasures: Pick<Erasures, 'erase'>;
  readonly audit: Pick<AuditJournal, 'record' | 'list'>;
  readonly keys: Pick<Keys, 'create' | 'list' | 'live' | 'findOwn' | 'revoke'>;
  readonly leakedKeys: Pick<LeakedKeys, 'revoke'>;
  readonly ledger: Pick<Ledger, 'grant' | 'readBalance' | 'reverseExpiry'>;
  readonly orders: Pick<Orders, 'place' | 'find' | 'findByReference' | 'list' | 'reportPayment'>;
  readonly terms: Pick<
    Terms,
    'add' | 'edit' | 'remove' | 'findWords' | 'list' | 'readAll' | 'tryImport' | 'import' | 'undoImport' | 'history'
  >;
  readonly usage: Pick<UsageReports, 'report'>;
  /** Verifies the ledger. Holds that a killed server left behind are given back and counted: they are no fault. */
  readonly verifyLedger: (extent: VerificationExtent) => Promise<LedgerVerdict>;
  /** Has the ledger go on from the time of the clock, which the operator has looked at; returns that time. */
  readonly confirmClock: () => Promise<UnixMs>;
};

/** The state of one engine on this machine, for operators. */
export type EngineFacts = { readonly name: string; readonly units: readonly EngineUnit[] };

/** The smallest part of an engine that is installed, started and restarted alone, such as one mode of Apertium. */
export type EngineUnit = {
  /** What the engine itself calls it. */
  readonly unit: string;
  readonly pairs: readonly LanguagePair[];
  /** chrF2 of the first of `pairs`; undefined where it was not measured. */
  readonly score: number | undefined;
  /** `pullable`: served by the first request that asks for it, once its model was fetched. */
  readonly state: 'running' | 'ready' | 'pullable' | 'unavailable' | 'left_out';
  /** Why it is unavailable or left out. */
  readonly reason: string | undefined;
};

/** A model as an operator sees it. */
export type ModelFacts = {
  readonly pair: LanguagePair;
  /** What the table of scores calls it. */
  readonly name: string;
  /** Empty without a name. */
  readonly version: string;
  /** On disk, also of one that is yet to be fetched. */
  readonly bytes: number;
  /** chrF2; undefined where it was not measured. */
  readonly score: number | undefined;
};

/** One pair for which there is a model, here or in the index. */
export type ModelRow = {
  readonly pair: LanguagePair;
  readonly installed: ModelFacts | undefined;
  /** By the index as it was last read. */
  readonly offered: ModelFacts | undefined;
  /** Whether what is offered is of a higher version than what is installed. */
  readonly isNewerOffered: boolean;
};

export type ModelsOverview = {
  /** By name of the pair. */
  readonly rows: readonly ModelRow[];
  /** `off`: the network is not asked. `listedAt`: when it could last be read (ISO 8601), undefined when never. */
  readonly index:
    | { readonly kind: 'read' | 'off' }
    | { readonly kind: 'failed'; readonly reason: string; readonly listedAt: string | undefined };
  /** Folders that look like models and are none: nothing is served from them. `reason` is one line. */
  readonly problems: readonly { readonly folder: string; readonly reason: string }[];
  /** Absolute path. */
  readonly dir: string;
  readonly bytes: number;
  readonly bytesMax: number;
};

/** What came of verifying one model. */
export type ModelVerdict = {
  /** Undefined when the folder does not even say. */
  readonly pair: LanguagePair | undefined;
  readonly folder: string;
  /** Why it is broken, in one line; undefined when it is not. */
  readonly fault: string | undefined;
};

export type PullOptions = {
  /** Whether to replace an installed model with another one from the index. */
  readonly update: boolean;
  /** A certain one, also one that is not released for everybody. */
  readonly version: string | undefined;
  /** Told how far it has come, in bytes as served. */
  readonly progress: (progress: { readonly doneBytes: number; readonly totalBytes: number }) => void;
};

/** The neural models on this machine as an operator works on them, beside servers that may be running. */
export type ModelDesk = AsyncDisposable & {
  readonly list: () => Promise<ModelsOverview>;
  /** `wasThere`: nothing had to be fetched. @throws ServiceError `model_failed` */
  readonly pull: (pair: LanguagePair, options: PullOptions) => Promise<ModelFacts & { readonly wasThere: boolean }>;
  /** Reads every byte of the model of a pair, or of all. @throws ServiceError `model_not_installed` */
  readonly verify: (pair: LanguagePair | undefined) => Promise<readonly ModelVerdict[]>;
  /** @throws ServiceError `model_not_installed`, `model_failed` */
  readonly remove: (pair: LanguagePair) => Promise<ModelFacts>;
  /**
   * Copies the models in a folder, once each has translated something.
   *
   * @throws ServiceError `models_not_importable` when the folder holds none, `model_failed` when one cannot be used
   */
  readonly importFrom: (
    folder: string,
    as: { readonly pair?: LanguagePair | undefined; readonly name?: string | undefined },
  ) => Promise<readonly ModelFacts[]>;
};

export type TermFileFormat = 'csv' | 'tsv' | 'tbx';

export type TermFileOptions = {
  /** Left out: found by the content, then by the end of the name. */
  readonly format: TermFileFormat | undefined;
  readonly name: string | undefined;
  /** For files that do not name them; of a file in many languages, those that are read. */
  readonly languages: { readonly source?: TermLanguage | undefined; readonly target?: TermLanguage | undefined };
  readonly onProgress: (progress: { readonly bytesDone: number; readonly bytesTotal: number }) => void;
};

export type TermFile =
  | {
      readonly kind: 'read';
      readonly format: TermFileFormat;
      readonly entries: readonly ImportEntry[];
      readonly skipped: { readonly count: number; readonly problems: readonly ImportProblem[] };
    }
  /** `line` is undefined where the whole file is meant. */
  | { readonly kind: 'unreadable'; readonly line: number | undefined; readonly message: string };

/** Glossary files, in the exchange formats. */
export type TermFiles = {
  /** What is larger is not read. */
  readonly bytesMax: number;
  readonly read: (bytes: Uint8Array, options: TermFileOptions) => Promise<TermFile>;
  /** In pieces, to be written as UTF-8; what `read` makes of it are the same terms. */
  readonly write: (terms: Iterable<TermContent>, format: TermFileFormat) => Iterable<string>;
};

/** Languages are codes as people write them. */
export type TermTrialRequest = {
  readonly account: string;
  /** Or `auto`. */
  readonly source: string;
  readonly target: string;
  readonly text: string;
};

export type TermSuggestionRequest = {
  readonly account: string;
  readonly source: string;
  readonly target: string | undefined;
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  readonly countMin: number;
  readonly candidatesMax: number;
};

/**
 * Engines and dictionaries as a server would use them, opened for one command. Nothing is charged, and nothing of the
 * texts kept.
 */
export type TermWorkbench = AsyncDisposable & {
  /** @throws ServiceError as a request to translate does, the balance aside; `no_account` */
  readonly tryTerms: (request: TermTrialRequest) => Promise<TermTrial>;
  /** @throws ServiceError the same */
  readonly suggestTerms: (request: TermSuggestionRequest) => Promise<{
    readonly pair: { readonly source: LanguagePair['source']; readonly target: LanguagePair['target'] | undefined };
    readonly suggestions: readonly TermSuggestion[];
  }>;
};

/** `missing`: nothing was kept yet. `outdated`: migrations are due, by their names. */
export type DatabaseState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'current'; readonly server?: DatabaseServer }
  | { readonly kind: 'outdated'; readonly pending: readonly string[]; readonly server?: DatabaseServer };

/** What there is to know of a server that many nodes share; a database in a file has none. */
export type DatabaseServer = {
  /** `PostgreSQL 15.8` */
  readonly product: string;
  /** Connections that could still be made, and how many of them a server process takes. */
  readonly connectionsLeft: number;
  readonly connectionsPerNode: number;
  /** What is wrong with this machine's clock, by the server's; undefined when they agree. */
  readonly clockDifference: string | undefined;
};

/** What came of a restore. */
export type Restoration = {
  /** Where the database is kept that was there before; undefined when there was none. */
  readonly replaced: string | undefined;
  /** Holds that were under way when the copy was made, and were given back. */
  readonly swept: number;
};

/** The part of the configuration that `doctor` looks at. Ports of 0 are taken as they come, or not at all. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly opsPort: number;
  /** Absolute path. */
  readonly dataDir: string;
  readonly database: { readonly kind: 'sqlite' | 'postgres' };
  /** Names, most preferred first. */
  readonly engines: readonly string[];
  /** Absolute path. */
  readonly models: { readonly dir: string };
  /** Undefined unless an endpoint is configured. */
  readonly openai: { readonly baseUrl: string } | undefined;
};

/** One environment variable as an operator reads of it. */
export type EnvironmentVariable = {
  readonly name: string;
  readonly unit: string;
  readonly default: string;
  /** The default on this machine, if it depends on the machine. */
  readonly here?: number;
  readonly description: string;
  readonly see?: string;
};

/** What the commands stand on. Each is called by the commands that need it, and by no other. */
export type CommandParts = {
  readonly openOperator: () => Promise<Operator>;
  /** The configured engines, most preferred first. */
  readonly describeEngines: () => Promise<readonly EngineFacts[]>;
  /** Whatever `ENGINES` says. */
  readonly openModels: () => Promise<ModelDesk>;
  readonly openTermFiles: () => Promise<TermFiles>;
  readonly openTermWorkbench: () => Promise<TermWorkbench>;
  /** What a command reads where its file is `-`. */
  readonly openInput: () => Readable;
  /** Brings the database up to date; returns the names of the migrations that were due. */
  readonly migrate: () => Promise<readonly string[]>;
  /**
   * Copies the database as of one moment.
   *
   * @throws ServiceError `backup_exists`, `backup_failed`; `postgres_tools` if the database has its own tools for that
   */
  readonly backup: (toFile: string) => Promise<void>;
  /**
   * Replaces the database with a copy, completely or not at all; no other process may have the database open.
   *
   * @throws ServiceError `unusable_backup`, `restore_failed`; `postgres_tools` if the database has its own tools for that
   */
  readonly restore: (fromFile: string) => Promise<Restoration>;
  /**
   * Looks at the database without changing it.
   *
   * @throws ServiceError `store_unavailable` when it cannot be used
   */
  readonly inspectDatabase: () => Promise<DatabaseState>;
  /** @throws an error for which `isMisconfiguration` holds */
  readonly readSettings: () => Settings;
  /** Whether this says what is wrong with the environment, in one line for the operator. */
  readonly isMisconfiguration: (error: unknown) => error is Error;
  /** Runs the server until a stop signal; resolves with the exit status. */
  readonly serve: () => Promise<number>;
  readonly variables: readonly EnvironmentVariable[];
  /** Of the program: `0.1.0`. */
  readonly version: string;
};
