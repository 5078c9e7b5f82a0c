import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { needsApertium } from '../adapters/apertium/installed-apertium.ts';
import { openShop, type Shop } from './shop.ts';

const ana = ['--account', 'ana@example.com'];

/** Ana's account with two glossary entries, and a document. */
async function setup(shop: Shop) {
  await shop.json('account', 'create', '--email', 'ana@example.com');
  const add = ['glossary', 'add', ...ana, '--source', 'es', '--target', 'en'];
  await shop.json(...add, '--term', 'panel solar', '--translation', 'PV module');
  await shop.json(...add, '--term', 'Nube', '--keep', '--case', 'exact');
  const file = join(shop.dataDir, 'manual.txt');
  await writeFile(file, manual);
  return { file };
}

const manual = `\ufeffEl panel solar de Acme Energía es barato. Los paneles solares de Acme Energía necesitan luz.
La tarjeta de crédito no sirve. Con tarjeta de crédito se paga el
panel solar.

Ayer Ana Ruiz compró un inversor híbrido. El inversor híbrido de Ana Ruiz es nuevo.
`;

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

type Suggested = {
  readonly candidates: readonly {
    readonly words: string;
    readonly kind: string;
    readonly count: number;
    readonly line: number;
    readonly document: string;
    readonly in_base: boolean;
    readonly translations: readonly { readonly words: string; readonly count: number }[];
  }[];
};

function byWords([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}

describe('glossary suggest', needsApertium, () => {
  test('finds candidates in documents, and reports how many are entries already', async () => {
    await using shop = await openShop();
    const { file } = await setup(shop);
    const { candidates } = await shop.json<Suggested>('glossary', 'suggest', ...ana, '--source', 'es', file);
    const found = candidates.map(({ words, kind, count, line, in_base: inBase }) => [words, kind, count, line, inBase]);
    assert.deepEqual(found.toSorted(byWords), [
      ['Acme Energía', 'name', 2, 1, false],
      ['Ana Ruiz', 'name', 2, 5, false],
      ['inversor híbrido', 'phrase', 2, 5, false],
      ['panel solar', 'phrase', 3, 1, true],
      ['tarjeta de crédito', 'phrase', 2, 2, false],
    ]);
    assert.ok(candidates.every(({ document, translations }) => document === file && translations.length === 0));
    const [head] = (await shop.run('glossary', 'suggest', ...ana, '--source', 'es', file)).out.split('\n');
    assert.match(head ?? '', /^CANDIDATE +KIND +COUNT +SCORE +FIRST AT +ENTRY +TRANSLATED AS$/);
    const often = await shop.run('glossary', 'suggest', ...ana, '--source', 'es', '--at-least', '9', file);
    assert.equal(often.out, 'No candidate.\n');
  });

  test("with a target, shows the current translation of each candidate, without the account's glossary", async () => {
    await using shop = await openShop();
    const { file } = await setup(shop);
    const flags = ['--source', 'es', '--target', 'en'];
    const { candidates } = await shop.json<Suggested>('glossary', 'suggest', ...ana, ...flags, file);
    const seen = new Map(candidates.map(({ words, translations }) => [words, translations]));
    assert.deepEqual(seen.get('Ana Ruiz'), [{ words: 'Ana Ruiz', count: 2 }]);
    for (const [words, translations] of seen) {
      assert.ok(translations.length > 0, words);
      assert.ok(translations.every((each) => !each.words.includes('PV module')));
    }
  });

  test('as CSV, prints the new candidates as an importable file', async () => {
    await using shop = await openShop();
    const { file } = await setup(shop);
    const flags = ['--source', 'es', '--target', 'en', '--format', 'csv'];
    const { out } = await shop.run('glossary', 'suggest', ...ana, ...flags, file);
    assert.ok(!out.includes('panel solar'));
    assert.match(out, /^es,en,Ana Ruiz,Ana Ruiz,,follow,name,2 times\r$/m);
    const draft = join(shop.dataDir, 'draft.csv');
    await writeFile(draft, out);
    const { added } = await shop.json<{ added: number }>('glossary', 'import', draft, ...ana);
    assert.equal(added, 4);
    const { candidates } = await shop.json<Suggested>('glossary', 'suggest', ...ana, '--source', 'es', file);
    assert.ok(candidates.every(({ in_base: inBase }) => inBase));
    const without = await shop.run('glossary', 'suggest', ...ana, '--source', 'es', '--format', 'csv', file);
    assert.match(without.err, /^error: --format csv needs --target/);
  });

  test('refuses text that is not UTF-8, and an unsupported language', async () => {
    await using shop = await openShop();
    const { file } = await setup(shop);
    const odd = join(shop.dataDir, 'odd.txt');
    await writeFile(odd, Buffer.from([0xe9, 0x20, 0xff]));
    const binary = await shop.run('glossary', 'suggest', ...ana, '--source', 'es', odd);
    assert.deepEqual([binary.status, binary.err], [1, `error: ${odd} is not UTF-8.\n`]);
    const unknown = await shop.run('glossary', 'suggest', ...ana, '--source', 'xx', file);
    assert.match(unknown.err, /^error: --source: This language is not served/);
  });
});
