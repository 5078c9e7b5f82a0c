import type { MemoryBudget } from '../../text/engine/memory-budget.ts';
import type { TextEvents } from '../../text/events.ts';
import type { Dictionary } from './dictionaries.ts';
import type { Framed } from './frame.ts';
import { type ApertiumLimits, defaultLimits } from './limits.ts';
import type { Pipeline, Wire } from './pipeline.ts';
import { openBudget, Pool } from './pool.ts';

export type MorphologyLimits = Readonly<ReturnType<typeof defaultMorphologyLimits>>;

const mebibyte = 1024 * 1024;

export function defaultMorphologyLimits() {
  const { idleMsMax, withdrawMs, surveyMs } = defaultLimits();
  return {
    memoryBytesMax: 512 * mebibyte,
    idleMsMax,
    answerMsMax: 1_500,
    startMsMax: 5_000,
    withdrawMs,
    surveyMs,
    /** Time limit of a lookup, including restarts of its program. */
    callMsMax: 6_000,
    /** Words in concurrent lookups; beyond this a lookup returns nothing. */
    wordsUnderWayMax: 200_000,
    /** Fresh entries of each word cache, for all languages, about 500 bytes each. A cache keeps at most twice as many. */
    wordsKeptMax: 40_000,
  };
}

/** Words of one request: enough to keep the program busy, few enough to answer soon. */
const linesMax = 128;

/** The programs that read dictionaries. Each starts with its first question, and ends when it is idle. */
export class DictionaryPools implements AsyncDisposable {
  readonly #limits: MorphologyLimits;
  readonly #events: Pick<TextEvents, 'engineRestarted'>;
  readonly #budget: MemoryBudget<Pipeline>;
  readonly #poolLimits: ApertiumLimits;
  readonly #pools = new Map<string, Pool>();
  #linesUnderWay = 0;
  #isDisposed = false;

  constructor(limits: MorphologyLimits, events: Pick<TextEvents, 'engineRestarted'>) {
    this.#limits = limits;
    this.#events = events;
    // One program for each dictionary: lookups need no separate one for long jobs.
    this.#poolLimits = {
      ...defaultLimits(),
      ...limits,
      pipelinesPerPairMax: 1,
      shortJobUnitsMax: Number.MAX_SAFE_INTEGER,
    };
    this.#budget = openBudget(this.#poolLimits);
  }

  /** Returns the answer to each line, empty if there is none; undefined when the lookup failed. */
  async ask(dictionary: Dictionary, wire: Wire, lines: readonly string[]): Promise<readonly string[] | undefined> {
    if (lines.length === 0) return [];
    if (this.#isDisposed || this.#linesUnderWay + lines.length > this.#limits.wordsUnderWayMax) return undefined;
    this.#linesUnderWay += lines.length;
    try {
      const batches = batchesOf(lines);
      const segments = batches.map((batch) => batch.join(lineBreak));
      const signal = AbortSignal.timeout(this.#limits.callMsMax);
      const answers = await this.#pool(dictionary, wire).translate({ segments, share: dictionary.name }, signal);
      return batches.flatMap((batch, index) => answersIn(answers[index] ?? '', batch.length));
    } catch {
      // The caller continues without the answer; pools report restarts.
      return undefined;
    } finally {
      this.#linesUnderWay -= lines.length;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#budget[Symbol.dispose]();
    await Promise.all([...this.#pools.values()].map((pool) => pool[Symbol.asyncDispose]()));
  }

  #pool({ name, stage, bytesEstimated }: Dictionary, wire: Wire): Pool {
    const key = stage.join(' ');
    const open = this.#pools.get(key);
    if (open !== undefined) return open;
    const pool = new Pool({
      mode: { name, stages: [stage] },
      wire,
      taggerData: undefined,
      bytesEstimated,
      budget: this.#budget,
      limits: this.#poolLimits,
      restarted: (reason) => this.#events.engineRestarted({ engine: 'apertium', unit: name, reason }),
      availabilityChanged: () => undefined,
    });
    this.#pools.set(key, pool);
    return pool;
  }
}

function batchesOf(lines: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(lines.length / linesMax);
  return Array.from({ length: count }, (_, index) => lines.slice(index * linesMax, (index + 1) * linesMax));
}

/** A request that failed twice has an empty answer: its words count as unknown. */
function answersIn(answer: string, count: number): readonly string[] {
  const lines = answer.split(lineBreak);
  return lines.length === count ? lines : new Array<string>(count).fill('');
}

const lineBreak = '\n';

/** Excludes stream characters, white space, and initial characters that a dictionary reads as a separate word. */
const askable = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’·.-]*$/u;

/** In UTF-16 units. Longer words are not looked up. */
const wordLengthMax = 60;

export function isAskable(word: string): boolean {
  return word.length <= wordLengthMax && askable.test(word);
}

/**
 * Asks an analyser for words, one per line. The blank and the full stop after each word keep it apart from the next
 * one. An answer has the analyses, separated by `/`; empty if the word is unknown or read as several.
 */
export const analyserWire = lineWire((word, index) => `${word}[.].[${index}]`, readUnit);

/** Asks a generator for the words of analyses, one per line. */
export const generatorWire = lineWire((analysis, index) => `^${analysis}$[${index}]`, readGenerated);

function lineWire(write: (line: string, index: number) => string, read: (reply: string) => string): Wire {
  return {
    frame: ({ text, number }) => `${linesOf(text).map(write).join('')}[r${number}]\0`,
    read: (reply, framed) => readLines(reply, framed)?.map(read).join(lineBreak),
    opening: '',
    prelude: undefined,
  };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(lineBreak);
}

/** Returns the text before each numbered blank; undefined if one is missing. */
function readLines(reply: string, { text, number }: Framed): readonly string[] | undefined {
  const end = `[r${number}]`;
  if (!reply.endsWith(end)) return undefined;
  const count = linesOf(text).length;
  const lines: string[] = [];
  let from = 0;
  for (let index = 0; index < count; index++) {
    const mark = `[${index}]`;
    const at = reply.indexOf(mark, from);
    if (at === -1) return undefined;
    lines.push(reply.slice(from, at));
    from = at + mark.length;
  }
  return from === reply.length - end.length ? lines : undefined;
}

/** One unit (its surface form and its analyses), then the full stop. */
const unit = /^\^((?:[^\\/^$]|\\.)+)\/([^^$]*)\$\[\.\]\^\.\/[^^$]*\$$/u;

function readUnit(line: string): string {
  const [, , analyses = ''] = unit.exec(line) ?? [];
  return analyses.startsWith('*') ? '' : analyses;
}

/** Returns the first of several spellings. `~` marks words that a later program may contract. */
function readGenerated(line: string): string {
  const [first = ''] = line.replaceAll(/\\(.)|~/gu, '$1').split('/');
  return first;
}
