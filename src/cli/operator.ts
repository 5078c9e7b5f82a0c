import type { Accounts } from '../core/accounts/accounts.ts';
import type { Keys } from '../core/keys/keys.ts';
import type { LanguagePair } from '../core/languages/language.ts';
import type { Ledger } from '../core/ledger/ledger.ts';
import type { VerificationExtent } from '../core/ledger/ledger-store.ts';
import type { LedgerVerdict } from '../core/ledger/verification.ts';
import type { Orders } from '../core/orders/orders.ts';
import type { UsageReports } from '../core/usage/usage-reports.ts';

/** The service's records as an operator works on them, beside a server that may be running. */
export type Operator = AsyncDisposable & {
  readonly accounts: Pick<Accounts, 'create' | 'find' | 'list'>;
  readonly keys: Pick<Keys, 'create' | 'list' | 'revoke'>;
  readonly ledger: Pick<Ledger, 'grant' | 'readBalance'>;
  readonly orders: Pick<Orders, 'place' | 'find' | 'list' | 'reportPayment'>;
  readonly usage: Pick<UsageReports, 'report'>;
  /** Verifies the ledger. Holds that a killed server left behind are given back and counted: they are no fault. */
  readonly verifyLedger: (extent: VerificationExtent) => Promise<LedgerVerdict>;
};

/** What an operator is told about one engine on this machine. */
export type EngineFacts = { readonly name: string; readonly units: readonly EngineUnit[] };

/** The smallest part of an engine that is installed, started and mended by itself, such as one mode of Apertium. */
export type EngineUnit = {
  /** What the engine itself calls it. */
  readonly unit: string;
  readonly pairs: readonly LanguagePair[];
  /** chrF2 of the first of `pairs`; undefined where it was not measured. */
  readonly score: number | undefined;
  readonly state: 'running' | 'ready' | 'unavailable' | 'left_out';
  /** Why it is unavailable or left out. */
  readonly reason: string | undefined;
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
};

/** One environment variable as an operator reads of it. */
export type EnvironmentVariable = {
  readonly name: string;
  readonly unit: string;
  readonly default: string;
  readonly description: string;
};

/** What the commands stand on. Each is called by the commands that need it, and by no other. */
export type CommandParts = {
  readonly openOperator: () => Promise<Operator>;
  /** The configured engines, most preferred first. */
  readonly describeEngines: () => Promise<readonly EngineFacts[]>;
  /** Brings the database up to date; returns the names of the migrations that were due. */
  readonly migrate: () => Promise<readonly string[]>;
  /**
   * Copies the database as of one moment.
   *
   * @throws ServiceError `validation_error` when the file exists, or when the database has tools of its own for that;
   * `store_unavailable`
   */
  readonly backup: (toFile: string) => Promise<void>;
  /**
   * Puts a copy in the place of the database, whole or not at all; nobody else may have that open.
   *
   * @throws ServiceError `validation_error` when the copy is not sound, or when the database has tools of its own for
   * that; `store_unavailable`
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
  /** Runs the server until it is told to stop; resolves with the exit status. */
  readonly serve: () => Promise<number>;
  readonly variables: readonly EnvironmentVariable[];
  /** Of the program: `0.1.0`. */
  readonly version: string;
};
