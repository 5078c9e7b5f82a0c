import { applyRule, type Rewritten, readRules } from './character-rules.ts';
import { fieldMapOf } from './protobuf.ts';
import { characterEnd, endOfLongest, type Trie } from './trie.ts';

export type Normalized = {
  readonly text: string;
  /** For each UTF-16 unit the offset in the original text of what it was made from. */
  readonly origins: readonly number[];
};

export type NormalizerData = ReturnType<typeof readNormalizer>;

/** Fields of `NormalizerSpec` in `sentencepiece_model.proto`. */
const fields = { rules: 2, addsPrefix: 3, removesExtraSpaces: 4, escapesSpaces: 5 } as const;
/** The form of a space in a piece. */
export const escapedSpace = '\u2581';

/**
 * @param spec the message `NormalizerSpec`
 * @throws UnusableModel
 */
export function readNormalizer(spec: Uint8Array) {
  const options = fieldMapOf(spec);
  return {
    addsPrefix: options.get(fields.addsPrefix) !== 0,
    removesExtraSpaces: options.get(fields.removesExtraSpaces) !== 0,
    /** What spaces become. */
    space: options.get(fields.escapesSpaces) === 0 ? ' ' : escapedSpace,
    rules: hasRules(spec) ? readRules(options.get(fields.rules) as Uint8Array) : undefined,
  };
}

/** @param spec the message `NormalizerSpec` */
export function hasRules(spec: Uint8Array): boolean {
  const rules = fieldMapOf(spec).get(fields.rules);
  return rules instanceof Uint8Array && rules.length > 0;
}

/**
 * Normalizes a text as SentencePiece does before it cuts it into pieces. Lone surrogates become U+FFFD first, as in UTF-8.
 *
 * Source: sentencepiece 0.1.97, `src/normalizer.cc`.
 *
 * @param unchanged texts that no rule applies to
 */
export function normalize(text: string, data: NormalizerData, unchanged: Trie): Normalized {
  const { addsPrefix, removesExtraSpaces, space, rules } = data;
  const input = text.toWellFormed();
  const rewritten = (at: number): Rewritten => {
    const longest = endOfLongest(unchanged, input, at);
    const rule = rules !== undefined && longest === at ? applyRule(input, at, rules) : undefined;
    if (rule !== undefined) return rule;
    const end = Math.max(longest, characterEnd(input, at));
    return { text: input.slice(at, end), end };
  };
  let normalized = '';
  const origins: number[] = [];
  const write = (part: string, origin: number): void => {
    normalized += part;
    for (let unit = 0; unit < part.length; unit++) origins.push(origin);
  };
  let isAfterSpace = removesExtraSpaces;
  let isBeginning = true;
  for (let at = 0; at < input.length; ) {
    const { text: result, end } = rewritten(at);
    if (isBeginning && !(removesExtraSpaces && result === ' ')) {
      if (addsPrefix) write(space, at);
      isBeginning = false;
    }
    const part = isAfterSpace ? result.replace(/^ +/, '') : result;
    if (part !== '') isAfterSpace = removesExtraSpaces && part.endsWith(' ');
    write(part.replaceAll(' ', space), at);
    at = end;
  }
  let { length } = normalized;
  if (removesExtraSpaces) while (normalized[length - 1] === space) length--;
  return { text: normalized.slice(0, length), origins };
}
