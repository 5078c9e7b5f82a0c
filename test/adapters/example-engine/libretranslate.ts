import { z } from 'zod';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { boundedFetch } from '../../../src/ops/bounded-fetch.ts';
import { readToken, tokenPattern } from '../../../src/text/document/token.ts';
import { Admission } from '../../../src/text/engine/admission.ts';
import { type Call, CallPool } from '../../../src/text/engine/call-pool.ts';
import { EndpointHealth } from '../../../src/text/engine/endpoint-health.ts';
import type { DescribedEngine, EngineUnit, Job } from '../../../src/text/engine/engine.ts';
import type { TextEvents } from '../../../src/text/events.ts';
import { isSamePair, type LanguagePair, type LanguageTag, pairName } from '../../../src/text/languages/language.ts';

/** Example of an engine on the engine runtime: a server with the API of LibreTranslate. See docs/engines/add-an-engine.md. */
export type LibreTranslateOptions = {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly events: Pick<TextEvents, 'backgroundFailed'>;
};

type Failure = { readonly reason: string; readonly retryAfterMs: undefined };

type Input = { readonly pair: LanguagePair; readonly segment: string };

const limits = {
  answerMsMax: 30_000,
  replyBytesMax: 4 * 1024 * 1024,
  failuresMax: 3,
  startMsMax: 5_000,
  probePauseMs: 2_000,
  probePauseMsMax: 300_000,
};

const languages = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
const translation = z.object({ translatedText: z.array(z.string()) });

/** Opens the engine and reads the server's languages. While the server does not work, `pairs()` is empty. */
export async function openLibreTranslate(options: LibreTranslateOptions): Promise<DescribedEngine> {
  const engine = new LibreTranslate(options);
  await engine.start();
  return engine;
}

class LibreTranslate implements DescribedEngine {
  readonly name = 'libretranslate';
  readonly isDeterministic = true;
  readonly missedEntries = 'replace';
  readonly pivotsMax = 0;
  readonly #options: LibreTranslateOptions;
  readonly #fetch: typeof fetch;
  readonly #calls: CallPool<Input, string>;
  readonly #health: EndpointHealth<Failure>;
  readonly #admission = new Admission({ engine: this.name, unitsMax: 500_000, unitsPerSegment: 16 });
  #pairs: readonly LanguagePair[] = [];

