import { createHash } from 'node:crypto';
import { nextRound } from '../../ground/steps.ts';
import { type GlossaryFiles, glossaryFileFormats } from '../../shop/glossaries/glossary-files.ts';
import type { ImportPlan } from '../../shop/glossaries/import-plan.ts';
import type { AccountParts } from '../account-parts.ts';
import { type EntryBook, type EntryPagesParts, editorOf, type ImportView, type Upload } from '../entries/entry-book.ts';
import { unreadable } from '../entries/import-pages.ts';
import type { LanguageWords } from '../entries/language-words.ts';
import { sendTo } from '../reply.ts';
import type { SignedInVisit } from '../visit.ts';
import { importTexts, reportPiece } from './import-page.ts';

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
  return { ...importTexts, run: (visit, upload) => run(parts, languages, visit, upload) };
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
