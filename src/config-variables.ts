import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod';
import { mailSender, smtpServer } from './config-mail.ts';
import {
  commaSeparated,
  enginePreferences,
  hasPlainSslMode,
  httpUrl,
  isCidr,
  isPostgresUrl,
  isStripeApi,
  jsonObject,
  languageTags,
  packsForSale,
  price,
  shownLines,
  wholeNumber,
} from './config-schemas.ts';
import { isKeyPrefix } from './core/keys/api-key.ts';

/** One environment variable as an operator reads of it. */
export type ConfigVariable = {
  readonly name: string;
  readonly unit: string;
  readonly default: string;
  readonly description: string;
};

type Variable = Omit<ConfigVariable, 'name'> & { readonly schema: z.ZodType };

export const mebibyte = 2 ** 20;
const machineMemory = Math.floor(totalmem() / mebibyte);

const bergamotWorkers = Math.min(64, availableParallelism());

/** In MiB: 512 for each thread and one more, at most a third of the machine's and at least 512. */
export function bergamotMemoryFor(workers: number): number {
  return Math.max(512, Math.min((workers + 1) * 512, Math.floor(machineMemory / 3)));
}

/** What depends on the machine. */
export const machineDefaults = {
  // Half of the machine, and not more than some twenty pairs need: the rest is for whatever else runs there.
  apertiumMemory: Math.min(4_096, Math.floor(machineMemory / 2)),
  pipelinesPerPair: Math.max(1, Math.floor(availableParallelism() / 2)),
  bergamotWorkers,
};

const engineNames = ['bergamot', 'apertium', 'openai'] as const;

export type EngineName = (typeof engineNames)[number];

const engineList = `must be a list of engines, each once; this version has: ${engineNames.join(', ')}`;

/**
 * Mozilla's, for Firefox. Clients are to ask for the changeset of a collection; `_expected` is mandatory in it, and 0 where
 * no time of change is known. Source: https://remote-settings.readthedocs.io, "Client Specifications".
 */
const publicModels =
  'https://firefox.settings.services.mozilla.com/v1/buckets/main/collections/translations-models-v2/changeset?_expected=0';

