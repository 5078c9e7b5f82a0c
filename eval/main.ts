/**
 * `npm run eval`: how well the engines translate, how well languages are detected, how fast it all is. It reports
 * its progress on standard error, and writes
 *
 *   eval/results.json                     every number, with its circumstances
 *   src/adapters/<engine>/quality.json    the scores that order routes
 *   src/text/languages/mixed-routes.json  those of routes of two engines
 *   docs/quality.md, docs/quality/*.svg   the same for readers
 *
 * With `--lines` it is a quick run, which writes nothing. It runs at the lowest priority, except the part `speed`.
 * It writes numbers only, no texts.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMorphology } from '../src/adapters/apertium/morphology.ts';
import { openDetector } from '../src/adapters/detection/detector.ts';
import { silentEvents } from '../src/adapters/telemetry/events.ts';
import { LanguageCatalogue } from '../src/text/languages/catalogue.ts';
import type { LanguageTag } from '../src/text/languages/language.ts';
import { withCache } from './caching-engine.ts';
import { compareDetection, measureDetection } from './detection.ts';
import { type EnginesToMeasure, openMeasuredEngines } from './engines.ts';
import { describeCircumstances } from './machine.ts';
import { type Part, readOptions } from './options.ts';
import { writePage } from './page.ts';
import { measureEngine, measureMixed, pairsWithoutText, type QualityWork, scorePeers } from './quality.ts';
import { mergeScores, type Results, readResults, type Score, writeResults } from './results.ts';
import { measureSpeed } from './speed.ts';
import { writeTables } from './tables.ts';
import { measureEntries } from './terms.ts';
import { readPeers, readTexts } from './texts.ts';

const lowestPriority = 19;

const options = readOptions(process.argv.slice(2), process.env);
const texts = await readTexts(options.floresDir);
const folder = await mkdtemp(join(tmpdir(), 'dragoman-eval-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// Without a handler, a signal ends this process before it can stop its child processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const measure: Readonly<Record<Part, (before: Results, there: EnginesToMeasure) => Promise<Results>>> = {
  speed: async ({ speed: before }, { engines, absent }) => {
    const measured = [];
    const workers = `${availableParallelism()} processors`;
    for (const engine of engines) measured.push(await measureSpeed(engine, { texts, workers }));
    const found = measured.filter((one) => one !== undefined);
    for (const one of found) tell(JSON.stringify(one));
    const kept = before?.engines.filter(({ engine }) => !isAsked(engine)) ?? [];
    return {
      speed: {
        circumstances: await describeCircumstances(),
        engines: [...kept, ...found].toSorted((a, b) => (a.engine < b.engine ? -1 : 1)),
        notMeasured: stillAbsent(before?.notMeasured, absent),
      },
    };
  },
  quality: async (before, { engines, absent }) => {
    setPriority(lowestPriority);
    const work: QualityWork = { options, detector: await openDetector(), texts, progress: tell };
    const stored = scorePeers(await readPeers(options.peersDir, texts), work);
    const scores: Score[] = [...stored];
    const cached = engines.map(({ engine, modelOf }) => ({ engine: withCache(engine), modelOf }));
    for (const measured of cached) scores.push(...(await measureEngine(measured, work)));
    scores.push(...(await measureMixed(cached, mergeScores(before.quality?.scores ?? [], scores), work)));
    const kept = (before.quality?.scores ?? []).filter((score) => !isReplaced(score, scores));
    return {
      quality: {
        circumstances: await describeCircumstances(),
        scores: [...mergeScores(kept, scores)],
        pairsWithoutText: {
          ...before.quality?.pairsWithoutText,
          ...Object.fromEntries(engines.map(({ engine }) => [engine.name, pairsWithoutText(engine, texts)])),
        },
        notMeasured: stillAbsent(before.quality?.notMeasured, absent),
      },
    };
  },
  terms: async ({ entries: before }, { engines, absent }) => {
    setPriority(lowestPriority);
    await using morphology = openMorphology({ events: silentEvents });
    const work = { options, detector: await openDetector(), texts, morphology, engines, progress: tell };
    const runs = await measureEntries(work);
    return {
      entries: {
        circumstances: await describeCircumstances(),
        runs: replaceMeasured(before?.runs, runs),
        notMeasured: stillAbsent(before?.notMeasured, absent),
      },
    };
  },
  detection: async ({ detection: before }, { engines }) => {
    setPriority(lowestPriority);
    const detector = await openDetector();
    const served = new LanguageCatalogue(engines.map(({ engine }) => engine)).sourcesOffered();
    const all = new Set([
      ...served,
      ...[...texts.keys()].map((tag) => (tag === 'zh' ? 'zh-Hans' : tag) as LanguageTag),
    ]);
    const sets = [
      { name: 'source languages of the measured engines', among: served },
      { name: 'these and all languages of the test texts', among: all },
    ].map((set) => measureDetection(detector, texts, set));
    for (const set of sets) {
      tell(
        compareDetection(
          set,
          before?.sets.find(({ among }) => among === set.among),
        ),
      );
    }
    return { detection: { circumstances: await describeCircumstances(), sets } };
  },
};

await using scope = new AsyncDisposableStack();
const opened = await openMeasuredEngines(options.engines, { folder, env: process.env }, scope);
let results = await readResults();
for (const part of options.only) {
  tell(`measuring: ${part}`);
  results = { ...results, ...(await measure[part](results, opened)) };
  if (options.isQuickLook) continue;
  await writeResults(results);
  await writeTables(results);
  await writePage(results);
}

function isAsked(engine: string): boolean {
  return options.engines.includes(engine);
}

/** Returns the new scores, and the earlier scores of everything else. */
function replaceMeasured<One extends { readonly engine: string; readonly path: string }>(
  before: readonly One[] = [],
  now: readonly One[],
): One[] {
  const isNew = (one: One) => now.some(({ engine, path }) => engine === one.engine && path === one.path);
  const keyOf = ({ engine, path }: One) => `${engine} ${path}`;
  return [...before.filter((one) => !isNew(one)), ...now].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Returns why engines are unavailable, including those that were not requested in this run. */
function stillAbsent(before: readonly string[] = [], now: readonly string[]): string[] {
  return [...before.filter((reason) => !isAsked(reason.slice(0, reason.indexOf(':')))), ...now];
}

/** A run over all pairs of an engine replaces all its earlier scores. */
function isReplaced({ engine, from }: Score, next: readonly Score[]): boolean {
  return options.pairs === undefined && next.some((score) => score.engine === engine && score.from === from);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
