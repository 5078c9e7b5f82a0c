import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isKeyPrefix } from './core/keys/api-key.ts';
import { parseCidr } from './ops/cidr.ts';

/** Everything that an operator can set, read once from the environment. */
export type Config = {
  readonly host: string;
  readonly port: number;
  /** 0: no operations listener. */
  readonly opsPort: number;
  /** Absolute path. */
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  /** Where callers reach the service, without a slash at the end; empty when the port is not known beforehand. */
  readonly baseUrl: string;
  readonly keyPrefix: string;
  readonly rateLimitPerMinute: number;
  /** Engine names, most preferred first. */
  readonly engines: readonly EngineName[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** CIDR blocks of proxies that may pass on calls by plain HTTP, unless they say that the caller used it too. */
  readonly trustedProxies: readonly string[];
  readonly requestTimeoutMs: number;
  readonly drainTimeoutMs: number;
  readonly apertium: {
    readonly modesDir: string;
    readonly memoryBytesMax: number;
    readonly pipelinesPerPairMax: number;
  };
  /** What the sentence memory may take; 0 turns it off. */
  readonly memoryBytesMax: number;
  readonly logLevel: LogLevel;
  /** Opens a demo account with a key on the first start; only on loopback. */
  readonly demo: boolean;
};

/** Where the records are kept. A PostgreSQL URL holds a password, so it is handed on and never shown. */
export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** How many connections one server process has. */
      readonly connections: number;
    };

type EngineName = 'apertium';
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** One environment variable as an operator reads of it. */
export type ConfigVariable = {
  readonly name: string;
  readonly unit: string;
  readonly default: string;
  readonly description: string;
};

type Variable = Omit<ConfigVariable, 'name'> & { readonly schema: z.ZodType };

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);

const mebibyte = 2 ** 20;
// Half of the machine, and not more than some twenty pairs need: the rest is for whatever else runs there.
const apertiumMemoryDefault = Math.min(4096, Math.floor(totalmem() / 2 / mebibyte));

const isCidr = (block: string): boolean => parseCidr(block) !== undefined;

// PostgreSQL keeps the exact window row by row, and reads as many of them for each request.
const postgresRateLimitMax = 10_000;

function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, searchParams, hash, username, password } = new URL(text);
  // A `#` in a password that was not escaped would cut the URL short.
  if (hash !== '' || !/^\/[^/]+$/.test(pathname) || /%(?![0-9a-f]{2})/i.test(username + password)) return false;
  return hostname !== '' || (searchParams.get('host') ?? '') !== '';
}

// The driver takes `require` and the like for `verify-full`, and warns that it will not for long. None: no encryption.
const sslModes: readonly (string | null)[] = [null, 'disable', 'verify-full', 'no-verify'];

function hasPlainSslMode(text: string): boolean {
  return !URL.canParse(text) || sslModes.includes(new URL(text).searchParams.get('sslmode'));
}

const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const engineNames = 'must be a list of engines; this version has: apertium';

