import type { AccountId } from '../core/accounts/account.ts';
import type { KeyHolder } from '../core/keys/key-store.ts';
import type { LanguageCatalogue } from '../core/languages/catalogue.ts';
import type { Balance } from '../core/ledger/ledger-store.ts';
import type { RateLimiter } from '../core/limits/rate-limiter.ts';
import type { AnsweredRequest } from '../core/requests/request-store.ts';
import type { ErrorCode } from '../core/service-error.ts';
import type { Translate } from '../core/translation/translate.ts';
import type { Clock } from '../core/units.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { RenderProblem } from './problem.ts';

export type Endpoint = 'translate' | 'usage';

/** What the API wants known, one method for each event. No text, key or address ever passes through here. */
export type ApiEvents = {
  /** A request with a key, or without one where one is needed, was answered. `code` is the precise reason of a failure. */
  answered(event: {
    readonly endpoint: Endpoint;
    readonly status: number;
    readonly code: ErrorCode | undefined;
    readonly tookMs: number;
  }): void;
  /** Why a caller received `server_error`. */
  failed(requestId: string, error: unknown): void;
};

/** What the public API is made of. */
export type ApiParts = {
  /**
   * Whom a credential speaks for; undefined stands for a request without one.
   *
   * @throws ServiceError `invalid_key`, the same for a missing, malformed, unknown and revoked key
   */
  readonly authenticate: (credential: string | undefined) => Promise<KeyHolder>;
  readonly limiter: RateLimiter;
  /** Of calls with a key, by account. */
  readonly bodies: BodyBudget;
  readonly translate: Translate;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'parse' | 'version'>;
  /** Undefined when there is no such account. */
  readonly readBalance: (accountId: AccountId) => Promise<Balance | undefined>;
  /** Lists a request that had a key; returns at once and never throws. */
  readonly noteRequest: (request: AnsweredRequest) => void;
  readonly now: Clock;
  /** How long a translation may take from the arrival of its request. */
  readonly deadlineMs: number;
  /** As `openApiDocument` makes it. */
  readonly document: OpenApiDocument;
  readonly renderProblem: RenderProblem;
  readonly events: ApiEvents;
};
