import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { hasReason } from '../../ground/service-error.ts';
import { nextRound } from '../../ground/steps.ts';
import { importBytesMax } from '../../shop/entries/exported-file.ts';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import { glossaryFileFormats } from '../../shop/glossaries/glossary-files.ts';
import type { ImportPlan } from '../../shop/glossaries/import-plan.ts';
import type { Form, FormFile } from '../form.ts';
import { pageFailure } from '../pages.ts';
import { problemSummary } from '../pieces.ts';
import { partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { editorOf, type GlossaryPagesParts, languageProblems } from './glossary-page-parts.ts';
import { type ImportView, importPage, reportPiece } from './import-page.ts';

/** Bytes of a form: its file, and the other fields. */
const formBytesMax = importBytesMax + 64 * 1024;

const tooLarge = `The file has more than ${importBytesMax / 1_048_576} MB. Split it, or ask the operator to import it.`;

/**
 * `/glossary/import`: a check reports the changes of a file, and an import makes them. The import needs the digest of the
 * reported changes. If it would make others by then, it changes nothing and reports those.
 */
export function importRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [
    visitors.get('/glossary/import', (visit) => parts.pages.render(visit, importPage(parts, {}))),
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
  const read = await readSent(parts, visit);
  if (!('file' in read)) return draw(parts, visit, read);
  const { sent, seen, file: given } = read;
  const refuse = (param: string, message: string) => draw(parts, visit, { sent, problems: [{ param, message }] });
  const [source, target] = languagesOf(sent, parts).map(parseEntryLanguage);
  using _ = parts.glossaryWork.imports.begin(visit.visitor.accountId);
  const files = await parts.openFiles();
  const file = await files.read(given.bytes, {
    format: glossaryFileFormats.find((format) => format === sent.text('format')),
    name: given.name === '' ? undefined : given.name,
    hasHeader: sent.has('asks_header') ? sent.has('has_header') : undefined,
    languages: { source, target },
  });
  if (file.kind === 'unreadable') {
    const where = file.line === undefined ? '' : `Line ${file.line}: `;
    return refuse(given.name === '' ? 'text' : 'file', where + file.message);
  }
  const skipsInvalid = sent.has('skip_problems');
  const onConflict = (['first', 'last'] as const).find((which) => which === sent.text('on_conflict'));
  const request = {
    ...file,
    editor: editorOf(visit),
    options: { onConflict, skipProblems: skipsInvalid, replaceAll: sent.has('replace_all') },
    accepts: async (plan: ImportPlan) => (await planDigest(plan)) === seen,
  };
  try {
    const { outcome, plan } = await parts.glossaries.import(request);
    if (outcome === 'imported') {
      await parts.recordImport(visit.visitor.accountId);
      return sendTo(visit, '/glossary?done=imported');
    }
    const isFileLost = given.name !== '' && !visit.wantsPart;
    const checked = { file, plan, digest: await planDigest(plan), isChanged: seen !== undefined, isFileLost };
    return await draw(parts, visit, { sent, report: { ...checked, skipsInvalid } });
  } catch (error) {
    return refuse('file', problemOf(error).message);
  }
}

/** The page, or for a script only what is new on it. */
function draw(parts: GlossaryPagesParts, visit: SignedInVisit, view: ImportView): Promise<Response> | Response {
  const { problems = [], report } = view;
  if (visit.wantsPart) {
    return partReply(report === undefined ? html`${problemSummary(problems)}` : reportPiece(parts, report));
  }
  const status = problems.length > 0 ? 400 : report?.isChanged ? 409 : 200;
  return parts.pages.render(visit, { ...importPage(parts, view), status });
}

type Sent = {
  readonly sent: Form;
  /** Its name is empty for pasted rows. */
  readonly file: FormFile;
  /** The digest of the reported changes to import; undefined for a check. */
  readonly seen: string | undefined;
};

async function readSent(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Sent | ImportView> {
  using _ = parts.uploads.begin(visit.visitor.accountId);
  await parts.admit(visit.visitor.accountId);
  let sent: Form;
  try {
    sent = await visit.readForm(formBytesMax);
  } catch (error) {
    // The rest of a too large body is never read.
    const isLarge = hasReason(error, 'body_too_large');
    return { problems: [{ param: 'file', message: isLarge ? tooLarge : problemOf(error).message }] };
  }
  const refuse = (param: string, message: string) => ({ sent, problems: [{ param, message }] });
  const chosen = await sent.file('file');
  const text = sent.longText('text');
  const hasText = text.trim() !== '';
  if (chosen !== undefined && hasText) return refuse('text', 'Send either a file or pasted rows, not both.');
  if (chosen === undefined && !hasText) return refuse('file', 'Choose a file, or paste rows.');
  const file = chosen ?? { name: '', bytes: Buffer.from(text) };
  if (file.bytes.byteLength > importBytesMax) return refuse('file', tooLarge);
  const [source = '', target = ''] = languagesOf(sent, parts);
  const problems = [...languageProblems('source', source), ...languageProblems('target', target)];
  if (problems.length > 0) return { sent, problems };
  return { sent, file, seen: sent.has('import') ? sent.text('seen') : undefined };
}

function languagesOf(sent: Form, { languages }: GlossaryPagesParts): readonly string[] {
  return ['source', 'target'].map((name) => languages.code(sent.text(name)));
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
