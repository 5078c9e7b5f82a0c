import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { hasReason } from '../../../src/ground/service-error.ts';
import { finish } from '../../../src/ground/steps.ts';
import { unixMs } from '../../../src/ground/units.ts';
import { Accounts } from '../../../src/shop/accounts/accounts.ts';
import { AccountGlossaries, type GlossaryEditor } from '../../../src/shop/glossaries/account-glossaries.ts';
import { readEntryContent } from '../../../src/shop/glossaries/entry-content.ts';
import type { LiveEntries } from '../../../src/shop/glossaries/glossary-store.ts';
import { planImport } from '../../../src/shop/glossaries/import-plan.ts';
import type { EntryContent } from '../../../src/shop/glossaries/stored-entry.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

/** Terms in a database of their own, and an editor of it. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await openTemporarySqlite());
  const parts = { now: () => unixMs(1_000), newId: randomUUID };
  const glossaries = new AccountGlossaries({ ...parts, store: stores.glossaries });
  const { id: accountId } = await new Accounts({ ...parts, store: stores.accounts }).create('ana@example.com');
  const editor: GlossaryEditor = { accountId, by: 'operator' };
  const words = async () => (await glossaries.readAll(accountId)).entries.map(({ term }) => term);
  const opened = opening.move();
  return { glossaries, editor, words, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const cloud = { source: 'es', target: 'en', term: 'nube', translation: 'cloud' };

function contentOf(term: string): EntryContent {
  const read = readEntryContent({ ...cloud, term });
  assert.ok(read.kind === 'content');
  return read.content;
}

/** An import of these words, planned on whatever there is. */
const planFor = (words: readonly string[]) => (live: LiveEntries) =>
  finish(
    planImport({
      entries: words.map((word, index) => ({ kind: 'content', line: index + 1, content: contentOf(word) })),
      skipped: { count: 0, problems: [] },
      live: live.entries,
      options: { replaceAll: true },
    }),
  );

