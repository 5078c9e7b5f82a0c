import { html } from 'hono/html';
import { counted } from '../../ground/counts.ts';
import { parseEntryLanguage, unknownLanguage } from '../../shop/glossaries/entry-content.ts';
import type { LanguageEntry } from '../../text/languages/catalogue.ts';
import type { LanguageRole } from '../../text/languages/language-match.ts';
import type { Grade } from '../../text/languages/quality.ts';
import { field } from '../controls.ts';
import { gradeMark, gradeWords, pairPath, ratedPairs, scoreText } from '../grade.ts';
import { byName, languageCodeOf } from '../language-names.ts';
import type { Piece } from '../page.ts';
import { type FormProblem, notice } from '../pieces.ts';
import type { QualityCatalogue, QualityTables } from './quality-table.ts';

const meanings: Readonly<Record<Grade, string>> = {
  good: '60 or more: as the best neural models',
  fair: '50 to 60: mostly reads well between related languages',
  basic: 'below 50: gist only',
  unmeasured: 'no test text for this pair',
};

/** All pairs with their quality, or those of the languages in the address, given as codes or names. */
export function languagesGuide(
  catalogue: QualityCatalogue,
  tables: QualityTables,
  searchParams: URLSearchParams,
): Piece {
  const [source, target] = [pickIn(catalogue, searchParams, 'source'), pickIn(catalogue, searchParams, 'target')];
  return html`<p>This page shows what the service can translate now. Codes are BCP-47 tags such as <code>pt-BR</code>; requests may use any case, <code>_</code> or
<code>-</code>, ISO 639 codes and usual aliases such as <code>eng</code> or <code>zh-CN</code>. <code>GET /api/v1/languages</code> returns the same for programs.</p>
<p>Grades follow from chrF2 (0 to 100, more is better) on 997 sentences of FLORES-200, as the service translates them:</p>
<ul class="plain grades">${Object.entries(meanings).map(
    ([grade, meaning]) =>
      html`<li><span class="grade ${grade}">${gradeWords[grade as Grade]}</span>: <span class="soft">${meaning}</span></li>`,
  )}</ul>
<form class="row spaced" method="get" action="/docs/languages" role="search" aria-label="Pairs of languages">
${pickField(source, 'source', 'From')}${pickField(target, 'target', 'To')}<div class="field"><button type="submit">Show pairs</button></div>
<datalist id="served">${byName(catalogue.entries()).map(({ code, name }) => html`<option value="${name}">${code}</option>`)}</datalist></form>
${pairsOf(catalogue, source.language, target.language) ?? allPairs(catalogue, tables)}`;
}

type Language = Pick<LanguageEntry, 'code' | 'name'>;

/** A field of the form. Empty, it stands for every language. */
type Picked = {
  readonly typed: string;
  readonly language: Language | undefined;
  readonly problems: readonly FormProblem[];
};

function pickIn(catalogue: QualityCatalogue, searchParams: URLSearchParams, role: LanguageRole): Picked {
  const typed = searchParams.get(role)?.trim() ?? '';
  if (typed === '') return { typed, language: undefined, problems: [] };
  const entries = catalogue.entries();
  const written = languageCodeOf(entries, typed);
  const found = catalogue.parse(written, role);
  if (found.kind === 'unknown') {
    return { typed, language: undefined, problems: [{ param: role, message: notServed(written, found.nearest) }] };
  }
  const language = entries.find(({ code }) => code === found.tag) ?? { code: found.tag, name: found.tag };
  return { typed: language.name, language, problems: [] };
}

function notServed(written: string, nearest: string | undefined): string {
  if (parseEntryLanguage(written) === undefined) return unknownLanguage(written);
  return `This language is not available now. ${nearest === undefined ? 'Try again later.' : `The nearest one is ${nearest}.`}`;
}

function pickField({ typed, problems }: Picked, name: LanguageRole, label: string): Piece {
  const attributes = html` list="served" placeholder="Any language" autocapitalize="none" spellcheck="false"`;
  return field({ name, label, value: typed, problems, autocomplete: 'off', lengthMax: 60, attributes });
}

/** Undefined if no language is picked. If both are, their pair comes first. */
function pairsOf(
  catalogue: QualityCatalogue,
  source: Language | undefined,
  target: Language | undefined,
): Piece | undefined {
  if (source === undefined) return target && pairList(catalogue, target, 'target');
  const pair = target === undefined ? '' : pairNotice(catalogue, source, target);
  return html`${pair}${pairList(catalogue, source, 'source')}`;
}

function allPairs(catalogue: QualityCatalogue, tables: QualityTables): Piece {
  const sources = byName(catalogue.entries().filter(({ source }) => source));
  return html`<h2>All pairs</h2>
<div class="wide-only">${tables.heatMap}</div>
<div class="narrow-only"><p>Choose a source to see its targets.</p><ul class="languages rated">${sources.map(
    ({ code, name }) => html`<li><a href="${pairPath({ source: code })}">${name}</a></li>`,
  )}</ul></div>`;
}

/** The pairs from a source, or into a target, by grade. */
function pairList(catalogue: QualityCatalogue, { code, name }: Language, role: LanguageRole): Piece {
  const entries = byName(catalogue.entries());
  const names = new Map(entries.map((entry) => [entry.code, entry.name]));
  const [preposition, other] = role === 'source' ? (['From', 'target'] as const) : (['To', 'source'] as const);
  const pairOf = ({ code: tag }: Language) =>
    role === 'source' ? { source: code, target: tag } : { source: tag, target: code };
  const pairs = ratedPairs(catalogue, entries.map(pairOf));
  return html`<h2>${preposition} ${name} <code>${code}</code></h2>
<p>${counted(pairs.length, other)}, with chrF2, the best grade first. <a href="/docs/languages">All pairs</a></p>
${[...Map.groupBy(pairs, ({ quality }) => quality.grade)].map(
  ([grade, group]) => html`<h3><span class="grade ${grade}">${gradeWords[grade]}</span></h3>
<ul class="languages rated">${group.map((pair) => {
    const { score } = pair.quality;
    return html`<li><a href="${pairPath(pair)}">${names.get(pair[other])}</a> <span class="soft small">${pair[other]}${score === undefined ? '' : `, ${score.toFixed(1)}`}</span></li>`;
  })}</ul>`,
)}`;
}

function pairNotice(catalogue: QualityCatalogue, source: Language, target: Language): Piece {
  const quality = catalogue.qualityOf({ source: source.code, target: target.code });
  const title = html`<strong>${source.name} <code>${source.code}</code> to ${target.name} <code>${target.code}</code></strong>`;
  if (quality === undefined) return notice('warn', html`${title} is not translated at the moment.`);
  const { route, score } = quality;
  const pivots = route.path.slice(1, -1);
  return notice(
    'plain',
    html`${title}: ${gradeMark(quality)}${score === undefined ? '' : `, ${scoreText(score)}`}.
Engine <code>${route.engine.name}</code>${pivots.length === 0 ? ', directly' : `, through ${pivots.join(' and ')}`}.`,
  );
}
