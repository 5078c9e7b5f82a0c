import { pauseFor } from '../../core/abort.ts';
import type { Dialect, Refusal } from './dialect.ts';
import { type ChatBody, Endpoint, type Failure, type Usage } from './endpoint.ts';
import { answerSchema, answerTokensMax, type Question, readAnswer, writeQuestion } from './exchange.ts';
import type { OpenAiLimits, OpenAiOptions } from './options.ts';

/** How a question ended. */
export type Answer =
  /** One for each sentence; undefined where the model gave none. */
  | { readonly kind: 'answered'; readonly texts: readonly (string | undefined)[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | Failure;

/** The largest random reduction of a pause, so that requests that failed together are not repeated together. */
const jitter = 0.25;

/** A language model at an endpoint: sends questions, repeats them after temporary failures, and reports their cost. */
export class Model {
  readonly #endpoint: Endpoint;
  readonly #options: OpenAiOptions;
  readonly #limits: OpenAiLimits;

  constructor(options: OpenAiOptions, limits: OpenAiLimits) {
    this.#endpoint = new Endpoint(options, limits);
    this.#options = options;
    this.#limits = limits;
  }

  /**
   * Repeats the question after temporary failures.
   *
   * @throws the signal's reason when it aborts
   */
  async ask(question: Question, dialect: Dialect, signal: AbortSignal): Promise<Answer> {
    for (let retries = 0; ; retries++) {
      const answer = await this.askOnce(question, dialect, signal);
      const pauseMs = answer.kind === 'failed' ? this.#pauseMs(answer, retries) : undefined;
      if (answer.kind !== 'failed' || pauseMs === undefined) return answer;
      this.#options.events.completionRetried({ engine: 'openai', reason: answer.reason });
      await pauseFor(pauseMs, signal);
    }
  }

  /** @throws the signal's reason when it aborts */
  async askOnce(question: Question, dialect: Dialect, signal: AbortSignal): Promise<Answer> {
    const completion = await this.#endpoint.complete(bodyOf(question, dialect), signal);
    if (completion.kind !== 'answered') return completion;
    this.#tellUse(completion.usage);
    return { kind: 'answered', texts: readAnswer(completion.content, question.sentences.length) };
  }

  /** Before the next try; undefined when there is to be none. */
  #pauseMs({ mayPass, retryAfterMs }: Failure, retries: number): number | undefined {
    const { retriesMax, retryPauseMs, retryPauseMsMax } = this.#limits;
    if (!mayPass || retries >= retriesMax) return undefined;
    if (retryAfterMs !== undefined) return retryAfterMs > retryPauseMsMax ? undefined : retryAfterMs;
    return Math.min(retryPauseMs * 2 ** retries, retryPauseMsMax) * (1 - jitter * Math.random());
  }

  #tellUse(usage: Usage | undefined): void {
    if (usage === undefined) return;
    const { prices, events } = this.#options;
    const { promptTokens, completionTokens } = usage;
    const cost = prices && (promptTokens * prices.prompt + completionTokens * prices.completion) / 1_000_000;
    events.completionUsed({ engine: 'openai', promptTokens, completionTokens, cost });
  }
}

function bodyOf(question: Question, dialect: Dialect): ChatBody {
  return {
    messages: writeQuestion(question),
    [dialect.tokensMember]: answerTokensMax(question.sentences),
    ...(dialect.hasTemperature ? { temperature: 0 } : {}),
    ...(dialect.hasSeed ? { seed: question.seed } : {}),
    ...formatOf(dialect, question.sentences.length),
  };
}

function formatOf({ format }: Dialect, count: number): Pick<ChatBody, 'response_format'> {
  switch (format) {
    case 'json_schema': {
      const schema = { name: 'translations', strict: true, schema: answerSchema(count) };
      return { response_format: { type: 'json_schema', json_schema: schema } };
    }
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'text':
      return {};
  }
}
