import type { Readable } from 'node:stream';
import type { Clock, UnixMs } from '../ground/units.ts';
import type { Release } from '../ops/release.ts';
import type { Accounts } from '../shop/accounts/accounts.ts';
import type { Erasures } from '../shop/accounts/erasures.ts';
import type { AuditJournal } from '../shop/audit/audit.ts';
import type { AccountGlossaries } from '../shop/glossaries/account-glossaries.ts';
import type { GlossaryFiles } from '../shop/glossaries/glossary-files.ts';
import type { Keys } from '../shop/keys/keys.ts';
import type { LeakedKeys } from '../shop/keys/leaked-keys.ts';
import type { Ledger } from '../shop/ledger/ledger.ts';
import type { LedgerFault, VerificationExtent } from '../shop/ledger/ledger-store.ts';
import type { LedgerVerdict } from '../shop/ledger/verification.ts';
import type { AccountMemory } from '../shop/memory/account-memory.ts';
import type { MemoryFiles } from '../shop/memory/memory-files.ts';
import type { Orders } from '../shop/orders/orders.ts';
import type { UsageReports } from '../shop/usage/usage-reports.ts';
import type { EngineUnit } from '../text/engine/engine.ts';
import type { LanguagePair } from '../text/languages/language.ts';

/** The actor in histories of glossaries and memories for changes on the command line. */
export const operatorsName = 'operator';

/** The operator's access to the service's records. A server may run at the same time. */
export type Operator = AsyncDisposable & {
  readonly accounts: Pick<Accounts, 'create' | 'find' | 'list' | 'suspend' | 'resume'>;
  readonly erasures: Pick<Erasures, 'erase'>;
  readonly audit: Pick<AuditJournal, 'record' | 'list'>;
  readonly keys: Pick<Keys, 'create' | 'list' | 'live' | 'findOwn' | 'revoke'>;
  readonly leakedKeys: Pick<LeakedKeys, 'revoke'>;
  readonly ledger: Pick<Ledger, 'grant' | 'readBalance' | 'reverseExpiry'>;
  readonly orders: Pick<Orders, 'place' | 'find' | 'findByReference' | 'list' | 'reportPayment'>;
  readonly glossaries: Pick<AccountGlossaries, 'list' | 'readAll' | 'import' | 'undoImport' | 'history'>;
  readonly memory: Pick<AccountMemory, 'list' | 'count' | 'pages' | 'import' | 'undoImport' | 'history' | 'erase'>;
  readonly usage: Pick<UsageReports, 'report'>;
  /** Verifies the ledger. Holds that a killed server left behind are released and counted; they are no fault. */
  readonly verifyLedger: (extent: VerificationExtent) => Promise<LedgerVerdict>;
  /** Continues the ledger from the clock's time, which the operator has checked; returns that time. */
  readonly confirmClock: () => Promise<UnixMs>;
};

export type EngineFacts = {
  readonly name: string;
  readonly units: readonly EngineUnit[];
  /** As `DescribedEngine.machine`. */
  readonly machine?: string | undefined;
};

export type ModelFacts = {
  readonly pair: LanguagePair;
  /** The name in the table of scores. */
  readonly name: string;
  /** Empty without a name. */
  readonly version: string;
  /** Size on disk, also of a model not downloaded yet. */
  readonly bytes: number;
  /** chrF2; undefined if it was not measured. */
  readonly score: number | undefined;
};

/** A pair with a model: installed, in the index, or a starter model. */
export type ModelRow = {
  readonly pair: LanguagePair;
  readonly installed: ModelFacts | undefined;
  /** From the last read index. */
  readonly offered: ModelFacts | undefined;
  /** Used while there is no other. */
  readonly starter: ModelFacts | undefined;
  /** Whether the offered version is higher than the installed one. */
  readonly isNewerOffered: boolean;
};

export type ModelsOverview = {
  /** Sorted by pair. */
  readonly rows: readonly ModelRow[];
  /** `off`: downloads are turned off. */
  readonly index: { readonly kind: 'read' | 'off' } | { readonly kind: 'failed'; readonly reason: string };
  /** Folders that look like models but cannot be used. `reason` is one line. */
  readonly problems: readonly { readonly folder: string; readonly reason: string }[];
  /** Absolute path. */
  readonly dir: string;
  readonly bytes: number;
  readonly bytesMax: number;
};

export type ModelVerdict = {
  /** Undefined when the folder does not name its pair. */
  readonly pair: LanguagePair | undefined;
  readonly folder: string;
  /** What is wrong with it, in one line; undefined when it is intact. */
  readonly fault: string | undefined;
};

export type PullOptions = {
  /** Whether to replace an installed model with another one from the index. */
  readonly update: boolean;
  /** An exact version, also one that is not released for everybody. */
  readonly version: string | undefined;
  /** Receives the progress, in bytes as downloaded. */
  readonly progress: (progress: { readonly doneBytes: number; readonly totalBytes: number }) => void;
};

/** The operator's access to the neural models on this machine. Servers may run at the same time. */
export type ModelAdmin = AsyncDisposable & {
  readonly list: () => Promise<ModelsOverview>;
  /** `wasThere`: nothing had to be downloaded. @throws ServiceError `model_failed` */
  readonly pull: (pair: LanguagePair, options: PullOptions) => Promise<ModelFacts & { readonly wasThere: boolean }>;
  /** Reads every byte of the model of a pair, or of all. @throws ServiceError `model_not_installed` */
  readonly verify: (pair: LanguagePair | undefined) => Promise<readonly ModelVerdict[]>;
  /** @throws ServiceError `model_not_installed`, `model_failed` */
  readonly remove: (pair: LanguagePair) => Promise<ModelFacts>;
  /**
   * Copies the models in a folder, after each has translated a sentence.
   * @throws ServiceError `models_not_importable` when the folder contains none, `model_failed` when one cannot be used
   */
  readonly importFrom: (
    folder: string,
    as: { readonly pair?: LanguagePair | undefined; readonly name?: string | undefined },
  ) => Promise<readonly ModelFacts[]>;
};

