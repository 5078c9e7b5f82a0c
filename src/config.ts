import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError, readEnvironment } from './config-environment.ts';
import { mebibyte } from './config-schemas.ts';
import {
  bergamotMemoryFor,
  type ConfigVariable,
  machineDefaults,
  type Variable,
  variables,
} from './config-variables.ts';
import { isLoopback, leadsToLoopback } from './ops/loopback.ts';
import type { InvoiceSettings } from './shop/billing/invoice.ts';
import { trialPack } from './shop/orders/shop.ts';
import type { EnginePreference } from './text/languages/preferred-engines.ts';

/** Everything that an operator can set, read once from the environment. Secrets and URLs with passwords are never shown. */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

/** Where the records are stored. `connections`: of one server process. */
type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly connections: number };

/** Every environment variable that the service reads, in the order of its help. */
export const configVariables: readonly ConfigVariable[] = Object.entries<Variable>(variables).map(
  ([name, variable]) => {
    const fromFile = variable.isSecret === true ? ` \`${name}_FILE\` names a file that contains it instead.` : '';
    const { defaultInWords = variable.default === undefined ? 'unset' : undefined } = variable;
    const named = defaultInWords === undefined ? {} : { defaultInWords };
    return { name, ...variable, ...named, description: variable.description + fromFile };
  },
);

type Parsed = { readonly [Name in keyof typeof variables]: z.output<(typeof variables)[Name]['schema']> };

/** Reads the configuration. @throws ConfigError on the first value that cannot be used */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const parsed = parseVariables(env);
  const tls = tlsFiles(parsed);
  refuseUnsafeAddress(parsed, tls !== undefined);
  return {
    host: parsed.HOST,
    port: parsed.PORT,
    opsHost: parsed.OPS_HOST,
    /** 0: no operations listener. */
    opsPort: parsed.OPS_PORT,
    dataDir: parsed.DATA_DIR,
    database: databaseOf(parsed),
    /** Undefined when the server makes no backups; always on PostgreSQL. */
    backups: backupsOf(parsed),
    /** Without a slash at the end; empty when the port is not known in advance. */
    baseUrl: parsed.BASE_URL ?? defaultBaseUrl(parsed, tls !== undefined),
    hstsIncludesSubdomains: parsed.HSTS_INCLUDE_SUBDOMAINS,
    compat: parsed.COMPAT,
    keyPrefix: parsed.KEY_PREFIX,
    rateLimitPerMinute: parsed.RATE_LIMIT_PER_MINUTE,
    engines: parsed.ENGINES,
    enginePerPair: enginePerPairOf(parsed),
    tls,
    trustedProxies: parsed.TRUSTED_PROXIES,
    /** Any peer may: callers on loopback have the address of a bridge of the container. */
    plainHttpFromAll: isPublishedDemo(parsed),
    requestTimeoutMs: parsed.REQUEST_TIMEOUT_SECONDS,
    drainDelayMs: parsed.DRAIN_DELAY_SECONDS,
    drainTimeoutMs: parsed.DRAIN_TIMEOUT_SECONDS ?? parsed.REQUEST_TIMEOUT_SECONDS + leaseMarginMs,
    apertium: {
      modesDir: parsed.APERTIUM_MODES_DIR,
      memoryBytesMax: parsed.APERTIUM_MEMORY_MB ?? machineDefaults.apertium * mebibyte,
      pipelinesPerPairMax: parsed.APERTIUM_PIPELINES_PER_PAIR ?? machineDefaults.pipelinesPerPair,
    },
    /** Of Apertium's pairs, for the forms of glossary entries with every engine. */
    dictionaries: {
      modesDir: parsed.APERTIUM_MODES_DIR,
      limits: { memoryBytesMax: machineDefaults.dictionaries * mebibyte },
    },
    documentBytesMax: parsed.DOCUMENTS_MB,
    /** MiB to read and write large files: the heaps of the threads, and the unpacked files beside them. */
    fileMib: { heap: machineDefaults.files, unpacked: machineDefaults.unpackedFiles },
    /** Bodies of requests with a key; at most half of them of one account. */
    bodyBytesMax: machineDefaults.bodies * mebibyte,
    models: {
      dir: parsed.MODELS_DIR ?? join(parsed.DATA_DIR, 'models'),
      startersDir: parsed.STARTER_MODELS_DIR,
      /** Of the index; undefined when downloads are turned off. */
      url: parsed.MODELS_URL === 'none' ? undefined : parsed.MODELS_URL,
      diskBytesMax: parsed.MODELS_DISK_MB,
      waitMs: parsed.MODELS_WAIT_SECONDS,
    },
    bergamot: bergamotOf(parsed),
    /** Undefined unless an endpoint and its model are named; ENGINES says whether it is used. */
    openai: openAiOf(parsed),
    /** Of the translation cache; 0 turns it off. */
    memoryBytesMax: parsed.SENTENCE_MEMORY_MB ?? machineDefaults.translationCache * mebibyte,
    termsBytesMax: parsed.TERMS_MEMORY_MB ?? machineDefaults.glossaries * mebibyte,
    /** Undefined: the one stored in the database. */
    authSecret: parsed.AUTH_SECRET,
    /** Undefined when links are written to the log instead of mails. */
    mail: mailOf(parsed),
    brand: {
      name: parsed.BRAND_NAME,
      logoFile: parsed.BRAND_LOGO,
      colour: parsed.BRAND_COLOR,
      supportEmail: parsed.SUPPORT_EMAIL,
      termsUrl: parsed.TERMS_URL,
      privacyUrl: parsed.PRIVACY_URL,
      imprintUrl: parsed.IMPRINT_URL,
      statusUrl: parsed.STATUS_URL,
    },
    /** One a line. */
    subprocessors: parsed.SUBPROCESSORS ?? [],
    takesVisitorText: parsed.TRY_WITHOUT_ACCOUNT,
    packs: parsed.PACKS,
    trialPack: trialPack(parsed.TRIAL_CHARACTERS ?? (parsed.DRAGOMAN_DEMO ? demoTrialCharacters : 0), parsed.PACKS),
    trialDomains: parsed.TRIAL_DOMAINS,
    stripe: stripeOf(parsed),
    paymentInstructions: parsed.PAYMENT_INSTRUCTIONS ?? [],
    invoicing: invoicingOf(parsed),
    logLevel: parsed.LOG_LEVEL,
    demo: parsed.DRAGOMAN_DEMO,
  };
}

