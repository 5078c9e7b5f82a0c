import { openAccountArea } from './account-area.ts';
import { SmtpMailer } from './adapters/mail/smtp-mailer.ts';
import {
  backUpDatabase,
  inspectDatabase,
  migrateDatabase,
  openOperatedStores,
  rehearseDatabaseRestore,
  restoreDatabase,
} from './adapters/sql/chosen-database.ts';
import { copyDatabase } from './adapters/sql/copy/copy-database.ts';
import type { SqlStores } from './adapters/sql/sql-stores.ts';
import { ScheduledBackups } from './adapters/sql/sqlite/scheduled-backups.ts';
import { silentEvents } from './adapters/telemetry/events.ts';
import { createApi } from './api/api.ts';
import { Refusals } from './api/application.ts';
import { endpointPaths } from './api/endpoints.ts';
import { openApiDocument } from './api/openapi-document.ts';
import { createOpsApi } from './api/ops.ts';
import type { ApiParts } from './calls/api-parts.ts';
import { problemReferences } from './calls/problem.ts';
import { runCommandLine } from './cli/command-line.ts';
import type { CommandParts, Operator } from './cli/operator.ts';
import { welcome } from './cli/welcome.ts';
import { createCompat, shapes } from './compat/compat.ts';
import { type Config, configVariables, databaseNamed, loadConfig } from './config.ts';
import { ConfigError } from './config-environment.ts';
import { describeEngines, openGlossaryFiles, openMemoryFiles, openModelAdmin } from './engines.ts';
import { RepeatedTask } from './ground/repeated-task.ts';
import { SettledClock } from './ground/settled-clock.ts';
import type { Clock } from './ground/units.ts';
import { BodyBudget } from './http/body-budget.ts';
import { type HttpServer, listen } from './http/http-server.ts';
import { TrustedProxies } from './http/trusted-proxies.ts';
import { type Log } from './ops/log.ts';
import { logUncaughtErrors, stopSignal } from './ops/shutdown.ts';
import { wholeStream } from './ops/standard-file.ts';
import {
  createServices,
  openParts,
  production,
  release,
  type Seams,
  type ServerParts,
  sha256Hex,
  sweepIntervalMs,
} from './parts.ts';
import { openDemoAccount } from './shop/accounts/demo-account.ts';
import { ReadinessRecorder } from './shop/health/readiness-days.ts';
import { KeyUses } from './shop/keys/key-uses.ts';
import { LeakedKeys } from './shop/keys/leaked-keys.ts';
import { type LedgerMoment, LedgerTime } from './shop/ledger/ledger-time.ts';
import { verifyLedger, watchLedger } from './shop/ledger/verification.ts';
import { belowPath } from './web/base-path.ts';
import { compressed } from './web/compression.ts';
import type { ApiDocument } from './web/site/reference.ts';
import type { Web } from './web/web.ts';

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
  /** Reports not ready, accepts no work after the drain delay, and resolves when all is answered or time is up. */
  drain(): Promise<void>;
};

/**
 * Opens the whole service and its listeners.
 * @throws ServiceError `store_unavailable` when the database cannot be used
 * @throws when a port is taken or the certificate cannot be used
 */