/** `missing`: there is no database yet. `outdated`: these migrations are due. */
export type DatabaseState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'current'; readonly server?: DatabaseServer }
  | { readonly kind: 'outdated'; readonly pending: readonly string[]; readonly server?: DatabaseServer };

/** Facts about a database server; a database in a file has none. */
export type DatabaseServer = {
  /** `PostgreSQL 15.8` */
  readonly product: string;
  /** Why a server could not write to it, in one line, and what to do. */
  readonly unwritable?: { readonly reason: string; readonly remedy: string } | undefined;
  /** Connections that the server still accepts, and how many a server process uses. */
  readonly connectionsLeft: number;
  readonly connectionsPerNode: number;
  /** How this machine's clock differs from the server's; undefined when they agree. */
  readonly clockDifference: string | undefined;
};

export type Restoration = {
  readonly fromFile: string;
  /** Path of the replaced database; undefined when there was none. */
  readonly replaced: string | undefined;
  /** Holds of requests that were running at the time of the backup, now released. */
  readonly swept: number;
};

/** The result of a restore that changed nothing. */
export type Rehearsal = {
  readonly fromFile: string;
  /** When the backup was made: everything later would be lost. */
  readonly at: UnixMs;
  readonly bytes: number;
  /** Migrations that the copy needed. */
  readonly applied: readonly string[];
  readonly swept: number;
  readonly accounts: number;
  readonly journalRows: number;
};

/** Values of source and target that should be the same. */
export type Compared = { readonly name: string; readonly source: string; readonly target: string };

export type DatabaseCopy = {
  /** Whether source and target are equal and sound. Otherwise the target is as it was. */
  readonly equal: boolean;
  readonly tables: readonly Compared[];
  readonly sums: readonly Compared[];
  /** Columns and sums that differ. */
  readonly differences: readonly string[];
  readonly faults: readonly (LedgerFault & { readonly database: 'source' | 'target' })[];
  readonly tookMs: number;
};

/** The part of the configuration that `doctor` checks. A port of 0 means any free port, or none. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly opsHost: string;
  readonly opsPort: number;
  /** Absolute path. */
  readonly dataDir: string;
  readonly database: { readonly kind: 'sqlite' | 'postgres' };
  /** Undefined unless the server backs up its database. */
  readonly backups: { readonly dir: string; readonly everyMs: number } | undefined;
  /** Names, most preferred first. */
  readonly engines: readonly string[];
  /** Absolute path. */
  readonly models: { readonly dir: string };
  /** Undefined unless an endpoint is configured. */
  readonly openai: { readonly baseUrl: string } | undefined;
};

/** An environment variable, as the help shows it. */
export type EnvironmentVariable = {
  readonly name: string;
  readonly unit: string;
  readonly default?: string;
  readonly defaultInWords?: string;
  /** The default on this machine, if it depends on the machine. */
  readonly here?: number;
  readonly description: string;
  readonly see?: string;
};

/** What commands use. Each function is called only by the commands that need it. */
export type CommandParts = {
  readonly openOperator: () => Promise<Operator>;
  /** The configured engines, most preferred first. */
  readonly describeEngines: () => Promise<readonly EngineFacts[]>;
  /** Independent of `ENGINES`. */
  readonly openModels: () => Promise<ModelAdmin>;
  readonly openGlossaryFiles: () => Promise<GlossaryFiles>;
  readonly openMemoryFiles: () => Promise<MemoryFiles>;
  /** Opens the input of a command whose file is `-`. */
  readonly openInput: () => Readable;
  /** Applies the pending migrations; returns their names. */
  readonly migrate: () => Promise<readonly string[]>;
  /** @throws ServiceError `backup_exists`, `backup_failed`; `postgres_tools` on PostgreSQL, which has its own */
  readonly backup: (toFile: string) => Promise<void>;
  /**
   * Replaces the database with a copy, or with the newest scheduled backup in a folder, completely or not at all; no
   * other process may have the database open.
   * @throws ServiceError `unusable_backup`, `restore_failed`; `postgres_tools` if the database has its own tools for that
   */
  readonly restore: (from: string) => Promise<Restoration>;
  /** Does all of a restore except the replacement; servers may run. @throws as `restore` */
  readonly rehearseRestore: (from: string) => Promise<Rehearsal>;
  /**
   * Copies everything to an empty database of the other kind, completely or not at all, and compares both. Unless it
   * is a rehearsal, no server may run.
   * @param to a PostgreSQL URL or a file
   * @throws ServiceError `copy_failed`, `backup_exists`
   */
  readonly copyDatabase: (to: string, options: { readonly rehearsal: boolean }) => Promise<DatabaseCopy>;
  /** Looks at the database without changing it. @throws ServiceError `store_unavailable` when it cannot be used */
  readonly inspectDatabase: () => Promise<DatabaseState>;
  /** @throws an error for which `isMisconfiguration` holds */
  readonly readSettings: () => Settings;
  /** Whether this error is about the configuration; its message is one line for the operator. */
  readonly isMisconfiguration: (error: unknown) => error is Error;
  readonly now: Clock;
  /** Runs the server until a stop signal; resolves with the exit status. */
  readonly serve: () => Promise<number>;
  readonly variables: readonly EnvironmentVariable[];
  readonly release: Release;
};
