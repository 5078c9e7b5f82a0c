import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { hasReason } from '../../../src/ground/service-error.ts';
import { unixMs } from '../../../src/ground/units.ts';
import type { EntryEditor } from '../../../src/shop/entries/account-entries.ts';
import { AccountGlossaries } from '../../../src/shop/glossaries/account-glossaries.ts';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import type { EntryId } from '../../../src/text/glossary/glossary-entry.ts';
import { addEntry } from '../../support/glossary-world.ts';
import { newId, openAccount } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

/** A glossary in its own database. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await openTemporarySqlite());
  const glossaries = new AccountGlossaries({ now: () => unixMs(1_000), newId, store: stores.glossaries });
  const accountId = await openAccount(stores);
  const editor: EntryEditor = { accountId, by: 'operator' };
  const list = async () =>
    (await glossaries.readAll(accountId)).entries.map(({ term, translation }) => `${term} = ${translation}`);
  const importWords = (
    words: readonly string[],
    options: Partial<Parameters<AccountGlossaries['import']>[0]> = {},
  ): ReturnType<AccountGlossaries['import']> =>
    glossaries.import({
      editor,
      entries: words.map((term, index) => {
        const read = readEntryContent({ ...cloud, term });
        assert.ok(read.kind === 'content');
        return { kind: 'content', line: index + 1, content: read.content };
      }),
      options: { replaceAll: true },
      ...options,
    });
  const opened = opening.move();
  return { glossaries, editor, list, importWords, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const cloud = { source: 'es', target: 'en', term: 'nube', translation: 'cloud' };
const seen = { mayReplace: [] };

describe('AccountGlossaries', () => {
  test('an entry is read in any notation, and errors name the field', async () => {
    await using world = await setup();
    const { glossaries, editor } = world;
    const entry = await addEntry(glossaries, editor, { ...cloud, source: 'SPA', term: ' nube\u00ad  gris ' });
    const facts = [entry.source, entry.term, entry.caseRule, entry.createdBy];
    assert.deepEqual(facts, ['es', 'nube gris', 'follow', 'operator']);
    for (const wrong of [{ doNotTranslate: 'yes' }, { partOfSpeech: 'x' }, { target: '?' }]) {
      const [field] = Object.keys(wrong);
      await assert.rejects(glossaries.write(editor, { ...cloud, ...wrong }, seen), (error) => {
        return hasReason(error, 'invalid_term') && error.data.field === field;
      });
    }
    const stranger = { accountId: randomUUID() as EntryEditor['accountId'], by: 'operator' };
    await assert.rejects(glossaries.write(stranger, cloud, seen), { code: 'not_found' });
    await assert.rejects(glossaries.remove(editor, 'another' as EntryId), { reason: 'no_term' });
  });

  test('writing an existing entry changes nothing', async () => {
    await using world = await setup();
    const { glossaries, editor } = world;
    const first = await glossaries.write(editor, cloud, seen);
    assert(first.kind === 'written');
    for (const edited of [undefined, first.entry.id]) {
      const again = await glossaries.write(editor, cloud, { edited, mayReplace: [] });
      assert.deepEqual(again, { kind: 'unchanged', entry: first.entry });
    }
    assert.deepEqual(await glossaries.count(editor.accountId), { version: 1, count: 1 });
  });

  test('replaces an entry, whatever its capitals, only for a caller that has read it', async () => {
    await using world = await setup();
    const { glossaries, editor, list } = world;
    const existing = await addEntry(glossaries, editor, cloud);
    await addEntry(glossaries, editor, { ...cloud, caseRule: 'exact' });
    const other = { ...cloud, term: 'NUBE', translation: 'haze' };
    assert.deepEqual(await glossaries.write(editor, other, seen), { kind: 'conflict', existing: [existing] });
    assert.deepEqual(await list(), ['nube = cloud', 'nube = cloud']);
    const written = await glossaries.write(editor, other, { mayReplace: [existing.id] });
    assert(written.kind === 'written');
    assert.deepEqual(await list(), ['NUBE = haze', 'nube = cloud']);
  });

  test('does not overwrite a change made after the caller read the entry', async () => {
    await using world = await setup();
    const { glossaries, editor, list } = world;
    const opened = await addEntry(glossaries, editor, cloud);
    const others = await addEntry(glossaries, editor, { ...cloud, translation: 'mist', edited: opened.id });
    assert.notEqual(others.id, opened.id);
    assert.equal((await glossaries.history(editor.accountId))[0]?.kind, 'edit');
    const mine = { ...cloud, translation: 'haze' };
    const outcome = await glossaries.write(editor, mine, { edited: opened.id, mayReplace: [] });
    assert.deepEqual(outcome, { kind: 'missing', existing: [others] });
    assert.deepEqual(await list(), ['nube = mist']);
  });

  test('moves an entry to other words, unless these belong to an entry that the caller has not read', async () => {
    await using world = await setup();
    const { glossaries, editor, list } = world;
    const sky = await addEntry(glossaries, editor, { ...cloud, term: 'cielo', translation: 'sky' });
    const nube = await addEntry(glossaries, editor, cloud);
    const moved = { ...cloud, translation: 'sky' };
    const taken = await glossaries.write(editor, moved, { edited: sky.id, mayReplace: [] });
    assert.deepEqual(taken, { kind: 'conflict', existing: [nube] });
    const written = await glossaries.write(editor, moved, { edited: sky.id, mayReplace: [nube.id] });
    assert.equal(written.kind, 'written');
    assert.deepEqual(await list(), ['nube = sky']);
  });

  test('accepts one of several concurrent writes for the same words', async () => {
    await using world = await setup();
    const { glossaries, editor, list } = world;
    const wishes = ['cloud', 'haze', 'mist', 'fog'];
    const writes = wishes.map((translation) => glossaries.write(editor, { ...cloud, translation }, seen));
    const outcomes = await Promise.all(writes);
    const kinds = outcomes.map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['conflict', 'conflict', 'conflict', 'written']);
    assert.deepEqual(await list(), [`nube = ${wishes[kinds.indexOf('written')]}`]);
  });

  test('each of several simultaneous imports is planned on the result of the others, so that none is lost', async () => {
    await using world = await setup();
    const { glossaries, editor, list, importWords } = world;
    await addEntry(glossaries, editor, cloud);
    let plans = 0;
    const accepts = async () => ++plans > 0;
    const wishes = [['uno'], ['dos', 'tres'], ['cuatro']];
    const reports = await Promise.all(wishes.map((words) => importWords(words, { accepts })));
    const versions = reports.map(({ outcome, version }) => `${outcome} ${version}`).toSorted();
    assert.deepEqual(versions, ['imported 2', 'imported 3', 'imported 4']);
    // Each replaces all: the result is one import alone, and never a mixture of two.
    const result = (await list()).join();
    const possible = wishes.map((words) => words.map((word) => `${word} = cloud`).join());
    assert(possible.includes(result), result);
    assert(plans > 3, 'at least one was planned again');
  });

  test('an import that is refused or not accepted changes nothing, and reports its plan', async () => {
    await using world = await setup();
    const { glossaries, editor, importWords } = world;
    await importWords(['nube', 'casa']);
    const dry = await importWords(['casa', 'red'], { accepts: () => false });
    const change = [dry.plan.change?.add.map(({ term }) => term), dry.plan.change?.remove.length];
    assert.deepEqual([dry.outcome, dry.version, change], ['would_import', 1, [['red'], 1]]);
    const problem = { kind: 'problem', line: 1, problem: 'invalid', message: 'x' } as const;
    const refused = await importWords([], { entries: [problem] });
    assert.deepEqual([refused.outcome, refused.plan.change, refused.plan.problems.length], ['refused', undefined, 1]);
    assert.equal((await importWords(['nube', 'casa'])).outcome, 'nothing_to_change');
    assert.deepEqual(await glossaries.count(editor.accountId), { version: 1, count: 2 });
  });

  test('an import may have 100,000 entries and 4,000,000 characters of terms, also in a dry run', async () => {
    await using world = await setup();
    const { list, importWords } = world;
    await importWords(['nube']);
    const entry = readEntryContent(cloud);
    assert.ok(entry.kind === 'content');
    const many = (count: number, padding: number) => ({
      options: {},
      entries: Array.from({ length: count }, (_, line) => {
        return {
          kind: 'content',
          line,
          content: { ...entry.content, term: `${line}`.padStart(padding, 'x') },
        } as const;
      }),
    });
    await assert.rejects(importWords([], { ...many(100_000, 6), accepts: () => false }), { reason: 'too_many_terms' });
    for (const isAccepted of [true, false])
      await assert.rejects(importWords([], { ...many(20_000, 200), accepts: () => isAccepted }), {
        reason: 'terms_too_long',
      });
    assert.deepEqual(await list(), ['nube = cloud']);
  });
});