  constructor(options: LibreTranslateOptions) {
    this.#options = options;
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'dragoman' };
    this.#fetch = boundedFetch({ bytesMax: limits.replyBytesMax, headers });
    this.#health = new EndpointHealth({
      limits,
      unprobed: failure('not tried yet'),
      probe: (signal) => this.#readLanguages(signal),
      failed: ({ reason }) => {
        options.events.backgroundFailed({ task: 'try the LibreTranslate server', cause: this.#unavailable(reason) });
      },
      withdrawn: ({ reason }) => this.#calls.queue.failWaiting(this.#unavailable(reason)),
    });
    this.#calls = new CallPool<Input, string>({
      detail: { engine: this.name },
      callsMax: 4,
      callMax: { requests: 32, units: 4_000 },
      unitsOf: ({ segment }) => segment.length,
      obstacle: () => this.#health.obstacle?.reason,
      call: (call) => this.#call(call),
    });
  }

  start(): Promise<void> {
    return this.#health.start();
  }

  pairs(): readonly LanguagePair[] {
    return this.#calls.queue.obstacle === undefined ? this.#pairs : noPairs;
  }

  isReady(pair: LanguagePair): boolean {
    return this.pairs().some((one) => isSamePair(one, pair));
  }

  /** The server reports no version of its models. */
  versionOf(pair: LanguagePair): string {
    return `${this.#options.baseUrl} ${pairName(pair)}`;
  }

  measuredScore(): undefined {
    return undefined;
  }

  describeUnits(): readonly EngineUnit[] {
    const reason = this.#health.obstacle?.reason;
    const state = reason === undefined ? 'ready' : 'unavailable';
    return [{ unit: this.#options.baseUrl, pairs: this.#pairs, score: undefined, state, reason }];
  }

  async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const { pair, segments, share } = job;
    if (!this.isReady(pair)) throw this.#admission.refusal('engine_unavailable', pair);
    return await this.#admission.run(job, () =>
      this.#calls.queue.run({ share, signal }, (ask) =>
        Promise.all(segments.map(async (segment) => (await ask({ pair, segment })) ?? '')),
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#health[Symbol.asyncDispose](), this.#calls[Symbol.asyncDispose]()]);
  }

  async #call({ inputs, signal }: Call<Input>): Promise<readonly (string | undefined)[]> {
    const pair = inputs[0]?.pair;
    const carried = inputs.map(({ segment }) => carry(segment));
    const question = { q: carried.map(({ html }) => html), source: pair?.source, target: pair?.target, format: 'html' };
    const reply = await this.#ask('/translate', question, signal);
    const { data } = translation.safeParse(reply.body);
    if (reply.status === 403) this.#health.withdraw(failure('the server refuses the key'));
    else if (data === undefined) this.#health.suspect();
    else this.#health.succeeded();
    if (data === undefined) throw this.#unavailable(`status ${reply.status}`);
    return carried.map(({ restore }, index) => {
      const translated = data.translatedText[index];
      return translated === undefined ? undefined : restore(translated);
    });
  }

  async #readLanguages(signal: AbortSignal): Promise<Failure | undefined> {
    const { body, status } = await this.#ask('/languages', undefined, signal);
    const { data } = languages.safeParse(body);
    if (data === undefined) return failure(`status ${status}`);
    this.#pairs = data.flatMap(({ code, targets }) =>
      targets
        .filter((target) => target !== code)
        .map((target) => ({ source: code as LanguageTag, target: target as LanguageTag })),
    );
    return undefined;
  }

  /** Status 0 if there is no reply in time. @throws the signal's reason when it aborts */
  async #ask(path: string, question: object | undefined, signal: AbortSignal) {
    const { baseUrl, apiKey } = this.#options;
    const post = question && { method: 'POST', body: JSON.stringify({ ...question, api_key: apiKey }) };
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(limits.answerMsMax)]);
      const reply = await this.#fetch(`${baseUrl}${path}`, { ...post, signal: limited });
      return { status: reply.status, body: reply.ok ? await reply.json() : undefined };
    } catch {
      signal.throwIfAborted();
      return { status: 0, body: undefined };
    }
  }

  #unavailable(reason: string): ServiceError {
    return new ServiceError('engine_unavailable', { detail: { engine: this.name, reason } });
  }
}

const noPairs: readonly LanguagePair[] = [];

function failure(reason: string): Failure {
  return { reason, retryAfterMs: undefined };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

/** A segment as HTML. Its tokens are elements, numbered in their order: the text does not depend on their numbers. */
function carry(segment: string) {
  const tokens = new Map<string, string>();
  const ordinals = new Map<string, number>();
  const plain = segment.split(tokenPattern).map((text) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign));
  const tags = Array.from(segment.matchAll(tokenPattern), ([token]) => {
    const { role, number } = readToken(token);
    const key = role === 'open' || role === 'close' ? `pair ${number}` : token;
    const ordinal = ordinals.get(key) ?? ordinals.size + 1;
    ordinals.set(key, ordinal);
    const tag = role === 'open' ? `<g${ordinal}>` : role === 'close' ? `</g${ordinal}>` : `<x${ordinal}/>`;
    tokens.set(tag, token);
    return tag;
  });
  return {
    html: plain.map((text, index) => text + (tags[index] ?? '')).join(''),
    /** Drops elements that the segment does not have. */
    restore: (html: string): string =>
      html
        .replace(/<[^<>]*>/g, (tag) => tokens.get(tag.replaceAll(/\s/g, '').toLowerCase()) ?? '')
        .replace(/&(\w+|#\w+);/g, (entity, name: string) => characters[name] ?? entity),
  };
}
