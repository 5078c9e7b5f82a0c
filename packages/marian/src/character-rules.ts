import { ByteReader } from './byte-reader.ts';
import { UnusableModel } from './unusable-model.ts';
import { characterEnd, codePointAt, unitsOf } from './utf16.ts';

export type Rule = { readonly result: Uint16Array; readonly end: number };

/** Longest texts that rules are looked up for, and longest results. `nmt_nfkc` has 5 units and 33 bytes. */
const ruleUnitsMax = 32;
const resultBytesMax = 64;

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

export class CharacterRules {
  readonly #units: Uint32Array;
  readonly #results: Uint8Array;
  readonly #decoded = new Map<number, Uint16Array>();

  constructor({ units, results }: RuleTable) {
    this.#units = units;
    this.#results = results;
  }

  /** The rule for the longest text that begins at `at`, in a well-formed text. */
  longest(input: Uint16Array, at: number): Rule | undefined {
    const limit = Math.min(input.length, at + ruleUnitsMax);
    let longest = -1;
    let end = at;
    for (let from = at, index = 0; from < limit; ) {
      index = this.#walk(index, codePointAt(input, from));
      if (index < 0) break;
      from = characterEnd(input, from);
      const unit = this.#units[index] as number;
      if ((unit & 0x100) === 0) continue;
      longest = this.#units[index ^ distance(unit)] ?? -1;
      end = from;
    }
    const result = longest < 0x8000_0000 ? undefined : this.#resultAt(longest - 0x8000_0000);
    return result && { result, end };
  }

  /** The index that the bytes of a character lead to, or -1. */
  #walk(index: number, code: number): number {
    if (code < 0x80) return this.#step(index, code);
    const last = 0x80 | (code & 0x3f);
    if (code < 0x800) return this.#step(this.#step(index, 0xc0 | (code >> 6)), last);
    const third = 0x80 | ((code >> 6) & 0x3f);
    if (code < 0x1_0000) return this.#step(this.#step(this.#step(index, 0xe0 | (code >> 12)), third), last);
    const second = this.#step(this.#step(index, 0xf0 | (code >> 18)), 0x80 | ((code >> 12) & 0x3f));
    return this.#step(this.#step(second, third), last);
  }

  #step(index: number, byte: number): number {
    if (index < 0) return -1;
    const next = index ^ distance(this.#units[index] as number) ^ byte;
    return ((this.#units[next] ?? 0x8000_0000) & 0x8000_00ff) === byte ? next : -1;
  }

  #resultAt(offset: number): Uint16Array | undefined {
    if (offset >= this.#results.length || (offset > 0 && this.#results[offset - 1] !== 0)) return undefined;
    let result = this.#decoded.get(offset);
    if (result === undefined) {
      // A copy, because a decoder refuses shared memory.
      const bytes = this.#results.slice(offset, this.#results.indexOf(0, offset));
      result = unitsOf(new TextDecoder().decode(bytes));
      this.#decoded.set(offset, result);
    }
    return result;
  }
}

const distance = (unit: number): number => (unit >>> 10) << ((unit & 0x200) >>> 6);
