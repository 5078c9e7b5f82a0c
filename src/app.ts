import { openAccountArea } from './account-area.ts';
import { openMorphology } from './adapters/apertium/morphology.ts';
import { SmtpMailer } from './adapters/mail/smtp-mailer.ts';
import {
  backUpDatabase,
  inspectDatabase,
  migrateDatabase,
  openOperatedStores,
  openServedStores,
  rehearseDatabaseRestore,
  restoreDatabase,
} from './adapters/sql/chosen-database.ts';
import { copyDatabase } from './adapters/sql/copy/copy-database.ts';
import type { ServedStores, SqlStores } from './adapters/sql/sql-stores.ts';
import { ScheduledBackups } from './adapters/sql/sqlite/scheduled-backups.ts';
import { type Events, silentEvents } from './adapters/telemetry/events.ts';
import { openTelemetry, type Telemetry } from './adapters/telemetry/telemetry.ts';
import { createApi } from './api/api.ts';
import type { ApiParts } from './api/api-parts.ts';
import { Refusals } from './api/application.ts';
import { endpointPaths } from './api/endpoints.ts';
import { type OpenApiDocument, openApiDocument } from './api/openapi-document.ts';
import { createOpsApi, type OpsParts } from './api/ops.ts';
import { problemRenderer, type RenderProblem } from './api/problem.ts';
import { problemReferences } from './api/problem-reference.ts';
import { runCommandLine } from './cli/command-line.ts';
import type { CommandParts, Operator } from './cli/operator.ts';
import { welcome } from './cli/welcome.ts';
import { type Config, configVariables, databaseNamed, loadConfig } from './config.ts';
import { ConfigError } from './config-environment.ts';
import {
  describeEngines,
  type EngineGround,
  type OpenTranslation,
  openEngines,
  openGlossaries,
  openGlossaryTools,
  openModelAdmin,
  openTermFiles,
  openTranslation,
} from './engines.ts';
import { ImpossibleError } from './ground/assert.ts';
import { RepeatedTask } from './ground/repeated-task.ts';
import { ServiceError } from './ground/service-error.ts';
import { SettledClock } from './ground/settled-clock.ts';
import { type Clock, unixMs } from './ground/units.ts';
import type { HttpBindings, MethodsOfPaths } from './http/answering.ts';
import { type HttpServer, listen } from './http/http-server.ts';
import { TrustedProxies } from './http/trusted-proxies.ts';
import { openStopwatch } from './ops/clock.ts';
import { type Log, openLog } from './ops/log.ts';
import { readRelease } from './ops/release.ts';
import { stopSignal } from './ops/shutdown.ts';
import { wholeStream } from './ops/standard-file.ts';
import { timeOrderedId } from './ops/time-ordered-id.ts';
import { logUncaughtErrors } from './ops/uncaught-errors.ts';
import { createServices, type Services, sha256Hex } from './services.ts';
import { openDemoAccount } from './shop/accounts/demo-account.ts';
import { Readiness, type ReadinessParts } from './shop/health/readiness.ts';
import { IdempotentReplies } from './shop/idempotency/idempotent-replies.ts';
import { KeyUses } from './shop/keys/key-uses.ts';
import { LeakedKeys } from './shop/keys/leaked-keys.ts';
import { type LedgerMoment, LedgerTime } from './shop/ledger/ledger-time.ts';
import { Sweeper } from './shop/ledger/sweeper.ts';
import { verifyLedger, watchLedger } from './shop/ledger/verification.ts';
import type { RateLimiter } from './shop/limits/rate-limiter.ts';
import { RequestLog } from './shop/requests/request-log.ts';
import { Canary } from './text/engine/canary.ts';
import type { Engine } from './text/engine/engine.ts';
import type { Morphology } from './text/glossary/morphology.ts';
import { belowPath } from './web/base-path.ts';
import type { ApiDocument } from './web/site/api-document.ts';
import type { Web } from './web/web.ts';

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

