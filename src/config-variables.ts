import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { brandColour, brandName, emailAddress } from './config-brand.ts';
import { mailSender, smtpServer } from './config-mail.ts';
import { bodiesMib, divideMemory } from './config-memory.ts';
import {
  commaSeparated,
  duration,
  enginePreferences,
  flag,
  hasPlainSslMode,
  httpUrl,
  isCidr,
  isPostgresUrl,
  isStripeApi,
  jsonObject,
  languageTags,
  mebibyte,
  needsPrimary,
  packsForSale,
  path,
  price,
  publicUrl,
  shownLines,
  taxRates,
  trialDomains,
  wholeMebibytes,
  wholeNumber,
  wholeSeconds,
} from './config-schemas.ts';
import { isOneLine } from './ground/one-line.ts';
import { memoryBytes } from './ops/memory.ts';
import { isKeyPrefix } from './shop/keys/api-key.ts';
import { packsByDefault } from './shop/orders/shop.ts';
import { trialDomainsByDefault } from './shop/orders/trial-domains.ts';

/** One environment variable, as in the help and in docs/configuration.md. */
export type ConfigVariable = {
  readonly name: string;
  readonly unit: string;
  /** As it would be written; undefined if there is none, or it is computed. */
  readonly default?: string;
  /** In words, instead of or in addition to a value. */
  readonly defaultInWords?: string;
  /** The default on this machine, if it depends on the machine. */
  readonly here?: number;
  /** Plain sentences, with literals in backticks. */
  readonly description: string;
  /** A section of the documentation, relative to docs/. */
  readonly see?: string;
};

export type Variable = Omit<ConfigVariable, 'name'> & {
  readonly schema: z.ZodType;
  /** Can also come from a file that `<name>_FILE` names. */
  readonly isSecret?: true;
};

const memoryMib = Math.floor(memoryBytes / mebibyte);
const memory = divideMemory(memoryMib);

/** In MiB: 512 for each thread and 512 more, at most the engine's share. */
export function bergamotMemoryFor(workers: number): number {
  return Math.min((workers + 1) * 512, memory.bergamot);
}

/** Defaults that depend on the machine. */
export const machineDefaults = {
  ...memory,
  bodies: bodiesMib(memoryMib),
  // A pipeline is a dozen programs side by side: it keeps two cores busy.
  pipelinesPerPair: Math.max(1, Math.floor(availableParallelism() / 2)),
  bergamotWorkers: Math.min(64, availableParallelism()),
};

const engineNames = ['bergamot', 'apertium', 'openai'] as const;

export type EngineName = (typeof engineNames)[number];

const compatNames = ['deepl', 'google', 'libretranslate', 'microsoft', 'apertium'] as const;

const compatList = `must be none, or a list of APIs, each once; this version has: ${compatNames.join(', ')}`;

const engineList = `must be a list of engines, each once; this version has: ${engineNames.join(', ')}`;

/**
 * Mozilla's models for Firefox. Clients request the changeset of a collection; its `_expected` is mandatory, and 0 if
 * the time of the last change is unknown. Source: https://remote-settings.readthedocs.io, "Client Specifications".
 */
const publicModels =
  'https://firefox.settings.services.mozilla.com/v1/buckets/main/collections/translations-models-v2/changeset?_expected=0';

/** Kinds of values that several variables have. */
const zeroOrOne = { unit: '0 or 1', default: '0', schema: flag };
const folder = { unit: 'folder', schema: path };
const tokenPrice = { unit: 'price per 1,000,000 tokens', schema: price.optional() };
const httpAddress = { unit: 'URL', schema: httpUrl };
const mebibytes = (least: number, most: number) => ({ unit: 'MiB', schema: wholeMebibytes(least, most) });
const seconds = (least: number, most: number) => ({ unit: 'seconds', schema: wholeSeconds(least, most) });
const count = (unit: string, least: number, most: number) => ({ unit, schema: wholeNumber(least, most) });

