import { html } from 'hono/html';
import { within } from '../ground/abort.ts';
import { type ErrorCode, ServiceError } from '../ground/service-error.ts';
import type { Characters } from '../ground/units.ts';
import type { AccountId } from '../shop/accounts/account.ts';
import type { Assets } from './assets.ts';
import { type Frame, framed } from './frame.ts';
import type { Page } from './page.ts';
import { htmlReply, type ReplyHeaders, retryHeaders } from './reply.ts';
import { themeOf } from './theme.ts';
import type { Visit } from './visit.ts';
import { type PageProblem, RefusedVisit, readableProblem } from './wordings.ts';

export type PagesParts = Omit<Frame, 'visitor' | 'balance' | 'baseUrl' | 'theme' | 'path'> & {
  readonly assets: Assets;
  readonly readBalance: (accountId: AccountId) => Promise<Characters | undefined>;
  readonly baseUrl: () => string;
  /** Origin of the payment page to which forms may redirect. */
  readonly checkoutOrigin: string | undefined;
  /** Whether the service is reached by HTTPS, so that browsers must always use it. */
  readonly isSecure: boolean;
  readonly hstsIncludesSubdomains: boolean;
};

/** How long a page waits for the balance in its header. */
const balanceMsMax = 500;

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
        `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; ` +
        `connect-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
      'X-Frame-Options': 'DENY',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      ...(isSecure ? { 'Strict-Transport-Security': hsts } : {}),
    };
  }

  async render({ visitor, exchange }: Pick<Visit, 'visitor' | 'exchange'>, page: Page): Promise<Response> {
    const { readBalance, baseUrl } = this.#parts;
    // A page that needs no database is shown without the balance when the database is unreachable.
    const reading = visitor === undefined ? undefined : readBalance(visitor.accountId).catch(() => undefined);
    const balance = reading === undefined ? undefined : await within(reading, balanceMsMax, undefined);
    const { url = '/', method, headers } = exchange.req;
    const { status = 200 } = page;
    // The reply to a form has no address, a failure does not repeat an unknown one, and a link with a token is a secret.
    const isShown = method !== 'POST' && status < 400 && page.headers?.['Referrer-Policy'] === undefined;
    const path = isShown ? url : (page.section ?? '/');
    const theme = themeOf(headers.cookie);
    const piece = framed(page, { ...this.#parts, visitor, balance, baseUrl: baseUrl(), theme, path });
    return htmlReply(piece, { status, headers: { ...this.#headers, ...page.headers } });
  }

  /** The page for a failure. It contains only texts of the program's own. */
  async fail(visit: Pick<Visit, 'visitor' | 'exchange'>, error: unknown): Promise<Response> {
    const failure = pageFailure(error);
    const { status, title, message } = failure;
    const { supportEmail } = this.#parts.brand;
    const body = html`<div class="narrow"><h1>${title}</h1><p>${message}</p>
${status >= 500 ? html`<p class="soft">Request <code>${visit.exchange.requestId}</code></p>` : ''}
<p><a href="/">Go to the home page</a>${supportEmail === undefined ? '' : html` or write to <a href="mailto:${supportEmail}">${supportEmail}</a>`}</p></div>`;
    return await this.render(visit, { title, body, status, headers: retryHeaders(failure) });
  }
}

const unavailable = [503, 'Temporarily unavailable'] as const;

/** Failures without an entry are faults of the service. */
const statuses: Partial<Readonly<Record<ErrorCode, readonly [status: number, title: string]>>> = {
  validation_error: [400, 'Invalid request'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  insufficient_balance: [402, 'Too few characters left'],
  rate_limit_exceeded: [429, 'Too many requests'],
  overloaded: unavailable,
  draining: unavailable,
  store_unavailable: unavailable,
};

type PageFailure = PageProblem & { readonly status: number; readonly title: string; readonly code: ErrorCode };

export function pageFailure(error: unknown): PageFailure {
  const code = error instanceof ServiceError || error instanceof RefusedVisit ? error.code : 'server_error';
  const [status, title] = statuses[code] ?? [500, 'Something went wrong'];
  if (status === 503) {
    const message = 'The service is busy, or its database is unreachable. Please try again in a moment.';
    return { code, status, title, param: '', message, retryAfterSeconds: 5 };
  }
  const problem = status === 500 ? undefined : readableProblem(error);
  if (problem !== undefined) return { code, status, title, ...problem };
  const message = 'An error occurred on our side and was logged. Try again.';
  return { code, status: 500, title: 'Something went wrong', param: '', message };
}
