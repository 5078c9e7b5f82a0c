import type { AccountId } from '../accounts/account.ts';
import type { TermsVersion } from '../glossary/term-store.ts';
import type { KeyId } from '../keys/key-store.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Characters } from '../units.ts';
import type { ReportedTerm } from './reported-terms.ts';

/** The most that a text may have, in code points. */
export const textCharactersMax = 100_000;

/** One call to translate, already authenticated, admitted and parsed. */
export type TranslateRequest = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  /** Of the account's glossary, as of this request; 0: it has no entries. */
  readonly termsVersion: TermsVersion;
  /** 1 to `textCharactersMax` code points, no lone surrogate. */
  readonly text: string;
  readonly source: LanguageTag | 'auto';
  readonly target: LanguageTag;
  /** 1 to 255 visible ASCII characters, the caller's own; undefined when it sent none. */
  readonly idempotencyKey: string | undefined;
  /** Whether the reply reports the glossary entries it used. */
  readonly reportsTerms?: boolean;
};

export type TranslateReply = {
  readonly translatedText: string;
  readonly charged: Characters;
  /** Never `auto`. */
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  /** True when the reply stands for an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean;
  /** Where they were asked for and something was translated; the reply that stands for an earlier call has that one's. */
  readonly terms?: readonly ReportedTerm[];
};

/** The parts of a call that are timed, by their Server-Timing names. */
export type TimedPart = 'auth' | 'limit' | 'hold' | 'detect' | 'engine' | 'capture' | 'total';

/** Collects how long each part of one call took, and the engine that translated. */
export type Stopwatch = { record(part: TimedPart, tookMs: number): void; noteEngine(engine: string): void };

/**
 * Translates, and charges exactly when it succeeds.
 *
 * @throws ServiceError `unsupported_pair`, `undecided_language`, `idempotency_key_reused`, `insufficient_balance`;
 * `caller_gone` when `signal` aborts; and every fault of the service
 */
export type Translate = (
  request: TranslateRequest,
  signal: AbortSignal,
  stopwatch: Stopwatch,
) => Promise<TranslateReply>;
