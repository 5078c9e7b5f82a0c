import { CharacterRules, readRules } from './character-rules.ts';
import { fieldsOf } from './protobuf.ts';
import { endOfLongest, type Trie } from './trie.ts';
import { characterEnd, unitsOf } from './utf16.ts';

export type Normalized = {
  readonly units: Uint16Array;
  /** For each unit the offset in the original text of what it was made from. */
  readonly origins: Int32Array;
};

export type NormalizerData = ReturnType<typeof readNormalizer>;

/** Fields of `NormalizerSpec` in `sentencepiece_model.proto`. */
const fields = { rules: 2, addsPrefix: 3, removesExtraSpaces: 4, escapesSpaces: 5 } as const;
/** The form of a space in a piece. */
export const escapedSpace = 0x2581;
const space = 0x20;

/**
 * @param spec the message `NormalizerSpec`
 * @throws UnusableModel
 */
export function readNormalizer(spec: Uint8Array) {
  const options = new Map(Array.from(fieldsOf(spec), ({ number, value }) => [number, value]));
  const rules = options.get(fields.rules);
  return {
    addsPrefix: options.get(fields.addsPrefix) !== 0,
    removesExtraSpaces: options.get(fields.removesExtraSpaces) !== 0,
    /** What spaces become. */
    space: options.get(fields.escapesSpaces) === 0 ? space : escapedSpace,
    rules: rules instanceof Uint8Array && rules.length > 0 ? readRules(rules) : undefined,
  };
}

/**
 * Normalizes texts as SentencePiece does before it cuts them into pieces. Lone surrogates become U+FFFD first, as in UTF-8.
 *
 * Source: sentencepiece 0.1.97, `src/normalizer.cc`.
 */
export class Normalizer {
  readonly #data: NormalizerData;
  readonly #rules: CharacterRules | undefined;
  readonly #unchanged: Trie;

  /** @param unchanged texts that no rule applies to */
  constructor(data: NormalizerData, unchanged: Trie) {
    this.#data = data;
    this.#rules = data.rules && new CharacterRules(data.rules);
    this.#unchanged = unchanged;
  }

  normalize(text: string): Normalized {
    const input = unitsOf(text.toWellFormed());
    const { addsPrefix, removesExtraSpaces, space: escaped } = this.#data;
    const units: number[] = [];
    const origins: number[] = [];
    const write = (unit: number, origin: number): void => {
      units.push(unit);
      origins.push(origin);
    };
    let at = 0;
    // Spaces at the beginning.
    while (at < input.length) {
      const { source, start, stop, end } = this.#next(input, at);
      if (!removesExtraSpaces || stop - start !== 1 || source[start] !== space) break;
      at = end;
    }
    if (addsPrefix && at < input.length) write(escaped, at);
    let isAfterSpace = removesExtraSpaces;
    while (at < input.length) {
      const { source, start, stop, end } = this.#next(input, at);
      let from = start;
      if (isAfterSpace) while (from < stop && source[from] === space) from++;
      if (from < stop) isAfterSpace = removesExtraSpaces && source[stop - 1] === space;
      for (; from < stop; from++) write(source[from] === space ? escaped : (source[from] as number), at);
      at = end;
    }
    if (removesExtraSpaces) units.length = 1 + units.findLastIndex((unit) => unit !== escaped);
    return { units: Uint16Array.from(units), origins: Int32Array.from(origins) };
  }

  /** What the text from `at` to `end` becomes: `source` from `start` to `stop`. */
  #next(input: Uint16Array, at: number): { source: Uint16Array; start: number; stop: number; end: number } {
    const end = endOfLongest(this.#unchanged, input, at);
    if (end > at) return { source: input, start: at, stop: end, end };
    const rule = this.#rules?.longest(input, at);
    if (rule !== undefined) return { source: rule.result, start: 0, stop: rule.result.length, end: rule.end };
    const next = characterEnd(input, at);
    return { source: input, start: at, stop: next, end: next };
  }
}