const variables = {
  HOST: {
    unit: 'IP address or host name',
    default: '127.0.0.1',
    description: 'Where the API listens. Anything but loopback needs TLS or TRUSTED_PROXIES.',
    schema: z.string().min(1),
  },
  PORT: {
    unit: 'port',
    default: '8080',
    description: 'Port of the API; 0 takes a free one.',
    schema: wholeNumber(0, 65_535),
  },
  OPS_PORT: {
    unit: 'port',
    default: '9090',
    description: 'Port of /livez, /readyz and /metrics, on loopback only; 0 turns them off.',
    schema: wholeNumber(0, 65_535),
  },
  DATA_DIR: {
    unit: 'folder',
    default: './data',
    description: 'Where the SQLite database and derived files live.',
    schema: z.string().min(1),
  },
  DATABASE_URL: {
    unit: 'URL',
    default: '(unset)',
    description: 'postgres://role:password@host:port/database for many nodes; unset: SQLite in DATA_DIR, for one.',
    schema: z
      .string()
      .refine(
        isPostgresUrl,
        'must be a URL such as postgres://role:password@host:5432/database, with host and database',
      )
      .refine(hasPlainSslMode, 'sslmode must be disable, verify-full or no-verify; programs differ on what others mean')
      .optional(),
  },
  DATABASE_CONNECTIONS: {
    unit: 'connections',
    default: '10',
    description: 'How many connections to PostgreSQL one server process has; all nodes share what it allows.',
    schema: wholeNumber(2, 200),
  },
  BASE_URL: {
    unit: 'URL',
    default: '(from HOST and PORT)',
    description: 'Where callers reach the service; shown in the documentation pages.',
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  },
  KEY_PREFIX: {
    unit: 'letters and digits',
    default: 'dragoman',
    description: 'First part of every new key; sk, rk and pk are refused, since scanners take them for others.',
    schema: z
      .string()
      .refine(isKeyPrefix, 'must be 2 to 20 lower-case letters or digits, a letter first, and not sk, rk or pk'),
  },
  RATE_LIMIT_PER_MINUTE: {
    unit: 'requests in any 60 seconds',
    default: '60',
    description: 'How many requests an account may make, all its keys together; at most 10000 on PostgreSQL.',
    schema: wholeNumber(1, 1_000_000),
  },
  ENGINES: {
    unit: 'names, comma separated',
    default: 'apertium',
    description: 'Which engines translate, most preferred first.',
    schema: commaSeparated.pipe(z.array(z.enum(['apertium'], engineNames)).min(1, engineNames)),
  },
  APERTIUM_MODES_DIR: {
    unit: 'folder',
    default: '/usr/share/apertium/modes',
    description: 'Where the installed Apertium pairs describe themselves.',
    schema: z.string().min(1),
  },
  APERTIUM_MEMORY_MB: {
    unit: 'MiB',
    default: `half of the machine's memory, at most 4096 (here ${apertiumMemoryDefault})`,
    description: 'Memory of all Apertium pipelines together; the least recently used are ended first.',
    schema: wholeNumber(256, 1_048_576).optional(),
  },
  APERTIUM_PIPELINES_PER_PAIR: {
    unit: 'pipelines',
    default: `one for every two processors (here ${Math.max(1, Math.floor(availableParallelism() / 2))})`,
    description:
      'How many copies of one language pair may run at once for short texts, and as many again for long ones.',
    schema: wholeNumber(1, 64).optional(),
  },
  SENTENCE_MEMORY_MB: {
    unit: 'MiB',
    default: '64',
    description: 'Memory for sentences translated before, of which nothing is written to disk; 0 turns it off.',
    schema: wholeNumber(0, 65_536),
  },
  TLS_CERT_FILE: {
    unit: 'PEM file',
    default: '(unset)',
    description: 'Certificate chain; set together with TLS_KEY_FILE. Read again when it changes.',
    schema: z.string().min(1).optional(),
  },
  TLS_KEY_FILE: {
    unit: 'PEM file',
    default: '(unset)',
    description: 'Private key of the certificate.',
    schema: z.string().min(1).optional(),
  },
  TRUSTED_PROXIES: {
    unit: 'CIDR blocks, comma separated',
    default: '(none)',
    description:
      'Proxies that end TLS. Of their headers X-Forwarded-Proto alone is read: unless absent or https, the call is refused.',
    schema: commaSeparated.pipe(z.array(z.string().refine(isCidr, 'must be a list of CIDR blocks such as 10.0.0.0/8'))),
  },
  REQUEST_TIMEOUT_SECONDS: {
    unit: 'seconds',
    default: '120',
    description: 'After this a translation is given up, uncharged.',
    schema: wholeNumber(1, 3_600),
  },
  DRAIN_TIMEOUT_SECONDS: {
    unit: 'seconds',
    default: '30',
    description: 'How long a stopping server lets accepted requests finish.',
    schema: wholeNumber(1, 3_600),
  },
  LOG_LEVEL: {
    unit: 'debug, info, warn, error or silent',
    default: 'info',
    description: 'How much the server writes to its log.',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
  },
  DRAGOMAN_DEMO: {
    unit: '0 or 1',
    default: '0',
    description: 'Opens a demo account on the first start and prints its key; npm start sets it.',
    schema: z.enum(['0', '1'], 'must be 0 or 1'),
  },
} as const satisfies Record<string, Variable>;

/** Every environment variable that the service reads, in the order of its help. */
export const configVariables: readonly ConfigVariable[] = Object.entries(variables).map(([name, variable]) => ({
  name,
  unit: variable.unit,
  default: variable.default,
  description: variable.description,
}));

/** A value in the environment that cannot be used; the message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Defaults that are taken literally; those in parentheses or prose are worked out below. */
const literalDefaults: Readonly<Record<string, string>> = {
  HOST: variables.HOST.default,
  PORT: variables.PORT.default,
  OPS_PORT: variables.OPS_PORT.default,
  DATA_DIR: variables.DATA_DIR.default,
  DATABASE_CONNECTIONS: variables.DATABASE_CONNECTIONS.default,
  KEY_PREFIX: variables.KEY_PREFIX.default,
  RATE_LIMIT_PER_MINUTE: variables.RATE_LIMIT_PER_MINUTE.default,
  ENGINES: variables.ENGINES.default,
  APERTIUM_MODES_DIR: variables.APERTIUM_MODES_DIR.default,
  SENTENCE_MEMORY_MB: variables.SENTENCE_MEMORY_MB.default,
  TRUSTED_PROXIES: '',
  REQUEST_TIMEOUT_SECONDS: variables.REQUEST_TIMEOUT_SECONDS.default,
  DRAIN_TIMEOUT_SECONDS: variables.DRAIN_TIMEOUT_SECONDS.default,
  LOG_LEVEL: variables.LOG_LEVEL.default,
  DRAGOMAN_DEMO: variables.DRAGOMAN_DEMO.default,
};

