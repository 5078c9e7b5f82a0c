import type { ReportedEntry } from '../../text/attempts/reported-entries.ts';
import type { Markup } from '../../text/document/inner-text.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { PlacedPair } from '../glossaries/glossary-cache.ts';
import type { GlossaryVersion } from '../glossaries/glossary-store.ts';
import type { KeyId } from '../keys/key-store.ts';
import type { MemoryVersion } from '../memory/memory-store.ts';
import type { Cost } from './cost.ts';

/** Longest text, in code points. */
export const textCharactersMax = 100_000;

export const batchTextsMax = 1_000;

/** A request to translate, already authenticated, admitted and parsed. */
export type TranslateRequest = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  /** As in a `KeyHolder`. */
  readonly api?: string | undefined;
  /** The current version of the account's glossary; 0 if it has no entries. */
  readonly glossaryVersion: GlossaryVersion;
  /** The current version of the account's memory; 0 if it has never had an entry. */
  readonly memoryVersion: MemoryVersion;
  /** Dictionaries that the request names. */
  readonly named?: readonly PlacedPair[] | undefined;
  /** 1 to `textCharactersMax` code points, no lone surrogate. */
  readonly text: string;
  readonly source: LanguageTag | 'auto';
  readonly target: LanguageTag;
  /**
   * Whether a source that cannot be detected is guessed instead of refused, text by text. A text in no served language
   * is returned unchanged.
   */
  readonly guessesSource?: boolean;
  /** Undefined: recognised in each text. */
  readonly markup?: Markup | undefined;
  /** From the caller: 1 to 255 visible ASCII characters; undefined if it sent none. */
  readonly idempotencyKey: string | undefined;
  /** Whether the reply reports the glossary entries it used. */
  readonly withEntries?: boolean;
};

/** Its cost is that of the earlier request if it is `replayed`. */
export type TranslateReply = Cost & {
  readonly translatedText: string;
  /** Never `auto`. */
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  /** True if this is the stored reply to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
  /** Set if requested and something was translated. A stored reply has those of the earlier request. */
  readonly entries?: readonly ReportedEntry[];
};

/** A request to translate several texts, for one charge or none. */
export type BatchRequest = Omit<TranslateRequest, 'text' | 'source' | 'target' | 'withEntries'> & {
  /** The source of all texts, or that of each in order. */
  readonly source: TranslateRequest['source'] | readonly LanguageTag[];
  /** The target of all texts, or that of each in order. */
  readonly target: LanguageTag | readonly LanguageTag[];
  /** Texts of `textCharactersMax` code points in all, no lone surrogate. */
  readonly texts: readonly string[];
};

export type BatchReply = Cost &
  Pick<TranslateReply, 'source' | 'target' | 'replayed'> & {
    /** In the order of the texts. */
    readonly translations: readonly (Cost & Pick<TranslateReply, 'translatedText' | 'source'>)[];
  };

/**
 * Charges only if all succeed. A text whose language cannot be detected alone takes that of all texts together.
 * `source` and `target` of the reply are `mul` (ISO 639-2) if the texts have several.
 * @throws ServiceError as `Translate`, but `unusable_texts` and `unfaithful_texts` for faults of some texts
 */
export type TranslateBatch = (request: BatchRequest, signal: AbortSignal, stopwatch: Stopwatch) => Promise<BatchReply>;

/** The timed parts of a request, by their Server-Timing names. */
export type TimedPart = 'auth' | 'limit' | 'hold' | 'detect' | 'engine' | 'capture' | 'total';

export type Stopwatch = { record(part: TimedPart, tookMs: number): void; noteEngine(engine: string): void };

/**
 * Charges only on success. @throws ServiceError `unsupported_pair`, `undecided_language`, `idempotency_key_reused`,
 * `insufficient_balance`; `caller_gone` when `signal` aborts; and every fault of the service
 */
export type Translate = (
  request: TranslateRequest,
  signal: AbortSignal,
  stopwatch: Stopwatch,
) => Promise<TranslateReply>;
