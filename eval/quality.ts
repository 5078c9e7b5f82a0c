import type { Engine } from '../src/text/engine/engine.ts';
import type { Detector } from '../src/text/languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../src/text/languages/language.ts';
import { differOnlyByRegion } from '../src/text/languages/language-tag.ts';
import { mixedRoutesFrom } from '../src/text/languages/routes.ts';
import { bleu, tokenizerFor } from './bleu.ts';
import { chrf2 } from './chrf.ts';
import type { EvalOptions } from './options.ts';
import { type Path, pathName, promisingPaths } from './paths.ts';
import type { Score } from './results.ts';
import { type PeerOutput, type Texts, textFor } from './texts.ts';
import { translateLines } from './translation.ts';

/** An engine with the names of its models. */
export type MeasuredEngine = { readonly engine: Engine; readonly modelOf: (pair: LanguagePair) => string };

export type QualityWork = {
  readonly options: Pick<EvalOptions, 'pairs' | 'lines'>;
  readonly detector: Detector;
  readonly texts: Texts;
  /** Called once for each path, as soon as it is measured. */
  readonly progress: (line: string) => void;
};

/** Scores the outputs of other systems for the same sentences. */
export function scorePeers(outputs: readonly PeerOutput[], { texts, options }: QualityWork): readonly Score[] {
  return outputs.flatMap(({ path, who, lines }) => {
    const isOurs = who.startsWith('bergamot-');
    const [engine, model] = isOurs ? ['bergamot', who.slice('bergamot-'.length)] : [who, ''];
    if (options.pairs !== undefined && !options.pairs.has(path)) return [];
    return [{ engine, model, path, refused: 0, from: 'stored', ...judge(path, lines, texts) }];
  });
}

/**
 * Translates the test set with every pair of the engine that has texts, and on the most promising pivot paths. Pivot
 * paths that are not worth their length are left out: without a score they rank behind the engine's other routes.
 */
export async function measureEngine(measured: MeasuredEngine, work: QualityWork): Promise<readonly Score[]> {
  const direct = new Map<string, Outcome>();
  for (const { source, target } of measured.engine.pairs()) {
    const outcome = await measurePath(measured, { path: [source, target], lines: work.options.lines.direct }, work);
    if (outcome !== undefined) direct.set(outcome.score.path, outcome);
  }
  const scores = [...direct.values()].map(({ score }) => score);
  const chrf = new Map(scores.map((score) => [score.path, score.chrF2]));
  for (const path of promisingPaths(measured.engine, chrf)) {
    const beside = direct.get(pathName([...path.slice(0, 1), ...path.slice(-1)]));
    const score = await measurePivots(measured, { path, beside }, work);
    if (score !== undefined) scores.push(score);
  }
  return worthTheirLength(scores);
}

/** Pairs of engines are tried through this many pivots of a pair. */
const mixedPathsMax = 2;

/**
 * Measures pivot routes whose hops are of two engines. Only those are returned that are better by a point than every other
 * route of their pair.
 *
 * @param scores of the routes of each engine
 */
export async function measureMixed(
  engines: readonly MeasuredEngine[],
  scores: readonly Score[],
  work: QualityWork,
): Promise<readonly Score[]> {
  const hops = engines.flatMap((measured) =>
    measured.engine.pairs().flatMap((pair) => {
      const score = scores.find((one) => isOf(one, measured, [pair.source, pair.target]));
      return score === undefined ? [] : [{ measured, pair, chrF2: score.chrF2 }];
    }),
  );
  const mixed = hops.flatMap((first) =>
    hops
      .filter(({ measured, pair }) => measured !== first.measured && pair.source === first.pair.target)
      .filter(({ pair }) => !differOnlyByRegion(pair.target, first.pair.source))
      .map((last) => ({ first, last, promise: first.chrF2 * last.chrF2 })),
  );
  const byEnds = Map.groupBy(mixed, ({ first, last }) => `${first.pair.source}>${last.pair.target}`);
  const found: Score[] = [];
  for (const [ends, all] of byEnds) {
    const alone = scores.filter(({ path, from }) => endsOf(path) === ends && from === 'run');
    const best = alone.toSorted((one, other) => other.chrF2 - one.chrF2)[0];
    for (const { first, last } of all.toSorted((one, other) => other.promise - one.promise).slice(0, mixedPathsMax)) {
      const path = [first.pair.source, first.pair.target, last.pair.target];
      const joined = joinMeasured([first.measured, last.measured], path);
      const lines = best?.lines ?? work.options.lines.pivots;
      const score = (await measurePath(joined, { path, lines }, work))?.score;
      if (score && score.chrF2 - (best?.chrF2 ?? 0) >= pointsForLegs) found.push(score);
    }
  }
  return found;
}

function isOf(score: Score, { engine, modelOf }: MeasuredEngine, path: Path): boolean {
  return score.engine === engine.name && score.model === modelName(modelOf, path) && score.path === pathName(path);
}

