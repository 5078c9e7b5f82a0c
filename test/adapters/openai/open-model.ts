import { openOpenAi } from '../../../src/adapters/openai/engine.ts';
import type { OpenAiOptions } from '../../../src/adapters/openai/options.ts';
import type { DescribedEngine, Engine } from '../../../src/text/engine/engine.ts';
import type { TextEvents } from '../../../src/text/events.ts';
import type { LanguagePair, LanguageTag } from '../../../src/text/languages/language.ts';
import type { ChatServer } from '../../support/chat-server.ts';

type Told = {
  readonly used: Parameters<TextEvents['completionUsed']>[0][];
  readonly retried: string[];
  /** Causes for which the endpoint was found out of order. */
  readonly found: unknown[];
};

export type OpenedModel = DescribedEngine & { readonly told: Told };

/** Short pauses, so that tests do not wait. */
const quick = { retryPauseMs: 1, retryPauseMsMax: 1_000, probePauseMs: 1, probePauseMsMax: 20 };

/** Opens the engine on a test's endpoint, with what it tells kept. */
export async function openModel(
  server: Pick<ChatServer, 'baseUrl' | 'options'>,
  { limits, ...options }: Partial<OpenAiOptions> = {},
): Promise<OpenedModel> {
  const told: Told = { used: [], retried: [], found: [] };
  const engine = await openOpenAi({
    baseUrl: server.baseUrl,
    apiKey: server.options.apiKey,
    model: server.options.model ?? 'mirror',
    languages: ['es', 'en', 'fr'] as LanguageTag[],
    events: {
      completionUsed: (event) => told.used.push(event),
      completionRetried: ({ reason }) => told.retried.push(reason),
      backgroundFailed: ({ cause }) => told.found.push(cause),
    },
    limits: { ...quick, ...limits },
    ...options,
  });
  return Object.assign(engine, { told });
}

const pair = { source: 'es', target: 'en' } as LanguagePair;

const never = (): AbortSignal => new AbortController().signal;

export function translate(
  engine: Engine,
  segments: readonly string[],
  { share = 'ana', signal = never() }: { readonly share?: string; readonly signal?: AbortSignal } = {},
): Promise<readonly string[]> {
  return engine.translate({ pair, segments, share }, signal);
}