type Parsed = { readonly [Name in keyof typeof variables]: z.output<(typeof variables)[Name]['schema']> };

/**
 * Reads the configuration.
 *
 * @throws ConfigError on the first value that cannot be used
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = parseVariables(env);
  const tls = tlsFiles(parsed);
  const trustedProxies = parsed.TRUSTED_PROXIES;
  const loopback = isLoopback(parsed.HOST);
  if (!loopback && tls === undefined && trustedProxies.length === 0) {
    throw new ConfigError(
      `HOST=${parsed.HOST} is not loopback: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to the proxies that end TLS`,
    );
  }
  if (parsed.DRAGOMAN_DEMO === '1' && !loopback) throw new ConfigError('DRAGOMAN_DEMO=1 is for loopback only');
  return {
    host: parsed.HOST,
    port: parsed.PORT,
    opsPort: parsed.OPS_PORT,
    dataDir: resolve(parsed.DATA_DIR),
    database: databaseOf(parsed),
    baseUrl: (parsed.BASE_URL ?? defaultBaseUrl(parsed.HOST, parsed.PORT, tls !== undefined)).replace(/\/+$/, ''),
    keyPrefix: parsed.KEY_PREFIX,
    rateLimitPerMinute: parsed.RATE_LIMIT_PER_MINUTE,
    engines: parsed.ENGINES,
    tls,
    trustedProxies,
    requestTimeoutMs: parsed.REQUEST_TIMEOUT_SECONDS * 1_000,
    drainTimeoutMs: parsed.DRAIN_TIMEOUT_SECONDS * 1_000,
    apertium: {
      modesDir: resolve(parsed.APERTIUM_MODES_DIR),
      memoryBytesMax: (parsed.APERTIUM_MEMORY_MB ?? apertiumMemoryDefault) * mebibyte,
      pipelinesPerPairMax: parsed.APERTIUM_PIPELINES_PER_PAIR ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    },
    memoryBytesMax: parsed.SENTENCE_MEMORY_MB * mebibyte,
    logLevel: parsed.LOG_LEVEL,
    demo: parsed.DRAGOMAN_DEMO === '1',
  };
}

function parseVariables(env: Readonly<Record<string, string | undefined>>): Parsed {
  const parsed: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    // An empty variable is how many process managers say "unset".
    const given = env[name] === '' ? undefined : env[name];
    const result = variable.schema.safeParse(given ?? literalDefaults[name]);
    if (!result.success) {
      const reason = result.error.issues[0]?.message ?? 'is wrong';
      throw new ConfigError(`${name}: ${reason} (unit: ${variable.unit}; default: ${variable.default})`);
    }
    parsed[name] = result.data;
  }
  return parsed as Parsed;
}

function databaseOf(parsed: Parsed): DatabaseConfig {
  if (parsed.DATABASE_URL === undefined) return { kind: 'sqlite', file: join(resolve(parsed.DATA_DIR), 'dragoman.db') };
  if (parsed.RATE_LIMIT_PER_MINUTE > postgresRateLimitMax) {
    throw new ConfigError(
      `RATE_LIMIT_PER_MINUTE: must be at most ${postgresRateLimitMax} on PostgreSQL (DATABASE_URL is set)`,
    );
  }
  return { kind: 'postgres', url: parsed.DATABASE_URL, connections: parsed.DATABASE_CONNECTIONS };
}

function tlsFiles(parsed: Parsed): Config['tls'] {
  if (parsed.TLS_CERT_FILE === undefined && parsed.TLS_KEY_FILE === undefined) return undefined;
  if (parsed.TLS_CERT_FILE === undefined) throw new ConfigError('TLS_KEY_FILE is set and TLS_CERT_FILE is not');
  if (parsed.TLS_KEY_FILE === undefined) throw new ConfigError('TLS_CERT_FILE is set and TLS_KEY_FILE is not');
  return { certFile: resolve(parsed.TLS_CERT_FILE), keyFile: resolve(parsed.TLS_KEY_FILE) };
}

/** True for the names and addresses that only this machine can reach. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function defaultBaseUrl(host: string, port: number, secure: boolean): string {
  if (port === 0) return '';
  return `${secure ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
