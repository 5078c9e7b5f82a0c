import { OpenAI } from 'openai';
import { z } from 'zod';
import { pauseFor } from '../../ground/abort.ts';
import { boundedFetch } from '../../ops/bounded-fetch.ts';
import type { Dialect } from './dialect.ts';
import { answerSchema, answerTokensMax, type CompletionRequest, readAnswer, writeQuestion } from './exchange.ts';
import { type EndpointFailure, endpointFailure, failure, type Refused } from './failure.ts';
import type { OpenAiLimits, OpenAiOptions } from './options.ts';

export type Completion =
  /** One for each sentence; undefined where the model gave none. */
  { readonly kind: 'answered'; readonly texts: readonly (string | undefined)[] } | Refused | EndpointFailure;

type ChatBody = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'model'>;

/** The used members of a reply. Members that differ from the protocol count as missing. */
const reply = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish().catch(undefined),
        message: z.object({ content: z.string().nullish().catch(undefined) }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
    .nullish()
    .catch(undefined),
});

/** The largest random reduction of a pause, so that requests that failed together are not repeated together. */
const jitter = 0.25;

/** Allows for a long token with every character escaped. */
const bytesPerToken = 32;
/** Allows for the other members of a reply. */
const bytesAround = 16_384;

/** A language model at an endpoint: sends questions, repeats them after temporary failures, and reports their cost. */
export class Model {
  readonly #client: OpenAI;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fixed: Readonly<Record<string, unknown>>;
  readonly #options: OpenAiOptions;
  readonly #limits: OpenAiLimits;

  constructor(options: OpenAiOptions, limits: OpenAiLimits) {
    const { baseUrl, apiKey, model, extraBody } = options;
    this.#options = options;
    this.#limits = limits;
    // Streaming is not supported.
    const { stream: _, ...extra } = extraBody ?? {};
    this.#fixed = { ...extra, model };
    this.#headers = headersWith(apiKey);
    this.#client = new OpenAI({
      baseURL: baseUrl,
      // The library requires a value. `#headers` has the real key.
      apiKey: 'none',
      // By default, the library reads these from environment variables.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      // Never reached: the timeout of `askOnce` is shorter and also covers the body of the reply.
      timeout: limits.answerMsMax * 2,
    });
  }

  /** Repeats the question after temporary failures. @throws the signal's reason when it aborts */
  async ask(question: CompletionRequest, dialect: Dialect, signal: AbortSignal): Promise<Completion> {
    for (let retries = 0; ; retries++) {
      const answer = await this.askOnce(question, dialect, signal);
      const pauseMs = answer.kind === 'failed' ? this.#pauseMs(answer, retries) : undefined;
      if (answer.kind !== 'failed' || pauseMs === undefined) return answer;
      this.#options.events.completionRetried({ engine: 'openai', reason: answer.reason });
      await pauseFor(pauseMs, signal);
    }
  }

  /** @throws the signal's reason when it aborts; the connection is closed, so that the server can stop */
  async askOnce(question: CompletionRequest, dialect: Dialect, signal: AbortSignal): Promise<Completion> {
    signal.throwIfAborted();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#limits.answerMsMax);
    const bytesMax = bytesAround + bytesPerToken * answerTokensMax(question.sentences);
    // Without the library's own headers: they describe the machine and its environment.
    const client = this.#client.withOptions({ fetch: boundedFetch({ bytesMax, headers: this.#headers }) });
    try {
      const received: unknown = await client.chat.completions.create(
        { ...this.#fixed, ...bodyOf(question, dialect) } as OpenAI.ChatCompletionCreateParamsNonStreaming,
        { signal: AbortSignal.any([signal, limit.signal]) },
      );
      return this.#read(received, question.sentences.length);
    } catch (error) {
      signal.throwIfAborted();
      return limit.signal.aborted ? failure('timeout') : endpointFailure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #read(received: unknown, count: number): Completion {
    const { data } = reply.safeParse(received);
    const choice = data?.choices[0];
    if (data === undefined || choice === undefined) return failure('bad_reply', { mayPass: true });
    const { usage } = data;
    if (usage !== undefined && usage !== null) this.#reportUse(usage.prompt_tokens, usage.completion_tokens);
    // A truncated answer is discarded, even if it is readable.
    const content = choice.finish_reason === 'length' ? '' : (choice.message.content ?? '');
    return { kind: 'answered', texts: readAnswer(content, count) };
  }

  #pauseMs({ mayPass, retryAfterMs }: EndpointFailure, retries: number): number | undefined {
    const { retriesMax, retryPauseMs, retryPauseMsMax } = this.#limits;
    if (!mayPass || retries >= retriesMax) return undefined;
    if (retryAfterMs !== undefined) return retryAfterMs > retryPauseMsMax ? undefined : retryAfterMs;
    return Math.min(retryPauseMs * 2 ** retries, retryPauseMsMax) * (1 - jitter * Math.random());
  }

  #reportUse(promptTokens: number, completionTokens: number): void {
    const { prices, events } = this.#options;
    const cost = prices && (promptTokens * prices.prompt + completionTokens * prices.completion) / 1_000_000;
    events.completionUsed({ engine: 'openai', promptTokens, completionTokens, cost });
  }
}

function headersWith(apiKey: string | undefined): Readonly<Record<string, string>> {
  const own = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'dragoman' };
  return apiKey === undefined ? own : { ...own, authorization: `Bearer ${apiKey}` };
}

function bodyOf(question: CompletionRequest, dialect: Dialect): ChatBody {
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