function optional<Schema extends z.ZodType>({ unit, schema }: { readonly unit: string; readonly schema: Schema }) {
  return { unit, schema: schema.optional() };
}

/** The values of each variable, in the order of the help. */
export const variables = {
  HOST: {
    unit: 'IP address or host name',
    default: '127.0.0.1',
    description: 'Address of the API. Any but loopback needs `BASE_URL`, and TLS or `TRUSTED_PROXIES`.',
    schema: z.string().min(1),
  },
  PORT: { ...count('port', 0, 65_535), default: '8080', description: 'Port of the API. 0 selects a free port.' },
  OPS_HOST: {
    unit: 'IP address or host name',
    default: '127.0.0.1',
    description: 'Address of `/livez`, `/readyz` and `/metrics`, which need no key. Customers must not reach it.',
    see: 'operating.md#health',
    schema: z.string().min(1),
  },
  OPS_PORT: {
    ...count('port', 0, 65_535),
    default: '9090',
    description: 'Port of `/livez`, `/readyz` and `/metrics`. 0 turns them off.',
  },
  BASE_URL: {
    unit: 'URL',
    defaultInWords: 'from HOST and PORT',
    description:
      'Public address of the service, also with a path. Pages, mails and the documentation link to it. Any `HOST` other than loopback needs it. In a demo, `localhost` replaces `127.0.0.1`.',
    see: 'load-balancers.md#below-a-path',
    schema: publicUrl.optional(),
  },
  TLS_CERT_FILE: {
    unit: 'PEM file',
    description: 'Certificate chain. Set it together with `TLS_KEY_FILE`. The server reads it again when it changes.',
    schema: path.optional(),
  },
  TLS_KEY_FILE: { unit: 'PEM file', description: 'Private key of the certificate.', schema: path.optional() },
  TRUSTED_PROXIES: {
    unit: 'CIDR blocks, separated by commas',
    default: '',
    defaultInWords: 'none',
    description:
      'Proxies that terminate TLS. The server refuses a request from them with an `X-Forwarded-Proto` other than `https`, and reads the client address from their `X-Forwarded-For`.',
    see: 'operating.md#reach-it-from-outside',
    schema: commaSeparated.pipe(z.array(z.string().refine(isCidr, 'must be a list of CIDR blocks such as 10.0.0.0/8'))),
  },
  HSTS_INCLUDE_SUBDOMAINS: {
    ...zeroOrOne,
    description: '1: browsers use only HTTPS for all subdomains for one year. Needs an `https` `BASE_URL`.',
  },
  COMPAT: {
    unit: 'names, separated by commas, or none',
    default: compatNames.join(','),
    description: 'APIs of other vendors for their clients, at the root and below `/compat/`. `none`: no such API.',
    schema: commaSeparated
      .transform((names) => (names.join() === 'none' ? [] : names))
      .pipe(z.array(z.enum(compatNames, compatList)))
      .refine((names) => new Set(names).size === names.length, compatList),
  },
  KEY_PREFIX: {
    unit: 'letters and digits',
    default: 'dragoman',
    description: 'First part of every new API key. `sk`, `rk` and `pk` are refused: they belong to other services.',
    schema: z
      .string()
      .refine(isKeyPrefix, 'must be 2 to 20 lower-case letters or digits, a letter first, and not sk, rk or pk'),
  },
  RATE_LIMIT_PER_MINUTE: {
    ...count('requests in any 60 seconds', 1, 1_000_000),
    default: '60',
    description: 'Maximum requests per account, over all its keys. The highest value on PostgreSQL is 10,000.',
    see: 'operating.md#the-request-limit',
  },
  REQUEST_TIMEOUT_SECONDS: {
    ...seconds(1, 3_600),
    default: '120',
    description: 'Time limit for a translation. A request that exceeds it is not charged.',
  },
  DRAIN_TIMEOUT_SECONDS: {
    ...optional(seconds(1, 3_630)),
    defaultInWords: 'REQUEST_TIMEOUT_SECONDS plus 30',
    description: 'How long a stopping server lets accepted requests finish. The default is enough for every request.',
    see: 'operating.md#stop-it',
  },
  DRAIN_DELAY_SECONDS: {
    ...seconds(0, 300),
    default: '0',
    description: 'How long a stopping server still accepts requests while `/readyz` is 503, for load balancers.',
    see: 'operating.md#stop-it',
  },
  LOG_LEVEL: {
    unit: 'debug, info, warn, error or silent',
    default: 'info',
    description: 'Least severe level that is logged.',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
  },
  DRAGOMAN_DEMO: {
    ...zeroOrOne,
    description: '1 opens a demo account and prints its key. Without Stripe, packs are free. Only on loopback.',
  },
  DEMO_PUBLISHED_ON_LOOPBACK: {
    ...zeroOrOne,
    description: '1 states that the container of a demo publishes its port on loopback only, so any `HOST` is allowed.',
    see: 'deploy-container.md#try-it',
  },
  DATA_DIR: {
    ...folder,
    default: './data',
    description: 'Folder for the SQLite database, neural models and derived files.',
  },
  DATABASE_URL: {
    unit: 'URL',
    description:
      '`postgres://role:password@host:5432/database` stores everything in PostgreSQL 15 or newer, for any number of nodes. `host1:5432,host2:5432` names a primary and its standby. If unset, one node uses SQLite in `DATA_DIR`.',
    see: 'operating.md#postgresql',
    isSecret: true,
    schema: z
      .string()
      .refine(
        isPostgresUrl,
        'must be a URL such as postgres://role:password@host:5432/database, with host and database',
      )
      .refine(hasPlainSslMode, 'sslmode must be disable, verify-full or no-verify; programs differ on what others mean')
      .refine(needsPrimary, 'target_session_attrs must be read-write or primary: a standby accepts no charges')
      .optional(),
  },
  DATABASE_CONNECTIONS: {
    ...count('connections', 2, 200),
    default: '10',
    description: 'Number of PostgreSQL connections of one server process, 2 to 200.',
  },
  BACKUP_DIR: {
    ...optional(folder),
    description: 'Folder of verified backups of the SQLite database. It must exist and belong to this server alone.',
    see: 'operating.md#scheduled-backups',
  },
  BACKUP_EVERY: {
    unit: 'minutes, hours or days: `15m`, `6h`, `1d`',
    default: '1d',
    description: 'Time from one backup to the next, from `1m` to `31d`.',
    schema: duration('1m', '31d'),
  },
  BACKUP_KEEP: {
    ...count('backups', 1, 10_000),
    default: '14',
    description: 'How many backups to keep. After each new one, the server deletes the oldest beyond this number.',
  },
  DOCUMENTS_MB: {
    ...mebibytes(128, 1_048_576),
    default: '2048',
    description: 'Room in the database for documents. Each takes twice the size of its file for an hour at most.',
    see: 'operating.md#documents',
  },
  ENGINES: {
    unit: 'names, separated by commas',
    default: 'bergamot,apertium',
    description: `Translation engines, most preferred first: ${engineNames.map((name) => `\`${name}\``).join(', ')}.`,
    schema: commaSeparated.pipe(
      z
        .array(z.enum(engineNames, engineList))
        .min(1, engineList)
        .refine((names) => new Set(names).size === names.length, engineList),
    ),
  },
  ENGINE_PER_PAIR: {
    unit: 'source>target=engine, separated by commas',
    default: '',
    defaultInWords: 'none',
    description: 'Engine for single pairs: `es>en=apertium`, `*>de=bergamot`. The first entry that matches applies.',
    see: 'languages.md#from-one-language-to-another',
    schema: enginePreferences,
  },
  SENTENCE_MEMORY_MB: {
    ...optional(mebibytes(0, 65_536)),
    defaultInWords: '64, less if memory is short',
    here: memory.translationCache,
    description: 'Memory limit of the translation cache, which is never written to disk. 0 turns the cache off.',
    see: 'operating.md#memory',
  },
  TERMS_MEMORY_MB: {
    ...optional(mebibytes(1, 65_536)),
    defaultInWords: '128, less if memory is short',
    here: memory.glossaries,
    description:
      'Memory limit for prepared glossaries and hashes of approved translations. The least recently used are read again when needed.',
    see: 'operating.md#memory',
  },
  MODELS_DIR: {
    ...optional(folder),
    defaultInWords: 'models in DATA_DIR',
    description: 'Folder of the neural models. Several servers on one machine may share it.',
  },
  MODELS_URL: {
    unit: 'URL or none',
    default: publicModels,
    description: 'Index from which neural models are downloaded on first use. `none`: use only models on disk.',
    see: 'models.md#the-registry',
    schema: z.union([z.literal('none'), httpUrl], 'must be an http or https URL without a user name, or none'),
  },
  STARTER_MODELS_DIR: {
    ...optional(folder),
    defaultInWords: 'none; in a clone: its folder models',
    description: 'Models that are used while their pairs have no model in MODELS_DIR and none in the index.',
    see: 'models.md#starter-models',
  },
  MODELS_DISK_MB: {
    ...mebibytes(1, 1_048_576),
    default: '4096',
    description: 'Maximum disk space for models. No model is downloaded beyond it.',
  },
  MODELS_WAIT_SECONDS: {
    ...seconds(0, 3_600),
    default: '30',
    description: 'How long the first request of a pair waits for its model to download.',
  },
  BERGAMOT_WORKERS: {
    ...optional(count('threads', 1, 64)),
    defaultInWords: 'one per processor, fewer if memory is short',
    here: machineDefaults.bergamotWorkers,
    description: 'Number of worker threads for neural models.',
  },
  BERGAMOT_MEMORY_MB: {
    ...optional(mebibytes(64, 1_048_576)),
    defaultInWords: '512 per worker thread plus 512, less if memory is short',
    here: bergamotMemoryFor(machineDefaults.bergamotWorkers),
    description: 'Memory limit for these threads and their models. The least recently used models are unloaded first.',
    see: 'operating.md#memory',
  },
  APERTIUM_MODES_DIR: {
    ...folder,
    default: '/usr/share/apertium/modes',
    description: 'Folder with the mode files of the installed Apertium pairs.',
  },
  APERTIUM_MEMORY_MB: {
    ...optional(mebibytes(64, 1_048_576)),
    defaultInWords: '4096, less if memory is short',
    here: memory.apertium,
    description: 'Memory limit for all Apertium pipelines. The least recently used pipelines are stopped first.',
    see: 'operating.md#memory',
  },
  APERTIUM_PIPELINES_PER_PAIR: {
    ...optional(count('pipelines', 1, 64)),
    defaultInWords: 'one per two processors',
    here: machineDefaults.pipelinesPerPair,
    description: 'Maximum pipelines of one language pair for short texts, and the same number again for long texts.',
  },
  OPENAI_BASE_URL: {
    ...optional(httpAddress),
    description: 'An OpenAI-compatible endpoint, including its `/v1`. Used only if `ENGINES` contains `openai`.',
    see: 'engines/openai.md',
  },
  OPENAI_API_KEY: {
    unit: 'key',
    description: 'Bearer token for the endpoint. Never shown.',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
      .optional(),
  },
  OPENAI_MODEL: { unit: 'name', description: 'Model to use at the endpoint.', schema: z.string().min(1).optional() },
  OPENAI_LANGUAGES: {
    unit: 'language codes, separated by commas',
    default: 'ar,cs,de,en,es,fr,hi,it,ja,ko,nl,pl,pt,ru,sv,tr,uk,zh-Hans',
    description: 'Languages of the model. It serves every pair of them.',
    schema: languageTags.refine((tags) => tags.length >= 2, 'must name at least two languages'),
  },
  OPENAI_CONCURRENCY: {
    ...count('requests', 1, 1_000),
    default: '4',
    description: 'Maximum simultaneous requests to the endpoint.',
  },
  OPENAI_SENTENCES_PER_REQUEST: {
    ...count('sentences', 1, 100),
    default: '8',
    description: 'Maximum sentences of one text in one request. With 1, each sentence is translated independently.',
  },
  OPENAI_EXTRA_BODY: {
    unit: 'JSON object',
    default: '{}',
    description: "Extra members for every request body, for example to turn off a model's reasoning.",
    schema: jsonObject,
  },
  OPENAI_PROMPT_PRICE: { ...tokenPrice, description: 'Price of prompt tokens, used only for the cost metric.' },
  OPENAI_COMPLETION_PRICE: {
    ...tokenPrice,
    description: 'Price of completion tokens. Set it together with `OPENAI_PROMPT_PRICE`.',
  },
  AUTH_SECRET: {
    unit: 'text',
    defaultInWords: 'created at the first start and stored in the database',
    description: 'Signs cookies and encrypts 2FA secrets. 32 to 200 visible ASCII characters, the same on every node.',
    see: 'account-area.md#people',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{32,200}$/, 'must be 32 to 200 visible ASCII characters')
      .optional(),
  },
  SMTP_URL: {
    unit: 'URL',
    description: 'Mail server: `smtp://user:password@host:587` or `smtps://...`. If unset, links go to the log.',
    see: 'account-area.md#mail',
    isSecret: true,
    schema: smtpServer.optional(),
  },
  MAIL_FROM: {
    unit: 'address',
    description: 'Sender of mails, such as `Dragoman <no-reply@example.com>`. Required with `SMTP_URL`.',
    schema: mailSender.optional(),
  },
  BRAND_NAME: {
    unit: 'text',
    default: 'Dragoman',
    description: 'Name of your service on pages, in mails and in authenticator apps, at most 40 characters.',
    see: 'account-area.md#your-name-and-links',
    schema: brandName,
  },
  BRAND_LOGO: {
    unit: 'SVG or PNG file',
    defaultInWords: 'the mark of Dragoman',
    description: 'Square logo in the header and in browser tabs, at most 64 KiB.',
    schema: path.optional(),
  },
  BRAND_COLOR: {
    unit: 'hex colour',
    description: 'Colour of buttons and links, such as `#8a3b12`, with a contrast of at least 5 to white.',
    schema: brandColour.optional(),
  },
  SUPPORT_EMAIL: {
    unit: 'address',
    description: 'Address for questions, shown on pages, in mails, on receipts and in `/.well-known/security.txt`.',
    schema: emailAddress.optional(),
  },
  TERMS_URL: { ...optional(httpAddress), description: 'Your terms of service, linked on every page.' },
  PRIVACY_URL: { ...optional(httpAddress), description: 'Your privacy notice, linked on every page.' },
  IMPRINT_URL: { ...optional(httpAddress), description: 'Your imprint, linked on every page.' },
  STATUS_URL: {
    ...optional(httpAddress),
    description: 'Your status page, linked on every page. If unset, the link goes to `/status`.',
  },
  SUBPROCESSORS: {
    unit: 'lines of text',
    description:
      'Who else processes data of your users, in lines (`\\n`): name, country, what for. Listed at `/docs/security`.',
    see: 'account-area.md#your-name-and-links',
    schema: shownLines.optional(),
  },
  TRY_WITHOUT_ACCOUNT: {
    ...zeroOrOne,
    default: '1',
    description: '1: visitors can translate 200 characters on the front page. 0: they see sample sentences only.',
    see: 'account-area.md#front-page-and-documentation',
  },
  PACKS: {
    unit: 'JSON list',
    default: packsByDefault,
    defaultInWords: 'three packs in EUR',
    description:
      'Up to 50 character packs for sale, each such as `{"name":"Small","characters":1000000,"price":"9.00","currency":"EUR","valid_days":365}`.',
    see: 'account-area.md#packs-and-payment',
    schema: packsForSale,
  },
  TRIAL_CHARACTERS: {
    ...optional(count('characters', 0, 1_000_000_000)),
    defaultInWords: '10000 in demo mode, else 0',
    description: 'Size of the free trial pack that each person can take once; 0 for none.',
    see: 'account-area.md#packs-and-payment',
  },
  TRIAL_DOMAINS: {
    unit: 'domains, separated by commas',
    default: trialDomainsByDefault,
    description: 'Mail domains with the same mailboxes (`=`), and characters that their names ignore (after `:`).',
    see: 'account-area.md#packs-and-payment',
    schema: trialDomains,
  },
  STRIPE_SECRET_KEY: {
    unit: 'key',
    description: 'Secret or restricted key of Stripe for payments. Set it together with `STRIPE_WEBHOOK_SECRET`.',
    see: 'account-area.md#packs-and-payment',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[rs]k_/, 'must be a key that begins with sk_ or rk_')
      .regex(/^...\w{8,}$/, 'must be a whole key: at least 8 letters, digits and _ follow sk_ or rk_')
      .optional(),
  },
  STRIPE_WEBHOOK_SECRET: {
    unit: 'secret',
    description: "Signing secret of the webhook endpoint `/webhooks/stripe` in Stripe's dashboard.",
    isSecret: true,
    schema: z
      .string()
      .regex(/^whsec_/, 'must begin with whsec_')
      .regex(/^.{6}[\x21-\x7e]{8,}$/, 'must be a whole secret: at least 8 visible ASCII characters follow whsec_')
      .optional(),
  },
  STRIPE_API_URL: {
    unit: 'URL',
    default: 'https://api.stripe.com',
    description: "Address of Stripe's API. Change it only to use a test server.",
    schema: z
      .string()
      .refine(isStripeApi, 'must be an https URL without a path, or an http one on this machine')
      .transform((text) => new URL(text).origin),
  },
  PAYMENT_INSTRUCTIONS: {
    unit: 'lines of text',
    description: 'How to pay without Stripe. `\\n` separates lines. Without it and Stripe, no order is taken.',
    schema: shownLines.optional(),
  },
  SELLER: {
    unit: 'lines of text',
    description: 'Name, address and tax number, in lines (`\\n`). With it, every paid order gets an invoice.',
    see: 'operating.md#invoices',
    schema: shownLines.optional(),
  },
  INVOICE_PREFIX: {
    unit: 'letters and digits',
    defaultInWords: 'none',
    description: 'First part of the numbers of new invoices and credit notes: `D` makes `D-2026-000123`.',
    schema: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,9}$/, 'must be 1 to 10 letters or digits, a letter first')
      .optional(),
  },
  TAX_RATES: {
    unit: 'country:percent, separated by commas',
    description: 'Taxes in prices by country: `DE:19,AT:20,*:0`. The first is also for buyers without a country.',
    see: 'operating.md#invoices',
    schema: taxRates.optional(),
  },
  TAX_NAME: {
    unit: 'text',
    default: 'VAT',
    description: 'Name of the tax on invoices.',
    schema: z.string().refine((name) => isOneLine(name, 20), 'must be one line of at most 20 characters'),
  },
  TAX_NOTE: {
    unit: 'text',
    description: 'Line on invoices with a rate of 0, such as `Reverse charge`.',
    schema: z
      .string()
      .refine((note) => isOneLine(note, 200), 'must be one line of at most 200 characters')
      .optional(),
  },
} as const satisfies Record<string, Variable>;