/** Returns the two engines as one, for a path with one pivot. */
function joinMeasured(measured: readonly MeasuredEngine[], path: Path): MeasuredEngine {
  const engines = measured.map(({ engine }) => engine);
  const route = { engines: engines.map(({ name }) => name), path: pathName(path), hops: [], chrF2: 0 };
  const [joined] = mixedRoutesFrom(engines, path[0] as LanguageTag, [route]);
  if (joined === undefined) throw new Error(`no mixed route ${route.path}`);
  const modelOf = (pair: LanguagePair) => measured[path.indexOf(pair.source)]?.modelOf(pair) ?? '';
  return { engine: joined.engine, modelOf };
}

/** A smaller difference proves little, and each further hop costs as much time as the first. */
const pointsForLegs = 1;

/** Returns the scores of one engine that are better by a point than every shorter path of the same pair. */
export function worthTheirLength(scores: readonly Score[]): readonly Score[] {
  const legsOf = ({ path }: Score) => path.split('>').length;
  return scores.filter((score) =>
    scores
      .filter((other) => endsOf(other.path) === endsOf(score.path) && legsOf(other) < legsOf(score))
      .every((shorter) => score.chrF2 - shorter.chrF2 >= pointsForLegs),
  );
}

/** `gl>en` of `gl>es>en` */
function endsOf(path: string): string {
  return path.replace(/>.*>/, '>');
}

/** Returns the engine's pairs that cannot be measured. */
export function pairsWithoutText(engine: Pick<Engine, 'pairs'>, texts: Texts): string[] {
  const missing = engine.pairs().filter(({ source, target }) => !textFor(texts, source) || !textFor(texts, target));
  return missing.map(({ source, target }) => `${source}>${target}`).toSorted();
}

type Outcome = { readonly score: Score; readonly translations: readonly string[] };

/** First on some lines; if the path is better than the direct one, then on all lines. */
async function measurePivots(
  measured: MeasuredEngine,
  { path, beside }: { readonly path: Path; readonly beside: Outcome | undefined },
  work: QualityWork,
): Promise<Score | undefined> {
  const lines = work.options.lines.pivots;
  const some = await measurePath(measured, { path, lines }, work);
  if (some === undefined || beside === undefined) return some?.score;
  const directly = judge(beside.score.path, beside.translations.slice(0, lines), work.texts);
  if (some.score.chrF2 <= directly.chrF2) return undefined;
  if (beside.score.lines === lines) return some.score;
  const all = await measurePath(measured, { path, lines: beside.score.lines }, work);
  return all !== undefined && all.score.chrF2 > beside.score.chrF2 ? all.score : undefined;
}

/** Returns undefined when there is no text, or the pair was not requested. */
async function measurePath(
  { engine, modelOf }: MeasuredEngine,
  { path, lines }: { readonly path: Path; readonly lines: number },
  { options, detector, texts, progress }: QualityWork,
): Promise<Outcome | undefined> {
  const name = pathName(path);
  const [source, target] = [path[0] ?? '', path.at(-1) ?? ''];
  const text = textFor(texts, source)?.slice(0, lines);
  if (text === undefined || textFor(texts, target) === undefined) return undefined;
  if (options.pairs !== undefined && !options.pairs.has(`${source}>${target}`)) return undefined;
  const startedAt = performance.now();
  const { lines: translations, refused } = await translateLines({ engine, detector }, path, text);
  const seconds = (performance.now() - startedAt) / 1_000;
  const judged = judge(name, translations, texts);
  progress(
    `${engine.name} ${name}: chrF2 ${judged.chrF2}, BLEU ${judged.bleu} (${lines} lines, ${seconds.toFixed(1)} s)`,
  );
  return {
    score: { engine: engine.name, model: modelName(modelOf, path), path: name, refused, from: 'run', ...judged },
    translations,
  };
}

/** Returns one model's name, or the names of several. */
export function modelName(modelOf: MeasuredEngine['modelOf'], path: Path): string {
  const names = path.slice(1).map((target, index) => modelOf({ source: path[index] ?? target, target }));
  return [...new Set(names)].filter((name) => name !== '').join('+');
}

/** Returns chrF2 and BLEU of translations of the first lines of the test text, for the path of this name. */
export function judge(name: string, translations: readonly string[], texts: Texts) {
  const target = name.slice(name.lastIndexOf('>') + 1);
  const references = textFor(texts, target) ?? [];
  const tokenizer = tokenizerFor(target);
  return {
    date: new Date().toISOString().slice(0, 10),
    lines: translations.length,
    chrF2: round(chrf2(translations, references)),
    bleu: round(bleu(translations, references, tokenizer)),
    tokenizer,
  };
}

/** One decimal, as in sacreBLEU; another hundred sentences would change more. */
function round(score: number): number {
  return Math.round(score * 10) / 10;
}
