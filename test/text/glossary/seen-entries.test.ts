import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unixMs } from '../../../src/ground/units.ts';
import { AccountGlossaries, type GlossaryEditor } from '../../../src/shop/glossaries/account-glossaries.ts';
import type { EntryId } from '../../../src/text/glossary/glossary-entry.ts';
import { newId, openAccount } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

async function setup() {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await openTemporarySqlite());
  const glossaries = new AccountGlossaries({ now: () => unixMs(1_000), newId, store: stores.glossaries });
  const accountId = await openAccount(stores);
  const editor: GlossaryEditor = { accountId, by: accountId };
  const list = async () =>
    (await glossaries.list({ accountId, limit: 100 })).map(({ term, translation }) => `${term} = ${translation}`);
  const opened = opening.move();
  return { glossaries, editor, list, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const cloud = { source: 'es', target: 'en', term: 'nube', translation: 'cloud' };
const seen = { mayReplace: [] };

describe('AccountGlossaries.write', () => {
  test('adds a new entry, and does not change an existing one', async () => {
    await using world = await setup();
    const { glossaries, editor } = world;
    const first = await glossaries.write(editor, cloud, seen);
    assert(first.kind === 'written');
    assert.deepEqual(await glossaries.write(editor, cloud, seen), { kind: 'unchanged', entry: first.entry });
    const edited = await glossaries.write(editor, cloud, { edited: first.entry.id, mayReplace: [] });
    assert.deepEqual(edited, { kind: 'unchanged', entry: first.entry });
    assert.deepEqual(await glossaries.count(editor.accountId), { version: 1, count: 1 });
  });

  test('replaces an entry only for a caller that has read it', async () => {
    await using world = await setup();
    const { glossaries, editor, list } = world;
    const { entry: existing } = await glossaries.add(editor, cloud);
    const other = { ...cloud, term: 'NUBE', translation: 'haze' };
    assert.deepEqual(await glossaries.write(editor, other, seen), { kind: 'conflict', existing: [existing] });
    assert.deepEqual(await list(), ['nube = cloud']);
    const written = await glossaries.write(editor, other, { mayReplace: [existing.id] });
    assert.equal(written.kind, 'written');
    assert.deepEqual(await list(), ['NUBE = haze']);
  });

  test('does not overwrite a change made after the caller read the entry', async () => {
    await using world = await setup();
    const { glossaries, editor, list } = world;
    const { entry: opened } = await glossaries.add(editor, cloud);
    const { entry: others } = await glossaries.add(editor, { ...cloud, translation: 'mist' }, opened.id);
    const mine = { ...cloud, translation: 'haze' };
    const outcome = await glossaries.write(editor, mine, { edited: opened.id, mayReplace: [] });
    assert.deepEqual(outcome, { kind: 'missing', existing: [others] });
    assert.deepEqual(await list(), ['nube = mist']);
  });

  test('moves an entry to other words, unless these belong to an entry that the caller has not read', async () => {
    await using world = await setup();
    const { glossaries, editor, list } = world;
    const { entry: sky } = await glossaries.add(editor, { ...cloud, term: 'cielo', translation: 'sky' });
    const { entry: nube } = await glossaries.add(editor, cloud);
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
    const outcomes = await Promise.all(
      wishes.map((translation) => glossaries.write(editor, { ...cloud, translation }, seen)),
    );
    const kinds = outcomes.map(({ kind }) => kind).toSorted();
    assert.deepEqual(kinds, ['conflict', 'conflict', 'conflict', 'written']);
    const written = outcomes.findIndex(({ kind }) => kind === 'written');
    assert.deepEqual(await list(), [`nube = ${wishes[written]}`]);
  });

  test("a term of another account is not there to be edited, and a field's fault is named", async () => {
    await using world = await setup();
    const { glossaries, editor } = world;
    const outcome = await glossaries.write(editor, cloud, { edited: 'another' as EntryId, mayReplace: [] });
    assert.deepEqual(outcome, { kind: 'missing', existing: [] });
    await assert.rejects(glossaries.write(editor, { ...cloud, target: '?' }, seen), { reason: 'invalid_term' });
  });
});
