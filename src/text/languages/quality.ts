import type { LanguagePair } from './language.ts';
import type { Route } from './routes.ts';

/** In the order of the list of pairs. */
const grades = ['good', 'fair', 'basic', 'unmeasured'] as const;

export type Grade = (typeof grades)[number];

export type PairQuality = {
  readonly route: Route;
  /** chrF2 of the whole route, 0-100; undefined if not measured. */
  readonly score: number | undefined;
  readonly grade: Grade;
};

export type RatedPair = LanguagePair & { readonly quality: PairQuality };

/** @param score chrF2, 0-100 */
function gradeOf(score: number | undefined): Grade {
  if (score === undefined) return 'unmeasured';
  if (score >= 60) return 'good';
  return score >= 50 ? 'fair' : 'basic';
}

export function qualityOf(route: Route): PairQuality {
  const score = route.engine.measuredScore(route.path);
  return { route, score, grade: gradeOf(score) };
}

export function compareQuality({ quality: one }: RatedPair, { quality: other }: RatedPair): number {
  return grades.indexOf(one.grade) - grades.indexOf(other.grade) || (other.score ?? 0) - (one.score ?? 0);
}

/** Returns the pairs of the best grade among these, the best first. */
export function bestOfGrade(pairs: readonly RatedPair[]): readonly RatedPair[] {
  const sorted = pairs.toSorted(compareQuality);
  return sorted.filter(({ quality }) => quality.grade === sorted[0]?.quality.grade);
}
