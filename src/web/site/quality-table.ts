import { html } from 'hono/html';
import type { LanguageCatalogue } from '../../core/languages/catalogue.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import { byName } from '../language-order.ts';
import type { Piece } from '../page.ts';
import { dataTable } from '../pieces.ts';

export type QualityCatalogue = Pick<LanguageCatalogue, 'entries' | 'chooseRoutes' | 'routing'>;

/** The current route of a pair, and its measured quality. */
type PairQuality = {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly engine: string;
  readonly pivots: readonly LanguageTag[];
  /** chrF2, 0-100; undefined where it was not measured. */
  readonly score: number | undefined;
};

function pairsOf(catalogue: QualityCatalogue): readonly PairQuality[] {
  return catalogue.entries().flatMap(({ code: source, targets }) =>
    targets.flatMap((target) => {
      const choice = catalogue.chooseRoutes({ source, target });
      const best = choice.kind === 'routes' ? choice.routes[0] : undefined;
      if (best === undefined) return [];
      const { engine, path } = best;
      return [{ source, target, engine: engine.name, pivots: path.slice(1, -1), score: engine.measuredScore(path) }];
    }),
  );
}

/** Draws the served pairs and their quality; again only when they change. */
export class QualityTables {
  readonly #catalogue: QualityCatalogue;
  #routing: object | undefined;
  #summary: Piece | string = '';
  #languages: Piece | string = '';
  #pairs: Piece | string = '';

  constructor(catalogue: QualityCatalogue) {
    this.#catalogue = catalogue;
  }

  /** Each language in a few words, also languages that are only targets. */
  summary(): Piece | string {
    this.#refresh();
    return this.#summary;
  }

  /** Each language with the number of its targets, and the best measured. */
  languages(): Piece | string {
    this.#refresh();
    return this.#languages;
  }

  /** Every pair, the best score first. */
  pairs(): Piece | string {
    this.#refresh();
    return this.#pairs;
  }

  #refresh(): void {
    const { routing } = this.#catalogue;
    if (this.#routing === routing) return;
    const pairs = pairsOf(this.#catalogue);
    this.#summary = languageList(this.#catalogue, pairs);
    this.#languages = languageTable(this.#catalogue, pairs);
    this.#pairs = pairTable(pairs);
    this.#routing = routing;
  }
}

function languageList(catalogue: QualityCatalogue, pairs: readonly PairQuality[]): Piece {
  const bySource = Map.groupBy(pairs, ({ source }) => source);
  const names = new Map(catalogue.entries().map(({ code, name }) => [code, name]));
  const items = byName(catalogue.entries()).map(({ code, name, source, targets }) => {
    const best = bestOf(bySource.get(code) ?? []);
    const bestLabel = best === undefined ? '' : `, best ${names.get(best.target)} ${scoreText(best.score)}`;
    return html`<li>${name} <span class="soft small">${source ? `to ${targets.length}${bestLabel}` : 'from others only'}</span></li>`;
  });
  return html`<ul class="languages">${items}</ul>`;
}

function languageTable(catalogue: QualityCatalogue, pairs: readonly PairQuality[]): Piece {
  const bySource = Map.groupBy(pairs, ({ source }) => source);
  const rows = byName(catalogue.entries())
    .filter(({ source }) => source)
    .map(({ code, name, nativeName, direction, targets }) => [
      html`${name} <span class="soft" lang="${code}" dir="${direction}">${nativeName === name ? '' : nativeName}</span>`,
      html`<code>${code}</code>`,
      String(targets.length),
      bestText(bestOf(bySource.get(code) ?? [])),
    ]);
  const columns = [
    { title: 'Language' },
    { title: 'Code' },
    { title: 'To', isNumber: true },
    { title: 'Best measured' },
  ];
  return dataTable('Languages that can be translated now', columns, rows);
}

/** Undefined if none was measured. */
function bestOf(pairs: readonly PairQuality[]): PairQuality | undefined {
  const measured = pairs.filter((pair) => pair.score !== undefined);
  return measured.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))[0];
}

function bestText(best: PairQuality | undefined): string {
  return best === undefined ? 'not measured' : `${best.target} ${scoreText(best.score)}`;
}

function pairTable(pairs: readonly PairQuality[]): Piece {
  const rows = pairs
    .toSorted((one, other) => (other.score ?? -1) - (one.score ?? -1))
    .map(({ source, target, engine, pivots, score }) => [
      html`<code>${source}</code> to <code>${target}</code>`,
      scoreText(score),
      pivots.length === 0 ? engine : `${engine} through ${pivots.join(', ')}`,
    ]);
  const columns = [{ title: 'Pair' }, { title: 'chrF2', isNumber: true }, { title: 'Engine' }];
  return dataTable('Pairs of languages, the best measured first', columns, rows);
}

function scoreText(score: number | undefined): string {
  return score === undefined ? 'not measured' : score.toFixed(1);
}
