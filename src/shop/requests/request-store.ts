import { dayMs, type Unit, type UnixMs } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import type { KeyId } from '../keys/key-store.ts';

/** Globally unique; the request id of the caller is not. */
export type RequestRecordId = Unit<string, 'RequestRecordId'>;

/** An answered request to translate, without any text. */
export type AnsweredRequest = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  /** As in the reply's `X-Request-Id`: up to 128 letters, digits, `.`, `_` and `-`, possibly chosen by the caller. */
  readonly requestId: string;
  readonly status: number;
  /** The error code in the reply, or `caller_gone`; undefined on success. */
  readonly code: string | undefined;
  /** Undefined when the request was refused before it was parsed, or when its source was not detected. */
  readonly source: LanguageTag | undefined;
  readonly target: LanguageTag | undefined;
  /** Characters charged. */
  readonly characters: number;
  /** Whole milliseconds from the arrival of the request to its reply. */
  readonly tookMs: number;
  /** Undefined when no engine translated, and for a stored reply. */
  readonly engine: string | undefined;
  /** As in a `KeyHolder`. */
  readonly api?: string | undefined;
};

export type RequestRecord = AnsweredRequest & {
  readonly id: RequestRecordId;
  /** When it was answered. */
  readonly at: UnixMs;
};

export const requestsKeptMs = 30 * dayMs;

export type RequestPlace = Pick<RequestRecord, 'at' | 'id'>;

export type RequestFilter = {
  readonly requestId?: string;
  /** `failed`: 400 and above. */
  readonly status?: number | 'failed';
  readonly keyId?: KeyId;
  readonly source?: LanguageTag;
  readonly target?: LanguageTag;
};

export type RequestQuery = {
  readonly accountId: AccountId;
  readonly filter: RequestFilter;
  /** Continues behind this place. */
  readonly before?: RequestPlace;
  readonly limit: number;
};

export type RequestPage = {
  readonly requests: readonly RequestRecord[];
  /** Where the next page begins; undefined at the end. A page with few or no requests may have one. */
  readonly next: RequestPlace | undefined;
};

/** The most rows that one page of a filtered list examines: a few milliseconds. */
export const examinedMax = 5_000;

/** The database operations of recent requests. Every method except `forgetRequests` is one atomic step. */
export type RequestStore = {
  /** Stores requests; repeating it changes nothing. Ignores accounts that do not exist or are erased. */
  recordRequests(requests: readonly RequestRecord[]): Promise<void>;
  /** Returns the requests of an account, newest first; examines at most `examinedMax` rows. */
  listRequests(query: RequestQuery): Promise<RequestPage>;
  /** Deletes requests answered before this time, in small steps. */
  forgetRequests(before: UnixMs): Promise<number>;
};
