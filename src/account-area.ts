import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { keyedHash, secretOf } from './adapters/identity/secret.ts';
import { LoggedMailer } from './adapters/mail/logged-mailer.ts';
import { stripeAmount } from './adapters/payments/stripe-amount.ts';
import { connectionsOfPeople } from './adapters/sql/chosen-database.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-environment.ts';
import { openGlossaryFiles, openMemoryFiles } from './engines.ts';
import { assert } from './ground/assert.ts';
import { ServiceError } from './ground/service-error.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import { release, type ServerParts } from './parts.ts';
import { ReadinessHistory } from './shop/health/readiness-days.ts';
import type { Mailer } from './shop/mail/mailer.ts';
import { NoticeRounds } from './shop/notices/notice-round.ts';
import { Notices } from './shop/notices/notices.ts';
import { mailboxOf } from './shop/orders/trial-domains.ts';
import { createFirstKey } from './shop/payments/first-key.ts';
import {
  demoPayments,
  manualPayments,
  type PaymentProvider,
  type RemotePayments,
} from './shop/payments/payment-provider.ts';
import { PaymentWatch } from './shop/payments/payment-watch.ts';
import { Payments } from './shop/payments/payments.ts';
import type { People } from './shop/people/people.ts';
import { Showcase } from './shop/trial/showcase.ts';
import { Journal } from './shop/usage/journal.ts';
import type { AccountParts } from './web/account-parts.ts';
import { type OperatorFiles, openAssets } from './web/assets.ts';
import { colourSheet, logoBytesMax, logoKind } from './web/brand.ts';
import { dataRoutes } from './web/data/data-routes.ts';
import { documentsRoutes } from './web/documents/documents-routes.ts';
import type { EntryPagesParts } from './web/entries/entry-book.ts';
import { glossaryRoutes } from './web/glossary/glossary-routes.ts';
import { keysRoutes } from './web/keys/keys-routes.ts';
import { memoryRoutes } from './web/memory/memory-routes.ts';
import { overviewRoutes } from './web/overview/overview-routes.ts';
import { billingRoutes } from './web/packs/billing-routes.ts';
import { packsRoutes } from './web/packs/packs-routes.ts';
import { Pages } from './web/pages.ts';
import { peopleRoutes } from './web/people/people-routes.ts';
import { playgroundRoutes } from './web/playground/playground-routes.ts';
import type { PageRoute } from './web/route.ts';
import { compatGuides } from './web/site/docs-page.ts';
import type { DocsParts } from './web/site/docs-routes.ts';
import { siteFiles } from './web/site/site-files.ts';
import { siteRoutes } from './web/site/site-routes.ts';
import { themeRoute } from './web/theme.ts';
import { usageRoutes } from './web/usage/usage-routes.ts';
import { createWeb, type Web, type WebParts } from './web/web.ts';

export type AccountAreaSources = ServerParts & {
  readonly trustedProxies: TrustedProxies;
  readonly refuse: WebParts['refuse'];
  readonly reference: Pick<DocsParts, 'document' | 'errors'>;
};

/** The pages; `begin` starts their background work once the service listens. */
export type AccountArea = Web & { readonly begin: () => void };

/** Opens the pages and the parts that only they use. What must be closed is put on the sources' stack. */
export async function openAccountArea(sources: AccountAreaSources): Promise<AccountArea> {
  const { config, opening: scope } = sources;
  const { brand } = config;
  const assets = openAssets(operatorFiles(brand));
  const { now, stores, trustedProxies, baseUrl, sender, mailer } = sources;
  const stopping = new AbortController();
  const provider = await openPaymentProvider(sources, stopping.signal);
  if (provider.remote !== undefined) watchPayments(provider.remote, sources);
  // Before the payment watch is awaited, which may be waiting for a reply.
  scope.defer(() => stopping.abort());
  const secret = await secretOf(stores.people, config.authSecret);
  const people = await openPeopleOf(sources, mailer, secret);
  const notices = scope.use(openNotices(mailer, sources));
  const isSecure = config.baseUrl.startsWith('https:');
  const demo = config.demo ? { takesMoney: provider.name !== 'demo', sendsMail: mailer.isConnected } : undefined;
  const { hstsIncludesSubdomains } = config;
  const { checkoutOrigin } = provider;
  const pages = new Pages({
    ...{ assets, brand, baseUrl, demo, checkoutOrigin, isSecure, hstsIncludesSubdomains },
    version: release.version,
    offersTrial: config.trialPack !== undefined,
    offersPasskeys: people.offersPasskeys,
    readBalance: async (accountId) => (await sources.ledger.readBalance(accountId))?.balance,
  });
  const trialHash = keyedHash(secret, 'trials');
  const payments = paymentsOf({ ...sources, provider, trialHash });
  const shownLink = (email: string) => (sender instanceof LoggedMailer ? sender.lastLinkTo(email) : undefined);
  const ground: Ground = { ...sources, shownLink, provider, payments, people, pages };
  const routes = [...routesForEverybody(ground), ...routesForVisitors(ground)];
  const web = createWeb({
    routes: [...routes, ...siteFiles({ assets, brand, baseUrl, now, routes })],
    pages,
    assets,
    people,
    clientAddress: ({ incoming }) => trustedProxies.clientAddress(incoming),
    origin: () => new URL(baseUrl()).origin,
    now,
    events: sources.telemetry.pages,
    refuse: sources.refuse,
  });
  // Without a mail server no notice is due. Notices that fall due are sent once there is one.
  return { ...web, begin: () => (mailer.isConnected ? notices.begin() : undefined) };
}

