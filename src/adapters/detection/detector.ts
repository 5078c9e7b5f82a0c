import { eld } from 'eld/extrasmall';
import type { Detection, Detector } from '../../core/languages/detector.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import { tagParts } from '../../core/languages/language-tag.ts';
import { EldScorer, LanguageScorer, type LanguageScores } from './language-scorer.ts';
import { cyrillicWords, eldAlone, latinWords, readAlike } from './profiles.ts';
import { dominantScript } from './scripts.ts';
import { sampleText } from './text-sample.ts';

const candidatesMax = 5;
/** A candidate less probable than this helps nobody. */
const candidateShareMin = 0.02;

/** A text of fewer words gets a language only if that is `leadMin` times as likely as the next one. */
const sentenceWordsMin = 3;
const leadMin = 5;

/** How much likelier, as a natural logarithm, the languages are that the caller sent recently. */
const recentBonus = 2;

/** How much likelier, as a natural logarithm, a text must be in a language that is not served to be taken for that. */
const foreignMargin = 4;

/** By the name that `profiles.ts` has for a language, the tag to answer with. */
type Served = ReadonlyMap<string, LanguageTag>;

type Scorer = { score(sample: string): LanguageScores };

let opened: TextDetector | undefined;

/** Opens the detector: word lists, spelling and eld's smallest table of n-grams, loaded once for each process. */
export function openDetector(): Promise<Detector> {
  opened ??= new TextDetector();
  return Promise.resolve(opened);
}

class TextDetector implements Detector {
  readonly #scorers = new Map<string, Scorer>([
    ['Latn', new LanguageScorer(eld, latinWords)],
    ['Cyrl', new LanguageScorer(eld, cyrillicWords)],
    ...Object.entries(eldAlone).map(([script, languages]) => [script, new EldScorer(eld, languages)] as const),
  ]);
  /** The catalogue hands in the same set as long as nothing changes. */
  readonly #served = new WeakMap<ReadonlySet<LanguageTag>, ReadonlyMap<string, Served>>();

  detect(text: string, among: ReadonlySet<LanguageTag>, recent: ReadonlySet<LanguageTag> = new Set()): Detection {
    const sample = sampleText(text);
    const script = dominantScript(sample);
    const served = script === undefined ? undefined : this.#servedIn(among, script);
    if (script === undefined || served === undefined) return { kind: 'undecided', candidates: [] };
    const scorer = this.#scorers.get(script);
    if (scorer) return decide(favour(scorer.score(sample), served, recent), served, sample);
    const [only] = served.values();
    return only === undefined ? { kind: 'undecided', candidates: [] } : { kind: 'detected', language: only };
  }

  #servedIn(among: ReadonlySet<LanguageTag>, script: string): Served | undefined {
    const served = this.#served.get(among) ?? servedByScript(among);
    this.#served.set(among, served);
    // Characters that both ways to write Chinese share, as in a word or two.
    return served.get(script) ?? (script === 'Hani' ? (served.get('Hans') ?? served.get('Hant')) : undefined);
  }
}

function servedByScript(among: ReadonlySet<LanguageTag>): ReadonlyMap<string, Served> {
  const served = new Map<string, Map<string, LanguageTag>>();
  // The shortest first: a tag with a region stands in only where the bare one is not served, one with a variant never.
  for (const tag of [...among].toSorted((a, b) => a.length - b.length)) {
    const { language, script, variants } = tagParts(tag);
    if (script === undefined || variants !== '') continue;
    const tags = served.get(script) ?? new Map<string, LanguageTag>();
    served.set(script, tags);
    const name = language === 'sr' && script === 'Latn' ? 'sr-Latn' : language;
    if (!tags.has(name)) tags.set(name, tag);
  }
  return served;
}

function favour(scores: LanguageScores, served: Served, recent: ReadonlySet<LanguageTag>): LanguageScores {
  if (recent.size === 0) return scores;
  const favoured = [...served].filter(([name, tag]) => scores.has(name) && recent.has(tag));
  return new Map([...scores, ...favoured.map(([name]) => [name, scores.get(name)! + recentBonus] as const)]);
}

function decide(scores: LanguageScores, served: Served, sample: string): Detection {
  const [likeliest, most] = highest(scores, () => true);
  const [name, score] = highest(scores, (language) => served.has(language));
  const language = served.get(name);
  if (language === undefined) return { kind: 'undecided', candidates: [] };
  const [, next] = highest(scores, (other) => served.has(other) && !readsLike(name, other));
  const decided = score - next >= Math.log(leadMin) || wordCount(sample) >= sentenceWordsMin;
  const foreign = most - score > foreignMargin && !readsLike(name, likeliest);
  if (decided && !foreign) return { kind: 'detected', language };
  const candidates = [...sharesOf(scores, served, score)]
    .filter(([, share]) => share >= candidateShareMin)
    .toSorted(([, a], [, b]) => b - a);
  return { kind: 'undecided', candidates: candidates.slice(0, candidatesMax).map(([tag]) => tag) };
}

function readsLike(one: string, other: string): boolean {
  return one === other || readAlike.some((kin) => kin.includes(one) && kin.includes(other));
}

function highest(scores: LanguageScores, admits: (language: string) => boolean): readonly [string, number] {
  let best: readonly [string, number] = ['', Number.NEGATIVE_INFINITY];
  for (const entry of scores) if (entry[1] > best[1] && admits(entry[0])) best = entry;
  return best;
}

/** How probable each language that is served is, were the text in one of them. */
function sharesOf(scores: LanguageScores, served: Served, highestScore: number): ReadonlyMap<LanguageTag, number> {
  const shares = new Map<LanguageTag, number>();
  let total = 0;
  for (const [name, tag] of served) {
    const share = Math.exp((scores.get(name) ?? Number.NEGATIVE_INFINITY) - highestScore);
    shares.set(tag, share);
    total += share;
  }
  for (const [tag, share] of shares) shares.set(tag, share / total);
  return shares;
}

function wordCount(sample: string): number {
  return sample.match(/\p{L}[\p{L}\p{M}]*/gu)?.length ?? 0;
}
