import { inRounds } from '../../ground/steps.ts';
import type { LiveEntries } from '../../shop/glossaries/account-glossaries.ts';
import type { ReadGlossaryFile } from '../../shop/glossaries/glossary-files.ts';
import { type ImportPlan, planImportInTurns } from '../../shop/glossaries/import-plan.ts';
import { sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { packFile, planDigest } from './carried-file.ts';
import { editorOf, type GlossaryPagesParts } from './glossary-page-parts.ts';
import {
  fileOptionsOf,
  type ImportInput,
  importOptionsOf,
  noChoices,
  type ReadInput,
  readImportInput,
} from './import-input.ts';
import { importPage } from './import-page.ts';
import { previewPage } from './preview-page.ts';

/**
 * `/terms/import`: a file, then a preview of all changes, then the import of exactly those. The preview carries the
 * file and a digest of the changes. If the changes would differ by then, the preview is shown again.
 */
export function importRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [
    visitors.get('/terms/import', (visit) =>
      parts.pages.render(visit, importPage(parts, { choices: noChoices, problems: [] })),
    ),
    visitors.post('/terms/import', (visit) => preview(parts, visit)),
    visitors.post('/terms/import/apply', (visit) => apply(parts, visit)),
  ];
}

async function preview(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const opened = await openInput(parts, visit);
  if (opened instanceof Response) return opened;
  const { sentInput, file, work } = opened;
  using _ = work;
  const planned = await tried(parts, visit, opened);
  if (planned instanceof Response) return planned;
  return drawPreview(parts, visit, { sentInput, file, plan: planned, isAgain: false });
}

async function apply(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const opened = await openInput(parts, visit);
  if (opened instanceof Response) return opened;
  const { sentInput, file, work } = opened;
  using _ = work;
  const outcome = await attempted(parts, visit, opened);
  if (outcome instanceof Response) return outcome;
  const { plan, isAsSeen } = outcome.plan;
  if (!isAsSeen) return drawPreview(parts, visit, { sentInput, file, plan, isAgain: true });
  if (outcome.changed.version === undefined) return sendTo(visit, '/terms');
  await parts.recordImport(visit.visitor.accountId);
  return sendTo(visit, '/terms?done=imported');
}

type Opened = { readonly sentInput: ImportInput; readonly file: ReadGlossaryFile; readonly work: Disposable };

/** Returns the parsed file, or the page that explains why it cannot be read. */
async function openInput(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Opened | Response> {
  using _ = parts.uploads.begin(visit.visitor.accountId);
  await parts.admit(visit.visitor.accountId);
  const read = await readImportInput(visit, parts.languages);
  if (read.kind === 'unusable') return refuse(parts, visit, read);
  const { sentInput } = read;
  using opening = new DisposableStack();
  const work = opening.use(parts.glossaryWork.imports.begin(visit.visitor.accountId));
  const files = await parts.openFiles();
  const file = await files.read(sentInput.bytes, fileOptionsOf(sentInput));
  if (file.kind === 'unreadable') {
    const where = file.line === undefined ? '' : `Line ${file.line}: `;
    const param = sentInput.choices.text === '' ? 'file' : 'text';
    return refuse(parts, visit, {
      ...sentInput,
      sent: sentInput,
      problems: [{ param, message: where + file.message }],
    });
  }
  opening.move();
  return { sentInput, file, work };
}

/** The form again, with its input, so that the file need not be chosen again. */
async function refuse(
  parts: GlossaryPagesParts,
  visit: SignedInVisit,
  { choices, problems, sent }: Omit<Extract<ReadInput, { readonly kind: 'unusable' }>, 'kind'>,
): Promise<Response> {
  const isShown = sent === undefined || choices.text !== '';
  const carried = isShown ? undefined : { file: await packFile(sent.bytes), name: sent.name };
  return parts.pages.render(visit, { ...importPage(parts, { choices, problems, carried }), status: 400 });
}

async function tried(parts: GlossaryPagesParts, visit: SignedInVisit, opened: Opened): Promise<ImportPlan | Response> {
  const { sentInput } = opened;
  try {
    return await parts.glossaries.tryImport(visit.visitor.accountId, (live) => planOf(opened, live));
  } catch (error) {
    return refuse(parts, visit, { ...sentInput, sent: sentInput, problems: [{ ...problemOf(error), param: 'file' }] });
  }
}

async function attempted(parts: GlossaryPagesParts, visit: SignedInVisit, opened: Opened) {
  const { sentInput } = opened;
  try {
    return await parts.glossaries.import(editorOf(visit), async (live) => {
      const plan = await planOf(opened, live);
      const isAsSeen = plan.change !== undefined && (await planDigest(plan)) === sentInput.digest;
      return { plan, isAsSeen, change: isAsSeen ? plan.change : undefined };
    });
  } catch (error) {
    return refuse(parts, visit, { ...sentInput, sent: sentInput, problems: [{ ...problemOf(error), param: 'file' }] });
  }
}

function planOf({ sentInput, file }: Opened, live: LiveEntries): Promise<ImportPlan> {
  return inRounds(planImportInTurns({ ...file, live: live.entries, options: importOptionsOf(sentInput.choices) }));
}

type Preview = {
  readonly sentInput: ImportInput;
  readonly file: ReadGlossaryFile;
  readonly plan: ImportPlan;
  /** Whether the sender confirmed a preview whose changes are different now. */
  readonly isAgain: boolean;
};

async function drawPreview(
  parts: GlossaryPagesParts,
  visit: SignedInVisit,
  { sentInput, file, plan, isAgain }: Preview,
) {
  const carried = { file: await packFile(sentInput.bytes), name: sentInput.name, digest: await planDigest(plan) };
  const page = previewPage(parts, { choices: sentInput.choices, file, plan, carried, isAgain });
  return parts.pages.render(visit, { ...page, status: isAgain ? 409 : 200 });
}
