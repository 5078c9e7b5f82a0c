import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { backwards } from './letters-engine.ts';

/** The request format of a strict server. */
const request = z.strictObject({
  model: z.string(),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          strict: z.literal(true),
          schema: z.strictObject({
            type: z.literal('object'),
            properties: z.record(z.string(), z.strictObject({ type: z.literal('string') })),
            required: z.array(z.string()),
            additionalProperties: z.literal(false),
          }),
        }),
      }),
    ])
    .optional(),
  chat_template_kwargs: z.record(z.string(), z.unknown()).optional(),
});

/** Content of the user's message. */
const userMessage = z.record(
  z.string(),
  z.union([z.string(), z.strictObject({ text: z.string(), terms: z.record(z.string(), z.string()) })]),
);

export type ChatRequest = z.infer<typeof request> & {
  /** Content of the user's message: sentences by id. */
  readonly sentences: Readonly<Record<string, string>>;
  /** For sentences with glossary entries: words by tag name. */
  readonly entries: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly authorization: string | undefined;
  readonly headers: IncomingHttpHeaders;
};

/** What the server does instead of a normal answer. */
export type Reaction =
  /** The model's output. */
  | {
      readonly kind: 'content';
      readonly content: string | null;
      readonly finish?: string;
      readonly usage?: unknown;
    }
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Closes the connection, before the reply or in its middle. */
  | { readonly kind: 'close' | 'close_halfway' }
  /** Never answers, or never finishes the answer. */
  | { readonly kind: 'hang' | 'hang_halfway' }
  /** Sends an endless answer. */
  | { readonly kind: 'endless' };

export type Twist = (request: ChatRequest, honest: Readonly<Record<string, string>>) => Reaction | undefined;

export type ChatServerOptions = {
  readonly model?: string;
  readonly apiKey?: string;
  /** Parameters that it rejects as unknown, like older servers or those of reasoning models. */
  readonly unknown?: readonly string[];
  /** Format of such an error: with the parameter's name as a member, or only in the message. */
  readonly wording?: 'hosted' | 'plain';
  /** Whether the model ignores glossary entries. */
  readonly ignoresEntries?: boolean;
  /** How it translates a sentence with tags; default: `mirror`. */
  readonly write?: (sentence: string, instructions: string) => string;
};

/**
 * A server with OpenAI's protocol on a loopback port. Its model writes each word backwards, keeps tags, and obeys only
 * the instructions; the test sets its faults.
 */
export class ChatServer implements AsyncDisposable {
  readonly requests: ChatRequest[] = [];
  /** Requests whose client disconnected before the answer. */
  abandoned = 0;
  /** Concurrent requests: now, and the maximum. */
  underWay = { now: 0, most: 0 };
  twist: Twist | undefined;
  /** While set, requests wait for it before they are answered. */
  gate: Promise<void> | undefined;
  readonly options: ChatServerOptions;
  readonly #server: Server;

  constructor(options: ChatServerOptions = {}) {
    this.options = options;
    // The client could send its next request on a connection that this server is just closing.
    this.#server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
      void this.#serve(incoming, outgoing);
    });
  }

  static async start(options?: ChatServerOptions): Promise<ChatServer> {
    const server = new ChatServer(options);
    await server.listen(0);
    return server;
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** All sentences ever received. */
  get sentences(): readonly string[] {
    return this.requests.flatMap(({ sentences }) => Object.values(sentences));
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.stop();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.underWay.now++;
    this.underWay.most = Math.max(this.underWay.most, this.underWay.now);
    outgoing.on('close', () => {
      this.underWay.now--;
      if (!outgoing.writableFinished) this.abandoned++;
    });
    const text = await bodyOf(incoming);
    if (outgoing.destroyed) return;
    const asked = this.#read(incoming, text);
    if ('status' in asked) return send(outgoing, asked);
    this.requests.push(asked);
    await this.gate;
    const honest = this.#translate(asked);
    const reaction = this.twist?.(asked, honest) ?? { kind: 'content', content: written(asked, honest) };
    react(outgoing, asked, reaction);
  }

  /** Parses the request, or returns the error, with the checks in the order of such servers. */
  #read(incoming: IncomingMessage, text: string): ChatRequest | (Reaction & { kind: 'reply' }) {
    const { authorization } = incoming.headers;
    const { model = 'mirror', apiKey, unknown = [] } = this.options;
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') return refusal(404, 'Not Found');
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) {
      return refusal(401, `Incorrect API key provided: ${authorization}`);
    }
    const body: unknown = JSON.parse(text);
    const parsed = request.safeParse(body);
    if (!parsed.success) return refusal(400, `${z.prettifyError(parsed.error)}: ${text}`);
    if (parsed.data.model !== model) return refusal(404, `The model '${parsed.data.model}' does not exist`);
    const refused = unknown.find((name) => text.includes(`"${name}"`));
    if (refused !== undefined) return this.#refuse(refused, text);
    const told = Object.entries(userMessage.parse(JSON.parse(parsed.data.messages[1].content)));
    const sentences = Object.fromEntries(told.map(([id, one]) => [id, typeof one === 'string' ? one : one.text]));
    const entries = Object.fromEntries(told.flatMap(([id, one]) => (typeof one === 'string' ? [] : [[id, one.terms]])));
    return { ...parsed.data, sentences, entries, authorization, headers: incoming.headers };
  }

  #translate({ sentences, entries, messages }: ChatRequest): Readonly<Record<string, string>> {
    const { write = mirror } = this.options;
    const translated = Object.entries(sentences).map(([id, sentence]) => {
      const plain = write(sentence, messages[0].content);
      const own = this.options.ignoresEntries === true ? undefined : entries[id];
      return [id, own === undefined ? plain : withEntries(plain, own)];
    });
    return Object.fromEntries(translated);
  }

  #refuse(name: string, text: string) {
    const isFormat = name.startsWith('json_');
    const hint = name === 'max_tokens' ? " Use 'max_completion_tokens' instead." : '';
    if (this.options.wording === 'plain') return refusal(400, `Invalid request: '${name}' in ${text}`);
    return refusal(400, `Unsupported parameter: '${name}'.${hint}`, isFormat ? 'response_format' : name);
  }
}

