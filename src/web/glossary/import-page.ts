import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { glossaryFileEndings, glossaryFileFormats, importBytesMax } from '../../shop/glossaries/glossary-files.ts';
import { accountEntriesMax } from '../../shop/glossaries/stored-entry.ts';
import { choice, labelled, textArea } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { type GlossaryPagesParts, section } from './glossary-page-parts.ts';
import type { ImportChoices } from './import-input.ts';
import { languageInput } from './language-words.ts';

export type ImportView = {
  readonly choices: ImportChoices;
  readonly problems: readonly FormProblem[];
  /** The file of an earlier form, packed. */
  readonly carried?: { readonly file: string; readonly name: string } | undefined;
};

/** Asks for a file or pasted rows. */
export function importPage({ languages }: GlossaryPagesParts, view: ImportView): Page {
  const { choices, problems } = view;
  const body = html`<h1>Import glossary</h1>
<p>From CSV or TSV, at most ${importBytesMax / 1_048_576} MB and ${formatCount(
    accountEntriesMax,
  )} entries. You see all changes before they are made. <a href="/docs/terminology">File formats</a></p>
${problemSummary(problems)}
<form method="post" class="spaced" action="/terms/import" enctype="multipart/form-data">
${view.carried === undefined ? fileFields(view) : carriedFields(view.carried)}
${importChoices({ choices, problems })}
<div class="actions"><button class="primary" type="submit">Preview import</button> <a href="/terms">Cancel</a></div>
</form>
${languages.list()}`;
  return { title: 'Import glossary', section, body };
}

function fileFields({ choices, problems }: ImportView): Piece {
  const accept = html` accept="${[...glossaryFileEndings, '.txt'].join(',')}"`;
  return html`${labelled(
    { name: 'file', label: 'File', hint: fileHint, problems },
    (described) => html`<input id="file" name="file" type="file"${accept}${described}>`,
  )}
${textArea({ name: 'text', label: 'Or paste rows', value: choices.text, rows: 6, attributes: html` spellcheck="false"`, hint: 'Copied from a spreadsheet, or the text of a file.', problems })}`;
}

const fileHint =
  'In UTF-8 or UTF-16. The first row can name the columns: source_lang, target_lang, term, translation, do_not_translate, case, part_of_speech, note.';

/** Hidden fields that carry the file to the next page. */
export function carriedFields({ file, name }: { readonly file: string; readonly name: string }): Piece {
  return html`<input type="hidden" name="carried" value="${file}"><input type="hidden" name="name" value="${name}">
<p>${name === '' ? 'Your text' : html`The file <bdi>${name}</bdi>`} is still here. <a href="/terms/import">Choose another file</a></p>`;
}

/** The choices besides the file. */
export function importChoices({ choices, problems }: ImportView): Piece {
  return html`<div class="row">
${languageInput({ name: 'source', label: 'From', value: choices.source, problems })}
${languageInput({ name: 'target', label: 'To', value: choices.target, problems })}
${choice({ name: 'format', label: 'Format', value: choices.format, choices: formatChoices })}</div>
<p class="soft small">Required if the file does not name its languages. If the file has several, only entries in these languages are imported.</p>
<fieldset><legend>Options</legend>
${choice({ name: 'on_conflict', label: 'If a term has two translations in the file', value: choices.onConflict, choices: conflictChoices })}
${box('skip_problems', 'Skip invalid rows', choices.skipProblems)}
${box('replace_all', 'Remove my entries between the same languages that are not in the file', choices.replaceAll)}
</fieldset>`;
}

const formatChoices = [
  ['', 'Detect'],
  ...glossaryFileFormats.map((format) => [format, format.toUpperCase()] as const),
] as const;

const conflictChoices = [
  ['', 'Refuse the file'],
  ['first', 'Use the first'],
  ['last', 'Use the last'],
] as const;

export function box(name: string, label: Piece | string, isTicked: boolean): Piece {
  return html`<div><label class="check" for="${name}"><input type="checkbox" id="${name}" name="${name}" value="yes"${isTicked ? html` checked` : ''}> ${label}</label></div>`;
}
