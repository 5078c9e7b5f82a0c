import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { memoryFileFormats } from '../../src/shop/memory/memory-files.ts';
import { spanishToEnglish } from '../support/account-entries.ts';
import { openShop, type Shop } from './shop.ts';

type EntryJson = { readonly id: string; readonly source: string; readonly target: string };
type ImportJson = Readonly<Record<'added' | 'replaced' | 'skipped' | 'version', number>> & {
  readonly outcome: string;
  readonly format: string;
  readonly problems: readonly { readonly line: number }[];
};

const ana = ['--account', 'ana@example.com'];
const header = 'source_lang,target_lang,source,target,note';
const good = `${header}\nes,en,Guardar,Save,a button\nes,en,Borrar 3 archivos,Delete 3 files,\n`;

/** Ana's account, and a way to import a text. */
async function setup(shop: Shop) {
  await shop.json('account', 'create', '--email', 'ana@example.com');
  let files = 0;
  const fileOf = async (content: string, name = `memory-${files++}.csv`) => {
    const file = join(shop.dataDir, name);
    await writeFile(file, content);
    return file;
  };
  const load = async (content: string, ...rest: readonly string[]) =>
    shop.json<ImportJson>('memory', 'import', await fileOf(content), ...ana, ...rest);
  const list = (...rest: readonly string[]) =>
    shop.json<{ entries: EntryJson[]; next: string | null }>('memory', 'list', ...ana, ...rest);
  const targets = async (...rest: readonly string[]) => (await list(...rest)).entries.map(({ target }) => target);
  return { fileOf, load, list, targets };
}

const tmx = (...units: readonly string[]) =>
  `<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="es-ES"/><body>\n${units.join('\n')}\n</body></tmx>\n`;
const unit = (source: string, target: string) =>
  `<tu><tuv xml:lang="es-ES"><seg>${source}</seg></tuv><tuv xml:lang="en-US"><seg>${target}</seg></tuv></tu>`;

describe('memory list', () => {
  test('shows approved translations with their origin, author and times', async () => {
    await using shop = await openShop();
    const { load, list } = await setup(shop);
    assert.equal((await shop.run('memory', 'list', ...ana)).out, 'No such entry.\n');
    await load(`${header}\nes,en,Guardar,Save,a button\n`);
    const { entries } = await list();
    const entry = {
      id: entries[0]?.id,
      source_lang: 'es',
      target_lang: 'en',
      source: 'Guardar',
      target: 'Save',
      note: 'a button',
      origin: 'import',
      created_at: '2026-11-20T12:00:00Z',
      created_by: 'operator',
      updated_at: '2026-11-20T12:00:00Z',
    };
    assert.deepEqual(await list(), { entries: [entry], next: null });
    const [head, row] = (await shop.run('memory', 'list', ...ana)).out.split('\n');
    assert.match(head ?? '', /^ID +FROM +TO +SOURCE +TRANSLATION +ORIGIN +UPDATED +NOTE$/);
    assert.match(row ?? '', / es +en +Guardar +Save +import +2026-11-20T12:00:00Z +a button$/);
    const unknown = await shop.run('memory', 'list', '--account', 'bea@example.com');
    assert.equal(unknown.err, 'error: There is no such account.\n');
  });

  test('filters by languages and text, and continues by pages', async () => {
    await using shop = await openShop();
    const { load, list, targets } = await setup(shop);
    await load(`${good}es,fr,Guardar,Enregistrer,\n`);
    assert.deepEqual(await targets('--target', 'fr'), ['Enregistrer']);
    assert.deepEqual(await targets('--holding', 'DELETE'), ['Delete 3 files']);
    const first = await list('--limit', '2');
    assert.deepEqual([first.entries.length, first.next], [2, first.entries.at(-1)?.id]);
    const second = await list('--limit', '2', '--after', first.next ?? '');
    assert.deepEqual([second.entries.length, second.next], [1, null]);
    const { out } = await shop.run('memory', 'list', ...ana, '--limit', '1');
    assert.match(out, /There are more: memory list .* --after \S+\n$/);
    assert.match((await shop.run('memory', 'list', ...ana, '--source', '*')).err, /take a language code/);
  });
});

