import { z } from 'zod';

/** A sentence as the model reads it. */
export type AskedSentence = {
  /** With tags in place of its tokens. */
  readonly text: string;
  /** The wanted translations of its terms by tag name; undefined if there are none. */
  readonly terms: Readonly<Record<string, string>> | undefined;
};

/** Sentences of one request. */
export type CompletionRequest = {
  readonly instructions: string;
  readonly sentences: readonly AskedSentence[];
  readonly seed: number;
};

/** Ids are the service's own, so that no text can be read as one, and names rather than numbers. */
const idOf = (index: number): string => `s${index + 1}`;

/** The messages: instructions, and the sentences and their terms as data in a separate message. */
export function writeQuestion({ instructions, sentences }: CompletionRequest) {
  const members = sentences.map(({ text, terms }, index) => [
    idOf(index),
    terms === undefined ? text : { text, terms },
  ]);
  return [
    { role: 'system' as const, content: instructions },
    { role: 'user' as const, content: JSON.stringify(Object.fromEntries(members)) },
  ];
}

/** The JSON schema of an answer: each id, a string for each, and nothing else. */
export function answerSchema(count: number): Readonly<Record<string, unknown>> {
  const ids = Array.from({ length: count }, (_, index) => idOf(index));
  return {
    type: 'object',
    properties: Object.fromEntries(ids.map((id) => [id, { type: 'string' }])),
    required: ids,
    additionalProperties: false,
  };
}

const tokensPerUnit = 2;
const tokensPerSentence = 16;
const tokensAround = 128;
/** Older hosted models refuse requests for more. */
const tokensMax = 4_096;

/**
 * Tokens that an answer may have. A character is a quarter of a token in Latin letters and up to two in scripts that
 * a model has seen little of; what is longer than this has run away.
 */
export function answerTokensMax(sentences: readonly AskedSentence[]): number {
  const units = sentences
    .flatMap(({ text, terms = {} }) => [text, ...Object.values(terms)])
    .reduce((sum, words) => sum + words.length, 0);
  return Math.min(tokensMax, tokensAround + tokensPerSentence * sentences.length + tokensPerUnit * units);
}

const answer = z.record(z.string(), z.unknown());
/** Models without a schema reply in the shape of the request. */
const translation = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/**
 * Reads what the model wrote.
 *
 * @returns the text under the id of each sentence; undefined if there is none. Everything else in the answer is
 * ignored.
 */
export function readAnswer(content: string, count: number): readonly (string | undefined)[] {
  const members = answer.safeParse(parseObject(content)).data ?? {};
  return Array.from({ length: count }, (_, index) => {
    const { data: text } = translation.safeParse(members[idOf(index)]);
    return text === undefined || text.trim() === '' ? undefined : text;
  });
}

/** Servers that cannot enforce a schema return JSON in a code fence, or after the model's thoughts. */
function parseObject(content: string): unknown {
  const thoughtEnd = content.indexOf(thoughtMark);
  // A sentence may contain the mark as well, so the whole answer is tried first.
  const starts = thoughtEnd === -1 ? [0] : [0, thoughtEnd + thoughtMark.length];
  for (const start of starts) {
    try {
      return JSON.parse(content.slice(content.indexOf('{', start), content.lastIndexOf('}') + 1));
    } catch {}
  }
  return undefined;
}

const thoughtMark = '</think>';
