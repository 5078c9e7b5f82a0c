import { html } from 'hono/html';
import { type ErrorCode, ServiceError } from '../core/service-error.ts';
import type { Assets } from './assets.ts';
import { type Demo, framed, type Page } from './page.ts';
import { htmlReply, type ReplyHeaders } from './reply.ts';
import type { Visit } from './visit.ts';
import { type PageProblem, RefusedVisit, readableProblem } from './wordings.ts';

export type PagesParts = {
  readonly assets: Assets;
  /** Undefined for a service that is no demo. */
  readonly demo: Demo | undefined;
  /** Origin of the payment page to which forms may redirect. */
  readonly checkoutOrigin: string | undefined;
  /** Whether the service is reached by HTTPS, so that browsers must always use it. */
  readonly isSecure: boolean;
  /** Whether Strict-Transport-Security covers subdomains. */
  readonly hstsIncludesSubdomains: boolean;
};

/** Renders pages with their layout and security headers. */
export class Pages {
  readonly #parts: PagesParts;
  readonly #headers: ReplyHeaders;

  constructor(parts: PagesParts) {
    this.#parts = parts;
    const { checkoutOrigin, isSecure, hstsIncludesSubdomains } = parts;
    const hsts = `max-age=31536000${hstsIncludesSubdomains ? '; includeSubDomains' : ''}`;
    const formTargets = checkoutOrigin === undefined ? "'self'" : `'self' ${checkoutOrigin}`;
    this.#headers = {
      'Content-Security-Policy':
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; ` +
        `form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
      'X-Frame-Options': 'DENY',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      ...(isSecure ? { 'Strict-Transport-Security': hsts } : {}),
    };
  }

  render({ visitor }: Pick<Visit, 'visitor'>, page: Page): Response {
    const { assets, demo } = this.#parts;
    const piece = framed(page, { visitor, assetPath: (name) => assets.path(name), demo });
    return htmlReply(piece, { status: page.status ?? 200, headers: { ...this.#headers, ...page.headers } });
  }

  /** The page for a failure. It contains only texts of the program's own. */
  fail(visit: Pick<Visit, 'visitor' | 'exchange'>, error: unknown): Response {
    const { status, title, message, retryAfterSeconds } = failureOf(error);
    const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    const body = html`<div class="narrow"><h1>${title}</h1><p>${message}</p>
${status >= 500 ? html`<p class="soft">Request <code>${visit.exchange.requestId}</code></p>` : ''}
<p><a href="/">Go to the start</a></p></div>`;
    return this.render(visit, { title, body, status, headers });
  }
}

const notNow = [503, 'Not just now'] as const;

/** Failures without an entry are faults of the service. */
const statuses: Partial<Readonly<Record<ErrorCode, readonly [status: number, title: string]>>> = {
  validation_error: [400, 'That cannot be done'],
  not_found: [404, 'Nothing here'],
  method_not_allowed: [405, 'That cannot be done here'],
  insufficient_balance: [402, 'Too few characters left'],
  rate_limit_exceeded: [429, 'Too many requests'],
  overloaded: notNow,
  draining: notNow,
  store_unavailable: notNow,
};

type PageFailure = PageProblem & { readonly status: number; readonly title: string };

/** Describes any failure for a visitor. */
export function failureOf(error: unknown): PageFailure {
  const code = error instanceof ServiceError || error instanceof RefusedVisit ? error.code : 'server_error';
  const [status, title] = statuses[code] ?? [500, 'Something went wrong'];
  if (status === 503) {
    const message = 'The service is busy, or its database is unreachable. Please try again in a moment.';
    return { status, title, param: '', message, retryAfterSeconds: 5 };
  }
  const problem = status === 500 ? undefined : readableProblem(error);
  if (problem !== undefined) return { status, title, ...problem };
  const message = 'Something failed on our side. It is in our log. Please try again.';
  return { status: 500, title: 'Something went wrong', param: '', message };
}
