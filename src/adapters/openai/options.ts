import type { TextEvents } from '../../text/events.ts';
import type { LanguageTag } from '../../text/languages/language.ts';

export type OpenAiOptions = {
  /** Including `/v1`; without user name and password. */
  readonly baseUrl: string;
  /** Undefined for an endpoint that needs none. */
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Canonical tags. The engine translates from each into each other. */
  readonly languages: readonly LanguageTag[];
  /** Undefined when unknown; then no cost is reported. */
  readonly prices?: OpenAiPrices | undefined;
  /** Further members of every request, for example to turn off reasoning. The engine's own members override them. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  readonly events: Pick<TextEvents, 'completionUsed' | 'completionRetried' | 'backgroundFailed'>;
  /** Replaces values of `defaultLimits`. */
  readonly limits?: Partial<OpenAiLimits>;
};

/** For 1,000,000 tokens, in the operator's currency. */
export type OpenAiPrices = {
  /** Of input tokens. */
  readonly prompt: number;
  /** Of output tokens. */
  readonly completion: number;
};

/** All limits of the engine. */
export type OpenAiLimits = {
  /** Concurrent requests. */
  readonly requestsMax: number;
  /** Sentences of one text in one request; with 1, a sentence's translation depends on no other. */
  readonly sentencesPerRequest: number;
  /** The same limit in UTF-16 units; a single sentence may exceed it. */
  readonly unitsPerRequest: number;
  /** Limit of accepted, unfinished work in UTF-16 units; each segment adds a fixed cost. */
  readonly queueUnitsMax: number;
  /** A request without an answer for this long fails, and is not retried. */
  readonly answerMsMax: number;
  /** How long opening waits for the first answer. A late endpoint is still used. */
  readonly startMsMax: number;
  /** How often a request is retried after a temporary failure. */
  readonly retriesMax: number;
  /** Pause before the first retry if the endpoint requests none; each further pause is twice as long. */
  readonly retryPauseMs: number;
  /** The longest pause. If an endpoint requests a longer one, it is withdrawn, and other engines are tried. */
  readonly retryPauseMsMax: number;
  /** Failures in a row that cause a probe. */
  readonly failuresMax: number;
  /** Pause before the first probe of a withdrawn endpoint; each further pause is twice as long. */
  readonly probePauseMs: number;
  readonly probePauseMsMax: number;
};

export function defaultLimits(): OpenAiLimits {
  return {
    requestsMax: 4,
    // About 300 tokens of an answer: half a minute for a small model on a CPU. The instructions are sent once for all.
    sentencesPerRequest: 8,
    unitsPerRequest: 1_500,
    // Several texts of 100,000 characters.
    queueUnitsMax: 1_000_000,
    // Half of the default time limit of a request, so that another engine still has time.
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
