import { hash } from 'node:crypto';
import { openMorphology } from './adapters/apertium/morphology.ts';
import { ThreadedFilters } from './adapters/documents/threaded-filters.ts';
import { LoggedMailer } from './adapters/mail/logged-mailer.ts';
import { SmtpMailer } from './adapters/mail/smtp-mailer.ts';
import { openServedStores } from './adapters/sql/chosen-database.ts';
import type { ServedStores, SqlStores } from './adapters/sql/sql-stores.ts';
import type { Events } from './adapters/telemetry/events.ts';
import { openTelemetry } from './adapters/telemetry/telemetry.ts';
import { problemRenderer } from './calls/problem.ts';
import { type Config, leaseMarginMs } from './config.ts';
import { ConfigError } from './config-environment.ts';
import { type EngineGround, openEngines, openMemoryFiles, openText } from './engines.ts';
import { ImpossibleError } from './ground/assert.ts';
import { ServiceError } from './ground/service-error.ts';
import { SettledClock } from './ground/settled-clock.ts';
import { type Clock, unixMs } from './ground/units.ts';
import { openStopwatch } from './ops/clock.ts';
import { type Log, openLog } from './ops/log.ts';
import { readRelease } from './ops/release.ts';
import { timeOrderedId } from './ops/time-ordered-id.ts';
import type { AccountId } from './shop/accounts/account.ts';
import { Accounts } from './shop/accounts/accounts.ts';
import { Erasures } from './shop/accounts/erasures.ts';
import { AuditJournal } from './shop/audit/audit.ts';
import { createSendResult } from './shop/documents/document-mail.ts';
import { Documents } from './shop/documents/documents.ts';
import { AccountGlossaries } from './shop/glossaries/account-glossaries.ts';
import { GlossaryWork } from './shop/glossaries/glossary-files.ts';
import { NamedGlossaries } from './shop/glossaries/named-glossaries.ts';
import { Readiness, type ReadinessParts } from './shop/health/readiness.ts';
import { IdempotentReplies } from './shop/idempotency/idempotent-replies.ts';
import { KeyUses } from './shop/keys/key-uses.ts';
import { Keys } from './shop/keys/keys.ts';
import { Ledger } from './shop/ledger/ledger.ts';
import { type LedgerMoment, LedgerTime } from './shop/ledger/ledger-time.ts';
import { Sweeper } from './shop/ledger/sweeper.ts';
import { signedMailer } from './shop/mail/mailer.ts';
import { AccountMemory } from './shop/memory/account-memory.ts';
import { MemoryConflicts } from './shop/memory/glossary-conflicts.ts';
import { Orders } from './shop/orders/orders.ts';
import { RequestLog } from './shop/requests/request-log.ts';
import { createTranslateBatch } from './shop/sale/batch-translator.ts';
import { createLookUp } from './shop/sale/look-up.ts';
import { createTranslate } from './shop/sale/translator.ts';
import { UsageReports } from './shop/usage/usage-reports.ts';
import { Canary } from './text/engine/canary.ts';
import type { Engine } from './text/engine/engine.ts';
import { Status } from './web/site/status.ts';

/** The parts that a test or the bench may replace. */
export type Seams = {
  /** The machine's clock, which may be wrong. */
  readonly now: Clock;
  /** Milliseconds of a monotonic clock with any origin. */
  readonly elapsedMs: () => number;
  /** Unique, and increasing with time. */
  readonly newId: () => string;
  readonly openStores: (config: Config, elapsedMs: () => number, events: Events) => Promise<ServedStores>;
  /** Engines are closed with the service, and after them what they put on `scope`. */
  readonly openEngines: (config: Config, ground: EngineGround) => Promise<readonly Engine[]>;
};

export const production: Seams = {
  now: () => unixMs(Date.now()),
  elapsedMs: openStopwatch(),
  newId: timeOrderedId,
  openStores: ({ database, rateLimitPerMinute }, elapsedMs, events) =>
    openServedStores(database, { rateLimitPerMinute, elapsedMs, events }),
  openEngines,
};

export const release = readRelease();

export const sweepIntervalMs = 10_000;

/** How long a retry waits for a node that may have died. */
const claimLeaseMs = 15_000;

export const sha256Hex = (text: string): string => hash('sha256', text);

type ServiceSources = Pick<Seams, 'now' | 'newId'> & {
  readonly stores: SqlStores;
  readonly keyUses: KeyUses;
  readonly moment: () => Promise<LedgerMoment>;
  readonly events: Events;
};

/** The parts of the shop on one database, the same for the server and for commands. */
export function createServices(config: Config, { stores, keyUses, moment, now, newId, events }: ServiceSources) {
  const leaseMs = config.requestTimeoutMs + leaseMarginMs;
  const { invoicing, keyPrefix: prefix } = config;
  return {
    accounts: new Accounts({ store: stores.accounts, now, newId }),
    audit: new AuditJournal({ store: stores.audit, now, newId }),
    erasures: new Erasures({ store: stores.erasures, people: stores.people, now, newId }),
    keys: new Keys({ store: stores.keys, uses: keyUses, now, newId, prefix, sha256Hex }),
    ledger: new Ledger({ store: stores.ledger, now, moment, newId, leaseMs, events }),
    orders: new Orders({ store: stores.orders, now, moment, newId, invoicing }),
    glossaries: new AccountGlossaries({ store: stores.glossaries, now, newId }),
    namedGlossaries: new NamedGlossaries({ store: stores.glossaries, now, newId }),
    memory: new AccountMemory({ store: stores.memory, now, newId, sha256Hex }),
    usage: new UsageReports({ store: stores.usage, now }),
  };
}

