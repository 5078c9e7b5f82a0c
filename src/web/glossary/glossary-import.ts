import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { nextRound } from '../../ground/steps.ts';
import { importBytesMax } from '../../shop/entries/exported-file.ts';
import {
  type GlossaryFiles,
  glossaryFileFormats,
  type ReadGlossaryFile,
} from '../../shop/glossaries/glossary-files.ts';
import {
  addedOf,
  changedOf,
  type ImportPlan,
  type ImportProblem,
  type ImportProblemKind,
  type PlannedEntry,
} from '../../shop/glossaries/import-plan.ts';
import { accountEntriesMax, type EntryContent } from '../../shop/glossaries/stored-entry.ts';
import type { AccountParts } from '../account-parts.ts';
import { type EntryBook, type EntryPagesParts, editorOf, type ImportView, type Upload } from '../entries/entry-book.ts';
import { box, reportFacts, reportHeading, reportTable, unreadable } from '../entries/import-pages.ts';
import type { LanguageWords } from '../entries/language-words.ts';
import type { Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import { sendTo } from '../reply.ts';
import type { SignedInVisit } from '../visit.ts';
import { rulesOf, termPair } from './entry-form.ts';

export type GlossaryRoutesParts = EntryPagesParts &
  Pick<AccountParts, 'glossaries'> & {
    /** Loaded with the first file. */
    readonly openFiles: () => Promise<Omit<GlossaryFiles, 'bytesMax'>>;
  };

/**
 * A check reports the changes of a file, and an import makes them. The import needs the digest of the reported changes.
 * If it would make others by then, it changes nothing and reports those.
 */
export function glossaryImports(parts: GlossaryRoutesParts, languages: LanguageWords): EntryBook['imports'] {
  return { ...texts, run: (visit, upload) => run(parts, languages, visit, upload) };
}

async function run(
  parts: GlossaryRoutesParts,
  languages: LanguageWords,
  visit: SignedInVisit,
  { sent, file: given, source, target, onConflict, skipProblems }: Upload,
): Promise<ImportView | Response> {
  const files = await parts.openFiles();
  const file = await files.read(given.bytes, {
    format: glossaryFileFormats.find((format) => format === sent.text('format')),
    name: given.name === '' ? undefined : given.name,
    hasHeader: sent.has('asks_header') ? sent.has('has_header') : undefined,
    languages: languages.parse(source, target),
  });
  if (file.kind === 'unreadable') return unreadable(given, file);
  /** The digest of the reported changes to import; undefined for a check. */
  const seen = sent.has('import') ? sent.text('seen') : undefined;
  const { outcome, plan } = await parts.glossaries.import({
    ...file,
    editor: editorOf(visit),
    options: {
      onConflict: onConflict === 'newest' ? undefined : onConflict,
      skipProblems,
      replaceAll: sent.has('replace_all'),
    },
    accepts: async (planned) => (await planDigest(planned)) === seen,
  });
  if (outcome === 'imported') {
    await parts.recordImport(visit.visitor.accountId, 'terms.imported');
    return sendTo(visit, '/glossary?done=imported');
  }
  const isFileLost = given.name !== '' && !visit.wantsPart;
  const isChanged = seen !== undefined;
  const checked = { file, plan, digest: await planDigest(plan), isChanged, isFileLost, skipsInvalid: skipProblems };
  return { report: reportPiece(languages, checked), status: isChanged ? 409 : 200 };
}

const rowsInTurn = 1_000;

/** Returns a digest of the changes. Equal digests mean that the same entries are added, replaced and removed. */
async function planDigest({ planned, leaving }: ImportPlan): Promise<string> {
  const hash = createHash('sha256');
  for (const [index, { content, instead }] of planned.entries()) {
    const { source, target, term, translation = null, caseRule, partOfSpeech = null, note } = content;
    const ids = instead.map(({ id }) => id);
    hash.update(`${JSON.stringify([source, target, term, translation, caseRule, partOfSpeech, note, ids])}\n`);
    if (index % rowsInTurn === rowsInTurn - 1) await nextRound();
  }
  for (const { id } of leaving) hash.update(`${id}\n`);
  return hash.digest('base64url');
}

/** What an import would change. */
type CheckedFile = {
  readonly file: ReadGlossaryFile;
  readonly plan: ImportPlan;
  /** Identifies these changes. */
  readonly digest: string;
  /** Whether the user has imported a report whose changes are different now. */
  readonly isChanged: boolean;
  /** Whether the file must be chosen again for the import. */
  readonly isFileLost: boolean;
  readonly skipsInvalid: boolean;
};

const texts: Omit<EntryBook['imports'], 'run'> = {
  about: html`From CSV or TSV, at most ${importBytesMax / 1_048_576} MB and ${formatCount(accountEntriesMax)} entries. Check the file to see all changes before they are made. <a href="/docs/terminology">File formats</a>`,
  accept: '.csv,.tsv,.tab,.txt',
  fileHint:
    'In UTF-8 or UTF-16. The first row can name the columns: source_lang, target_lang, term, translation, do_not_translate, case, part_of_speech, note.',
  languagesHint:
    'Required if the file does not name its languages. If the file has several, only entries in these languages are imported.',
  formats: glossaryFileFormats,
  conflicts: ['first', 'last'],
  options: (sent) =>
    box(
      'replace_all',
      'Remove my entries between the same languages that are not in the file',
      sent.has('replace_all'),
    ),
  button: 'Check file',
};

/** The result of a check, with the button for the import. */
function reportPiece(languages: LanguageWords, checked: CheckedFile): Piece {
  const { file, plan, digest, isChanged, isFileLost } = checked;
  const isRefused = plan.change === undefined;
  const isNothing = plan.planned.length + plan.leaving.length === 0;
  const leaving = plan.leaving.map((content) => ({ content }));
  const facts = isRefused
    ? [['Problems', problemCount(plan)] as const]
    : [
        ['Added', addedOf(plan).length] as const,
        ['Changed', changedOf(plan).length] as const,
        ['Removed', plan.leaving.length] as const,
        ['Unchanged', plan.unchanged] as const,
      ];
  const button = html`${isFileLost ? html`<p>Your browser forgot the file. Choose it again before you import it.</p>` : ''}
<div class="actions"><button class="primary" type="submit" name="import" value="yes">Import glossary</button></div>`;
  return html`${reportHeading}
${isChanged ? notice('warn', 'Nothing was imported: your glossary, the file or the options changed after the check. Check the changes again.') : ''}
${verdict(checked, isNothing)}
${reportFacts([['Read', `${counted(file.entries.length, 'row')} of ${file.format.toUpperCase()}`], ...facts])}
<input type="hidden" name="seen" value="${digest}">
${headerBox(file)}
${isRefused || isNothing ? '' : button}
${problemTable(plan)}
${
  isRefused
    ? ''
    : html`${changedTable(changedOf(plan), languages)}
${entryTable('Removed', leaving, languages)}
${entryTable('Added', addedOf(plan), languages)}`
}`;
}

/** Asks whether the first row is a header. */
function headerBox({ firstRow }: ReadGlossaryFile): Piece | string {
  if (firstRow === undefined) return '';
  const cells = firstRow.cells.map((cell, index) => html`${index === 0 ? ' ' : ' | '}<bdi>${cell}</bdi>`);
  return html`<input type="hidden" name="asks_header" value="yes">${box('has_header', html`<span>The first row is a header:${cells}</span>`, firstRow.isHeader)}`;
}

function verdict({ plan: { change, unchanged, counts }, skipsInvalid }: CheckedFile, isNothing: boolean): Piece {
  if (change === undefined) {
    const invalid = skipsInvalid ? 0 : counts.invalid + counts.empty_side + counts.never_matches;
    const refused = invalid + counts.conflict;
    const remedies = [
      ...(invalid > 0 ? ['skip invalid entries'] : []),
      ...(counts.conflict > 0 ? ['choose which translation to use'] : []),
    ];
    return notice('bad', `Nothing was imported. Fix ${counted(refused, 'row')}, or ${remedies.join(' and ')}.`);
  }
  if (!isNothing)
    return notice('plain', 'Nothing is changed yet. The import applies all changes or none, and you can undo it.');
  const all = formatCount(unchanged);
  return notice('plain', `Nothing to change: your glossary already contains every entry of this file (${all}).`);
}

/** Without duplicates and replacements, which need no action. */
function problemCount({ counts }: ImportPlan): number {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all - counts.duplicate - counts.replaced;
}

function problemTable(plan: ImportPlan): Piece | string {
  const { counts, problems } = plan;
  const doubles =
    counts.duplicate > 0
      ? html`<p class="soft">${formatCount(counts.duplicate)} rows are already in your glossary, or twice in the file. They are imported once.</p>`
      : '';
  const items = problems.filter(({ kind }) => kind !== 'duplicate' && kind !== 'replaced');
  const table = { title: 'Problems', caption: 'Problems by line', columns: ['Line', 'What', 'Why'] };
  return html`${reportTable(table, { items, cellsOf: problemCells, all: problemCount(plan) })}${doubles}`;
}

function problemCells({ line, kind, message }: ImportProblem): readonly (Piece | string)[] {
  const what = kind === 'skipped' ? kinds[kind] : html`<span class="error">${kinds[kind]}</span>`;
  return [formatCount(line), what, message];
}

const kinds: Readonly<Record<ImportProblemKind, string>> = {
  invalid: 'Invalid',
  empty_side: 'Term or translation missing',
  never_matches: 'No text can match',
  conflict: 'Two translations',
  duplicate: 'Duplicate',
  replaced: 'Another translation',
  skipped: 'Skipped',
};

function changedTable(items: readonly PlannedEntry[], languages: LanguageWords): Piece | string {
  const columns = ['Line', 'Languages', 'Before', 'After'];
  const cellsOf = ({ line, content, instead }: PlannedEntry) => [
    formatCount(line),
    languages.pair(content),
    html`${instead.map((entry) => html`<div>${wordsOf(entry, languages)}</div>`)}`,
    wordsOf(content, languages),
  ];
  return reportTable({ title: 'Changed', caption: 'Replaced entries, by line', columns }, { items, cellsOf });
}

type ListedEntry = { readonly content: EntryContent; readonly line?: number };

function entryTable(title: string, items: readonly ListedEntry[], languages: LanguageWords): Piece | string {
  const columns = [...(items[0]?.line === undefined ? [] : ['Line']), 'Languages', 'Term'];
  const cellsOf = ({ content, line }: ListedEntry) => [
    ...(line === undefined ? [] : [formatCount(line)]),
    languages.pair(content),
    wordsOf(content, languages),
  ];
  return reportTable({ title, caption: `${title} entries`, columns }, { items, cellsOf });
}

function wordsOf(content: EntryContent, languages: LanguageWords): Piece {
  const [{ note }, rules] = [content, rulesOf(content)];
  return html`${termPair(languages, content)}${rules === '' ? '' : ` (${rules})`}${note === '' ? '' : html`<div class="soft small"><bdi dir="auto">${note}</bdi></div>`}`;
}
