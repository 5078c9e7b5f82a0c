import type { EntryLanguage, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import type { Access } from './access.ts';
import { type BaseQuery, type ReadBase, readBase, readBasePage, readGlossaryVersion } from './glossary-procedures.ts';

/** Entries per page. SQLite reads a page on the calling thread, in some milliseconds. */
const pageMax = 2_000;

/** How often reading restarts after a change of the glossary, before one statement reads all of it. */
const attemptsMax = 3;

type Reading = Pick<Access, 'read' | 'pauseForRequests'>;

/**
 * Reads a glossary page by page, with pauses for other work. The rows of a version do not change while the account has
 * that version. If the version is the same before and after, the pages are a consistent snapshot.
 */
export async function readWholeBase({ read, pauseForRequests }: Reading, query: BaseQuery): Promise<ReadBase> {
  const { accountId } = query;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const version = await read(() => readGlossaryVersion(accountId));
    if (version === 0) return { version, entries: [] };
    const entries = await readPages({ read, pauseForRequests }, { ...query, version });
    if ((await read(() => readGlossaryVersion(accountId))) === version) return { version, entries };
  }
  return read(() => readBase(query));
}

async function readPages(
  { read, pauseForRequests }: Reading,
  { accountId, sources, targets, version }: BaseQuery & Pick<ReadBase, 'version'>,
): Promise<readonly GlossaryEntry[]> {
  const entries: GlossaryEntry[] = [];
  for (const [source, target] of pairsOf(sources, targets)) {
    for (let after: GlossaryEntry | undefined, page: readonly GlossaryEntry[] = []; ; after = page.at(-1)) {
      page = await read(() => readBasePage({ accountId, source, target, after, version, limit: pageMax }));
      for (const entry of page) entries.push(entry);
      if (page.length < pageMax) break;
      await pauseForRequests();
    }
  }
  return entries;
}

function pairsOf(sources: readonly EntryLanguage[], targets: readonly EntryLanguage[]) {
  return sources.flatMap((source) => targets.map((target) => [source, target] as const));
}
