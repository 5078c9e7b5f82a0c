import { readdir, readFile } from 'node:fs/promises';
import type { LanguagePair, LanguageTag } from '../src/text/languages/language.ts';
import type { MeasuredEngine } from './quality.ts';
import type { SpeedResult } from './results.ts';
import { type Texts, textFor } from './texts.ts';

/** Enough for some seconds of each engine. */
const sentencesAlone = 60;
const sentencesTogether = 400;
const favourite = { source: 'es', target: 'en' } as LanguagePair;
const never = new AbortController().signal;

/**
 * Returns the speed and memory of one pair of an engine: Spanish to English, or else the first pair with a text.
 * Undefined when there is none.
 */
export async function measureSpeed(
  { engine, modelOf }: MeasuredEngine,
  { texts, workers }: { readonly texts: Texts; readonly workers: string },
): Promise<SpeedResult | undefined> {
  const pair = choosePair(engine.pairs(), texts);
  const sentences = pair && textFor(texts, pair.source);
  if (pair === undefined || sentences === undefined) return undefined;
  const translate = (segments: readonly string[]) => engine.translate({ pair, segments, share: 'eval' }, never);
  const before = await memoryInUse();
  const firstMs = await timeOf(() => translate(['Esto es una prueba.']));
  const alone = sentences.slice(0, sentencesAlone);
  const aloneMs = await timeOf(async () => {
    for (const sentence of alone) await translate([sentence]);
  });
  const together = sentences.slice(sentencesAlone, sentencesAlone + sentencesTogether);
  // A first pass loads every worker's model and starts every pipeline.
  await translate(together);
  const togetherMs = await timeOf(() => translate(together));
  return {
    engine: engine.name,
    model: modelOf(pair),
    path: `${pair.source}>${pair.target}`,
    workers,
    firstMs: Math.round(firstMs),
    wordsPerSecondAlone: Math.round((1_000 * countWords(alone)) / aloneMs),
    wordsPerSecond: Math.round((1_000 * countWords(together)) / togetherMs),
    memoryMb: Math.round(((await memoryInUse()) - before) / 2 ** 20),
  };
}

function choosePair(pairs: readonly LanguagePair[], texts: Texts): LanguagePair | undefined {
  const hasText = (tag: LanguageTag) => textFor(texts, tag) !== undefined;
  const tested = pairs.filter(({ source }) => hasText(source));
  return tested.find(({ source, target }) => source === favourite.source && target === favourite.target) ?? tested[0];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function countWords(sentences: readonly string[]): number {
  return sentences.reduce((sum, sentence) => sum + sentence.split(/\s+/).length, 0);
}

/** Bytes of this process and of all that descend from it, shared pages counted in part. Source: proc(5), PSS. */
async function memoryInUse(): Promise<number> {
  const parents = new Map<number, number>();
  for (const id of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${id}/stat`, 'latin1').catch(() => '');
    parents.set(Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isOurs = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined && at > 1; at = parents.get(at)) {
      if (at === process.pid) return true;
    }
    return false;
  };
  let bytes = 0;
  for (const id of parents.keys()) {
    if (!isOurs(id)) continue;
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'latin1').catch(() => '');
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024;
  }
  return bytes;
}