type Ground = AccountAreaSources & {
  readonly shownLink: (email: string) => string | undefined;
  readonly provider: PaymentProvider;
  readonly payments: Payments;
  readonly people: People;
  readonly pages: Pages;
};

function routesForEverybody(ground: Ground): readonly PageRoute[] {
  const { config, pages, mailer, shownLink, baseUrl, translation, status, stores, reference, now } = ground;
  return [
    themeRoute,
    ...peopleRoutes({
      ...partsOfAccount(ground),
      // The configuration refuses a demo that anybody but this machine reaches.
      linksAreInLog: config.demo && !mailer.isConnected,
      shownLink,
      createFirstKey: (visitor) => createFirstKey(ground, visitor),
    }),
    ...siteRoutes({
      pages,
      brand: config.brand,
      baseUrl,
      subprocessors: config.subprocessors,
      packs: config.packs,
      taxName: config.invoicing.tax?.name,
      catalogue: translation.catalogue,
      showcase: new Showcase({ ...translation, now }),
      detector: translation.detector,
      takesVisitorText: config.takesVisitorText,
      elapsedMs: ground.elapsedMs,
      trial: config.trialPack?.characters,
      compat: config.compat,
      status,
      history: new ReadinessHistory(stores.readiness, now),
      requestsPerMinute: config.rateLimitPerMinute,
      ...reference,
      liveKeys: (accountId) => ground.keys.live(accountId),
      texts: {
        changelog: ownText('./web/site/changes.md'),
        documents: ownText('../docs/documents.md'),
        memory: ownText('../docs/memory.md'),
        security: ownText('../docs/security.md'),
        typescript: ownText('../docs/quickstart-typescript.md'),
        python: ownText('../docs/quickstart-python.md'),
        compat: Object.fromEntries(
          compatGuides.map(([path]) => [path, ownText(`../docs/compat/${path.slice('/docs/'.length)}.md`)]),
        ),
      },
    }),
  ];
}

function ownText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function routesForVisitors(ground: Ground): readonly PageRoute[] {
  const { config, translation, audit, provider, payments, mailer, erasures } = ground;
  const parts = partsOfAccount(ground);
  const entries: Pick<EntryPagesParts, 'glossaryWork' | 'recordImport'> = {
    glossaryWork: ground.glossaryWork,
    recordImport: (accountId, act) => audit.record({ by: accountId, act, accountId }),
  };
  return [
    ...keysRoutes(parts),
    ...playgroundRoutes({
      ...parts,
      payments,
      translate: translation.translate,
      noteRequest: (request) => ground.requestLog.note(request),
    }),
    ...documentsRoutes({ ...parts, ...entries, documents: ground.documents, sendsMail: mailer.isConnected }),
    ...glossaryRoutes({ ...parts, ...entries, openFiles: openGlossaryFiles }),
    ...memoryRoutes({ ...parts, ...entries, openMemoryFiles }),
    ...overviewRoutes({ ...parts, payments }),
    ...usageRoutes({ ...parts, sendsMail: mailer.isConnected }),
    ...packsRoutes({
      ...parts,
      packs: config.packs,
      payments,
      provider,
      instructions: config.paymentInstructions,
      seller: config.invoicing.seller,
      taxName: config.invoicing.tax?.name,
      supportEmail: config.brand.supportEmail,
    }),
    ...billingRoutes({
      ...parts,
      // Loaded lazily, with the font: few visitors need it.
      printer: { print: async (sheet) => (await import('./adapters/pdf/invoice-pdf.ts')).pdfPrinter.print(sheet) },
    }),
    ...dataRoutes({ ...parts, erasures, mailer }),
  ];
}

