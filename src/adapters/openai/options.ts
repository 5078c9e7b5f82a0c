import type { TextEvents } from '../../text/events.ts';
import type { LanguageTag } from '../../text/languages/language.ts';

export type OpenAiOptions = {
  /** Up to and with its `/v1`; without a user name or a password. */
  readonly baseUrl: string;
  /** Undefined for an endpoint that needs none. */
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Each into each other; canonical tags. */
  readonly languages: readonly LanguageTag[];
  /** Undefined when unknown; then no cost is reported. */
  readonly prices?: OpenAiPrices | undefined;
  /** Further members of every request, such as one that turns off a model's thinking. The engine's own members win. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  readonly events: Pick<TextEvents, 'completionUsed' | 'completionRetried' | 'backgroundFailed'>;
  /** Replaces values of `defaultLimits`. */
  readonly limits?: Partial<OpenAiLimits>;
};

/** Of 1,000,000 tokens, in the operator's currency. */
export type OpenAiPrices = {
  /** What the model reads. */
  readonly prompt: number;
  /** What it writes. */
  readonly completion: number;
};

/** All limits of the engine. */
export type OpenAiLimits = {
  /** Concurrent requests. */
  readonly requestsMax: number;
  /** Sentences of one text in one request; with 1, a sentence's translation depends on no other. */
  readonly sentencesPerRequest: number;
  /** The same in UTF-16 units; a single sentence may have more. */
  readonly unitsPerRequest: number;
  /** Work that is accepted and not done, in UTF-16 units; each segment counts for some more. */
  readonly queueUnitsMax: number;
  /** A request without an answer for this long fails, and is not repeated. */
  readonly answerMsMax: number;
  /** How long opening waits for the first answer; the endpoint may still come up later. */
  readonly startMsMax: number;
  /** How often a request is repeated after a temporary failure. */
  readonly retriesMax: number;
  /** Pause before the first repeat if the endpoint requests none; each further pause is twice as long. */
  readonly retryPauseMs: number;
  /** The longest pause. An endpoint that requests a longer one is not used that long, and other engines are tried. */
  readonly retryPauseMsMax: number;
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
    failuresMax: 3,
    probePauseMs: 2_000,
    probePauseMsMax: 300_000,
  };
}
