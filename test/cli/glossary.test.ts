import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type EntryJson = {
  readonly id: string;
  readonly term: string;
  readonly translation: string | null;
  readonly outcome: string;
  readonly version: number;
};

const ana = ['--account', 'ana@example.com'];
const pair = ['--source', 'es', '--target', 'en'];

/** Ana's account, and a way to add entries to it. */
async function setup(shop: Shop) {
  await shop.json('account', 'create', '--email', 'ana@example.com');
  const add = (term: string, ...rest: string[]) =>
    shop.json<EntryJson>('glossary', 'add', ...ana, ...pair, '--term', term, ...rest);
  const list = (...rest: string[]) =>
    shop.json<{ entries: EntryJson[]; next: string | null }>('glossary', 'list', ...ana, ...rest);
  return { add, list };
}

describe('glossary add', () => {
  test('adds an entry, which list shows', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    assert.equal((await shop.run('glossary', 'list', ...ana)).out, 'No such entry.\n');
    const { outcome, version, ...entry } = await add(
      'panel solar',
      '--translation',
      'PV module',
      '--note',
      'since 2026',
    );
    assert.deepEqual([outcome, version], ['added', 1]);
    assert.deepEqual(entry, {
      id: entry.id,
      source: 'es',
      target: 'en',
      term: 'panel solar',
      translation: 'PV module',
      case: 'follow',
      part_of_speech: null,
      note: 'since 2026',
      created_at: '2026-11-20T12:00:00Z',
      created_by: 'operator',
    });
    assert.deepEqual(await list(), { entries: [entry], terms: [entry], next: null });
    const [head, row] = (await shop.run('glossary', 'list', ...ana)).out.split('\n');
    assert.match(head ?? '', /^ID +SOURCE +TARGET +TERM +TRANSLATION +CASE +PART +CREATED +NOTE$/);
    assert.match(row ?? '', / es +en +panel solar +PV module +follow +- +2026-11-20T12:00:00Z +since 2026$/);
  });

  test('adds an entry whose characters control a terminal: replaced in text, unchanged in JSON and exports', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    const translation = 'PV \u202etxt.exe\u2066 \u061c';
    const { outcome } = await add('panel', '--translation', translation);
    assert.equal(outcome, 'added');
    const shown = (await shop.run('glossary', 'list', ...ana)).out;
    assert.match(shown, /panel +PV \ufffdtxt\.exe\ufffd \ufffd +follow/);
    assert.equal((await list()).entries[0]?.translation, translation);
    assert.ok((await shop.run('glossary', 'export', ...ana, '--format', 'tsv')).out.includes(translation));
    const refused = await shop.run('glossary', 'list', '--account', '\u202eana@example.com');
    assert.doesNotMatch(refused.err, /\u202e/);
  });

  test('adds a do-not-translate entry, also for every language, with its case rule and part of speech', async () => {
    await using shop = await openShop();
    await setup(shop);
    const argv = ['--source', '*', '--target', '*', '--term', 'Nube', '--keep', '--case', 'exact'];
    const { out } = await shop.run('glossary', 'add', ...ana, ...argv, '--part-of-speech', 'name');
    assert.equal(out, 'Added for ana@example.com: *>* Nube = (kept)\n');
    const { entries } = await shop.json<{ entries: EntryJson[] }>('glossary', 'list', ...ana, '--source', '*');
    assert.equal(entries[0]?.translation, null);
  });

  test('replaces an entry with the same words, and changes nothing for an equal one', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    await add('nube', '--translation', 'cloud');
    assert.equal((await add('nube', '--translation', 'cloud')).outcome, 'already_there');
    assert.equal((await add('Nube', '--translation', 'Cloud')).outcome, 'replaced');
    assert.deepEqual(
      (await list()).entries.map(({ term, translation }) => [term, translation]),
      [['Nube', 'Cloud']],
    );
  });

  test('replaces another entry, named by its id', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    const { id } = await add('nuve', '--translation', 'cloud');
    await add('cielo', '--translation', 'sky');
    assert.equal((await add('nube', '--translation', 'cloud', '--instead-of', id)).outcome, 'replaced');
    assert.deepEqual(
      (await list()).entries.map(({ term }) => term),
      ['cielo', 'nube'],
    );
    const argv = ['--term', 'x', '--keep', '--instead-of', id];
    assert.equal(
      (await shop.run('glossary', 'add', ...ana, ...pair, ...argv)).err,
      'error: There is no such glossary entry.\n',
    );
  });

  test('reports an invalid entry in one line', async () => {
    await using shop = await openShop();
    await setup(shop);
    const refused: readonly [readonly string[], number, RegExp][] = [
      [['--term', 'nube'], 2, /^error: glossary add takes either --translation or --keep\n/],
      [['--term', 'nube', '--keep', '--translation', 'x'], 2, /either --translation or --keep/],
      [
        ['--term', '...', '--translation', 'x'],
        1,
        /^error: --term: No text can match this term: it contains no letter/,
      ],
      [['--term', 'nube', '--translation', ''], 1, /^error: --translation: The translation is missing\.\n$/],
      [['--term', 'nube', '--keep', '--case', 'upper'], 2, /case/],
      [['--term', 'nube', '--keep', '--notes', 'x'], 2, /--note\b/],
    ];
    for (const [argv, status, message] of refused) {
      const ended = await shop.run('glossary', 'add', ...ana, ...pair, ...argv);
      assert.deepEqual([ended.status, ended.out], [status, ''], argv.join(' '));
      assert.match(ended.err, message);
    }
    const same = await shop.run('glossary', 'add', ...ana, '--source', 'es', '--target', 'es', '--term', 'a', '--keep');
    assert.match(same.err, /^error: --target: The source and target language are the same\.\n$/);
    const unknown = await shop.run('glossary', 'list', '--account', 'bea@example.com');
    assert.equal(unknown.err, 'error: There is no such account.\n');
  });
});