/** What each variable takes, in the order of the help. */
export const variables = {
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
  HSTS_INCLUDE_SUBDOMAINS: {
    unit: '0 or 1',
    default: '0',
    description:
      'With 1 and an https BASE_URL, browsers also use HTTPS alone for every subdomain of its host, for a year after each visit.',
    schema: z.enum(['0', '1'], 'must be 0 or 1'),
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
    default: 'bergamot,apertium',
    description: 'Which engines translate, most preferred first: bergamot, apertium, openai.',
    schema: commaSeparated.pipe(
      z
        .array(z.enum(engineNames, engineList))
        .min(1, engineList)
        .refine((names) => new Set(names).size === names.length, engineList),
    ),
  },
  ENGINE_PER_PAIR: {
    unit: 'source>target=engine, comma separated',
    default: '(none)',
    description:
      'Pairs for which one engine comes before all others, as es>en=apertium or *>de=bergamot; the first that fits decides.',
    schema: enginePreferences,
  },
  MODELS_DIR: {
    unit: 'folder',
    default: '(models in DATA_DIR)',
    description: 'Where neural models are kept; several servers of a machine may share it.',
    schema: z.string().min(1).optional(),
  },
  MODELS_URL: {
    unit: 'URL, or none',
    default: publicModels,
    description: 'Index of the neural models that are fetched when they are needed; none: use what is on disk alone.',
    schema: z.union([z.literal('none'), httpUrl], 'must be an http or https URL without a user name, or none'),
  },
  MODELS_DISK_MB: {
    unit: 'MiB',
    default: '4096',
    description: 'What models may take on disk; none is fetched beyond that.',
    schema: wholeNumber(1, 1_048_576),
  },
  MODELS_WAIT_SECONDS: {
    unit: 'seconds',
    default: '30',
    description: 'How long the first request of a pair waits for its model to be fetched.',
    schema: wholeNumber(0, 3_600),
  },
  BERGAMOT_WORKERS: {
    unit: 'threads',
    default: `one for each processor (here ${machineDefaults.bergamotWorkers})`,
    description: 'How many threads translate with neural models.',
    schema: wholeNumber(1, 64).optional(),
  },
  BERGAMOT_MEMORY_MB: {
    unit: 'MiB',
    default: `512 for each thread and 512 more, at most a third of the machine's (here ${bergamotMemoryFor(bergamotWorkers)})`,
    description: 'Memory of all these threads and their models; the least recently used models are unloaded first.',
    schema: wholeNumber(256, 1_048_576).optional(),
  },
  BERGAMOT_CONFIDENCE: {
    unit: 'sentences',
    default: 'needed',
    description:
      'For which sentences neural models compute their confidence: needed (single words), or all, for a tenth of the speed.',
    schema: z.enum(['needed', 'all'], 'must be needed or all'),
  },
  APERTIUM_MODES_DIR: {
    unit: 'folder',
    default: '/usr/share/apertium/modes',
    description: 'Where the installed Apertium pairs describe themselves.',
    schema: z.string().min(1),
  },
  APERTIUM_MEMORY_MB: {
    unit: 'MiB',
    default: `half of the machine's memory, at most 4096 (here ${machineDefaults.apertiumMemory})`,
    description: 'Memory of all Apertium pipelines together; the least recently used are ended first.',
    schema: wholeNumber(256, 1_048_576).optional(),
  },
  APERTIUM_PIPELINES_PER_PAIR: {
    unit: 'pipelines',
    default: `one for every two processors (here ${machineDefaults.pipelinesPerPair})`,
    description:
      'How many copies of one language pair may run at once for short texts, and as many again for long ones.',
    schema: wholeNumber(1, 64).optional(),
  },
  OPENAI_BASE_URL: {
    unit: 'URL',
    default: '(unset)',
    description: 'An OpenAI-compatible endpoint, up to and with its /v1. Used only where ENGINES names openai.',
    schema: httpUrl.optional(),
  },
  OPENAI_API_KEY: {
    unit: 'key',
    default: '(unset)',
    description: 'What the endpoint takes as a bearer token; never shown.',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
      .optional(),
  },
  OPENAI_MODEL: {
    unit: 'name',
    default: '(unset)',
    description: 'Which of its models translates.',
    schema: z.string().min(1).optional(),
  },
  OPENAI_LANGUAGES: {
    unit: 'language codes, comma separated',
    default: 'ar,cs,de,en,es,fr,hi,it,ja,ko,nl,pl,pt,ru,sv,tr,uk,zh-Hans',
    description: 'Languages that the model is trusted with, each to each other.',
    schema: languageTags.refine((tags) => tags.length >= 2, 'must name at least two languages'),
  },
  OPENAI_CONCURRENCY: {
    unit: 'requests',
    default: '4',
    description: 'How many requests to the endpoint may be under way at once.',
    schema: wholeNumber(1, 1_000),
  },
  OPENAI_SENTENCES_PER_REQUEST: {
    unit: 'sentences',
    default: '8',
    description: 'How many sentences of one text are sent together; with 1 no sentence depends on another.',
    schema: wholeNumber(1, 100),
  },
  OPENAI_EXTRA_BODY: {
    unit: 'JSON object',
    default: '{}',
    description: 'Members that every request gets besides, such as what turns off the thinking of a model.',
    schema: jsonObject,
  },
  OPENAI_PROMPT_PRICE: {
    unit: 'price of 1,000,000 tokens',
    default: '(unset)',
    description: 'What the endpoint charges for what it reads; for the metric of costs alone.',
    schema: price.optional(),
  },
  OPENAI_COMPLETION_PRICE: {
    unit: 'price of 1,000,000 tokens',
    default: '(unset)',
    description: 'What it charges for what it writes; set together with OPENAI_PROMPT_PRICE.',
    schema: price.optional(),
  },
  SENTENCE_MEMORY_MB: {
    unit: 'MiB',
    default: '64',
    description: 'Memory for sentences translated before, of which nothing is written to disk; 0 turns it off.',
    schema: wholeNumber(0, 65_536),
  },
  TERMS_MEMORY_MB: {
    unit: 'MiB',
    default: '128',
    description:
      "Memory for accounts' terms made ready for matching; those used least recently are read again when needed.",
    schema: wholeNumber(1, 65_536),
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
      'Proxies that end TLS. Their X-Forwarded-Proto must be absent or https; their X-Forwarded-For says where a visitor is.',
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
  AUTH_SECRET: {
    unit: 'text',
    default: '(one that is made at the first start and kept in the database)',
    description:
      'Signs the cookies of the account area and encrypts second factors; 32 characters or more, the same on every node; never shown.',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{32,200}$/, 'must be 32 to 200 visible ASCII characters')
      .optional(),
  },
  SMTP_URL: {
    unit: 'URL',
    default: '(unset)',
    description:
      'Mail server for messages to people: smtp://user:password@host:587 or smtps://...; unset: their links go to the log.',
    schema: smtpServer.optional(),
  },
  MAIL_FROM: {
    unit: 'address',
    default: '(unset)',
    description: 'Who these messages come from, as in Dragoman <no-reply@example.com>; needed with SMTP_URL.',
    schema: mailSender.optional(),
  },
  PACKS: {
    unit: 'JSON list',
    default: 'three packs in EUR',
    description:
      'What is for sale: {"name":"Small","characters":1000000,"price":"9.00","currency":"EUR","valid_days":365}, at most 50 such.',
    schema: packsForSale,
  },
  STRIPE_SECRET_KEY: {
    unit: 'key',
    default: '(unset)',
    description:
      "Stripe's secret or restricted key, with which packs are paid; set together with STRIPE_WEBHOOK_SECRET.",
    schema: z
      .string()
      .regex(/^[rs]k_\w{8,}$/, 'must be a key that begins with sk_ or rk_')
      .optional(),
  },
  STRIPE_WEBHOOK_SECRET: {
    unit: 'secret',
    default: '(unset)',
    description: "What Stripe signs its messages to /webhooks/stripe with; of the endpoint in Stripe's dashboard.",
    schema: z
      .string()
      .regex(/^whsec_[\x21-\x7e]{8,}$/, 'must begin with whsec_')
      .optional(),
  },
  STRIPE_API_URL: {
    unit: 'URL',
    default: 'https://api.stripe.com',
    description: "Where Stripe's API is; another only for a stand-in in tests.",
    schema: z
      .string()
      .refine(isStripeApi, 'must be an https URL without a path, or an http one on this machine')
      .transform((text) => new URL(text).origin),
  },
  PAYMENT_INSTRUCTIONS: {
    unit: 'lines of text',
    default: '(unset)',
    description: 'How a buyer pays where Stripe is not configured: account holder, IBAN. Lines are parted by \\n.',
    schema: shownLines.optional(),
  },
  SELLER: {
    unit: 'lines of text',
    default: '(unset)',
    description: 'Who sells, on receipts: name and address. Lines are parted by \\n.',
    schema: shownLines.optional(),
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
    description:
      'Opens a demo account on the first start and prints its key, and without Stripe takes no money for packs; on loopback alone. npm start sets it.',
    schema: z.enum(['0', '1'], 'must be 0 or 1'),
  },
} as const satisfies Record<string, Variable>;
