import { html } from 'hono/html';
import type { LanguageCatalogue } from '../text/languages/catalogue.ts';
import type { LanguagePair } from '../text/languages/language.ts';
import { compareQuality, type Grade, type PairQuality, type RatedPair } from '../text/languages/quality.ts';
import type { Piece } from './page.ts';

export const gradeWords: Readonly<Record<Grade, string>> = {
  good: 'Good',
  fair: 'Fair',
  basic: 'Basic',
  unmeasured: 'Not measured',
};

/** Returns the served ones of these pairs, the best first. */
export function ratedPairs(
  catalogue: Pick<LanguageCatalogue, 'qualityOf'>,
  pairs: readonly LanguagePair[],
): readonly RatedPair[] {
  const rated: readonly RatedPair[] = pairs.flatMap((pair) => {
    const quality = catalogue.qualityOf(pair);
    return quality === undefined ? [] : [{ ...pair, quality }];
  });
  return rated.toSorted(compareQuality);
}

/** A grade as a word; the style sheet adds dots. The measured figure is its title. */
export function gradeMark({ grade, score }: PairQuality, words = gradeWords[grade]): Piece {
  return html`<span class="grade ${grade}"${score === undefined ? '' : html` title="${scoreText(score)}"`}>${words}</span>`;
}

/** A grade with a link to the figure of its pair. */
export function gradeLink(pair: LanguagePair, quality: PairQuality): Piece {
  return html`<a href="${pairPath(pair)}">${gradeMark(quality)}</a>`;
}

/** Where the quality of a pair is documented, or of all pairs from a source. */
export function pairPath({ source, target }: Pick<LanguagePair, 'source'> & Partial<LanguagePair>): string {
  const query = new URLSearchParams(target === undefined ? { source } : { source, target });
  return `/docs/languages?${query.toString()}`;
}

export function scoreText(score: number): string {
  return `chrF2 ${score.toFixed(1)}`;
}
