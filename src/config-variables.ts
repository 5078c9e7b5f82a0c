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

/** The values of each variable, in the order of the help. */
export const variables = {
  HOST: {
    unit: 'IP address or host name',
    default: '127.0.0.1',
    description:
      'Address of the API listener. Any address other than loopback needs `BASE_URL`, and TLS or `TRUSTED_PROXIES`.',
    schema: z.string().min(1),
  },
  PORT: {
    unit: 'port',
    default: '8080',
    description: 'Port of the API. 0 selects a free port.',
    schema: wholeNumber(0, 65_535),
  },
  OPS_HOST: {
    unit: 'IP address or host name',
    default: '127.0.0.1',
    description:
      'Address of `/livez`, `/readyz` and `/metrics`, which need no key. Set another one only on a network that customers cannot reach.',
    see: 'operating.md#health',
    schema: z.string().min(1),
  },
  OPS_PORT: {
    unit: 'port',
    default: '9090',
    description: 'Port of `/livez`, `/readyz` and `/metrics`. 0 turns them off.',
    schema: wholeNumber(0, 65_535),
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
    defaultInWords: 'unset',
    description: 'Certificate chain. Set it together with `TLS_KEY_FILE`. The server reads it again when it changes.',
    schema: path.optional(),
  },
  TLS_KEY_FILE: {
    unit: 'PEM file',
    defaultInWords: 'unset',
    description: 'Private key of the certificate.',
    schema: path.optional(),
  },
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
    unit: '0 or 1',
    default: '0',
    description:
      '1 adds `includeSubDomains` to `Strict-Transport-Security`, so browsers use only HTTPS for all subdomains for one year. Needs an `https` `BASE_URL`.',
    schema: flag,
  },
  COMPAT: {
    unit: 'names, separated by commas, or none',
    default: compatNames.join(','),
    description:
      'APIs of other vendors that the server offers to their clients, at the root and below `/compat/`. `none` turns them off.',
    schema: commaSeparated
      .transform((names) => (names.join() === 'none' ? [] : names))
      .pipe(z.array(z.enum(compatNames, compatList)))
      .refine((names) => new Set(names).size === names.length, compatList),
  },
  KEY_PREFIX: {
    unit: 'letters and digits',
    default: 'dragoman',
    description:
      'First part of every new API key. `sk`, `rk` and `pk` are refused because secret scanners assign them to other services.',
    schema: z
      .string()
      .refine(isKeyPrefix, 'must be 2 to 20 lower-case letters or digits, a letter first, and not sk, rk or pk'),
  },
  RATE_LIMIT_PER_MINUTE: {
    unit: 'requests in any 60 seconds',
    default: '60',
    description: 'Maximum requests per account, over all its keys. The highest value on PostgreSQL is 10,000.',
    see: 'operating.md#the-request-limit',
    schema: wholeNumber(1, 1_000_000),
  },
  REQUEST_TIMEOUT_SECONDS: {
    unit: 'seconds',
    default: '120',
    description: 'Time limit for a translation. A request that exceeds it is not charged.',
    schema: wholeSeconds(1, 3_600),
  },
  DRAIN_TIMEOUT_SECONDS: {
    unit: 'seconds',
    defaultInWords: 'REQUEST_TIMEOUT_SECONDS plus 30',
    description: 'How long a stopping server lets accepted requests finish. The default is enough for every request.',
    see: 'operating.md#stop-it',
    schema: wholeSeconds(1, 3_630).optional(),
  },
  DRAIN_DELAY_SECONDS: {
    unit: 'seconds',
    default: '0',
    description:
      'How long a stopping server still accepts requests while `/readyz` is 503, so that a load balancer stops sending them.',
    see: 'operating.md#stop-it',
    schema: wholeSeconds(0, 300),
  },
  LOG_LEVEL: {
    unit: 'debug, info, warn, error or silent',
    default: 'info',
    description: 'Least severe level that is logged.',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
  },
  DRAGOMAN_DEMO: {
    unit: '0 or 1',
    default: '0',
    description:
      '1 opens a demo account on the first start and prints its key. Without Stripe, packs are free. Only on loopback. `npm start` sets it to 1.',
    schema: flag,
  },
  DEMO_PUBLISHED_ON_LOOPBACK: {
    unit: '0 or 1',
    default: '0',
    description:
      '1 allows a demo in a container to listen on any `HOST`. It states that the container publishes the port on loopback only, as `compose.demo.yaml` does.',
    see: 'deploy-container.md#try-it',
    schema: flag,
  },
  DATA_DIR: {
    unit: 'folder',
    default: './data',
    description: 'Folder for the SQLite database, neural models and derived files.',
    schema: path,
  },
  DATABASE_URL: {
    unit: 'URL',
    defaultInWords: 'unset',
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
    unit: 'connections',
    default: '10',
    description: 'Number of PostgreSQL connections of one server process, 2 to 200.',
    schema: wholeNumber(2, 200),
  },
  BACKUP_DIR: {
    unit: 'folder',
    defaultInWords: 'unset',
    description:
      'The server backs up its SQLite database to this folder and verifies each backup. The folder must exist and belong to this server alone.',
    see: 'operating.md#scheduled-backups',
    schema: path.optional(),
  },
  BACKUP_EVERY: {
    unit: 'minutes, hours or days: `15m`, `6h`, `1d`',
    default: '1d',
    description: 'Time from one backup to the next, from `1m` to `31d`.',
    schema: duration('1m', '31d'),
  },
  BACKUP_KEEP: {
    unit: 'backups',
    default: '14',
    description: 'How many backups to keep. After each new one, the server deletes the oldest beyond this number.',
    schema: wholeNumber(1, 10_000),
  },
  DOCUMENTS_MB: {
    unit: 'MiB',
    default: '2048',
    description:
      'Room in the database for documents, which stay for an hour at most. Each takes twice the size of its file.',
    see: 'operating.md#documents',
    schema: wholeMebibytes(128, 1_048_576),
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
    description:
      'Preferred engine for single pairs, such as `es>en=apertium` or `*>de=bergamot`. The first entry that matches a pair applies.',
    see: 'languages.md#from-one-language-to-another',
    schema: enginePreferences,
  },
  SENTENCE_MEMORY_MB: {
    unit: 'MiB',
    defaultInWords: '64, less if memory is short',
    here: memory.translationCache,
    description: 'Memory limit of the translation cache, which is never written to disk. 0 turns the cache off.',
    see: 'operating.md#memory',
    schema: wholeMebibytes(0, 65_536).optional(),
  },
  TERMS_MEMORY_MB: {
    unit: 'MiB',
    defaultInWords: '128, less if memory is short',
    here: memory.glossaries,
    description:
      'Memory limit for glossaries that are prepared for matching. The least recently used are read again when needed.',
    see: 'operating.md#memory',
    schema: wholeMebibytes(1, 65_536).optional(),
  },
  MODELS_DIR: {
    unit: 'folder',
    defaultInWords: 'models in DATA_DIR',
    description: 'Folder of the neural models. Several servers on one machine may share it.',
    schema: path.optional(),
  },
  MODELS_URL: {
    unit: 'URL or none',
    default: publicModels,
    description: 'Index from which neural models are downloaded on first use. `none`: use only models on disk.',
    see: 'models.md#the-registry',
    schema: z.union([z.literal('none'), httpUrl], 'must be an http or https URL without a user name, or none'),
  },
  STARTER_MODELS_DIR: {
    unit: 'folder',
    defaultInWords: 'none; in a clone: its folder models',
    description: 'Models that are used while their pairs have no model in MODELS_DIR and none in the index.',
    see: 'models.md#starter-models',
    schema: path.optional(),
  },
  MODELS_DISK_MB: {
    unit: 'MiB',
    default: '4096',
    description: 'Maximum disk space for models. No model is downloaded beyond it.',
    schema: wholeMebibytes(1, 1_048_576),
  },
  MODELS_WAIT_SECONDS: {
    unit: 'seconds',
    default: '30',
    description: 'How long the first request of a pair waits for its model to download.',
    schema: wholeSeconds(0, 3_600),
  },
  BERGAMOT_WORKERS: {
    unit: 'threads',
    defaultInWords: 'one per processor, fewer if memory is short',
    here: machineDefaults.bergamotWorkers,
    description: 'Number of worker threads for neural models.',
    schema: wholeNumber(1, 64).optional(),
  },
  BERGAMOT_MEMORY_MB: {
    unit: 'MiB',
    defaultInWords: '512 per worker thread plus 512, less if memory is short',
    here: bergamotMemoryFor(machineDefaults.bergamotWorkers),
    description: 'Memory limit for these threads and their models. The least recently used models are unloaded first.',
    see: 'operating.md#memory',
    schema: wholeMebibytes(64, 1_048_576).optional(),
  },
  BERGAMOT_CONFIDENCE: {
    unit: 'needed or all',
    default: 'needed',
    description:
      'Which sentences get a confidence score. `needed`: only single words. `all`: every sentence, which makes translation about 10% slower.',
    schema: z.enum(['needed', 'all'], 'must be needed or all'),
  },
  APERTIUM_MODES_DIR: {
    unit: 'folder',
    default: '/usr/share/apertium/modes',
    description: 'Folder with the mode files of the installed Apertium pairs.',
    schema: path,
  },
  APERTIUM_MEMORY_MB: {
    unit: 'MiB',
    defaultInWords: '4096, less if memory is short',
    here: memory.apertium,
    description: 'Memory limit for all Apertium pipelines. The least recently used pipelines are stopped first.',
    see: 'operating.md#memory',
    schema: wholeMebibytes(64, 1_048_576).optional(),
  },
  APERTIUM_PIPELINES_PER_PAIR: {
    unit: 'pipelines',
    defaultInWords: 'one per two processors',
    here: machineDefaults.pipelinesPerPair,
    description: 'Maximum pipelines of one language pair for short texts, and the same number again for long texts.',
    schema: wholeNumber(1, 64).optional(),
  },
  OPENAI_BASE_URL: {
    unit: 'URL',
    defaultInWords: 'unset',
    description: 'An OpenAI-compatible endpoint, including its `/v1`. Used only if `ENGINES` contains `openai`.',
    see: 'engines/openai.md',
    schema: httpUrl.optional(),
  },
  OPENAI_API_KEY: {
    unit: 'key',
    defaultInWords: 'unset',
    description: 'Bearer token for the endpoint. Never shown.',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
      .optional(),
  },
  OPENAI_MODEL: {
    unit: 'name',
    defaultInWords: 'unset',
    description: 'Model to use at the endpoint.',
    schema: z.string().min(1).optional(),
  },
  OPENAI_LANGUAGES: {
    unit: 'language codes, separated by commas',
    default: 'ar,cs,de,en,es,fr,hi,it,ja,ko,nl,pl,pt,ru,sv,tr,uk,zh-Hans',
    description: 'Languages of the model. It serves every pair of them.',
    schema: languageTags.refine((tags) => tags.length >= 2, 'must name at least two languages'),
  },
  OPENAI_CONCURRENCY: {
    unit: 'requests',
    default: '4',
    description: 'Maximum simultaneous requests to the endpoint.',
    schema: wholeNumber(1, 1_000),
  },
  OPENAI_SENTENCES_PER_REQUEST: {
    unit: 'sentences',
    default: '8',
    description: 'Maximum sentences of one text in one request. With 1, each sentence is translated independently.',
    schema: wholeNumber(1, 100),
  },
  OPENAI_EXTRA_BODY: {
    unit: 'JSON object',
    default: '{}',
    description: "Extra members for every request body, for example to turn off a model's reasoning.",
    schema: jsonObject,
  },
  OPENAI_PROMPT_PRICE: {
    unit: 'price per 1,000,000 tokens',
    defaultInWords: 'unset',
    description: 'Price of prompt tokens, used only for the cost metric.',
    schema: price.optional(),
  },
  OPENAI_COMPLETION_PRICE: {
    unit: 'price per 1,000,000 tokens',
    defaultInWords: 'unset',
    description: 'Price of completion tokens. Set it together with `OPENAI_PROMPT_PRICE`.',
    schema: price.optional(),
  },
  AUTH_SECRET: {
    unit: 'text',
    defaultInWords: 'created at the first start and stored in the database',
    description:
      'Signs the cookies of the account area and encrypts two-factor secrets. 32 to 200 visible ASCII characters, the same on every node. Never shown.',
    see: 'account-area.md#people',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{32,200}$/, 'must be 32 to 200 visible ASCII characters')
      .optional(),
  },
  SMTP_URL: {
    unit: 'URL',
    defaultInWords: 'unset',
    description:
      'Mail server: `smtp://user:password@host:587` or `smtps://...`. If unset, the links of the mails go to the log.',
    see: 'account-area.md#mail',
    isSecret: true,
    schema: smtpServer.optional(),
  },
  MAIL_FROM: {
    unit: 'address',
    defaultInWords: 'unset',
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
    defaultInWords: 'unset',
    description:
      'Colour of buttons and links, such as `#8a3b12`, with a contrast of at least 5 to white. Dark pages use a lighter shade of it.',
    schema: brandColour.optional(),
  },
  SUPPORT_EMAIL: {
    unit: 'address',
    defaultInWords: 'unset',
    description: 'Address for questions, shown on pages, in mails, on receipts and in `/.well-known/security.txt`.',
    schema: emailAddress.optional(),
  },
  TERMS_URL: {
    unit: 'URL',
    defaultInWords: 'unset',
    description: 'Your terms of service, linked on every page.',
    schema: httpUrl.optional(),
  },
  PRIVACY_URL: {
    unit: 'URL',
    defaultInWords: 'unset',
    description: 'Your privacy notice, linked on every page.',
    schema: httpUrl.optional(),
  },
  IMPRINT_URL: {
    unit: 'URL',
    defaultInWords: 'unset',
    description: 'Your imprint, linked on every page.',
    schema: httpUrl.optional(),
  },
  STATUS_URL: {
    unit: 'URL',
    defaultInWords: 'unset',
    description: 'Your status page, linked on every page. If unset, the link goes to the status on the front page.',
    schema: httpUrl.optional(),
  },
  TRY_WITHOUT_ACCOUNT: {
    unit: '0 or 1',
    default: '1',
    description:
      'Whether visitors without an account can translate up to 200 characters on the front page. 0 shows sample sentences only.',
    see: 'account-area.md#front-page-and-documentation',
    schema: flag,
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
    unit: 'characters',
    defaultInWords: '10000 in demo mode, else 0',
    description: 'Size of the free trial pack that each person can take once; 0 for none.',
    see: 'account-area.md#packs-and-payment',
    schema: wholeNumber(0, 1_000_000_000).optional(),
  },
  TRIAL_DOMAINS: {
    unit: 'domains, separated by commas',
    default: trialDomainsByDefault,
    description:
      'Mail domains where a name is one mailbox (`=`), and characters that do not distinguish names there (after `:`). A person has one trial at all of them.',
    see: 'account-area.md#packs-and-payment',
    schema: trialDomains,
  },
  STRIPE_SECRET_KEY: {
    unit: 'key',
    defaultInWords: 'unset',
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
    defaultInWords: 'unset',
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
    defaultInWords: 'unset',
    description:
      'How to pay without Stripe: account holder, IBAN. `\\n` separates lines. Without it and without Stripe, no order is taken.',
    schema: shownLines.optional(),
  },
  SELLER: {
    unit: 'lines of text',
    defaultInWords: 'unset',
    description:
      'Name, address and tax number of the seller. `\\n` separates lines. With it every paid order gets an invoice; a demo has an example.',
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
    defaultInWords: 'unset',
    description:
      "Taxes that prices include, by the buyer's country: `DE:19,AT:20,*:0`. `*` is any other country. The first entry also applies to buyers without a country.",
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
    defaultInWords: 'unset',
    description: 'Line on invoices with a rate of 0, such as `Reverse charge`.',
    schema: z
      .string()
      .refine((note) => isOneLine(note, 200), 'must be one line of at most 200 characters')
      .optional(),
  },
} as const satisfies Record<string, Variable>;
