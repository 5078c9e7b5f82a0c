import type { EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import type { AccountGlossaries } from './account-glossaries.ts';
import { type GlossaryFileFormat, type GlossaryFiles, glossaryFileTypes } from './glossary-files.ts';

export type GlossaryExportParts = {
  readonly glossaries: Pick<AccountGlossaries, 'readAll'>;
  readonly openFiles: () => Promise<Pick<GlossaryFiles, 'write'>>;
};

export type ExportChoice = {
  readonly format: GlossaryFileFormat;
  /** Undefined for all languages. */
  readonly source: EntryLanguage | undefined;
  readonly target: EntryLanguage | undefined;
};

/** A file whose pieces are written as they are taken. */
export type ExportedFile = { readonly name: string; readonly type: string; readonly pieces: AsyncIterable<string> };

/** Characters in one piece. */
const pieceLength = 64 * 1024;

/** How long a client may take to read an exported file. */
export const exportReadingMsMax = 600_000;

/**
 * Returns the entries of an account as a file.
 *
 * @throws ServiceError `glossary_busy`
 */
export async function exportGlossary(
  { glossaries, openFiles }: GlossaryExportParts,
  accountId: AccountId,
  { format, source, target }: ExportChoice,
): Promise<ExportedFile> {
  const files = await openFiles();
  const { entries, version } = await glossaries.readAll(accountId);
  const chosen = entries.filter(
    (entry) => (source === undefined || entry.source === source) && (target === undefined || entry.target === target),
  );
  const name = `glossary-v${version}.${format}`;
  return { name, type: glossaryFileTypes[format], pieces: joined(files.write(chosen, format)) };
}

async function* joined(pieces: Iterable<string>): AsyncGenerator<string> {
  let whole = '';
  for (const piece of pieces) {
    whole += piece;
    if (whole.length < pieceLength) continue;
    yield await Promise.resolve(whole);
    whole = '';
  }
  if (whole !== '') yield whole;
}