describe('glossary list', () => {
  test('filters by languages and text, and continues by pages', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    for (const term of ['nube', 'nube blanca', 'árbol']) await add(term, '--translation', `${term} X`);
    const rest = ['--translation', 'ciel', '--target', 'fr'];
    await shop.json('glossary', 'add', ...ana, '--source', 'es', '--term', 'cielo', ...rest);
    const words = async (...argv: string[]) => (await list(...argv)).entries.map(({ term }) => term);
    assert.deepEqual(await words('--target', 'fr'), ['cielo']);
    assert.deepEqual((await words('--holding', 'NUBE')).toSorted(), ['nube', 'nube blanca']);
    const first = await list('--limit', '3');
    assert.equal(first.entries.length, 3);
    assert.equal(first.next, first.entries.at(-1)?.id);
    const second = await list('--limit', '3', '--after', first.next ?? '');
    assert.deepEqual([second.entries.length, second.next], [1, null]);
    assert.match(
      (await shop.run('glossary', 'list', ...ana, '--limit', '1')).out,
      /There are more: glossary list .* --after \S+\n$/,
    );
    assert.match((await shop.run('glossary', 'list', ...ana, '--source', 'es or fr')).err, /is no language code/);
    assert.equal((await shop.run('glossary', 'list', ...ana, '--limit', '0')).status, 2);
  });
});

