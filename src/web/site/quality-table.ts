import { html } from 'hono/html';
import { counted } from '../../ground/counts.ts';
import type { LanguageCatalogue, LanguageEntry } from '../../text/languages/catalogue.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { PairQuality, RatedPair } from '../../text/languages/quality.ts';
import { gradeMark, gradeWords, pairPath, ratedPairs } from '../grade.ts';
import { byName } from '../language-names.ts';
import type { Piece } from '../page.ts';

export type QualityCatalogue = Pick<LanguageCatalogue, 'entries' | 'parse' | 'qualityOf' | 'routing'>;

export type QualityTables = {
  /** Each language in a few words, also languages that are only targets. */
  readonly summary: Piece;
  /** The grade of every pair: a row for each source, a column for each target. */
  readonly heatMap: Piece;
};

/** Returns what draws the served pairs and their quality; again only when they change. */
export function qualityTables(catalogue: QualityCatalogue): () => QualityTables {
  let drawn: (QualityTables & { readonly routing: object }) | undefined;
  return () => {
    const { routing } = catalogue;
    if (drawn?.routing === routing) return drawn;
    const languages = byName(catalogue.entries());
    const pairsFrom = ({ code: source, targets }: LanguageEntry) => targets.map((target) => ({ source, target }));
    const pairsOf = new Map(languages.map((each) => [each.code, ratedPairs(catalogue, pairsFrom(each))]));
    drawn = { routing, summary: languageList(languages, pairsOf), heatMap: heatMap(languages, pairsOf) };
    return drawn;
  };
}

type PairsBySource = ReadonlyMap<LanguageTag, readonly RatedPair[]>;

function languageList(languages: readonly LanguageEntry[], pairsOf: PairsBySource): Piece {
  const names = new Map(languages.map(({ code, name }) => [code, name]));
  const items = languages.map(({ code, name }) => {
    const pairs = pairsOf.get(code) ?? [];
    const best = pairs.find(({ quality }) => quality.score !== undefined);
    if (pairs.length === 0) return html`<li>${name} <span class="soft small">target only</span></li>`;
    return html`<li><a href="${pairPath({ source: code })}">${name}</a> <span class="soft small">${counted(pairs.length, 'target language')}${
      best === undefined ? '' : html`, best ${names.get(best.target)} ${gradeMark(best.quality)}`
    }</span></li>`;
  });
  return html`<ul class="languages">${items}</ul>`;
}

function heatMap(languages: readonly LanguageEntry[], pairsOf: PairsBySource): Piece {
  const caption = 'Quality from the language of a row to the language of a column';
  const targets = languages.filter(({ target }) => target);
  const rows = languages.filter(({ source }) => source);
  return html`<div class="scroll heat-map" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr><td></td>${targets.map(({ name }) => html`<th scope="col"><span>${name}</span></th>`)}</tr></thead>
<tbody>${rows.map(({ code, name }) => {
    const qualities = new Map(pairsOf.get(code)?.map(({ target, quality }) => [target, quality]));
    return html`<tr><th scope="row"><a href="${pairPath({ source: code })}">${name}</a> <code>${code}</code></th>${targets.map(
      (target) => cell(qualities.get(target.code)),
    )}</tr>
`;
  })}</tbody></table></div>`;
}

/** Short, because there may be ten thousand. The word is for screen readers; the style sheet shows dots. */
function cell(quality: PairQuality | undefined): Piece {
  if (quality === undefined) return html`<td></td>`;
  const { grade, score } = quality;
  return html`<td class="grade ${grade}"${score === undefined ? '' : html` title="${score.toFixed(1)}"`}>${gradeWords[grade]}</td>`;
}