/** How long a request may outlive its timeout, while it is charged. Its hold lasts as long, and so does a stop. */
export const leaseMarginMs = 30_000;

/** Free characters in a demo, so that a visitor can try it without a purchase. */
const demoTrialCharacters = 10_000;

/** A demo issues invoices without `SELLER`, so that visitors see some. */
const demoSeller = ['Example Seller', '1 Example Street'];

function invoicingOf({
  SELLER,
  DRAGOMAN_DEMO,
  INVOICE_PREFIX,
  TAX_RATES,
  TAX_NAME,
  TAX_NOTE,
}: Parsed): InvoiceSettings {
  const seller = SELLER ?? (DRAGOMAN_DEMO ? demoSeller : []);
  if (TAX_RATES !== undefined && seller.length === 0) throw new ConfigError('TAX_RATES is set and SELLER is not');
  const tax = TAX_RATES && { name: TAX_NAME, rates: TAX_RATES, zeroNote: TAX_NOTE };
  return { seller, prefix: INVOICE_PREFIX ?? '', tax };
}

function parseVariables(env: Readonly<Record<string, string | undefined>>): Parsed {
  const given = readEnvironment(env);
  const parsed: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const result = variable.schema.safeParse(given[name] ?? variable.default);
    if (!result.success) {
      const reason = result.error.issues[0]?.message ?? 'is wrong';
      throw new ConfigError(
        `${name}: ${reason} (unit: ${variable.unit}; default: ${variable.defaultInWords ?? variable.default ?? 'unset'})`,
      );
    }
    parsed[name] = result.data;
  }
  return parsed as Parsed;
}