describe('memory import', () => {
  test('imports a file, and prints the number of changes', async () => {
    await using shop = await openShop();
    const { fileOf, load, targets } = await setup(shop);
    assert.deepEqual(await load(good), {
      ...{ format: 'csv', outcome: 'imported', version: 1, added: 2, replaced: 0, skipped: 0, problems: [] },
    });
    assert.deepEqual((await targets()).toSorted(), ['Delete 3 files', 'Save']);
    const again = await shop.run('memory', 'import', await fileOf(good), ...ana);
    assert.deepEqual([again.status, again.out], [0, 'Nothing to change.\n']);
    const other = `${header}\nes,en,Guardar,Store,\n`;
    const kept = await load(other, '--existing', 'keep');
    assert.deepEqual([kept.outcome, kept.skipped], ['nothing_to_change', 1]);
    const { out } = await shop.run('memory', 'import', await fileOf(other), ...ana);
    assert.equal(out, 'Imported: 0 translations added, 1 replaced.\n');
  });

  test('refuses a file with problems completely, prints their lines, and ends with status 1', async () => {
    await using shop = await openShop();
    const { fileOf, load, targets } = await setup(shop);
    const file = await fileOf(`${good}es,en,Guardar,Keep,\n`);
    const { status, out } = await shop.run('memory', 'import', file, ...ana);
    assert.equal(status, 1);
    assert.match(out, /^line 4: Line 2 has another translation of the same text\.$/m);
    assert.match(out, /\nRefused: nothing was changed\. See --skip-problems and --on-conflict\.\n$/);
    assert.deepEqual(await targets(), []);
    const long = `${header}\nes,en,Guardar,${'x'.repeat(10_001)},\nes,en,Abrir,Open,\n`;
    const { out: json } = await shop.run('memory', 'import', await fileOf(long), ...ana, '--json');
    const refused: ImportJson = JSON.parse(json);
    assert.deepEqual([refused.outcome, refused.problems.map(({ line }) => line)], ['refused', [2]]);
    const skipped = await load(long, '--skip-problems');
    assert.deepEqual([skipped.outcome, skipped.added, skipped.skipped], ['imported', 1, 1]);
    await load(`${header}\nes,en,Cerrar,Close,\nes,en,Cerrar,Shut,\n`, '--on-conflict', 'last');
    assert.deepEqual((await targets()).toSorted(), ['Open', 'Shut']);
  });

  test('reads TMX from standard input, without the regions that no engine has', async () => {
    const row = {
      unit: 'spa-eng',
      pairs: [spanishToEnglish],
      score: undefined,
      state: 'ready',
      reason: undefined,
    } as const;
    await using shop = await openShop({
      openInput: () => Readable.from([Buffer.from(tmx(unit('Guardar', 'Save'), unit('Abrir', '')))]),
      describeEngines: async () => [{ name: 'apertium', units: [row] }],
    });
    const { targets } = await setup(shop);
    const { format, added, problems } = await shop.json<ImportJson>('memory', 'import', '-', ...ana);
    assert.deepEqual([format, added, problems.map(({ line }) => line)], ['tmx', 1, [4]]);
    assert.deepEqual(await targets('--source', 'es', '--target', 'en'), ['Save']);
  });

  test('reports why a file cannot be read, and changes nothing', async () => {
    await using shop = await openShop();
    const { fileOf, targets } = await setup(shop);
    const bomb = '<?xml version="1.0"?>\n<!DOCTYPE tmx [<!ENTITY a "aa">]>\n<tmx version="1.4"/>';
    const { status, out } = await shop.run('memory', 'import', await fileOf(bomb, 'bomb.tmx'), ...ana);
    assert.equal(status, 1);
    assert.match(out, /^line 2: .*\nThe file cannot be read: nothing was changed\.\n$/);
    assert.equal((await shop.run('memory', 'import', 'x.tmx', ...ana, '--format', 'xls')).status, 2);
    assert.deepEqual(await targets(), []);
  });
});

test('memory undo reverts the last import, memory erase removes all, and memory history lists both', async () => {
  await using shop = await openShop();
  const { load, targets } = await setup(shop);
  await load(`${header}\nes,en,Guardar,Store,\n`);
  await load(good);
  assert.deepEqual(await shop.json('memory', 'undo', ...ana), { removed: 2, put_back: 1, version: 3 });
  assert.deepEqual(await targets(), ['Store']);
  shop.advance(60_000);
  assert.deepEqual(await shop.json('memory', 'erase', ...ana), { removed: 1 });
  assert.equal((await shop.run('memory', 'undo', ...ana)).err, 'error: There is no import to undo.\n');
  const history = await shop.json<{ kind: string; by: string }[]>('memory', 'history', ...ana);
  assert.deepEqual(
    history.map(({ kind }) => kind),
    ['erase', 'undo', 'import', 'import'],
  );
  assert.deepEqual(history[0], {
    ...{ version: 4, kind: 'erase', at: '2026-11-20T12:01:00Z', by: 'operator', added: 0, removed: 1 },
    undone_in: null,
  });
});

describe('memory export', () => {
  test('writes a file in each format that an import reads without loss', async () => {
    await using shop = await openShop();
    const { load } = await setup(shop);
    await load(`${header}\nes,en,<b>Hola</b> {name},<b>Hello</b> {name},"said ""so"""\nes,pt-BR,=uno,=um,\n`);
    for (const format of memoryFileFormats) {
      const out = join(shop.dataDir, `out.${format}`);
      const exported = await shop.json('memory', 'export', ...ana, '--out', out);
      assert.deepEqual(exported, { format, entries: 2, version: 1, file: out });
      const back = await shop.json<ImportJson>('memory', 'import', out, ...ana);
      assert.deepEqual([back.outcome, back.format, back.problems], ['nothing_to_change', format, []]);
    }
  });

  test('writes TMX to standard output without a file, only the requested languages, and overwrites no file', async () => {
    await using shop = await openShop();
    const { fileOf, load } = await setup(shop);
    await load(`${good}es,fr,Guardar,Enregistrer,\n`);
    const { out } = await shop.run('memory', 'export', ...ana, '--target', 'fr');
    assert.match(out, /^<\?xml/);
    assert.match(out, /<seg>Enregistrer<\/seg>/);
    assert.doesNotMatch(out, /Delete/);
    const json = await shop.json('memory', 'export', ...ana, '--target', 'fr');
    assert.deepEqual(json, { format: 'tmx', entries: 1, version: 1, text: out });
    const file = await fileOf('precious');
    const { status, err } = await shop.run('memory', 'export', ...ana, '--out', file);
    assert.equal(status, 1);
    assert.match(err, /^error: EEXIST/);
    assert.equal(await readFile(file, 'utf8'), 'precious');
  });
});
