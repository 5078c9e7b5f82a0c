import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { hasReason } from '../../ground/service-error.ts';
import { nextRound } from '../../ground/steps.ts';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import { glossaryFileFormats, importBytesMax } from '../../shop/glossaries/glossary-files.ts';
import { importEntries } from '../../shop/glossaries/import-entries.ts';
import type { ImportPlan } from '../../shop/glossaries/import-plan.ts';
import type { Form, FormFile } from '../form.ts';
import { pageFailure } from '../pages.ts';
import { problemSummary } from '../pieces.ts';
import { partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { editorOf, type GlossaryPagesParts, languageProblems } from './glossary-page-parts.ts';
import { type ImportChoices, type ImportView, importPage, noChoices, reportPiece } from './import-page.ts';

/** Bytes of a form: its file, and the other fields. */
const formBytesMax = importBytesMax + 64 * 1024;

const tooLarge = `The file has more than ${importBytesMax / 1_048_576} MB. Split it, or ask the operator to import it.`;

/**
 * `/glossary/import`: a check reports the changes of a file, and an import makes them. The import needs the digest of the
 * reported changes. If it would make others by then, it changes nothing and reports those.
 */
export function importRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [
    visitors.get('/glossary/import', (visit) => parts.pages.render(visit, importPage(parts, { choices: noChoices }))),
    visitors.post('/glossary/import', async (visit) => {
      try {
        return await answer(parts, visit);
      } catch (error) {
        const { status, message } = pageFailure(error);
        if (!visit.wantsPart || status >= 500) throw error;
        return partReply(html`${problemSummary([{ param: '', message }])}`);
      }
    }),
  ];
}

async function answer(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const sent = await readSent(parts, visit);
  if (!('file' in sent)) return draw(parts, visit, sent);
  const {
    choices,
    file: { name, bytes },
  } = sent;
  const refuse = (param: string, message: string) => draw(parts, visit, { choices, problems: [{ param, message }] });
  using _ = parts.glossaryWork.imports.begin(visit.visitor.accountId);
  const files = await parts.openFiles();
  const file = await files.read(bytes, {
    format: glossaryFileFormats.find((format) => format === choices.format),
    name: name === '' ? undefined : name,
    hasHeader: choices.hasHeader,
    languages: { source: parseEntryLanguage(choices.source), target: parseEntryLanguage(choices.target) },
  });
  if (file.kind === 'unreadable') {
    const where = file.line === undefined ? '' : `Line ${file.line}: `;
    return refuse(choices.text === '' ? 'file' : 'text', where + file.message);
  }
  const { seen } = sent;
  const request = {
    ...file,
    editor: editorOf(visit),
    options: { ...choices, onConflict: whichOf(choices.onConflict) },
    isDry: seen === undefined,
    accepts: async (plan: ImportPlan) => (await planDigest(plan)) === seen,
  };
  try {
    const { outcome, plan } = await importEntries(parts.glossaries, request);
    if (outcome === 'imported') await parts.recordImport(visit.visitor.accountId);
    if (outcome === 'imported') return sendTo(visit, '/glossary?done=imported');
    const isChanged = seen !== undefined;
    const report = {
      file,
      plan,
      digest: await planDigest(plan),
      isChanged,
      isFileLost: name !== '' && !visit.wantsPart,
    };
    return await draw(parts, visit, { choices, report });
  } catch (error) {
    return refuse('file', problemOf(error).message);
  }
}

/** The page, or for a script only what is new on it. */
function draw(parts: GlossaryPagesParts, visit: SignedInVisit, view: ImportView): Promise<Response> | Response {
  const { problems = [], report } = view;
  if (visit.wantsPart)
    return partReply(
      report === undefined ? html`${problemSummary(problems)}` : reportPiece(parts, report, view.choices),
    );
  const status = problems.length > 0 ? 400 : report?.isChanged ? 409 : 200;
  return parts.pages.render(visit, { ...importPage(parts, view), status });
}

type Sent = {
  readonly choices: ImportChoices;
  /** Its name is empty for pasted rows. */
  readonly file: FormFile;
  /** The digest of the reported changes to import; undefined for a check. */
  readonly seen: string | undefined;
};

async function readSent(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Sent | ImportView> {
  using _ = parts.uploads.begin(visit.visitor.accountId);
  await parts.admit(visit.visitor.accountId);
  let form: Form;
  try {
    form = await visit.readForm(formBytesMax);
  } catch (error) {
    // The rest of a too large body is never read.
    const isLarge = hasReason(error, 'body_too_large');
    return {
      choices: noChoices,
      problems: [{ param: 'file', message: isLarge ? tooLarge : problemOf(error).message }],
    };
  }
  const choices = choicesOf(form, parts);
  const file = await form.file('file');
  const pasted = choices.text.trim() === '' ? undefined : { name: '', bytes: Buffer.from(choices.text) };
  const refuse = (param: string, message: string) => ({ choices, problems: [{ param, message }] });
  if (file !== undefined && pasted !== undefined) return refuse('text', 'Send either a file or pasted rows, not both.');
  const chosen = file ?? pasted;
  if (chosen === undefined) return refuse('file', 'Choose a file, or paste rows.');
  if (chosen.bytes.byteLength > importBytesMax) return refuse('file', tooLarge);
  const problems = (['source', 'target'] as const).flatMap((param) => languageProblems(param, choices[param]));
  if (problems.length > 0) return { choices, problems };
  return { choices, file: chosen, seen: form.has('import') ? form.text('seen') : undefined };
}

function choicesOf(form: Form, { languages }: GlossaryPagesParts): ImportChoices {
  return {
    format: form.text('format'),
    source: languages.code(form.text('source')),
    target: languages.code(form.text('target')),
    onConflict: form.text('on_conflict'),
    skipProblems: form.has('skip_problems'),
    replaceAll: form.has('replace_all'),
    hasHeader: form.has('asks_header') ? form.has('has_header') : undefined,
    text: form.longText('text'),
  };
}

function whichOf(typed: string): 'first' | 'last' | undefined {
  return typed === 'first' || typed === 'last' ? typed : undefined;
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
