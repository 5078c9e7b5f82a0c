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
  /** For 1,000,000 tokens, in the operator's currency. Undefined when unknown; then no cost is reported. */
  readonly prices?: { readonly prompt: number; readonly completion: number } | undefined;
  /** Further members of every request, for example to turn off reasoning. The engine's own members override them. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  readonly events: Pick<TextEvents, 'completionUsed' | 'completionRetried' | 'backgroundFailed'>;
  readonly limits?: Partial<OpenAiLimits>;
};

export type OpenAiLimits = Readonly<ReturnType<typeof defaultLimits>>;

export function defaultLimits() {
  return {
    requestsMax: 4,
    /** Of one text; with 1, none depends on another. About 300 tokens: half a minute for a small model on a CPU. */
    sentencesPerRequest: 8,
    /** The same limit in UTF-16 units; a single sentence may exceed it. */
    unitsPerRequest: 1_500,
    /** Limit of accepted, unfinished work in UTF-16 units, for several texts of 100,000. A segment adds a fixed cost. */
    queueUnitsMax: 1_000_000,
    /**
     * A request without an answer for this long fails, and is not retried. Half of the default time limit of a request:
     * another engine still has time.
     */
    answerMsMax: 60_000,
    /** How long opening waits for the first answer. A late endpoint is still used. */
    startMsMax: 10_000,
    /** How often a request is retried after a temporary failure. */
    retriesMax: 3,
    /** Pause before the first retry if the endpoint requests none; each further pause is twice as long. */
    retryPauseMs: 500,
    /** The longest pause. If an endpoint requests a longer one, it is withdrawn, and other engines are tried. */
    retryPauseMsMax: 20_000,
    failuresMax: 3,
    /** Pause before the first probe of a withdrawn endpoint; each further pause is twice as long. */
    probePauseMs: 2_000,
    probePauseMsMax: 300_000,
  };
}
