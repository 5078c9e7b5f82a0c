import type { ErrorCode } from '../ground/service-error.ts';
import type { Clock } from '../ground/units.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import type { AccountId } from '../shop/accounts/account.ts';
import type { Documents } from '../shop/documents/documents.ts';
import type { AccountGlossaries } from '../shop/glossaries/account-glossaries.ts';
import type { GlossaryFiles, GlossaryWork } from '../shop/glossaries/glossary-files.ts';
import type { IdempotentReplies } from '../shop/idempotency/idempotent-replies.ts';
import type { KeyHolder } from '../shop/keys/key-store.ts';
import type { Balance } from '../shop/ledger/ledger-store.ts';
import type { RateLimiter } from '../shop/limits/rate-limiter.ts';
import type { AccountMemory } from '../shop/memory/account-memory.ts';
import type { MemoryConflicts } from '../shop/memory/glossary-conflicts.ts';
import type { MemoryFiles } from '../shop/memory/memory-files.ts';
import type { AnsweredRequest } from '../shop/requests/request-store.ts';
import type { LookUp } from '../shop/sale/look-up.ts';
import type { Translate, TranslateBatch } from '../shop/sale/translate.ts';
import type { FindRecentSources } from '../shop/usage/recent-sources.ts';
import type { LanguageCatalogue } from '../text/languages/catalogue.ts';
import type { Detector, LanguageRanker } from '../text/languages/detector.ts';
import type { RenderProblem } from './problem.ts';

/** Events of the API. They contain no text, key or address. */
export type ApiEvents = {
  /** A request to an endpoint that needs a key was answered. `code` is the precise reason of a failure. */
  answered(event: {
    /** Its name in the list of endpoints. */
    readonly endpoint: string;
    readonly status: number;
    readonly code: ErrorCode | undefined;
    readonly tookMs: number;
  }): void;
  /** Why a caller received `server_error`. */
  failed(requestId: string, error: unknown): void;
};

/** What the public API needs from other folders. */
export type ApiParts = {
  /**
   * Returns the account and key of a credential, which is undefined for a request without one.
   * @throws ServiceError `invalid_key`, the same for a missing, malformed, unknown and revoked key
   */
  readonly authenticate: (credential: string | undefined) => Promise<KeyHolder>;
  readonly limiter: RateLimiter;
  /** Budget of request bodies, by account. */
  readonly bodies: BodyBudget;
  readonly translate: Translate;
  readonly translateBatch: TranslateBatch;
  readonly lookUp: LookUp;
  readonly catalogue: LanguageCatalogue;
  readonly detector: Detector & LanguageRanker;
  readonly recentSources: FindRecentSources;
  readonly replies: Pick<IdempotentReplies, 'run'>;
  readonly documents: Pick<Documents, 'start' | 'find' | 'content' | 'review' | 'remove' | 'abandon' | 'estimate'>;
  readonly glossaries: Pick<AccountGlossaries, 'list' | 'readAll' | 'import' | 'remove'>;
  readonly memory: Pick<AccountMemory, 'list' | 'find' | 'count' | 'pages' | 'check' | 'approve' | 'import' | 'remove'>;
  readonly memoryConflicts: Pick<MemoryConflicts, 'find' | 'list'>;
  /** Limits of glossaries and memories together. */
  readonly glossaryWork: GlossaryWork;
  /** Reads and writes glossary files; loaded with the first one. */
  readonly openFiles: () => Promise<Omit<GlossaryFiles, 'bytesMax'>>;
  /** The same for files of memories. */
  readonly openMemoryFiles: () => Promise<Pick<MemoryFiles, 'read' | 'write'>>;
  /** Records in the audit journal that the owner imported entries. */
  readonly recordImport: (accountId: AccountId, act: 'terms.imported' | 'memory.imported') => Promise<void>;
  /** Undefined when there is no such account. */
  readonly readBalance: (accountId: AccountId) => Promise<Balance | undefined>;
  /** Lists a request that had a key; returns at once and never throws. */
  readonly noteRequest: (request: AnsweredRequest) => void;
  readonly now: Clock;
  /** Time limit of a translation, from the arrival of its request. */
  readonly deadlineMs: number;
  readonly renderProblem: RenderProblem;
  readonly events: ApiEvents;
};
