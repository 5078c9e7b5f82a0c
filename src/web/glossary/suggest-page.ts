import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import { choice, textArea } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type Column, dataTable, type FormProblem, notice, problemSummary } from '../pieces.ts';
import type { CandidateRow, Languages } from './candidate-rows.ts';
import { type GlossaryPagesParts, section } from './glossary-page-parts.ts';
import { languageInput } from './language-words.ts';

/** Maximum length of the text in code points; the same as in a request. */
export const suggestCharactersMax = 100_000;

export type SuggestView = {
  readonly typed: Languages & { readonly text: string; readonly atLeast: string };
  readonly problems: readonly FormProblem[];
};

export function suggestPage({ languages }: GlossaryPagesParts, { typed, problems }: SuggestView): Page {
  const body = html`<h1>Suggest glossary entries</h1>
<p>Find names and repeated phrases in a text, as candidates for your glossary. Nothing is translated or charged here. <a href="/playground">The playground</a> shows how a phrase is translated now, charged like any request.</p>
${problemSummary(problems)}
<form class="spaced" method="post" action="/terms/suggest">
${textArea({ name: 'text', label: 'Text', value: typed.text, rows: 10, attributes: html` spellcheck="false"`, hint: `At most ${formatCount(suggestCharactersMax)} characters. It is not stored.`, problems })}
<div class="row">${languageInput({ name: 'source', label: 'From', value: typed.source, problems, isRequired: true })}
${languageInput({ name: 'target', label: 'To', value: typed.target, problems, isRequired: true })}
${choice({ name: 'at_least', label: 'Minimum occurrences', value: typed.atLeast, choices: atLeastChoices.map((times) => [times, times]) })}</div>
<div class="actions"><button class="primary" type="submit">Suggest entries</button> <a href="/terms">Back to the glossary</a></div></form>
${languages.list()}`;
  return { title: 'Suggest glossary entries', section, body };
}

export const atLeastChoices: readonly string[] = ['2', '3', '5', '10'];

export type CandidatesView = {
  readonly languages: Languages;
  readonly rows: readonly CandidateRow[];
  /** Candidates that are glossary entries already, and are not shown. */
  readonly known: number;
  readonly problems: readonly FormProblem[];
};

/** Candidates with checkboxes for those to add. */
export function candidatesPage(
  parts: GlossaryPagesParts,
  { languages: asked, rows, known, problems }: CandidatesView,
): Page {
  const { languages } = parts;
  const [source, target] = [asked.source, asked.target].map(parseEntryLanguage);
  const pair =
    source === undefined || target === undefined ? '' : html`<p>For ${languages.pair({ source, target })}.</p>`;
  const body = html`<h1>Suggested glossary entries</h1>
${pair}
${problemSummary(problems)}
${known > 0 ? html`<p class="soft">${formatCount(known)} more are already in your glossary.</p>` : ''}
${rows.length === 0 ? notice('plain', 'No candidates found. Try a longer text or fewer occurrences.') : candidatesForm(parts, { languages: asked, rows, known, problems })}
<p><a href="/terms/suggest">Another text</a></p>`;
  return {
    title: 'Suggested glossary entries',
    section,
    body,
  };
}

function candidatesForm({ languages }: GlossaryPagesParts, { languages: asked, rows, known }: CandidatesView): Piece {
  const source = parseEntryLanguage(asked.source);
  const target = parseEntryLanguage(asked.target);
  const inSource = source === undefined ? html` dir="auto"` : languages.attributes(source);
  const inTarget = target === undefined ? html` dir="auto"` : languages.attributes(target);
  const cells = rows.map((row, index) => candidateCells(row, { index, inSource, inTarget }));
  return html`<form method="post" action="/terms/suggest/add">
<p>Select entries to add. Type a translation for each, or choose not to translate it. The most likely entries come first. All selected entries are added as one import, which you can undo.</p>
<input type="hidden" name="source" value="${asked.source}"><input type="hidden" name="target" value="${asked.target}"><input type="hidden" name="known" value="${known}">
${dataTable(`${formatCount(rows.length)} candidates`, candidateColumns, cells)}
<div class="actions"><button class="primary" type="submit">Add selected entries</button></div></form>`;
}

const candidateColumns: readonly Column[] = [
  { title: 'Add' },
  { title: 'Term' },
  { title: 'Occurrences', isNumber: true },
  { title: 'Translation' },
  { title: 'Do not translate' },
  { title: 'Example' },
];

type RowPlace = { readonly index: number; readonly inSource: Piece; readonly inTarget: Piece };

function candidateCells(row: CandidateRow, { index, inSource, inTarget }: RowPlace): readonly (Piece | string)[] {
  const { words, translation, isTicked, isKept, partOfSpeech, count, example, problem } = row;
  const invalid = (field: string) =>
    problem?.field === field ? html` aria-invalid="true" aria-describedby="problem-${index}"` : '';
  const error = (field: string) =>
    problem?.field === field ? html`<p class="error" id="problem-${index}">${problem.message}</p>` : '';
  return [
    html`<label class="check"><input type="checkbox" name="take" value="${index}" aria-label="Add ${words}"${isTicked ? html` checked` : ''}>Add</label>`,
    html`<input type="text" name="words-${index}" value="${words}" aria-label="Term ${index + 1}"${inSource} autocomplete="off"${invalid('words')}>
<input type="hidden" name="part-${index}" value="${partOfSpeech}"><input type="hidden" name="count-${index}" value="${count}"><input type="hidden" name="example-${index}" value="${example}">
${error('words')}`,
    count,
    html`<input type="text" name="translation-${index}" value="${translation}" aria-label="Translation of ${words}"${inTarget} autocomplete="off"${invalid('translation')}>${error('translation')}`,
    html`<input type="checkbox" name="keep-${index}" value="yes" aria-label="Do not translate ${words}"${isKept ? html` checked` : ''}${invalid('keep')}>${error('keep')}`,
    html`<bdi${inSource}>${example}</bdi>`,
  ];
}
