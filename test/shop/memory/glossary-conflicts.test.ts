import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../src/ground/steps.ts';
import { unixMs } from '../../../src/ground/units.ts';
import { MemoryConflicts } from '../../../src/shop/memory/glossary-conflicts.ts';
import type { MemoryEntryId, StoredMemoryEntry } from '../../../src/shop/memory/memory-entry.ts';
import type { MemoryFilter } from '../../../src/shop/memory/memory-store.ts';
import { accountEntries, ana, spanishToEnglish } from '../../support/account-entries.ts';

const never = new AbortController().signal;

const stored = (source: string, id: number): StoredMemoryEntry => ({
  ...{ source, target: 'The solar panel.', note: '', origin: 'api', createdBy: 'ana' },
  ...{ sourceLanguage: spanishToEnglish.source, targetLanguage: spanishToEnglish.target },
  ...{ id: `${id}` as MemoryEntryId, createdAt: unixMs(0), updatedAt: unixMs(0) },
});

/** The sizes of the pages of all entries in conflict, which `sources` are approved translations of. */
async function pageSizes(sources: readonly string[], limit: number): Promise<readonly number[]> {
  const entries = sources.map(stored);
  const list = async ({ after, limit: most }: MemoryFilter) => {
    const from = entries.findIndex(({ id }) => id === after) + 1;
    const page = entries.slice(from, from + most);
    return { entries: page, goesOnAfter: from + most < entries.length ? page.at(-1)?.id : undefined };
  };
  const findGlossary = accountEntries({ 'panel solar': 'PV module' }).find;
  const conflicts = new MemoryConflicts({ memory: { list }, findGlossary, turns: new Turns() });
  const sizes: number[] = [];
  for (let after: MemoryEntryId | undefined; ; ) {
    const page = await conflicts.list({ ...ana, after, limit }, never);
    assert.ok(page.entries.every(({ conflicts: [one] }) => one?.wanted === 'PV module'));
    sizes.push(page.entries.length);
    after = page.goesOnAfter;
    if (after === undefined) return sizes;
  }
}

test('pages of conflicts have all of them, and go on where the limit or the work of a page ended', async () => {
  const short = Array.from({ length: 602 }, (_, at) => (at % 100 === 99 ? 'Un panel solar.' : `Casa ${at}.`));
  assert.deepEqual(await pageSizes(short, 4), [4, 2]);
  const long = Array.from({ length: 3 }, () => `Un panel solar. ${'Una casa. '.repeat(9_000)}`);
  assert.deepEqual(await pageSizes(long, 4), [2, 1]);
  assert.deepEqual(await pageSizes([], 4), [0]);
});