// PostgreSQL keeps the exact window row by row, and reads as many of them for each request.
const postgresRateLimitMax = 10_000;

function databaseOf(parsed: Parsed): DatabaseConfig {
  if (parsed.DATABASE_URL === undefined) return { kind: 'sqlite', file: join(parsed.DATA_DIR, 'dragoman.db') };
  if (parsed.RATE_LIMIT_PER_MINUTE > postgresRateLimitMax) {
    throw new ConfigError(
      `RATE_LIMIT_PER_MINUTE: must be at most ${postgresRateLimitMax} on PostgreSQL (DATABASE_URL is set)`,
    );
  }
  return { kind: 'postgres', url: parsed.DATABASE_URL, connections: parsed.DATABASE_CONNECTIONS };
}

function backupsOf({ BACKUP_DIR: dir, BACKUP_EVERY: everyMs, BACKUP_KEEP: keep, ...parsed }: Parsed) {
  if (dir === undefined) return undefined;
  if (parsed.DATABASE_URL === undefined) return { dir, everyMs, keep };
  throw new ConfigError(
    'BACKUP_DIR is for SQLite and DATABASE_URL is set: back PostgreSQL up with pg_dump or its own archiving (docs/operating.md#backups-of-postgresql)',
  );
}

/** Returns a PostgreSQL URL, or else a file. @throws ConfigError for an unusable URL, without quoting it */
export function databaseNamed(name: string): DatabaseConfig {
  if (!name.includes(':/')) return { kind: 'sqlite', file: resolve(name) };
  const { success, error } = variables.DATABASE_URL.schema.safeParse(name);
  if (!success) throw new ConfigError(`--to: ${error.issues[0]?.message ?? 'is wrong'}`);
  return { kind: 'postgres', url: name, connections: 1 };
}

function enginePerPairOf({ ENGINES: engines, ENGINE_PER_PAIR: preferences }: Parsed): readonly EnginePreference[] {
  const unknownEngine = preferences.find(({ engine }) => !engines.some((name) => name === engine));
  if (unknownEngine === undefined) return preferences;
  throw new ConfigError(`ENGINE_PER_PAIR: ${unknownEngine.engine} is not one of ENGINES (${engines.join(', ')})`);
}

function bergamotOf(parsed: Parsed) {
  const wantedWorkers = parsed.BERGAMOT_WORKERS ?? machineDefaults.bergamotWorkers;
  const memoryBytesMax = parsed.BERGAMOT_MEMORY_MB ?? bergamotMemoryFor(wantedWorkers) * mebibyte;
  // Each thread reserves memory. More threads would leave no room for a model.
  const workersMax = Math.max(1, Math.floor(memoryBytesMax / (128 * mebibyte)) - 1);
  const workers = parsed.BERGAMOT_WORKERS ?? Math.min(wantedWorkers, workersMax);
  return { workers, memoryBytesMax };
}

function openAiOf(parsed: Parsed) {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = parsed;
  if (baseUrl === undefined || model === undefined) {
    const missing = baseUrl === undefined ? 'OPENAI_BASE_URL' : 'OPENAI_MODEL';
    if (parsed.ENGINES.includes('openai')) throw new ConfigError(`ENGINES names openai and ${missing} is not set`);
    return undefined;
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey: parsed.OPENAI_API_KEY,
    model,
    languages: parsed.OPENAI_LANGUAGES,
    concurrency: parsed.OPENAI_CONCURRENCY,
    sentencesPerRequest: parsed.OPENAI_SENTENCES_PER_REQUEST,
    extraBody: parsed.OPENAI_EXTRA_BODY,
    prices: openAiPrices(parsed),
  };
}

function openAiPrices(parsed: Parsed) {
  const prices = bothOf(parsed, 'OPENAI_PROMPT_PRICE', 'OPENAI_COMPLETION_PRICE');
  return prices && { prompt: prices[0], completion: prices[1] };
}