/** The whole service, listening. Disposing aborts running requests; `drain` first lets them finish. */
export type App = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  /** Undefined when `OPS_PORT` is 0. */
  readonly opsUrl: string | undefined;
  readonly log: Log;
  /** The demo account's key in plain text, on the first start of a demo only. */
  readonly demoKey: string | undefined;
  /** Whether any language pair could be translated at the start. */
  readonly servesPairs: boolean;
  /** Every route of the account area. */
  readonly routes: Web['routes'];
  /** Reads the certificate again, if there is one. */
  reloadCertificate(): Promise<void>;
  /**
   * Reports that the service is not ready, accepts no new work after the drain delay, and resolves when all accepted
   * requests are answered or time is up.
   */
  drain(): Promise<void>;
};

const sweepIntervalMs = 10_000;

/** How long a retry waits for a node that may have died. */
const claimLeaseMs = 15_000;

const release = readRelease();

export const production: Seams = {
  now: () => unixMs(Date.now()),
  elapsedMs: openStopwatch(),
  newId: timeOrderedId,
  openStores: ({ database, rateLimitPerMinute }, elapsedMs, events) =>
    openServedStores(database, { rateLimitPerMinute, elapsedMs, events }),
  openEngines,
};

/**
 * Opens the whole service and its listeners.
 *
 * @throws ServiceError `store_unavailable` when the database cannot be used
 * @throws when a port is taken or the certificate cannot be used
 */