function partsOfAccount(ground: Ground): AccountParts {
  const { config, pages, people, accounts, ledger, glossaries, stores, translation, telemetry, now, baseUrl } = ground;
  const { keys, orders, audit, usage, memory, memoryConflicts } = ground;
  const { billing, purchases, requests, limiter } = stores;
  return {
    ...{ pages, people, keys, orders, audit, usage, billing, purchases, requests, now, baseUrl },
    ...{ glossaries, memory, memoryConflicts },
    catalogue: translation.catalogue,
    deadlineMs: config.requestTimeoutMs,
    notices: new Notices({ store: stores.notices }),
    journal: new Journal({ store: stores.journal, now }),
    findAccount: (accountId) => accounts.find(accountId),
    readBalance: async (accountId) => {
      const balance = await ledger.readBalance(accountId);
      assert(balance !== undefined, 'an account has a balance');
      return balance;
    },
    readVersions: async (accountId) => {
      const counted = await Promise.all([glossaries.count(accountId), memory.count(accountId)]);
      return { glossaryVersion: counted[0].version, memoryVersion: counted[1].version };
    },
    admit: async (accountId) => {
      const { admitted, limit, retryAfterSeconds } = await limiter.admit(accountId);
      if (!admitted) throw new ServiceError('rate_limited', { data: { limit, retryAfterSeconds } });
    },
    failed: (requestId, error) => telemetry.pages.failed(requestId, error),
  };
}

type PaymentSources = AccountAreaSources & {
  readonly provider: PaymentProvider;
  readonly trialHash: (text: string) => string;
};

function paymentsOf(sources: PaymentSources): Payments {
  const { config, orders, provider, trialHash, accounts, baseUrl, stores, events, now } = sources;
  return new Payments({
    orders,
    packs: config.packs,
    trial: config.trialPack,
    trialTaker: (email) => trialHash(mailboxOf(email, config.trialDomains)),
    provider,
    takesOrders: provider.name !== 'manual' || config.paymentInstructions.length > 0,
    isSuspended: async (accountId) => (await accounts.find(accountId)).suspendedAt !== undefined,
    orderUrl: (id) => `${baseUrl()}/orders/${id}`,
    audit: stores.audit,
    events,
    now,
  });
}

function openNotices(mailer: Mailer, sources: AccountAreaSources): NoticeRounds {
  const { stores, now, newId, baseUrl, events } = sources;
  return new NoticeRounds({ store: stores.notices, leases: stores.leases, mailer, now, newId, baseUrl, events });
}

async function openPeopleOf(sources: AccountAreaSources, mailer: Mailer, secret: string): Promise<People> {
  const { config, opening, stores, audit: journal, now, newId, baseUrl, events } = sources;
  // Loaded lazily: the library takes more than half a second, which commands should not wait for.
  const { openPeople } = await import('./adapters/identity/open-people.ts');
  const { database } = config;
  const people = await openPeople({
    database:
      database.kind === 'sqlite'
        ? database
        : { kind: 'postgres', url: stores.serverUrl ?? (() => database.url), connections: connectionsOfPeople },
    store: stores.people,
    attempts: stores.attempts,
    secret,
    hostname: hostnameOf(config),
    mailer,
    journal,
    now,
    newId,
    baseUrl,
    serviceName: config.brand.name,
    events,
  });
  return opening.use(people);
}

/** The host as written in a URL, before the port is known. */
function hostnameOf({ baseUrl, host }: Config): string {
  if (baseUrl !== '') return new URL(baseUrl).hostname;
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Stripe if it is configured; else a demo simulates payments; else buyers pay as the operator says. */
async function openPaymentProvider(
  { config: { stripe, packs, demo }, stores, orders, now, events }: AccountAreaSources,
  stopping: AbortSignal,
): Promise<PaymentProvider> {
  if (stripe === undefined) return demo ? demoPayments : manualPayments;
  const unpayable = packs.find((pack) => stripeAmount(pack) === undefined);
  if (unpayable !== undefined) throw new ConfigError(`PACKS: Stripe cannot charge the price of ${unpayable.name}`);
  // Loaded lazily: it takes a sixth of a second, which commands should not wait for.
  const { createStripePayments } = await import('./adapters/payments/stripe-provider.ts');
  const { accounts, checkouts, paymentEvents } = stores;
  return createStripePayments(stripe, { orders, accounts, checkouts, paymentEvents, now, events, stopping });
}

function watchPayments(remote: RemotePayments, { stores, now, newId, events, opening }: AccountAreaSources): void {
  const { leases, paymentEvents } = stores;
  opening.use(new PaymentWatch({ remote, leases, paymentEvents, now, holder: newId(), events }));
}

function operatorFiles({ logoFile, colour }: Config['brand']): OperatorFiles {
  const sheet = colour === undefined ? {} : { 'brand.css': Buffer.from(colourSheet(colour)) };
  return { ...sheet, ...(logoFile === undefined ? {} : logoOf(logoFile)) };
}

function logoOf(file: string): OperatorFiles {
  let bytes: Buffer<ArrayBuffer>;
  try {
    // Checked before it is read: a file that is named by mistake may be larger than the memory.
    if (statSync(file).size > logoBytesMax) throw new ConfigError(`BRAND_LOGO: ${file} is larger than 64 KiB`);
    bytes = readFileSync(file);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`BRAND_LOGO: ${file} cannot be read`, { cause });
  }
  const kind = logoKind(bytes);
  if (kind === undefined) throw new ConfigError(`BRAND_LOGO: ${file} is neither an SVG nor a PNG file`);
  return { [`logo.${kind}`]: bytes };
}