/** All parts of a server behind its listeners. Each of them is passed what it uses. */
export type ServerParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the parts of a server on `opening`, with the time as far as the machine's clock can be trusted. */
export async function openParts(config: Config, seams: Seams, opening: AsyncDisposableStack) {
  const { newId, elapsedMs, now: clock } = seams;
  const time = new SettledClock(clock, elapsedMs);
  const { now } = time;
  const log = opening.use(openLog({ level: config.logLevel, stream: process.stderr, isOurs }));
  const telemetry = openTelemetry({ log, release, linesLost: log.linesLost });
  const { events } = telemetry;
  const openingStores = seams.openStores(config, elapsedMs, events);
  // The slowest modules to load: they are loaded while the database's threads start. Their users report a failure.
  void Promise.allSettled([import('./adapters/identity/open-people.ts'), import('./adapters/detection/detector.ts')]);
  const stores = opening.use(await openingStores);
  const { ledgerTime: store, readSharedClock } = stores;
  const ledgerTime = await LedgerTime.open({ store, readSharedClock, clock, time, elapsedMs, events });
  const morphology = opening.use(openMorphology({ ...config.dictionaries, events }));
  const engines = await seams.openEngines(config, { events, morphology, scope: opening });
  for (const engine of engines) opening.use(engine);
  const keyUses = opening.use(new KeyUses({ store: stores.keys, events }));
  const requestLog = opening.use(new RequestLog({ store: stores.requests, now, newId, events }));
  const moment = () => ledgerTime.moment();
  const services = createServices(config, { stores, keyUses, moment, now, newId, events });
  const ofReplies = { store: stores.replies, leaseMs: claimLeaseMs };
  const replies = opening.use(new IdempotentReplies({ ...ofReplies, now, newId, events }));
  const finishErasures = () => services.erasures.finishBegun();
  opening.use(new Sweeper({ ...stores, finishErasures, time: ledgerTime, everyMs: sweepIntervalMs, events }));
  const text = await openText(config, { engines, morphology, stores, sha256Hex, now, events });
  const selling = { ...text, ledger: services.ledger, replies };
  const [translate, translateBatch, lookUp] = [
    createTranslate(selling),
    createTranslateBatch(selling),
    createLookUp(text),
  ];
  const memoryConflicts = new MemoryConflicts({ ...text, memory: services.memory });
  const files = opening.use(new ThreadedFilters(config.fileMib, events));
  const life: Life = { phase: 'starting', url: config.baseUrl };
  const baseUrl = () => life.url;
  const { sender, mailer } = openMailer(config, { log, events, opening });
  const findAccount = (id: AccountId) => stores.accounts.findAccount(id);
  const documents = opening.use(
    new Documents({
      ...{ ...selling, store: stores.documents, storedBytesMax: config.documentBytesMax },
      ...{ files, openMemoryFiles, now, events, sendResult: createSendResult({ findAccount, mailer, baseUrl }) },
    }),
  );
  // An external endpoint may charge for each sentence, so it is the last choice.
  const outsideLast = engines.toSorted((one, other) => Number(one.name === 'openai') - Number(other.name === 'openai'));
  const canary = new Canary(outsideLast, now);
  const readiness = new Readiness({
    ...stores,
    now: clock,
    phase: () => life.phase,
    clockDoubt: () => ledgerTime.doubt(),
    engineFailure: () => canary.failureReason(),
  });
  return {
    ...services,
    config,
    opening,
    log,
    telemetry,
    events,
    now,
    newId,
    elapsedMs,
    stores,
    ledgerTime,
    morphology,
    engines,
    requestLog,
    documents,
    memoryConflicts,
    replies,
    glossaryWork: new GlossaryWork(),
    translation: { ...text, translate, translateBatch, lookUp },
    life,
    readiness,
    status: new Status(readiness, now),
    baseUrl,
    sender,
    mailer,
    renderProblem: problemRenderer(baseUrl),
  };
}

type MailSources = { readonly log: Log; readonly events: Events; readonly opening: AsyncDisposableStack };

/** `mailer` signs what `sender` sends. */
function openMailer({ mail, demo, brand }: Config, { log, events, opening }: MailSources) {
  const print = demo ? (text: string) => void process.stdout.write(text) : undefined;
  const sender =
    mail === undefined ? new LoggedMailer({ log, events, print }) : opening.use(new SmtpMailer({ ...mail, events }));
  return { sender, mailer: signedMailer(sender, { serviceName: brand.name, supportEmail: brand.supportEmail }) };
}

type Life = {
  phase: ReturnType<ReadinessParts['phase']>;
  /** Where visitors reach the service: empty until it listens, unless it is configured. */
  url: string;
};

/** Whether the program itself created this error, so that its message contains no customer text. */
function isOurs(error: Error): boolean {
  return error instanceof ServiceError || error instanceof ImpossibleError || error instanceof ConfigError;
}