export async function createApp(config: Config, given: Seams = production): Promise<App> {
  await using opening = new AsyncDisposableStack();
  const time = new SettledClock(given.now, given.elapsedMs);
  const seams = { ...given, now: time.now, machineTime: given.now, time };
  const log = opening.use(openLog({ level: config.logLevel, stream: process.stderr, isOurs }));
  const telemetry = openTelemetry({ log, release, linesLost: log.linesLost });
  const works = await openWorks(config, seams, { telemetry, opening });
  const life = { phase: 'starting' as Phase };
  const readiness = createReadiness(seams, { ...works, phase: () => life.phase });
  const isReady = () => readiness.check();
  const metrics = async () => telemetry.metrics((await isReady()).ready);
  const where = { url: config.baseUrl };
  const listening = { config, telemetry, renderProblem: problemRenderer(() => where.url) };
  const ops = await listenForOps(listening, { ...listening, release, isReady, metrics });
  if (ops !== undefined) opening.use(ops);
  const ground = { ...works, ...listening, readiness, log, baseUrl: () => where.url, opening };
  const { callers, routes, begin } = await openCallers(seams, ground);
  if (where.url === '') where.url = callers.url;
  begin();
  // Last, because a start that fails on a taken port must not create a key that is shown only once.
  const demoKey = config.demo ? await openDemoAccount(works) : undefined;
  const { now } = works.ledgerTime;
  const { events } = telemetry;
  const watching = watchLedger({ store: works.stores.ledger, now, sweepIntervalMs, extent: 'quick', events });
  opening.defer(() => watching);
  backUpRegularly(config, { now, elapsedMs: seams.elapsedMs, events, opening });
  const servesPairs = works.engines.some((engine) => engine.pairs().length > 0);
  if (!servesPairs) log.warn('nothing can be translated yet: see "dragoman doctor" for what is missing');
  // Not before: a proxy would send requests that nothing accepts, or that a signal ends before its handler is there.
  life.phase = 'serving';
  // The first request should find a running pipeline.
  void isReady();
  const opened = opening.move();
  return {
    url: callers.url,
    port: callers.port,
    opsUrl: ops?.url,
    log,
    demoKey,
    servesPairs,
    routes,
    reloadCertificate: () => callers.reloadCertificate(),
    drain: () => {
      life.phase = 'stopping';
      return callers.drain(config.drainTimeoutMs, config.drainDelayMs);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** How often to look whether a backup is due: reads one folder. */
const backupLookMs = 10_000;

type BackupGround = Pick<Seams, 'now' | 'elapsedMs'> & {
  readonly events: Events;
  readonly opening: AsyncDisposableStack;
};

function backUpRegularly({ database, backups }: Config, { opening, ...ground }: BackupGround): void {
  if (database.kind !== 'sqlite' || backups === undefined) return;
  const scheduled = new ScheduledBackups({ ...ground, ...backups, file: database.file, sweepIntervalMs });
  opening.use(new RepeatedTask(() => scheduled.backUpIfDue(), backupLookMs));
  // Disposed of first, so that the task ends soon.
  opening.use(scheduled);
}

/** The seams, with the time as far as the machine's clock can be trusted. */
type TimedSeams = Seams & { readonly machineTime: Clock; readonly time: SettledClock };

/** The parts of the service behind its listeners. */
type Works = Services & {
  readonly requestLog: RequestLog;
  readonly stores: ServedStores;
  readonly ledgerTime: LedgerTime;
  readonly morphology: Morphology;
  readonly engines: readonly Engine[];
  readonly translation: OpenTranslation;
};

type WorksGround = { readonly telemetry: Telemetry; readonly opening: AsyncDisposableStack };

async function openWorks(config: Config, seams: TimedSeams, { telemetry, opening }: WorksGround): Promise<Works> {
  const { events } = telemetry;
  const { now, newId, elapsedMs, machineTime: clock, time } = seams;
  const openingStores = seams.openStores(config, elapsedMs, events);
  // The slowest modules to load: they are loaded while the database's threads start. Their users report a failure.
  void Promise.allSettled([import('./adapters/identity/open-people.ts'), import('./adapters/detection/detector.ts')]);
  const stores = opening.use(await openingStores);
  const { ledgerTime: store, readSharedClock } = stores;
  const ledgerTime = await LedgerTime.open({ store, readSharedClock, clock, time, elapsedMs, events });
  const morphology = opening.use(openMorphology({ modesDir: config.apertium.modesDir, events }));
  const engines = await seams.openEngines(config, { events, morphology, scope: opening });
  for (const engine of engines) opening.use(engine);
  const keyUses = opening.use(new KeyUses({ store: stores.keys, events }));
  const requestLog = opening.use(new RequestLog({ store: stores.requests, now, newId, events }));
  const moment = () => ledgerTime.moment();
  const services = createServices(config, { stores, keyUses, moment, now, newId, events });
  const glossaries = openGlossaries(config, { store: stores.terms, morphology });
  const ofReplies = { store: stores.replies, leaseMs: claimLeaseMs };
  const replies = opening.use(new IdempotentReplies({ ...ofReplies, now, newId, events }));
  const finishErasures = () => services.erasures.finishBegun();
  opening.use(new Sweeper({ ...stores, finishErasures, time: ledgerTime, everyMs: sweepIntervalMs, events }));
  const { ledger } = services;
  const translation = await openTranslation(config, { engines, ledger, replies, glossaries, stores, now, events });
  return { ...services, requestLog, stores, ledgerTime, morphology, engines, translation };
}

type CallersGround = Works &
  Listening & {
    readonly readiness: Readiness;
    readonly log: Log;
    readonly baseUrl: () => string;
    readonly opening: AsyncDisposableStack;
  };

/** Opens the API and the pages on the listener that they share. */
async function openCallers(seams: TimedSeams, ground: CallersGround) {
  const { config, stores, telemetry, renderProblem, opening } = ground;
  const document = openApiDocument(config.baseUrl);
  const api = createApiOf(config, seams, { ...ground, limiter: stores.limiter, document });
  const trustedProxies = new TrustedProxies(config.trustedProxies, {
    unusableClient: (event) => {
      const message = 'a trusted proxy sends an X-Forwarded-For without an address: its visitors share their limits';
      ground.log.warn(message, event);
    },
  });
  const refusals = new Refusals(renderProblem, endpointPaths);
  const sources = {
    ...ground,
    ...seams,
    trustedProxies,
    version: release.version,
    events: telemetry.pages,
    serviceEvents: telemetry.events,
    refuse: (bindings: HttpBindings, path: string, known: MethodsOfPaths) => refusals.address(bindings, path, known),
    // The pages render the JSON that clients read. The library's type does not declare its members.
    reference: { document: document as unknown as ApiDocument, errors: problemReferences },
  };
  const web = await openAccountArea(config, sources, opening);
  refuseOwnPath(config, web.routes);
  const callers = opening.use(await listenForCallers(ground, { api, web, trustedProxies }));
  return { callers, routes: web.routes, begin: web.begin };
}

type Phase = ReturnType<ReadinessParts['phase']>;

type ReadinessSources = {
  readonly ledgerTime: LedgerTime;
  readonly stores: ServedStores;
  readonly engines: readonly Engine[];
  readonly phase: () => Phase;
};

function createReadiness({ now, machineTime: clock }: TimedSeams, sources: ReadinessSources): Readiness {
  const { stores, ledgerTime, engines, phase } = sources;
  // An external endpoint may charge for each sentence, so it is the last choice.
  const outsideLast = engines.toSorted((one, other) => Number(one.name === 'openai') - Number(other.name === 'openai'));
  const canary = new Canary(outsideLast, now);
  return new Readiness({
    ...stores,
    now: clock,
    phase,
    clockDoubt: () => ledgerTime.doubt(),
    engineFailure: () => canary.failureReason(),
  });
}

type ApiSources = Pick<Works, 'keys' | 'ledger' | 'requestLog' | 'translation'> & {
  readonly limiter: RateLimiter;
  readonly telemetry: Telemetry;
  readonly document: OpenApiDocument;
  readonly renderProblem: RenderProblem;
};

function createApiOf(
  config: Config,
  { now }: Seams,
  { keys, ledger, requestLog, limiter, telemetry, translation, document, renderProblem }: ApiSources,
): ReturnType<typeof createApi> {
  const { translate, catalogue, detector, recentSources } = translation;
  const parts: Omit<ApiParts, 'bodies'> = {
    authenticate: (credential) => keys.authenticate(credential),
    limiter,
    translate,
    catalogue,
    detector,
    recentSources,
    readBalance: (accountId) => ledger.readBalance(accountId),
    noteRequest: (request) => requestLog.note(request),
    now,
    deadlineMs: config.requestTimeoutMs,
    renderProblem,
    events: telemetry.requests,
  };
  return createApi(parts, document);
}

type Listening = {
  readonly config: Config;
  readonly telemetry: Telemetry;
  readonly renderProblem: RenderProblem;
};

type Callers = {
  readonly api: ReturnType<typeof createApi>;
  readonly web: Web;
  readonly trustedProxies: TrustedProxies;
};

function listenForCallers(
  { config, telemetry, renderProblem }: Listening,
  { api, web, trustedProxies }: Callers,
): Promise<HttpServer> {
  const basePath = pathOf(config);
  const pages = belowPath(basePath, web.fetch);
  return listen({
    fetch: (request, bindings) => (isForPrograms(bindings) ? api.fetch(request, bindings) : pages(request, bindings)),
    problem: renderProblem,
    basePath,
    host: config.host,
    port: config.port,
    tls: config.tls,
    trustedProxies,
    events: telemetry.certificates,
    // A translation may take its whole deadline without a byte on the wire.
    limits: { idleMs: Math.max(300_000, config.requestTimeoutMs + 60_000) },
  });
}

/** The path of the public address: empty at the root. */
function pathOf({ baseUrl }: Config): string {
  return baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Requests name such a path with or without the base, so none of ours may begin like it. */
function refuseOwnPath(config: Config, routes: Web['routes']): void {
  const first = (path: string) => path.split('/')[1] ?? '';
  const own = ['api', 'assets', ...routes.map(({ path }) => first(path))];
  const base = first(pathOf(config));
  if (base === '' || !own.includes(base)) return;
  throw new ConfigError(`BASE_URL: /${base} is a path of the service itself; choose another one, such as /translator`);
}

function isForPrograms({ incoming: { url = '' } }: HttpBindings): boolean {
  return url.startsWith('/api/');
}

async function listenForOps(
  { config, telemetry, renderProblem }: Listening,
  parts: OpsParts,
): Promise<HttpServer | undefined> {
  if (config.opsPort === 0) return undefined;
  const ops = createOpsApi(parts);
  return listen({
    fetch: (request, bindings) => ops.fetch(request, bindings),
    problem: renderProblem,
    host: config.opsHost,
    port: config.opsPort,
    tls: undefined,
    // No key and no customer text passes here, so plain HTTP is safe from every address that can reach it.
    trustedProxies: new TrustedProxies([], { plainHttpFromAll: true }),
    events: telemetry.certificates,
  });
}

/**
 * Runs the server until it receives a stop signal. It prints for the user who started it.
 *
 * @returns the exit status
 */
export async function serve(env: NodeJS.ProcessEnv, seams: Seams = production): Promise<number> {
  const config = loadConfig(env);
  // Node's default would end a server that is still starting.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => {});
  await using app = await createApp(config, seams);
  logUncaughtErrors(app.log);
  const stopped = stopSignal({
    graceMs: config.drainDelayMs + config.drainTimeoutMs + 10_000,
    onForced: (reason) => app.log.error('ended by force', { reason }),
    onHangup: () => void app.reloadCertificate(),
  });
  app.log.info('listening', { url: app.url, ops_url: app.opsUrl });
  if (config.demo) process.stdout.write(welcome({ ...app, url: config.baseUrl || app.url }));
  const signal = await stopped;
  app.log.info('stopping', { signal });
  await app.drain();
  app.log.info('stopped');
  return 0;
}

/**
 * Runs one command of the operator's command line.
 *
 * @param argv the arguments after the program's name
 * @returns the exit status
 */
export function operate(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runCommandLine(argv, { ...commandParts(env), out: wholeStream(process.stdout), err: process.stderr });
}

function commandParts(env: NodeJS.ProcessEnv): CommandParts {
  const readConfig = () => loadConfig(env);
  const ofRestores = { now: production.now, sweepIntervalMs, events: silentEvents };
  return {
    openOperator: () => openOperator(readConfig()),
    describeEngines: () => describeEngines(readConfig(), silentEvents),
    openModels: async () => openModelAdmin(readConfig(), silentEvents),
    openTermFiles,
    openGlossaryTools: () => openGlossaryTools(readConfig(), production),
    openInput: () => process.stdin,
    migrate: () => migrateDatabase(readConfig().database),
    inspectDatabase: () => inspectDatabase(readConfig().database, production.now),
    backup: (toFile) => backUpDatabase(readConfig().database, { toFile, events: silentEvents }),
    restore: (from) => restoreDatabase(readConfig().database, { ...ofRestores, from }),
    rehearseRestore: (from) => rehearseDatabaseRestore(readConfig().database, { ...ofRestores, from }),
    now: production.now,
    copyDatabase: (to, options) => copyDatabase({ from: readConfig().database, to: databaseNamed(to), ...options }),
    readSettings: readConfig,
    isMisconfiguration: (error) => error instanceof ConfigError,
    serve: () => serve(env),
    variables: configVariables,
    release,
  };
}

async function openOperator(config: Config): Promise<Operator> {
  await using opening = new AsyncDisposableStack();
  const events = silentEvents;
  const stores = opening.use(await openOperatedStores(config.database, events));
  const keyUses = opening.use(new KeyUses({ store: stores.keys, events }));
  const { now, newId } = production;
  const moment = () => momentOfCommand(stores);
  const services = createServices(config, { stores, keyUses, moment, now, newId, events });
  const mailer = config.mail === undefined ? undefined : opening.use(new SmtpMailer({ ...config.mail, events }));
  const opened = opening.move();
  return {
    ...services,
    leakedKeys: new LeakedKeys({
      store: stores.keys,
      findAccount: (id) => stores.accounts.findAccount(id),
      mailer,
      baseUrl: config.baseUrl === '' ? undefined : config.baseUrl,
      now,
      newId,
      sha256Hex,
    }),
    verifyLedger: async (extent) => {
      const at = await sharedTime(stores);
      return verifyLedger({ store: stores.ledger, now: () => at, sweepIntervalMs, extent });
    },
    confirmClock: async () => {
      const at = await sharedTime(stores);
      await stores.ledgerTime.confirmTime(at);
      return at;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** By the clock that all nodes share, or by the machine's if there is none. */
const sharedTime = async ({ readSharedClock }: SqlStores) => (await readSharedClock?.()) ?? production.now();

/** A server stores the ledger's time every ten seconds. */
const recentMs = 60_000;

/** A command trusts its clock unless it is well ahead of the time that a server has stored. */
async function momentOfCommand({ ledgerTime: store, readSharedClock }: SqlStores): Promise<LedgerMoment> {
  const { now: clock, elapsedMs } = production;
  const time = new SettledClock(clock, elapsedMs);
  const ledgerTime = await LedgerTime.open({ store, readSharedClock, clock, time, elapsedMs, events: silentEvents });
  const moment = await ledgerTime.moment();
  const isRecent = moment.at - moment.expireUpTo <= recentMs;
  return isRecent ? { ...moment, expireUpTo: moment.at } : moment;
}

/** Whether the program itself created this error, so that its message contains no customer text. */
function isOurs(error: Error): boolean {
  return error instanceof ServiceError || error instanceof ImpossibleError || error instanceof ConfigError;
}
