import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { glossaryFileFormats } from '../../src/shop/glossaries/glossary-files.ts';
import { openShop, type Shop } from './shop.ts';

type ImportJson = Readonly<Record<'added' | 'removed' | 'unchanged', number>> & {
  readonly outcome: string;
  readonly version: number | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly object[];
};

const ana = ['--account', 'ana@example.com'];

/** Ana's account, and a way to import a text. */
async function setup(shop: Shop) {
  await shop.json('account', 'create', '--email', 'ana@example.com');
  let files = 0;
  const fileOf = async (content: string, name = `glossary-${files++}.csv`) => {
    const file = join(shop.dataDir, name);
    await writeFile(file, content);
    return file;
  };
  const words = async () => {
    type Listed = { entries: { term: string; translation: string | null }[] };
    const { entries } = await shop.json<Listed>('glossary', 'list', ...ana);
    return entries.map(({ term, translation }) => `${term}=${translation ?? '(kept)'}`);
  };
  return { fileOf, words };
}

const header = 'source_lang,target_lang,term,translation,do_not_translate,case,part_of_speech,note';
const good = `${header}\nes,en,nube,cloud,,,,\nes,en,árbol,tree,,,,\n`;

describe('glossary import', () => {
  test('imports a file, and prints the number of changes', async () => {
    await using shop = await openShop();
    const { fileOf, words } = await setup(shop);
    const file = await fileOf(good);
    const imported = await shop.json<ImportJson>('glossary', 'import', file, ...ana);
    assert.deepEqual(
      [imported.outcome, imported.added, imported.removed, imported.unchanged, imported.version, imported.problems],
      ['imported', 2, 0, 0, 1, []],
    );
    assert.deepEqual((await words()).toSorted(), ['nube=cloud', 'árbol=tree']);
    const again = await shop.run('glossary', 'import', file, ...ana);
    assert.equal(again.status, 0);
    assert.match(again.out, /Nothing to change: 2 entries of the file were there already\.\n$/);
    const more = await shop.run('glossary', 'import', await fileOf(`${header}\nes,en,nube,CLOUD,,,,\n`), ...ana);
    assert.match(more.out, /^line 2: replaced: This replaces another translation in the glossary\.$/m);
    assert.match(
      more.out,
      /^Imported: 1 entry added, 1 of them in the place of another, 0 removed; 0 were there already\.$/m,
    );
  });

  test('refuses a file with problems completely, prints their lines, and ends with status 1', async () => {
    await using shop = await openShop();
    const { fileOf, words } = await setup(shop);
    const file = await fileOf(`${good}es,en,,nothing,,,,\nes,en,nube,mist,,,,\n`);
    const { status, out } = await shop.run('glossary', 'import', file, ...ana);
    assert.equal(status, 1);
    assert.match(out, /^line 4: empty side: The term is missing\.$/m);
    assert.match(out, /^line 5: conflict: Line 2 has another translation for the same term\.$/m);
    assert.match(out, /Refused: nothing was changed\. See --skip-problems and --on-conflict\.\n$/);
    assert.deepEqual(await words(), []);
    const { status: statusOfJson, out: json } = await shop.run('glossary', 'import', file, ...ana, '--json');
    assert.equal(statusOfJson, 1);
    const refused: ImportJson = JSON.parse(json);
    assert.deepEqual([refused.outcome, refused.added, refused.version], ['refused', 0, null]);
    assert.deepEqual([refused.counts['empty_side'], refused.counts['conflict']], [1, 1]);
  });

  test('a dry run prints the same and changes nothing', async () => {
    await using shop = await openShop();
    const { fileOf, words } = await setup(shop);
    const dry = await shop.json<ImportJson>('glossary', 'import', await fileOf(good), ...ana, '--dry-run');
    assert.deepEqual([dry.outcome, dry.added, dry.version], ['would_import', 2, null]);
    assert.deepEqual(await words(), []);
    assert.deepEqual(await shop.json('glossary', 'history', ...ana), []);
    const wrong = await fileOf(`${good}es,en,,x,,,,\n`);
    assert.equal((await shop.run('glossary', 'import', wrong, ...ana, '--dry-run')).status, 1);
  });

  test('reads standard input, and files without languages', async () => {
    await using shop = await openShop({ openInput: () => Readable.from([Buffer.from('nube\tcloud\nárbol\ttree\n')]) });
    const { words } = await setup(shop);
    const argv = ['--source', 'es', '--target', 'en'];
    const { added } = await shop.json<ImportJson>('glossary', 'import', '-', ...ana, ...argv, '--format', 'tsv');
    assert.equal(added, 2);
    assert.deepEqual((await words()).toSorted(), ['nube=cloud', 'árbol=tree']);
  });

  test('reports why a file cannot be read, and changes nothing', async () => {
    await using shop = await openShop();
    const { fileOf } = await setup(shop);
    const { status, out } = await shop.run('glossary', 'import', await fileOf('nube,cloud\n'), ...ana);
    assert.equal(status, 1);
    assert.match(out, /Choose the source and the target language\.\nThe file cannot be read: nothing was changed\.\n$/);
    const missing = await shop.run('glossary', 'import', join(shop.dataDir, 'none.csv'), ...ana);
    assert.deepEqual([missing.status, missing.out], [1, '']);
    assert.match(missing.err, /^error: ENOENT/);
    const odd = await shop.run('glossary', 'import', 'x.csv', ...ana, '--format', 'xls');
    assert.equal(odd.status, 2);
  });
});

