import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { clientBlock } from '../ground/client-block.ts';
import { hasReason } from '../ground/service-error.ts';
import type { Clock } from '../ground/units.ts';
import type { HttpBindings, MethodsOfPaths } from '../http/answering.ts';
import { BodyBudget } from '../http/body-budget.ts';
import type { ClientIdentity, People, Visitor } from '../shop/people/people.ts';
import type { Assets } from './assets.ts';
import type { Form } from './form.ts';
import type { Page, Piece } from './page.ts';
import { type Pages, pageFailure } from './pages.ts';
import { partReply, sendTo } from './reply.ts';
import type { PageAnswer, PageRoute, RouteAddress } from './route.ts';
import { isSignedIn, nothingThere, type Visit, visitOf } from './visit.ts';
import { RefusedVisit } from './wordings.ts';

export type WebEvents = {
  /** A visitor got an error page; this is the cause. */
  failed(requestId: string, error: unknown): void;
  /** A page or an act was answered; `route` is its path with parameter names. */
  answered(event: { readonly route: string; readonly status: number; readonly tookMs: number }): void;
};

export type WebParts = {
  readonly routes: readonly PageRoute[];
  readonly pages: Pages;
  readonly assets: Assets;
  readonly people: Pick<People, 'findVisitor'>;
  /** The client's address, from the connection or a trusted proxy. */
  readonly clientAddress: (bindings: HttpBindings) => string;
  /** Where visitors reach the service, as an origin. */
  readonly origin: () => string;
  readonly now: Clock;
  readonly events: WebEvents;
  /** Answers a request that no page and no machine route handles, as the API does. */
  readonly refuse: (bindings: HttpBindings, path: string, known: MethodsOfPaths) => Response;
};

export type Web = {
  readonly fetch: (request: Request, bindings: HttpBindings) => PageAnswer;
  /** All routes, without the files that pages load. */
  readonly routes: readonly RouteAddress[];
};

/** How long after a sign-in a `fresh` act is allowed. */
export const freshMs = 15 * 60_000;

const mib = 2 ** 20;

/** Request bodies in memory. Members may send files, and are limited per account; all others per address. */
const ofSignedIn = { bytesMax: 96 * mib, bytesPerSenderMax: 32 * mib };
const ofAnonymous = { bytesMax: 32 * mib, bytesPerSenderMax: 4 * mib };
/** The payment provider's messages, whose memory other senders cannot use up. */
const ofMachines = { bytesMax: 16 * mib, bytesPerSenderMax: 4 * mib };

type OpenParts = WebParts & { readonly bodies: Readonly<Record<'signedIn' | 'anonymous' | 'machines', BodyBudget>> };

export function createWeb(given: WebParts): Web {
  const bodies = {
    signedIn: new BodyBudget(ofSignedIn),
    anonymous: new BodyBudget(ofAnonymous),
    machines: new BodyBudget(ofMachines),
  };
  const parts = { ...given, bodies };
  const { routes, pages, assets } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();
  for (const route of routes) {
    app.on(route.method, route.path, (c) => {
      const parameters: Record<string, string> = c.req.param();
      return answerRoute(parts, route, { bindings: c.env, parameters, url: new URL(c.req.url) });
    });
  }
  app.get('/assets/*', (c) => assets.reply(c.req.path, c.env.incoming) ?? c.notFound());
  const known = methodsOf(routes);
  for (const path of Object.keys(known)) app.options(path, (c) => parts.refuse(c.env, path, known));
  app.notFound(async (c) => {
    const refused = parts.refuse(c.env, c.req.path, known);
    if (!(c.env.incoming.headers.accept ?? '').includes('text/html')) return refused;
    const visitor = await findVisitor(parts, callerOf(parts, c.env));
    const visit = { visitor, exchange: c.env.outgoing };
    const allow = refused.headers.get('Allow');
    if (allow === null) return pages.fail(visit, nothingThere());
    const refusal = await pages.fail(visit, new RefusedVisit('Open the page first.', 'method_not_allowed'));
    refusal.headers.set('Allow', allow);
    return refusal;
  });
  app.onError((error, c) => {
    parts.events.failed(c.env.outgoing.requestId, error);
    return pages.fail({ visitor: undefined, exchange: c.env.outgoing }, error);
  });
  return { fetch: (request, bindings) => app.fetch(request, bindings), routes };
}

function methodsOf(routes: readonly PageRoute[]): MethodsOfPaths {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, all]) => {
      return [path, all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))];
    }),
  );
}

type Arrival = {
  readonly bindings: HttpBindings;
  readonly parameters: Readonly<Record<string, string>>;
  readonly url: URL;
};

async function answerRoute(parts: OpenParts, route: PageRoute, arrival: Arrival): Promise<Response> {
  const { outgoing } = arrival.bindings;
  const reply = await attempt(parts, route, arrival);
  const tookMs = performance.now() - outgoing.arrivedAt;
  parts.events.answered({ route: route.path, status: reply.status, tookMs });
  return reply;
}

