import { APIConnectionError, APIError, OpenAI } from 'openai';
import { z } from 'zod';
import { boundedFetch } from '../../ops/bounded-fetch.ts';
import type { Refusal } from './dialect.ts';
import type { OpenAiLimits, OpenAiOptions } from './options.ts';
import { retryAfterMs } from './retry-after.ts';

/** Why there is no answer. */
export type FailureReason =
  | 'connection'
  | 'timeout'
  | 'rate_limited'
  | 'server_error'
  | 'bad_reply'
  | 'wrong_key'
  | 'forbidden'
  | 'not_found'
  | 'no_credit'
  | 'refused'
  | 'unreadable';

export type Usage = { readonly promptTokens: number; readonly completionTokens: number };

export type Failure = {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** Of the reply; undefined where there was none. */
  readonly status: number | undefined;
  /** Whether the same request may succeed soon. */
  readonly mayPass: boolean;
  /** Whether any other request would have failed as well. */
  readonly isForAll: boolean;
  /** Wait before the next request, as the server demands. */
  readonly retryAfterMs: number | undefined;
};

/** How one request ended. */
export type Completion =
  | {
      readonly kind: 'answered';
      /** Empty where the model would not answer. */
      readonly content: string;
      /** Undefined if the server does not report it. */
      readonly usage: Usage | undefined;
    }
  /** The server does not take this request, though it may take others. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | Failure;

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

/** Sends requests, one attempt each. */
export class Endpoint {
  readonly #client: OpenAI;
  readonly #answerMsMax: number;
  readonly #fixed: Readonly<Record<string, unknown>>;

  constructor(
    { baseUrl, apiKey, model, extraBody }: Pick<OpenAiOptions, 'baseUrl' | 'apiKey' | 'model' | 'extraBody'>,
    { answerMsMax, replyBytesMax }: Pick<OpenAiLimits, 'answerMsMax' | 'replyBytesMax'>,
  ) {
    this.#answerMsMax = answerMsMax;
    // A reply is read as a whole.
    const { stream: _, ...extra } = extraBody ?? {};
    this.#fixed = { ...extra, model };
    this.#client = new OpenAI({
      baseURL: baseUrl,
      // The library requires one; the header below has the real one.
      apiKey: 'none',
      // By default, the library reads these from environment variables.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      // Ours, which covers the reply as well, is over first.
      timeout: answerMsMax * 2,
      // The library's own headers contain values of the environment and facts about the machine.
      fetch: boundedFetch({ bytesMax: replyBytesMax, headers: headersWith(apiKey) }),
    });
  }

  /**
   * @param body all members except the model's name
   * @throws the signal's reason when it aborts; the connection is closed, so that the server can stop
   */
  async complete(body: ChatBody, signal: AbortSignal): Promise<Completion> {
    signal.throwIfAborted();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#answerMsMax);
    try {
      const received: unknown = await this.#client.chat.completions.create(
        { ...this.#fixed, ...body } as OpenAI.ChatCompletionCreateParamsNonStreaming,
        { signal: AbortSignal.any([signal, limit.signal]) },
      );
      return readReply(received);
    } catch (error) {
      signal.throwIfAborted();
      return limit.signal.aborted ? failure('timeout') : failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

function headersWith(apiKey: string | undefined): Readonly<Record<string, string>> {
  const own = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'dragoman' };
  return apiKey === undefined ? own : { ...own, authorization: `Bearer ${apiKey}` };
}

export type ChatBody = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'model'>;

function readReply(received: unknown): Completion {
  const { data } = reply.safeParse(received);
  const choice = data?.choices[0];
  if (data === undefined || choice === undefined) return failure('bad_reply', { mayPass: true });
  const usage = data.usage ?? undefined;
  return {
    kind: 'answered',
    // What was cut off is no answer, not even where it can be read.
    content: choice.finish_reason === 'length' ? '' : (choice.message.content ?? ''),
    usage: usage && { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
  };
}

/** Nothing of the error itself goes further: it holds the reply, which may quote the text, and headers. */
function failureOf(error: unknown): Completion {
  if (error instanceof APIConnectionError) return failure('connection', { mayPass: true });
  if (!(error instanceof APIError) || error.status === undefined) return failure('bad_reply', { mayPass: true });
  const { status, code } = error;
  if (status === 400 || status === 413 || status === 422) {
    const parameter = typeof error.param === 'string' ? error.param : undefined;
    return { kind: 'refused', refusal: { parameter, message: error.message } };
  }
  if (status === 402 || code === 'insufficient_quota') return failure('no_credit', { status });
  const mayPass = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
  const after = error.headers === undefined ? undefined : retryAfterMs(error.headers, Date.now());
  return failure(reasonOf(status), { status, mayPass, retryAfterMs: after });
}

function reasonOf(status: number): FailureReason {
  if (status === 401) return 'wrong_key';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 425 || status >= 500) return 'server_error';
  return status === 429 ? 'rate_limited' : 'refused';
}

type FailureFacts = Partial<Omit<Failure, 'kind' | 'reason' | 'isForAll'>>;

/** A permanent failure by default. */
export function failure(reason: FailureReason, facts: FailureFacts = {}): Failure {
  const isForAll = forAll.has(reason);
  return { kind: 'failed', reason, status: undefined, mayPass: false, isForAll, retryAfterMs: undefined, ...facts };
}

const forAll: ReadonlySet<FailureReason> = new Set(['wrong_key', 'forbidden', 'not_found', 'no_credit', 'refused']);

const words: Readonly<Record<FailureReason, string>> = {
  connection: 'it cannot be reached, or broke the connection off',
  timeout: 'it did not answer in time',
  rate_limited: 'it allows no more requests for now',
  server_error: 'it failed',
  bad_reply: 'its reply is not what the protocol says, or too long',
  wrong_key: 'it does not take the key: see OPENAI_API_KEY',
  forbidden: 'the key may not do this: see OPENAI_API_KEY and OPENAI_MODEL',
  not_found: 'it does not know the model or the address: see OPENAI_MODEL and OPENAI_BASE_URL',
  no_credit: 'the account there has no credit left',
  refused: 'it does not take the requests',
  unreadable: 'the model does not reply with the requested JSON',
};

/** One line for an operator. */
export function inWords({ reason }: Failure): string {
  return words[reason];
}
