import { type Eld, EldScorer, LanguageScorer, type LanguageScores } from './language-scorer.ts';
import { cyrillicWords, eldAlone, latinWords, readAlike } from './profiles.ts';
import { dominantScript } from './scripts.ts';
import { sampleText } from './text-sample.ts';

/** `undecided` carries the likeliest languages first, at most five, possibly none. */
export type Identification<Tag extends string> =
  | { readonly kind: 'detected'; readonly language: Tag }
  | { readonly kind: 'undecided'; readonly candidates: readonly Tag[] };

/** A language that a text may be in. */
export type Candidate<Tag extends string> = {
  readonly language: Tag;
  /** Probability from 0 to 1 among all known languages. */
  readonly confidence: number;
};

const candidatesMax = 5;
/** Candidates less probable than this are not reported. */
const candidateShareMin = 0.02;

/** A shorter text is decided only if its language is `leadMin` times as likely as the next one. */
const sentenceWordsMin = 3;
const leadMin = 5;

/** Bonus of languages that the caller sent recently, a natural logarithm. */
const recentBonus = 2;

/** Lead, a natural logarithm, with which a language that is not served makes a text undecided. */
const foreignMargin = 4;

/** The tag to return for each language name of `profiles.ts`. */
type Served<Tag extends string> = ReadonlyMap<string, Tag>;

type Weighed<Tag extends string> = {
  readonly served: Served<Tag>;
  readonly scores: LanguageScores | undefined;
  readonly sample: string;
};

type Scorer = { score(sample: string): LanguageScores };

/** Identifies the language of texts, synchronously. Construction takes about 100 ms. */
export class LanguageIdentifier<Tag extends string = string> {
  readonly #scorers: ReadonlyMap<string, Scorer>;
  /** Prepared once for each set of languages, which callers reuse. */
  readonly #served = new WeakMap<ReadonlySet<Tag>, ReadonlyMap<string, Served<Tag>>>();

  /** @param eld npm's `eld` with any of its tables */
  constructor(eld: Eld) {
    this.#scorers = new Map<string, Scorer>([
      ['Latn', new LanguageScorer(eld, latinWords)],
      ['Cyrl', new LanguageScorer(eld, cyrillicWords)],
      ...Object.entries(eldAlone).map(([script, languages]) => [script, new EldScorer(eld, languages)] as const),
    ]);
  }

  /**
   * @param among the only languages considered: BCP-47 tags, never changed afterwards
   * @param recent languages that win close calls
   */
  identify(text: string, among: ReadonlySet<Tag>, recent: ReadonlySet<Tag> = new Set()): Identification<Tag> {
    const { served, scores, sample } = this.#weigh(text, among, recent);
    if (scores !== undefined) return decide(scores, served, sample);
    const [only] = served.values();
    return only === undefined ? { kind: 'undecided', candidates: [] } : { kind: 'detected', language: only };
  }

  /**
   * Returns the most probable languages of `among`, at most five, highest first. Empty for a text without a word or
   * n-gram of a known language. Takes the parameters of `identify`.
   */
  rank(text: string, among: ReadonlySet<Tag>, recent: ReadonlySet<Tag> = new Set()): readonly Candidate<Tag>[] {
    const { served, scores } = this.#weigh(text, among, recent);
    if (scores === undefined) return [...served.values()].slice(0, 1).map((language) => ({ language, confidence: 1 }));
    const [, most] = highest(scores, () => true);
    const likelihood = (score: number) => Math.exp(score - most);
    const total = [...scores.values()].reduce((sum, score) => sum + likelihood(score), 0);
    return [...served]
      .flatMap(([name, language]) => {
        const score = scores.get(name);
        return score === undefined ? [] : [{ language, confidence: likelihood(score) / total }];
      })
      .toSorted((one, other) => other.confidence - one.confidence)
      .slice(0, candidatesMax);
  }

  /** `scores` is undefined for a script of one language. */
  #weigh(text: string, among: ReadonlySet<Tag>, recent: ReadonlySet<Tag>): Weighed<Tag> {
    const sample = sampleText(text);
    const script = dominantScript(sample);
    const served = script === undefined ? undefined : this.#servedIn(among, script);
    if (script === undefined || served === undefined) return { served: new Map(), scores: undefined, sample };
    const scores = this.#scorers.get(script)?.score(sample);
    return { served, scores: scores && favour(scores, served, recent), sample };
  }

  #servedIn(among: ReadonlySet<Tag>, script: string): Served<Tag> | undefined {
    const served = this.#served.get(among) ?? servedByScript(among);
    this.#served.set(among, served);
    // `Hani`: a short text whose characters are the same in simplified and traditional Chinese.
    return served.get(script) ?? (script === 'Hani' ? (served.get('Hans') ?? served.get('Hant')) : undefined);
  }
}

/** A variant subtag (RFC 5646, section 2.1): five to eight letters or digits, or four that begin with a digit. */
const variant = /-(?:[a-z\d]{5,8}|\d[a-z\d]{3})(?:-|$)/i;

function servedByScript<Tag extends string>(among: ReadonlySet<Tag>): ReadonlyMap<string, Served<Tag>> {
  const served = new Map<string, Map<string, Tag>>();
  // Shortest first: a tag with a region is used only if the bare tag is not served. Tags with variants are never used.
  for (const tag of [...among].toSorted((a, b) => a.length - b.length)) {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (script === undefined || variant.test(tag)) continue;
    const tags = served.get(script) ?? new Map<string, Tag>();
    served.set(script, tags);
    const name = language === 'sr' && script === 'Latn' ? 'sr-Latn' : language;
    if (!tags.has(name)) tags.set(name, tag);
  }
  return served;
}

function favour<Tag extends string>(
  scores: LanguageScores,
  served: Served<Tag>,
  recent: ReadonlySet<Tag>,
): LanguageScores {
  if (recent.size === 0) return scores;
  const favoured = [...served].filter(([name, tag]) => scores.has(name) && recent.has(tag));
  return new Map([...scores, ...favoured.map(([name]) => [name, scores.get(name)! + recentBonus] as const)]);
}

function decide<Tag extends string>(scores: LanguageScores, served: Served<Tag>, sample: string): Identification<Tag> {
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

/** The probability of each served language. */
function sharesOf<Tag extends string>(
  scores: LanguageScores,
  served: Served<Tag>,
  highestScore: number,
): ReadonlyMap<Tag, number> {
  const shares = new Map<Tag, number>();
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