async function attempt(parts: OpenParts, route: PageRoute, { bindings, parameters, url }: Arrival): Promise<Response> {
  const caller = callerOf(parts, bindings);
  let visitor: Visitor | undefined;
  try {
    // PostgreSQL stores no text with a NUL, so a search for one would fail.
    if (`${url.pathname}${url.search}`.includes('%00')) throw nothingThere();
    const isMachine = route.audience === 'machine';
    if (route.method === 'POST' && !isMachine && !isFromOurPages(bindings.incoming, parts.origin())) {
      throw new RefusedVisit('This did not come from one of our pages. Open the page and send its form again.');
    }
    if (!isMachine) visitor = await findVisitor(parts, caller);
    const { signedIn, anonymous, machines } = parts.bodies;
    const unknown = isMachine ? machines : anonymous;
    if (visitor === undefined) bindings.outgoing.countBodyFor(unknown, clientBlock(caller.address));
    else bindings.outgoing.countBodyFor(signedIn, visitor.accountId);
    return await admit(parts, route, visitOf({ exchange: bindings.outgoing, caller, parameters, url, visitor }));
  } catch (error) {
    if (pageFailure(error).status >= 500) parts.events.failed(bindings.outgoing.requestId, error);
    return await parts.pages.fail({ visitor, exchange: bindings.outgoing }, error);
  }
}

function admit(parts: WebParts, route: PageRoute, visit: Visit): PageAnswer {
  if (route.audience === 'anyone' || route.audience === 'machine') return route.answer(visit);
  if (!isSignedIn(visit)) return requireProof(parts, visit, '/sign-in');
  if (route.audience === 'fresh' && parts.now() >= visit.visitor.provenAt + freshMs) {
    return requireProof(parts, visit, '/sign-in/again');
  }
  return route.answer(visit);
}

/** A page is opened after the sign-in. The reply to a form keeps what was typed, if it can. */
async function requireProof({ pages }: WebParts, visit: Visit, path: ProofPath): Promise<Response> {
  if (visit.wantsPart) return proofPart(path);
  const { method, headers } = visit.exchange.req;
  const isAct = method === 'POST';
  if (isAct && /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers['content-type'] ?? '')) {
    return pages.render(visit, await proofPage(visit, path));
  }
  const back = isAct ? '/account' : visit.url.pathname + visit.url.search;
  return sendTo(visit, `${path}?next=${encodeURIComponent(back)}`);
}

function callerOf({ clientAddress }: WebParts, bindings: HttpBindings): ClientIdentity {
  const { cookie, 'user-agent': userAgent } = bindings.incoming.headers;
  return { cookies: cookie, address: clientAddress(bindings), userAgent: userAgent?.slice(0, 500) };
}

async function findVisitor({ people }: WebParts, caller: ClientIdentity): Promise<Visitor | undefined> {
  return caller.cookies === undefined ? undefined : people.findVisitor(caller);
}

/** The page where a visitor signs in, or signs in again, and why. */
const reasons = {
  '/sign-in': ['You are signed out', 'Sign in'],
  '/sign-in/again': ['This needs a recent sign-in', 'Sign in again'],
} as const;

type ProofPath = keyof typeof reasons;

/** Fields that no page shows again. */
const secretNames = /^(?:password|current|code)$/;

/** For a script: its page does not change, and shows this (`account.js`). */
function proofPart(path: ProofPath): Response {
  const [reason, act] = reasons[path];
  return partReply(
    html`<p>${reason}. <a href="${path}" target="_blank">${act}</a> in a new tab, then try again.</p>`,
    401,
  );
}

/**
 * Replies to a form that was not accepted: has its fields, and sends them again after the sign-in in another tab. A form with
 * a file, or a large one, must be sent from its own page again: anybody may send it, and a long page takes long to write.
 */
async function proofPage(visit: Visit, path: ProofPath): Promise<Page> {
  const [title, act] = reasons[path];
  const fields = await keptFields(visit);
  const signIn = html`<a href="${path}" target="_blank">${act}</a> in a new tab`;
  const body = html`<div class="narrow"><h1>${title}</h1>
${fields === undefined ? html`<p>Nothing was sent. ${signIn}, then go back and send the form again.</p>` : html`<p>Nothing was sent, and nothing is lost. ${signIn}, then return to this one.</p>${formWith(visit.url, fields)}`}</div>`;
  return { title, body, status: 401 };
}

type Fields = ReturnType<Form['all']>;

/** Undefined for a form that the page cannot keep. */
async function keptFields({ readForm }: Visit): Promise<Fields | undefined> {
  try {
    const form = await readForm();
    return form.hasFile() ? undefined : form.all().filter(([name]) => !secretNames.test(name));
  } catch (error) {
    if (hasReason(error, 'body_too_large')) return undefined;
    throw error;
  }
}

function formWith({ pathname, search }: URL, fields: Fields): Piece {
  return html`<form method="post" action="${pathname}${search}">${fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<div class="actions"><button class="primary" type="submit">Send again</button></div></form>`;
}

/**
 * Returns whether a browser sent this request from one of our pages: the CSRF check of every act.
 *
 * A page cannot set `Sec-Fetch-Site`. In browsers too old for it, `Origin` must name the service's own origin, or the
 * requested host with the same scheme: a service may have several names, and a proxy may use another one.
 *
 * A page loaded over plain HTTP may be an attacker's, so it never counts as a page of a service with HTTPS. A request
 * with neither header is refused: browsers send one of them with every form.
 *
 * Source: W3C Fetch Metadata; RFC 6454.
 */
export function isFromOurPages({ headers }: Pick<IncomingMessage, 'headers'>, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return false;
  if (origin === ownOrigin) return true;
  return headers.host !== undefined && origin === `${new URL(ownOrigin).protocol}//${headers.host}`;
}
