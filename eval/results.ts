import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** When, on what and with what a part was measured. */
const circumstances = z.object({
  date: z.string(),
  machine: z.string(),
  node: z.string(),
  versions: z.record(z.string(), z.string()),
});

const score = z.object({
  /** One of the service's engines, or a system whose output was stored. */
  engine: z.string(),
  /** Empty for an engine without models. */
  model: z.string(),
  /** `es>ca>en` */
  path: z.string(),
  lines: z.number(),
  chrF2: z.number(),
  bleu: z.number(),
  tokenizer: z.enum(['13a', 'zh', 'char']),
  /** Lines for which the service would have returned an error; they count as empty. */
  refused: z.number(),
  /** Whether the output is of this evaluation, or published by its authors. */
  from: z.enum(['run', 'stored']),
  /** `2026-11-21` */
  date: z.string(),
});

const accuracy = z.object({ sentence: z.number(), threeWords: z.number(), oneWord: z.number() });

const detection = z.object({
  /** The detector's candidates. */
  among: z.string(),
  languages: z.number(),
  byLanguage: z.record(z.string(), accuracy),
  /** The mean over the languages. */
  all: accuracy,
  sentencesPerSecond: z.number(),
});

const speed = z.object({
  engine: z.string(),
  model: z.string(),
  path: z.string(),
  workers: z.string(),
  firstMs: z.number(),
  wordsPerSecondAlone: z.number(),
  wordsPerSecond: z.number(),
  memoryMb: z.number(),
});

const scores = z.object({ chrF2: z.number(), bleu: z.number(), refused: z.number() });

const entryRun = z.object({
  engine: z.string(),
  model: z.string(),
  path: z.string(),
  lines: z.number(),
  /** Nouns of the references, as glossary entries; and how often they applied. */
  entries: z.number(),
  applied: z.number(),
  /** How many of them have the required form in the translated line. */
  obeyed: z.number(),
  natural: z.number(),
  replaced: z.number(),
  placeholder: z.number(),
  opaque: z.number(),
  without: scores,
  with: scores,
});

const results = z.object({
  quality: z
    .object({
      circumstances,
      scores: z.array(score),
      /** Served pairs without a text, by engine. */
      pairsWithoutText: z.record(z.string(), z.array(z.string())),
      notMeasured: z.array(z.string()),
    })
    .optional(),
  entries: z
    .object({
      circumstances,
      runs: z.array(entryRun),
      notMeasured: z.array(z.string()),
    })
    .optional(),
  detection: z.object({ circumstances, sets: z.array(detection) }).optional(),
  speed: z.object({ circumstances, engines: z.array(speed), notMeasured: z.array(z.string()) }).optional(),
});

export type Circumstances = Readonly<z.infer<typeof circumstances>>;
export type Score = Readonly<z.infer<typeof score>>;
export type Accuracy = Readonly<z.infer<typeof accuracy>>;
export type EntryRun = Readonly<z.infer<typeof entryRun>>;
export type DetectionResult = Readonly<z.infer<typeof detection>>;
export type SpeedResult = Readonly<z.infer<typeof speed>>;
export type Results = Readonly<z.infer<typeof results>>;

const file = new URL('results.json', import.meta.url);

/** Returns all results so far; empty before the first run. */
export async function readResults(): Promise<Results> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return results.parse(JSON.parse(text));
}

/** Concurrent readers see the old or the new numbers. */
export async function writeJson(to: URL, value: unknown): Promise<void> {
  const written = new URL(`${to.href}.${process.pid}`);
  await writeFile(written, `${JSON.stringify(value, undefined, 2)}\n`);
  await rename(written, to);
}

export async function writeResults(value: Results): Promise<void> {
  await writeJson(file, value);
}

/** Returns `before` with the scores of `next` added or replaced, in a fixed order. */
export function mergeScores(before: readonly Score[], next: readonly Score[]): readonly Score[] {
  const keyOf = ({ engine, model, path }: Score) => [engine, model, path].join(' ');
  const byKey = new Map([...before, ...next].map((one) => [keyOf(one), one]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, one]) => one);
}
