import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type EntryJson = { readonly id: string; readonly term: string; readonly translation: string | null };

const ana = ['--account', 'ana@example.com'];

/** Ana's account, and a way to add entries from Spanish to English to it. */
async function setup(shop: Shop) {
  await shop.json('account', 'create', '--email', 'ana@example.com');
  let files = 0;
  const add = async (...rows: readonly string[]) => {
    const file = join(shop.dataDir, `glossary-${files++}.csv`);
    await writeFile(
      file,
      ['source_lang,target_lang,term,translation,do_not_translate,case,note', ...rows, ''].join('\n'),
    );
    await shop.json('glossary', 'import', file, ...ana);
  };
  const list = (...rest: string[]) =>
    shop.json<{ entries: EntryJson[]; next: string | null }>('glossary', 'list', ...ana, ...rest);
  return { add, list };
}

describe('glossary list', () => {
  test('shows entries with their rules, author and time', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    assert.equal((await shop.run('glossary', 'list', ...ana)).out, 'No such entry.\n');
    await add('es,en,panel solar,PV module,,,since 2026');
    const { entries } = await list();
    const entry = {
      id: entries[0]?.id,
      source: 'es',
      target: 'en',
      term: 'panel solar',
      translation: 'PV module',
      case: 'follow',
      part_of_speech: null,
      note: 'since 2026',
      created_at: '2026-11-20T12:00:00Z',
      created_by: 'operator',
    };
    assert.deepEqual(await list(), { entries: [entry], terms: [entry], next: null });
    const [head, row] = (await shop.run('glossary', 'list', ...ana)).out.split('\n');
    assert.match(head ?? '', /^ID +SOURCE +TARGET +TERM +TRANSLATION +CASE +PART +CREATED +NOTE$/);
    assert.match(row ?? '', / es +en +panel solar +PV module +follow +- +2026-11-20T12:00:00Z +since 2026$/);
    await add('*,*,Nube,,yes,exact,');
    assert.equal((await list('--source', '*')).entries[0]?.translation, null);
    const unknown = await shop.run('glossary', 'list', '--account', 'bea@example.com');
    assert.equal(unknown.err, 'error: There is no such account.\n');
  });

  test('replaces characters that control a terminal, and keeps them in JSON and exports', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    const translation = 'PV \u202etxt.exe\u2066 \u061c';
    await add(`es,en,panel,${translation},,,`);
    const shown = (await shop.run('glossary', 'list', ...ana)).out;
    assert.match(shown, /panel +PV \ufffdtxt\.exe\ufffd \ufffd +follow/);
    assert.equal((await list()).entries[0]?.translation, translation);
    assert.ok((await shop.run('glossary', 'export', ...ana, '--format', 'tsv')).out.includes(translation));
    const refused = await shop.run('glossary', 'list', '--account', '\u202eana@example.com');
    assert.doesNotMatch(refused.err, /\u202e/);
  });

  test('filters by languages and text, and continues by pages', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    await add('es,en,nube,a,,,', 'es,en,nube blanca,b,,,', 'es,en,árbol,c,,,', 'es,fr,cielo,d,,,');
    const words = async (...argv: string[]) => (await list(...argv)).entries.map(({ term }) => term);
    assert.deepEqual(await words('--target', 'fr'), ['cielo']);
    assert.deepEqual((await words('--holding', 'NUBE')).toSorted(), ['nube', 'nube blanca']);
    const first = await list('--limit', '3');
    assert.deepEqual([first.entries.length, first.next], [3, first.entries.at(-1)?.id]);
    const second = await list('--limit', '3', '--after', first.next ?? '');
    assert.deepEqual([second.entries.length, second.next], [1, null]);
    const { out } = await shop.run('glossary', 'list', ...ana, '--limit', '1');
    assert.match(out, /There are more: glossary list .* --after \S+\n$/);
    assert.match((await shop.run('glossary', 'list', ...ana, '--source', 'es or fr')).err, /is no language code/);
    assert.equal((await shop.run('glossary', 'list', ...ana, '--limit', '0')).status, 2);
  });
});

test('glossary history lists who changed how much and when, newest first', async () => {
  await using shop = await openShop();
  const { add } = await setup(shop);
  assert.equal((await shop.run('glossary', 'history', ...ana)).out, 'No change yet.\n');
  await add('es,en,nube,cloud,,,');
  shop.advance(60_000);
  await shop.json('glossary', 'undo', ...ana);
  assert.deepEqual(await shop.json('glossary', 'history', ...ana), [
    { version: 2, kind: 'undo', at: '2026-11-20T12:01:00Z', by: 'operator', added: 0, removed: 1, undone_in: null },
    { version: 1, kind: 'import', at: '2026-11-20T12:00:00Z', by: 'operator', added: 1, removed: 0, undone_in: 2 },
  ]);
  const [head] = (await shop.run('glossary', 'history', ...ana)).out.split('\n');
  assert.match(head ?? '', /^VERSION +CHANGE +AT +BY +ADDED +REMOVED +UNDONE IN$/);
});

describe('old names of glossary commands', () => {
  test('runs every command of the glossary under `term` too', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    await add('es,en,nube,cloud,,,');
    assert.deepEqual(await shop.json('term', 'list', ...ana), await list());
    for (const name of ['import', 'export', 'undo', 'history']) {
      const [old, current] = [await shop.run('term', name, '--help'), await shop.run('glossary', name, '--help')];
      assert.deepEqual([current.status, old], [0, current], name);
    }
    const { status, err } = await shop.run('term', 'import');
    assert.equal(status, 2);
    assert.match(err, /\nTry "dragoman glossary import --help"\.\n$/);
  });
});