/** Returns the part of the body that arrived. */
async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await finished(incoming).catch(() => undefined);
  return text;
}

/** Writes the words of a sentence backwards, and keeps tags. */
export function mirror(sentence: string): string {
  return besideTags(sentence, backwards);
}

/** Replaces the words of a sentence, and keeps tags. */
export function besideTags(sentence: string, write: (words: string) => string): string {
  return sentence
    .split(/(<[\s/]*[a-z]+\d+[\s/]*>)/i)
    .map((part, index) => (index % 2 === 1 ? part : write(part)))
    .join('');
}

/** Returns a translation with the required words of each term between its tags. */
function withEntries(translation: string, entries: Readonly<Record<string, string>>): string {
  return Object.entries(entries)
    .filter(([tag]) => tag.startsWith('g'))
    .reduce((sentence, [tag, words]) => {
      const [before = '', rest = ''] = sentence.split(`<${tag}>`);
      const [, ...behind] = rest.split(`</${tag}>`);
      return `${before}<${tag}>${words}</${tag}>${behind.join('')}`;
    }, translation);
}

/** Returns the model's output: plain JSON with a schema, otherwise wrapped like chat models do. */
function written({ response_format: format }: ChatRequest, honest: Readonly<Record<string, string>>): string {
  switch (format?.type) {
    case 'json_schema':
      return JSON.stringify(Object.fromEntries(format.json_schema.schema.required.map((id) => [id, honest[id] ?? ''])));
    case 'json_object':
      return JSON.stringify(honest, undefined, 2);
    case undefined:
      return `<think>\nThe user wants {JSON}.\n</think>\nHere you are:\n\`\`\`json\n${JSON.stringify(honest)}\n\`\`\``;
  }
}

/** The error format of hosted endpoints, vLLM and llama.cpp, which quotes the input. */
function refusal(status: number, message: string, param: string | null = null): Reaction & { kind: 'reply' } {
  return { kind: 'reply', status, body: JSON.stringify({ error: { message, type: 'invalid_request_error', param } }) };
}

function react(outgoing: ServerResponse, asked: ChatRequest, reaction: Reaction): void {
  switch (reaction.kind) {
    case 'content':
      return send(outgoing, { kind: 'reply', status: 200, body: JSON.stringify(completionOf(asked, reaction)) });
    case 'reply':
      return send(outgoing, reaction);
    case 'close':
      outgoing.destroy();
      return;
    case 'hang':
      return;
    case 'close_halfway':
    case 'hang_halfway':
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.write('{"choices":[', () => {
        if (reaction.kind === 'close_halfway') outgoing.destroy();
      });
      return;
    case 'endless':
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      pour(outgoing);
  }
}

function completionOf(asked: ChatRequest, { content, finish, usage }: Reaction & { kind: 'content' }): unknown {
  const limit = asked.max_tokens ?? asked.max_completion_tokens ?? Number.POSITIVE_INFINITY;
  const prompt = tokensIn(asked.messages.map((message) => message.content).join(''));
  const isCut = tokensIn(content ?? '') > limit;
  const message = { role: 'assistant', content: isCut ? content?.slice(0, limit * unitsPerToken) : content };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: asked.model,
    choices: [{ index: 0, message, finish_reason: isCut ? 'length' : (finish ?? 'stop'), logprobs: null }],
    usage: usage ?? {
      prompt_tokens: prompt,
      completion_tokens: tokensIn(content ?? ''),
      total_tokens: prompt + tokensIn(content ?? ''),
    },
  };
}

const unitsPerToken = 4;

function tokensIn(text: string): number {
  return Math.ceil(text.length / unitsPerToken);
}

function send(outgoing: ServerResponse, { status, headers, body = '' }: Reaction & { kind: 'reply' }): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

/** Blanks are valid JSON, so that a client cannot detect early that no value will come. */
function pour(outgoing: ServerResponse): void {
  while (!outgoing.destroyed && outgoing.write(' '.repeat(65_536)));
  if (!outgoing.destroyed) outgoing.once('drain', () => pour(outgoing));
}
