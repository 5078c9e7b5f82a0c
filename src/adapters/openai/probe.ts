import type { LanguagePair } from '../../text/languages/language.ts';
import { type Dialect, firstDialect, nextDialect } from './dialect.ts';
import type { CompletionRequest } from './exchange.ts';
import { type EndpointFailure, failure } from './failure.ts';
import { instructionsFor } from './instructions.ts';
import type { Model } from './model.ts';

const probes: Readonly<Record<string, string>> = {
  en: 'The light of the harbour can be seen from afar.',
  es: 'La luz del puerto se ve desde lejos.',
};

/**
 * Sends a fixed sentence in one dialect after another until the server accepts it and the answer is readable.
 *
 * @throws the signal's reason when it aborts
 */
export async function findDialect(
  model: Model,
  pair: LanguagePair,
  signal: AbortSignal,
): Promise<{ readonly kind: 'found'; readonly dialect: Dialect } | EndpointFailure> {
  const asked = [{ text: probes[pair.source] ?? 'Dragoman', entries: undefined }];
  const question: CompletionRequest = { instructions: instructionsFor(pair), sentences: asked, seed: 1 };
  let dialect = firstDialect;
  for (;;) {
    const answer = await model.askOnce(question, dialect, signal);
    if (answer.kind === 'failed') return answer;
    if (answer.kind === 'answered' && answer.texts[0] !== undefined) return { kind: 'found', dialect };
    const refusal = answer.kind === 'refused' ? answer.refusal : undefined;
    const next = nextDialect(dialect, refusal);
    if (next === undefined) return failure(refusal ? 'refused' : 'unreadable');
    dialect = next;
  }
}
