import { ByteReader, fieldMapOf } from './byte-reader.ts';
import { characterEnd, endOfLongest, type SortedTexts } from './sorted-texts.ts';
import { UnusableModel } from './unusable-model.ts';

export type Normalized = {
  readonly text: string;
  /** For each UTF-16 unit the offset of its origin in the original text. */
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
    /** Replaces spaces. */
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
export function normalize(text: string, data: NormalizerData, unchanged: SortedTexts): Normalized {
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

/** The replacement of a text up to `end`. */
type Rewritten = { readonly text: string; readonly end: number };

/** Limits of the texts of rules and of their results. `nmt_nfkc` has 5 units and 33 bytes. */
const ruleUnitsMax = 32;
const resultBytesMax = 64;

const utf8Encoder = new TextEncoder();
const utf8 = new TextDecoder();

const damaged = (): UnusableModel => new UnusableModel('the vocabulary has normalization rules that are damaged');

/**
 * Rules that replace one text by another, such as a composed letter: a trie and the results, each with a NUL at its end.
 *
 * The trie is a double array over UTF-8. The lowest 8 bits of a unit are the byte that leads to it. Bit 8 is set if a text
 * ends here. The index of the next unit is this index XOR the distance in bits 9 and above XOR the next byte. For byte 0 the
 * next unit has bit 31 set, and its other bits are the offset of the result.
 * Source: sentencepiece 0.1.97, `src/normalizer.cc`, and its copy of Darts-clone, `third_party/darts_clone/darts.h`.
 */
type RuleTable = { readonly units: Uint32Array; readonly results: Uint8Array };

/**
 * Reads the bytes of the trie as u32, the trie, and the results.
 *
 * @throws UnusableModel
 */
function readRules(file: Uint8Array): RuleTable {
  const reader = new ByteReader(file, 'the table of normalization rules');
  const bytes = reader.u32();
  if (bytes === 0 || bytes % 4 !== 0) throw damaged();
  const units = new Uint32Array(reader.take(bytes).slice().buffer);
  const results = file.slice(4 + bytes);
  for (let start = 0; start < results.length; ) {
    const end = results.indexOf(0, start);
    if (end < 0 || end - start > resultBytesMax) throw damaged();
    start = end + 1;
  }
  return { units, results };
}

/** The result of the rule for the longest text that begins at `at`, in a well-formed text, and the end of that text. */
function applyRule(input: string, at: number, { units, results }: RuleTable): Rewritten | undefined {
  const limit = Math.min(input.length, at + ruleUnitsMax);
  let found: Rewritten | undefined;
  for (let end = at, index = 0; end < limit; ) {
    const start = end;
    end = characterEnd(input, start);
    const code = input.charCodeAt(start);
    for (const byte of code < 0x80 ? [code] : utf8Encoder.encode(input.slice(start, end))) {
      index ^= distance(units[index] as number) ^ byte;
      if (((units[index] ?? 0x8000_0000) & 0x8000_00ff) !== byte) return found;
    }
    const unit = units[index] as number;
    if ((unit & 0x100) === 0) continue;
    const offset = (units[index ^ distance(unit)] ?? 0) - 0x8000_0000;
    const isResult = offset >= 0 && offset < results.length && (offset === 0 || results[offset - 1] === 0);
    // A copy, because a decoder refuses shared memory.
    const decode = (): string => utf8.decode(results.slice(offset, results.indexOf(0, offset)));
    found = isResult ? { text: decode(), end } : undefined;
  }
  return found;
}

const distance = (unit: number): number => (unit >>> 10) << ((unit & 0x200) >>> 6);