function mailOf({ SMTP_URL: server, MAIL_FROM: from }: Parsed) {
  if (server === undefined) return undefined;
  if (from === undefined) throw new ConfigError('SMTP_URL is set and MAIL_FROM is not');
  return { server, from };
}

function stripeOf(parsed: Parsed) {
  const secrets = bothOf(parsed, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  return secrets && { secretKey: secrets[0], webhookSecret: secrets[1], apiUrl: parsed.STRIPE_API_URL };
}

function tlsFiles(parsed: Parsed) {
  const files = bothOf(parsed, 'TLS_CERT_FILE', 'TLS_KEY_FILE');
  return files && { certFile: files[0], keyFile: files[1] };
}

type Given<Name extends keyof Parsed> = Exclude<Parsed[Name], undefined>;

/** Returns the values of two variables that need each other; undefined if neither is set. */
function bothOf<First extends keyof Parsed, Second extends keyof Parsed>(parsed: Parsed, first: First, second: Second) {
  const [one, other] = [parsed[first], parsed[second]];
  if (one !== undefined && other !== undefined) return [one, other] as [Given<First>, Given<Second>];
  if (one !== undefined) throw new ConfigError(`${first} is set and ${second} is not`);
  if (other !== undefined) throw new ConfigError(`${second} is set and ${first} is not`);
  return undefined;
}

type Address = {
  readonly HOST: string;
  readonly PORT: number;
  readonly BASE_URL?: string | undefined;
  readonly TRUSTED_PROXIES: readonly string[];
  readonly DRAGOMAN_DEMO: boolean;
  readonly DEMO_PUBLISHED_ON_LOOPBACK: boolean;
};

/** Refuses a service that others can reach without TLS, and a demo that others can reach at all. @throws ConfigError */
function refuseUnsafeAddress(address: Address, hasTls: boolean): void {
  const { HOST, BASE_URL, TRUSTED_PROXIES, DRAGOMAN_DEMO } = address;
  const loopback = isLoopback(HOST) || isPublishedDemo(address);
  // A demo takes no payment from anybody.
  const isReachedHere = loopback && (BASE_URL === undefined || leadsToLoopback(BASE_URL));
  if (DRAGOMAN_DEMO && !(isReachedHere && TRUSTED_PROXIES.length === 0)) {
    throw new ConfigError(
      'DRAGOMAN_DEMO=1 is for loopback only: HOST, BASE_URL, and no TRUSTED_PROXIES. In a container, DEMO_PUBLISHED_ON_LOOPBACK=1 states that its port is published on loopback only',
    );
  }
  if (!loopback && !hasTls && TRUSTED_PROXIES.length === 0) {
    throw new ConfigError(
      `HOST=${HOST} is not loopback: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to the proxies that end TLS`,
    );
  }
  if (!loopback && BASE_URL === undefined) {
    throw new ConfigError(
      `HOST=${HOST} is not loopback: set BASE_URL to the public address, such as https://translate.example.com, for the links of pages and mails`,
    );
  }
}

/** Whether this is a demo in a container that publishes its port on loopback only. */
function isPublishedDemo({ DRAGOMAN_DEMO, DEMO_PUBLISHED_ON_LOOPBACK }: Address): boolean {
  return DRAGOMAN_DEMO && DEMO_PUBLISHED_ON_LOOPBACK;
}

/** A demo uses a host name if possible, because browsers offer no passkeys for an IP address. */
function defaultBaseUrl(address: Address, hasTls: boolean): string {
  const { HOST, PORT, DRAGOMAN_DEMO } = address;
  if (PORT === 0) return '';
  const isNamed = (DRAGOMAN_DEMO && HOST === '127.0.0.1') || isPublishedDemo(address);
  const host = isNamed ? 'localhost' : isIP(HOST) === 6 ? `[${HOST}]` : HOST;
  return `${hasTls ? 'https' : 'http'}://${host}:${PORT}`;
}
