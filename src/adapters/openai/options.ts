import type { Events } from '../../core/events.ts';
import type { LanguageTag } from '../../core/languages/language.ts';

export type OpenAiOptions = {
  /** Up to and with its `/v1`; without a user name or a password. */
  readonly baseUrl: string;
  /** Undefined for an endpoint that asks for none. */
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Each into each other; canonical tags. */
  readonly languages: readonly LanguageTag[];
  /** Undefined when unknown; then no cost is reported. */
  readonly prices?: OpenAiPrices | undefined;
  /** Members that every request gets beside ours, such as what turns a model's thinking off; ours come first. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  readonly events: Pick<Events, 'completionUsed' | 'completionRetried' | 'backgroundFailed'>;
  /** What is not given is as in `defaultLimits`. */
  readonly limits?: Partial<OpenAiLimits>;
};

/** Of 1,000,000 tokens, in the operator's currency. */
export type OpenAiPrices = {
  /** What the model reads. */
  readonly prompt: number;
  /** What it writes. */
  readonly completion: number;
};

/** Every bound of the engine. */
export type OpenAiLimits = {
  /** Requests under way at once. */
  readonly requestsMax: number;
  /** Sentences of one text in one request; with 1, a sentence's translation depends on no other. */
  readonly sentencesPerRequest: number;
  /** The same in UTF-16 units; a single sentence may have more. */
  readonly unitsPerRequest: number;
  /** Work that is accepted and not done, in UTF-16 units; each segment counts for some more. */
  readonly queueUnitsMax: number;
  /** A request that is not answered for this long is given up, and not tried again. */
  readonly answerMsMax: number;
  /** How long opening waits for the first answer; the endpoint may still come up later. */
  readonly startMsMax: number;
  /** How often a request is tried again that failed in a way that may pass. */
  readonly retriesMax: number;
  /** Before the first of these, where the endpoint does not say; each further pause is twice as long. */
  readonly retryPauseMs: number;
  /** The longest pause; an endpoint that asks for a longer one is left alone that long, and other engines are tried. */
  readonly retryPauseMsMax: number;
  /** Of one reply. */
  readonly replyBytesMax: number;
  /** After so many failures in a row the endpoint is withdrawn. */
  readonly failuresMax: number;
  /** Until a withdrawn endpoint is first tried again; each further pause is twice as long. */
  readonly probePauseMs: number;
  readonly probePauseMsMax: number;
};

export function defaultLimits(): OpenAiLimits {
  return {
    requestsMax: 4,
    // Some 300 tokens of an answer: half a minute of a small model on a processor. The instructions are read once for all.
    sentencesPerRequest: 8,
    unitsPerRequest: 1_500,
    // Several texts of 100,000 characters.
    queueUnitsMax: 1_000_000,
    // Half of what a request has by default, so that another engine can still do it.
    answerMsMax: 60_000,
    startMsMax: 10_000,
    retriesMax: 3,
    retryPauseMs: 500,
    retryPauseMsMax: 20_000,
    replyBytesMax: 1024 * 1024,
    failuresMax: 3,
    probePauseMs: 2_000,
    probePauseMsMax: 300_000,
  };
}
