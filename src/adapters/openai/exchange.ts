import { z } from 'zod';

/** A sentence as sent to the model. */
export type AskedSentence = {
  /** With tags in place of its tokens. */
  readonly text: string;
  /** The required translations of its terms by tag name; undefined if there are none. */
  readonly entries: Readonly<Record<string, string>> | undefined;
};

/** Sentences of one request. */
export type CompletionRequest = {
  readonly instructions: string;
  readonly sentences: readonly AskedSentence[];
  readonly seed: number;
};

/** Generated, so that no text can be mistaken for an id. */
const idOf = (index: number): string => `s${index + 1}`;

/** Returns the messages: the instructions, and in a separate message the sentences and terms as data. */
export function writeQuestion({ instructions, sentences }: CompletionRequest) {
  const members = sentences.map(({ text, entries }, index) => [
    idOf(index),
    entries === undefined ? text : { text, terms: entries },
  ]);
  return [
    { role: 'system' as const, content: instructions },
    { role: 'user' as const, content: JSON.stringify(Object.fromEntries(members)) },
  ];
}

/** Returns the JSON schema of an answer: a string for each id, and nothing else. */
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
/** Older hosted models refuse a higher limit. */
const tokensMax = 4_096;

/**
 * Returns the limit of an answer in tokens. A character is a quarter of a token in Latin script, and up to two tokens
 * in scripts that are rare in training data. A longer answer would not end.
 */
export function answerTokensMax(sentences: readonly AskedSentence[]): number {
  const units = sentences
    .flatMap(({ text, entries = {} }) => [text, ...Object.values(entries)])
    .reduce((sum, words) => sum + words.length, 0);
  return Math.min(tokensMax, tokensAround + tokensPerSentence * sentences.length + tokensPerUnit * units);
}

const answer = z.record(z.string(), z.unknown());
/** Without an enforced schema, models copy the shape of the request. */
const translation = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/**
 * Returns the text under the id of each sentence in an answer; undefined if there is none. Ignores everything else.
 */
export function readAnswer(content: string, count: number): readonly (string | undefined)[] {
  const members = answer.safeParse(parseObject(content)).data ?? {};
  return Array.from({ length: count }, (_, index) => {
    const { data: text } = translation.safeParse(members[idOf(index)]);
    return text === undefined || text.trim() === '' ? undefined : text;
  });
}

/** Servers that cannot enforce a schema return JSON in a code fence, or after the model's reasoning. */
function parseObject(content: string): unknown {
  const thoughtEnd = content.indexOf(thoughtMark);
  // A sentence may contain the mark too, so the whole answer is tried first.
  const starts = thoughtEnd === -1 ? [0] : [0, thoughtEnd + thoughtMark.length];
  for (const start of starts) {
    try {
      return JSON.parse(content.slice(content.indexOf('{', start), content.lastIndexOf('}') + 1));
    } catch {}
  }
  return undefined;
}

const thoughtMark = '</think>';