describe('AccountGlossaries', () => {
  test('an entry is read in any notation, and errors name the field', async () => {
    await using world = await setup();
    const { glossaries, editor } = world;
    const { entry } = await glossaries.add(editor, { ...cloud, source: 'SPA', term: ' nube\u00ad  gris ' });
    assert.deepEqual(
      [entry.source, entry.term, entry.caseRule, entry.createdBy],
      ['es', 'nube gris', 'follow', 'operator'],
    );
    for (const wrong of [{ doNotTranslate: 'yes' }, { partOfSpeech: 'x' }]) {
      const [field] = Object.keys(wrong);
      await assert.rejects(glossaries.add(editor, { ...cloud, ...wrong }), (error) => {
        return hasReason(error, 'invalid_term') && error.data.field === field;
      });
    }
    const stranger = { accountId: randomUUID() as GlossaryEditor['accountId'], by: 'operator' };
    await assert.rejects(glossaries.add(stranger, cloud), { code: 'not_found' });
  });

  test('adding an existing entry changes nothing; another translation replaces it, whatever its capitals', async () => {
    await using world = await setup();
    const { glossaries, editor, words } = world;
    const first = await glossaries.add(editor, cloud);
    const again = await glossaries.add(editor, cloud);
    assert.deepEqual([again.version, again.entry], [undefined, first.entry]);
    const other = await glossaries.add(editor, { ...cloud, term: 'NUBE' });
    assert.deepEqual([other.version, other.added, other.removed], [2, 1, 1]);
    await glossaries.add(editor, { ...cloud, caseRule: 'exact' });
    assert.deepEqual((await words()).toSorted(), ['NUBE', 'nube']);
  });

  test('an edited entry has another id, and replaces an entry with its new words', async () => {
    await using world = await setup();
    const { glossaries, editor, words } = world;
    const { entry: cielo } = await glossaries.add(editor, { ...cloud, term: 'cielo' });
    await glossaries.add(editor, cloud);
    const edited = await glossaries.add(editor, { ...cloud, note: 'edited' }, cielo.id);
    assert.notEqual(edited.entry.id, cielo.id);
    assert.deepEqual([await words(), edited.removed], [['nube'], 2]);
    await assert.rejects(glossaries.add(editor, cloud, cielo.id), { code: 'not_found' });
    const [change] = await glossaries.history(editor.accountId);
    assert.equal(change?.kind, 'edit');
  });

  test('an import that is refused changes nothing, and its plan says why', async () => {
    await using world = await setup();
    const { glossaries, editor } = world;
    const { plan, changed } = await glossaries.import(editor, () => ({ change: undefined, why: 'no' }));
    assert.deepEqual([plan.why, changed], ['no', { version: undefined, added: 0, removed: 0 }]);
    assert.deepEqual(await glossaries.history(editor.accountId), []);
  });

  test('each of several simultaneous imports is planned on the result of the others, so that none is lost', async () => {
    await using world = await setup();
    const { glossaries, editor, words } = world;
    await glossaries.add(editor, cloud);
    const plans = [0, 0, 0];
    const wishes = [['uno'], ['dos', 'tres'], ['cuatro']];
    await Promise.all(
      wishes.map((wish, index) =>
        glossaries.import(editor, (live) => {
          plans[index] = (plans[index] ?? 0) + 1;
          return planFor(wish)(live);
        }),
      ),
    );
    // Each replaces all: what stands at the end is one import alone, and never a mixture of two.
    const standing = JSON.stringify(await words());
    assert.ok(
      wishes.some((wish) => JSON.stringify(wish.toSorted()) === standing),
      standing,
    );
    const history = await glossaries.history(editor.accountId);
    assert.deepEqual(
      history.map(({ kind, version }) => [kind, version]),
      [
        ['import', 4],
        ['import', 3],
        ['import', 2],
        ['add', 1],
      ],
    );
    assert.ok(Math.max(...plans) > 1, 'at least one was planned anew');
  });

  test('an import is undone once, and an account without one has nothing to undo', async () => {
    await using world = await setup();
    const { glossaries, editor, words } = world;
    await assert.rejects(glossaries.undoImport(editor), { code: 'validation_error' });
    await glossaries.add(editor, cloud);
    await glossaries.import(editor, planFor(['uno', 'dos']));
    assert.deepEqual(await words(), ['dos', 'uno']);
    await glossaries.undoImport(editor);
    assert.deepEqual(await words(), ['nube']);
    await assert.rejects(glossaries.undoImport(editor), { code: 'validation_error' });
  });

  test('all entries are read at one version, even if they need several pages of the database', async () => {
    await using world = await setup();
    const { glossaries, editor } = world;
    const many = Array.from({ length: 2_500 }, (_, index) => `palabra ${index}`);
    await glossaries.import(editor, planFor(many));
    const { version, entries: all } = await glossaries.readAll(editor.accountId);
    assert.deepEqual([version, all.length, new Set(all.map(({ term }) => term)).size], [1, 2_500, 2_500]);
  });

  test('a dry run changes nothing, and is refused if the import would be', async () => {
    await using world = await setup();
    const { glossaries, editor, words } = world;
    await glossaries.import(editor, planFor(['nube', 'casa']));
    const { change } = await glossaries.tryImport(editor.accountId, planFor(['casa', 'red']));
    assert.deepEqual([change?.add.map(({ term }) => term), change?.remove.length], [['red'], 1]);
    assert.deepEqual(await words(), ['casa', 'nube']);
    const adding = (count: number) => () => ({ change: { add: Array(count).fill(contentOf('red')), remove: [] } });
    await glossaries.tryImport(editor.accountId, adding(99_998));
    for (const plan of [adding(99_999), adding(200_000)]) {
      await assert.rejects(glossaries.tryImport(editor.accountId, plan), { reason: 'too_many_terms' });
    }
    const long = contentOf('x'.repeat(200));
    const tooLong = () => ({ change: { add: Array(20_000).fill(long), remove: [] } });
    await assert.rejects(glossaries.tryImport(editor.accountId, tooLong), { reason: 'terms_too_long' });
    await assert.rejects(glossaries.import(editor, tooLong), { reason: 'terms_too_long' });
    assert.deepEqual(await words(), ['casa', 'nube']);
  });
});
