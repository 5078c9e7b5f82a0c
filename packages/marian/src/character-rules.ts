import { ByteReader } from './byte-reader.ts';
import { characterEnd } from './trie.ts';
import { UnusableModel } from './unusable-model.ts';

/** What a text up to `end` becomes. */
export type Rewritten = { readonly text: string; readonly end: number };

/** Longest texts that rules are looked up for, and longest results. `nmt_nfkc` has 5 units and 33 bytes. */
const ruleUnitsMax = 32;
const resultBytesMax = 64;

const utf8Encoder = new TextEncoder();
const utf8 = new TextDecoder();

const damaged = (): UnusableModel => new UnusableModel('the vocabulary has normalization rules that are damaged');

/**
 * Rules that replace one text by another, such as a composed letter: a trie and the results, each with a NUL at its end.
 *
 * The trie is a double array over UTF-8: the lowest 8 bits of a unit are the byte that leads to it, bit 8 says that a text
 * ends here, bits 9 and above say by which number and a byte the index of the next unit differs. With byte 0 that is a unit
 * of which bit 31 is set and the others are the offset of the result.
 * Source: sentencepiece 0.1.97, `src/normalizer.cc`, and its copy of Darts-clone, `third_party/darts_clone/darts.h`.
 */
export type RuleTable = { readonly units: Uint32Array; readonly results: Uint8Array };

/**
 * Reads the bytes of the trie as u32, the trie, and the results.
 *
 * @throws UnusableModel
 */
export function readRules(file: Uint8Array): RuleTable {
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
export function applyRule(input: string, at: number, { units, results }: RuleTable): Rewritten | undefined {
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