export async function createApp(config: Config, given: Seams = production): Promise<App> {
  await using opening = new AsyncDisposableStack();
  const parts = await openParts(config, given, opening);
  const { life, log, ledgerTime, stores, events } = parts;
  const ops = await listenForOps(parts);
  if (ops !== undefined) opening.use(ops);
  const { callers, routes, begin } = await openCallers(parts);
  if (life.url === '') life.url = callers.url;
  begin();
  // Last, because a start that fails on a taken port must not create a key that is shown only once.
  const demoKey = config.demo ? await openDemoAccount(parts) : undefined;
  const { now } = ledgerTime;
  const watching = watchLedger({ store: stores.ledger, now, sweepIntervalMs, extent: 'quick', events });
  opening.defer(() => watching);
  backUpRegularly(parts);
  const servesPairs = parts.engines.some((engine) => engine.pairs().length > 0);
  if (!servesPairs) log.warn('nothing can be translated yet: see "dragoman doctor" for what is missing');
  // Not before: a proxy would send requests that nothing accepts, or that a signal ends before its handler is there.
  life.phase = 'serving';
  // Its first check also starts a pipeline for the first request.
  const isReady = () => parts.status.isWorking();
  opening.use(new ReadinessRecorder({ store: stores.readiness, isReady, now: parts.now, events }));
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

/** Backs up SQLite on schedule, by the ledger's time. */
function backUpRegularly({ config, opening, ledgerTime, elapsedMs, events }: ServerParts): void {
  const { database, backups } = config;
  if (database.kind !== 'sqlite' || backups === undefined) return;
  const { now } = ledgerTime;
  const { file } = database;
  const scheduled = new ScheduledBackups({ ...backups, file, sweepIntervalMs, now, elapsedMs, events });
  opening.use(new RepeatedTask(() => scheduled.backUpIfDue(), backupLookMs));
  // Disposed of first, so that the task ends soon.
  opening.use(scheduled);
}

/** Opens the API and the pages on the listener that they share. */
async function openCallers(parts: ServerParts) {
  const { config, telemetry, renderProblem, log, opening } = parts;
  const document = openApiDocument(config.baseUrl);
  const trustedProxies = new TrustedProxies(config.trustedProxies, {
    plainHttpFromAll: config.plainHttpFromAll,
    unusableClient: (event) => {
      const message = 'a trusted proxy sends an X-Forwarded-For without an address: its visitors share their limits';
      log.warn(message, event);
    },
  });
  const apiParts = partsOfApi(parts);
  const api = createApi(apiParts, document);
  const compat = createCompat(
    config.compat.map((name) => shapes[name]),
    {
      ...apiParts,
      namedGlossaries: parts.namedGlossaries,
      turns: parts.translation.turns,
      baseUrl: parts.baseUrl,
      isWorking: () => parts.status.isWorking(),
      clientAddress: (incoming) => trustedProxies.clientAddress(incoming),
    },
  );
  const refusals = new Refusals(renderProblem, endpointPaths);
  const web = await openAccountArea({
    ...parts,
    trustedProxies,
    refuse: (bindings, path, known) => refusals.address(bindings, path, known),
    // The pages render the JSON that clients read. The library's type does not declare its members.
    reference: { document: document as unknown as ApiDocument, errors: problemReferences },
  });
  refuseOwnPath(config, web.routes);
  const basePath = pathOf(config);
  const pages = compressed(belowPath(basePath, web.fetch));
  const callers = await listen({
    fetch: (request, bindings) => {
      if (bindings.incoming.url?.startsWith('/api/')) return api.fetch(request, bindings);
      return compat.answer(bindings) ?? pages(request, bindings);
    },
    problem: (error, requestId, target = '') => (compat.rendererOf(target) ?? renderProblem)(error, requestId),
    basePath,
    host: config.host,
    port: config.port,
    tls: config.tls,
    trustedProxies,
    events: telemetry.certificates,
    // A translation may take its whole deadline without a byte on the wire.
    limits: { idleMs: Math.max(300_000, config.requestTimeoutMs + 60_000) },
  });
  return { callers: opening.use(callers), routes: web.routes, begin: web.begin };
}

function partsOfApi(parts: ServerParts): ApiParts {
  const { audit, config, keys, ledger, requestLog, stores, telemetry } = parts;
  const { now, renderProblem, replies, documents, glossaries, glossaryWork, memory, memoryConflicts } = parts;
  const { translate, translateBatch, lookUp, catalogue, detector, recentSources } = parts.translation;
  return {
    ...{ now, renderProblem, replies, documents, glossaries, glossaryWork, memory, memoryConflicts },
    ...{ translate, translateBatch, lookUp, catalogue, detector, recentSources },
    authenticate: (credential) => keys.authenticate(credential),
    limiter: stores.limiter,
    bodies: new BodyBudget({ bytesMax: config.bodyBytesMax, bytesPerSenderMax: config.bodyBytesMax / 2 }),
    openFiles: openGlossaryFiles,
    openMemoryFiles,
    recordImport: (accountId, act) => audit.record({ by: accountId, act, accountId }),
    readBalance: (accountId) => ledger.readBalance(accountId),
    noteRequest: (request) => requestLog.note(request),
    deadlineMs: config.requestTimeoutMs,
    events: telemetry.requests,
  };
}

/** The path of the public address: empty at the root. */
function pathOf({ baseUrl }: Config): string {
  return baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Requests may name such a path without the base, so none of ours may begin like it. Other vendors' paths may. */
function refuseOwnPath(config: Config, routes: readonly { readonly path: string }[]): void {
  const first = (path: string) => path.split('/')[1] ?? '';
  const own = ['api', 'assets', 'compat', ...routes.map(({ path }) => first(path))];
  const base = first(pathOf(config));
  if (base === '' || !own.includes(base)) return;
  throw new ConfigError(`BASE_URL: /${base} is a path of the service itself; choose another one, such as /translator`);
}

async function listenForOps({
  config,
  telemetry,
  renderProblem,
  readiness,
  engines,
}: ServerParts): Promise<HttpServer | undefined> {
  if (config.opsPort === 0) return undefined;
  const isReady = () => readiness.check();
  const pairs = () => Object.fromEntries(engines.map((engine) => [engine.name, engine.pairs().length]));
  const metrics = async () => telemetry.metrics((await isReady()).ready, pairs());
  const ops = createOpsApi({ release, isReady, metrics, renderProblem });
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

/** Runs the server until it receives a stop signal. It prints for the user who started it. @returns the exit status */
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

/** Runs one command. `argv`: the arguments after the program's name. @returns the exit status */
export function operate(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runCommandLine(argv, { ...commandParts(env), out: wholeStream(process.stdout), err: process.stderr });
}

/** What commands use. `now`: the machine's clock. */
export function commandParts(env: NodeJS.ProcessEnv, now = production.now): CommandParts {
  const readConfig = () => loadConfig(env);
  const ofRestores = { now, sweepIntervalMs, events: silentEvents };
  return {
    openOperator: () => openOperator(readConfig(), now),
    describeEngines: () => describeEngines(readConfig(), silentEvents),
    openModels: async () => openModelAdmin(readConfig(), silentEvents),
    openGlossaryFiles,
    openMemoryFiles,
    openInput: () => process.stdin,
    migrate: () => migrateDatabase(readConfig().database),
    inspectDatabase: () => inspectDatabase(readConfig().database, now),
    backup: (toFile) => backUpDatabase(readConfig().database, { toFile, events: silentEvents }),
    restore: (from) => restoreDatabase(readConfig().database, { ...ofRestores, from }),
    rehearseRestore: (from) => rehearseDatabaseRestore(readConfig().database, { ...ofRestores, from }),
    now,
    copyDatabase: (to, options) => copyDatabase({ from: readConfig().database, to: databaseNamed(to), ...options }),
    readSettings: readConfig,
    isMisconfiguration: (error) => error instanceof ConfigError,
    serve: () => serve(env),
    variables: configVariables,
    release,
  };
}

async function openOperator(config: Config, now: Clock): Promise<Operator> {
  await using opening = new AsyncDisposableStack();
  const events = silentEvents;
  const stores = opening.use(await openOperatedStores(config.database, events));
  const keyUses = opening.use(new KeyUses({ store: stores.keys, events }));
  const { newId } = production;
  /** By the clock that all nodes share, or by the machine's if there is none. */
  const sharedTime = async () => (await stores.readSharedClock?.()) ?? now();
  const moment = () => momentOfCommand(stores, now);
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
      const at = await sharedTime();
      return verifyLedger({ store: stores.ledger, now: () => at, sweepIntervalMs, extent });
    },
    confirmClock: async () => {
      const at = await sharedTime();
      await stores.ledgerTime.confirmTime(at);
      return at;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A server stores the ledger's time every ten seconds. */
const recentMs = 60_000;

/** A command trusts its clock unless it is well ahead of the time that a server has stored. */
async function momentOfCommand({ ledgerTime: store, readSharedClock }: SqlStores, clock: Clock): Promise<LedgerMoment> {
  const { elapsedMs } = production;
  const time = new SettledClock(clock, elapsedMs);
  const ledgerTime = await LedgerTime.open({ store, readSharedClock, clock, time, elapsedMs, events: silentEvents });
  const moment = await ledgerTime.moment();
  const isRecent = moment.at - moment.expireUpTo <= recentMs;
  return isRecent ? { ...moment, expireUpTo: moment.at } : moment;
}