describe('glossary undo', () => {
  test('reverts the last import, once, and restores what it replaced', async () => {
    await using shop = await openShop();
    const { fileOf, words } = await setup(shop);
    await shop.json('glossary', 'import', await fileOf(`${header}\nes,en,nube,fog,,,,\n`), ...ana);
    await shop.json('glossary', 'import', await fileOf(good), ...ana);
    assert.deepEqual(await shop.json('glossary', 'undo', ...ana), { removed: 2, put_back: 1, version: 3 });
    assert.deepEqual(await words(), ['nube=fog']);
    const again = await shop.run('glossary', 'undo', ...ana);
    assert.deepEqual([again.status, again.err], [1, 'error: There is no import to undo.\n']);
  });
});

describe('glossary export', () => {
  test('writes a file in each format that an import reads without loss', async () => {
    await using shop = await openShop();
    const { fileOf } = await setup(shop);
    const rows = [
      'es,en,nube,cloud,,exact,noun,"said ""so"", twice"',
      'es,pt-BR,=nube,;nuvem,,,,',
      '*,*,Nube,,yes,,name,',
    ];
    await shop.json('glossary', 'import', await fileOf([header, ...rows, ''].join('\n')), ...ana);
    for (const format of glossaryFileFormats) {
      const out = join(shop.dataDir, `out.${format}`);
      const exported = await shop.json<Record<string, number>>('glossary', 'export', ...ana, '--out', out);
      assert.deepEqual([exported['entries'], exported['terms']], [3, 3]);
      const back = await shop.json<ImportJson>('glossary', 'import', out, ...ana, '--replace-all');
      assert.deepEqual([back.outcome, back.unchanged], ['nothing_to_change', 3], format);
    }
  });

  test('writes to standard output without a file, and only the requested languages', async () => {
    await using shop = await openShop();
    const { fileOf } = await setup(shop);
    await shop.json('glossary', 'import', await fileOf(`${good}es,fr,nube,nuage,,,,\n`), ...ana);
    const { out } = await shop.run('glossary', 'export', ...ana, '--source', 'es', '--target', 'fr');
    assert.deepEqual(out.split('\r\n').length, 3);
    assert.match(out, /^es,fr,nube,nuage,/m);
    const json = await shop.json<{ text: string; format: string }>('glossary', 'export', ...ana, '--target', 'fr');
    assert.deepEqual([json.text, json.format], [out, 'csv']);
  });

  test('overwrites no file', async () => {
    await using shop = await openShop();
    const { fileOf } = await setup(shop);
    const file = await fileOf('precious');
    const { status, err } = await shop.run('glossary', 'export', ...ana, '--out', file);
    assert.equal(status, 1);
    assert.match(err, /^error: EEXIST/);
    assert.equal(await readFile(file, 'utf8'), 'precious');
  });
});
