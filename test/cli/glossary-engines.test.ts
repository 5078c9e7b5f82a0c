import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { needsApertium } from '../adapters/apertium/installed-apertium.ts';
import { openShop, type Shop } from './shop.ts';

const ana = ['--account', 'ana@example.com'];

/** Ana's account with two glossary entries. */
async function setup(shop: Shop) {
  await shop.json('account', 'create', '--email', 'ana@example.com');
  const add = ['glossary', 'add', ...ana, '--source', 'es', '--target', 'en'];
  await shop.json(...add, '--term', 'panel solar', '--translation', 'PV module');
  await shop.json(...add, '--term', 'Nube', '--keep', '--case', 'exact');
}

type Tested = {
  readonly source: string;
  readonly target: string;
  readonly engine: string | null;
  readonly translated_text: string;
  readonly entries: readonly {
    readonly term: string;
    readonly words: string;
    readonly place: { readonly line: number; readonly column: number } | null;
    readonly wanted: string;
    readonly rule: string;
    readonly outcome: string;
    readonly written: string | null;
    readonly translation_place: { readonly line: number; readonly column: number } | null;
  }[];
};

describe('glossary test', needsApertium, () => {
  test('shows each matching entry, its place, its rule, and the outcome in the translation', async () => {
    await using shop = await openShop();
    await setup(shop);
    const text = 'Los paneles solares de Nube son baratos.\n\nUn <b>Panel</b> solar y 😀 un panel solar.';
    const tested = await shop.json<Tested>('glossary', 'test', ...ana, '--target', 'en', text);
    assert.deepEqual([tested.source, tested.target, tested.engine], ['es', 'en', 'apertium']);
    assert.deepEqual(
      tested.entries.map(({ term, words, place, wanted, rule }) => [term, words, place, wanted, rule]),
      [
        ['panel solar', 'paneles solares', { line: 1, column: 5 }, 'PV modules', 'plural'],
        ['Nube', 'Nube', { line: 1, column: 24 }, 'Nube', 'exact'],
        ['panel solar', 'Panel solar', { line: 3, column: 7 }, 'PV module', 'capitals'],
        ['panel solar', 'panel solar', { line: 3, column: 30 }, 'PV module', 'exact'],
      ],
    );
    const lines = tested.translated_text.split('\n');
    for (const { written, translation_place: place, outcome } of tested.entries) {
      assert.ok(['natural', 'replaced', 'placeholder', 'opaque'].includes(outcome));
      assert.ok(place !== null && written !== null);
      const rest = [...(lines[place.line - 1] ?? '')].slice(place.column - 1).join('');
      assert.ok(rest.startsWith(written), `${written} at ${place.line}:${place.column}`);
    }
  });

  test('lists the entries as `terms` too, where the outcome `placeholder` is `stand_in`', async () => {
    await using shop = await openShop();
    await setup(shop);
    const argv = [...ana, '--target', 'en', 'Los paneles solares de Nube son baratos.'];
    const { entries, terms } = await shop.json<Tested & { terms: Tested['entries'] }>('glossary', 'test', ...argv);
    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      ['placeholder', 'placeholder'],
    );
    assert.deepEqual(
      terms,
      entries.map((entry) => ({ ...entry, outcome: 'stand_in' })),
    );
  });

  test('prints a table without --json, reads standard input, and reports when nothing matches', async () => {
    await using shop = await openShop({ openInput: () => Readable.from([Buffer.from('El panel solar es barato.\n')]) });
    await setup(shop);
    const flags = ['--source', 'es', '--target', 'en'];
    const { out } = await shop.run('glossary', 'test', ...ana, ...flags, '--file', '-');
    const [translation, empty, lineBreak, head, row] = out.split('\n');
    assert.deepEqual([empty, lineBreak], ['', '']);
    assert.match(translation ?? '', /^The PV module /);
    assert.match(head ?? '', /^AT +WORDS +TERM +RULE +WANTED +OUTCOME +WRITTEN +AT$/);
    assert.match(row ?? '', /^1:4 +panel solar +panel solar +exact +PV module +\w+ +PV module +1:5$/);
    const none = await shop.run('glossary', 'test', ...ana, ...flags, 'La casa es grande.');
    assert.match(none.out, /\n\nNo entry matches\.\n$/);
  });

  test('charges nothing, and needs no balance', async () => {
    await using shop = await openShop();
    await setup(shop);
    await shop.json('glossary', 'test', ...ana, '--target', 'en', 'El panel solar es muy barato.');
    const [account] = await shop.json<{ characters_used: number }[]>('account', 'list');
    assert.equal(account?.characters_used, 0);
  });

  test('reports errors in one line', async () => {
    await using shop = await openShop();
    await setup(shop);
    const refused: readonly [readonly string[], number, RegExp][] = [
      [['--target', 'en'], 2, /^error: glossary test takes either a text or --file\n/],
      [['--target', 'en', 'x', '--file', '-'], 2, /either a text or --file/],
      [
        ['--target', 'english', 'La casa'],
        1,
        /^error: --target: This language is not served\. The nearest that is: en\./,
      ],
      [
        ['--target', 'en', '--source', 'auto', 'Nube'],
        1,
        /^error: --source: The language of this text cannot be detected/,
      ],
      [['--target', 'en', '--file', '/nowhere/x'], 1, /^error: ENOENT/],
    ];
    for (const [argv, status, message] of refused) {
      const ended = await shop.run('glossary', 'test', ...ana, ...argv);
      assert.deepEqual([ended.status, ended.out], [status, ''], argv.join(' '));
      assert.match(ended.err, message);
    }
  });
});