describe('glossary remove', () => {
  test('removes an entry by its id, or by its languages and words', async () => {
    await using shop = await openShop();
    const { add, list } = await setup(shop);
    const { id } = await add('nube', '--translation', 'cloud');
    await add('árbol', '--translation', 'tree');
    assert.deepEqual(await shop.json('glossary', 'remove', ...ana, '--id', id), { removed: 1, version: 3 });
    const { out } = await shop.run('glossary', 'remove', ...ana, ...pair, '--term', 'Árbol');
    assert.equal(out, 'Removed 1 entry.\n');
    assert.deepEqual((await list()).entries, []);
    const again = await shop.run('glossary', 'remove', ...ana, '--id', id);
    assert.deepEqual([again.status, again.err], [1, 'error: There is no such glossary entry.\n']);
    const words = await shop.run('glossary', 'remove', ...ana, ...pair, '--term', 'árbol');
    assert.deepEqual([words.status, words.err], [1, 'error: There is no such glossary entry.\n']);
    for (const argv of [[], ['--id', id, '--term', 'x'], ['--source', 'es', '--term', 'x']]) {
      assert.equal((await shop.run('glossary', 'remove', ...ana, ...argv)).status, 2);
    }
  });
});

describe('glossary history', () => {
  test('lists who changed how much and when, newest first', async () => {
    await using shop = await openShop();
    const { add } = await setup(shop);
    assert.equal((await shop.run('glossary', 'history', ...ana)).out, 'No change yet.\n');
    await add('nube', '--translation', 'cloud');
    shop.advance(60_000);
    await shop.json('glossary', 'remove', ...ana, ...pair, '--term', 'nube');
    assert.deepEqual(await shop.json('glossary', 'history', ...ana), [
      { version: 2, kind: 'remove', at: '2026-11-20T12:01:00Z', by: 'operator', added: 0, removed: 1, undone_in: null },
      { version: 1, kind: 'add', at: '2026-11-20T12:00:00Z', by: 'operator', added: 1, removed: 0, undone_in: null },
    ]);
    const [head] = (await shop.run('glossary', 'history', ...ana)).out.split('\n');
    assert.match(head ?? '', /^VERSION +CHANGE +AT +BY +ADDED +REMOVED +UNDONE IN$/);
  });
});

describe('glossary', () => {
  test('keeps the glossaries of accounts apart', async () => {
    await using shop = await openShop();
    const { add } = await setup(shop);
    const { id } = await add('nube', '--translation', 'cloud');
    await shop.json('account', 'create', '--email', 'bea@example.com');
    const bea = ['--account', 'bea@example.com'];
    assert.deepEqual(await shop.json('glossary', 'list', ...bea), { entries: [], terms: [], next: null });
    assert.equal((await shop.run('glossary', 'remove', ...bea, '--id', id)).status, 1);
    assert.deepEqual(await shop.json('glossary', 'history', ...bea), []);
  });
});

describe('old names', () => {
  test('runs every command of the glossary under `term` too', async () => {
    await using shop = await openShop();
    const { list } = await setup(shop);
    await shop.json('term', 'add', ...ana, ...pair, '--term', 'nube', '--translation', 'cloud');
    assert.deepEqual(await shop.json('term', 'list', ...ana), await list());
    for (const name of ['remove', 'import', 'export', 'test', 'undo', 'history']) {
      const [old, current] = [await shop.run('term', name, '--help'), await shop.run('glossary', name, '--help')];
      assert.deepEqual([current.status, old], [0, current], name);
    }
  });

  test('names a command by its current noun in the hint of a usage error', async () => {
    await using shop = await openShop();
    const { status, err } = await shop.run('term', 'add');
    assert.equal(status, 2);
    assert.match(err, /\nTry "dragoman glossary add --help"\.\n$/);
  });

  test('lists and counts the entries as `terms` too', async () => {
    await using shop = await openShop();
    const { add } = await setup(shop);
    await add('nube', '--translation', 'cloud');
    const listed = await shop.json<{ entries: EntryJson[]; terms: EntryJson[] }>('glossary', 'list', ...ana);
    assert.deepEqual([listed.entries.length, listed.terms], [1, listed.entries]);
    const exported = await shop.json<{ entries: number; terms: number }>('glossary', 'export', ...ana);
    assert.deepEqual([exported.entries, exported.terms], [1, 1]);
  });
});
