import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { openMemoryFiles } from '../../../src/engines.ts';
import { Turns } from '../../../src/ground/steps.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { GlossaryWork } from '../../../src/shop/glossaries/glossary-files.ts';
import { AccountMemory } from '../../../src/shop/memory/account-memory.ts';
import { MemoryConflicts } from '../../../src/shop/memory/glossary-conflicts.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { memoryRoutes } from '../../../src/web/memory/memory-routes.ts';
import { FormVisitor, numbersIn, type Shown } from '../../support/account-area-visitor.ts';
import { accountEntries } from '../../support/account-entries.ts';
import { newId, openAccount } from '../../support/ledger-world.ts';
import { listTexts } from '../../support/memory-world.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { servePages, standingNow, visitorOf } from '../../support/served-pages.ts';
import { type OpenStores, openTemporarySqlite } from '../../support/stores.ts';

/** @param shared the stores of another account */
async function openWorld(shared?: OpenStores) {
  await using opening = new AsyncDisposableStack();
  const stores = shared ?? opening.use(await openTemporarySqlite());
  const accountId = await openAccount(stores);
  const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');
  const memory = new AccountMemory({ store: stores.memory, now: () => standingNow, newId, sha256Hex });
  const noted: (readonly [AccountId, string])[] = [];
  const glossaryWork = new GlossaryWork();
  const findGlossary = accountEntries({ casa: 'home' }).find;
  const served = opening.use(
    await servePages({
      routes: ({ pages }) =>
        memoryRoutes({
          ...{ pages, memory, glossaryWork, openMemoryFiles },
          memoryConflicts: new MemoryConflicts({ memory, findGlossary, turns: new Turns() }),
          readVersions: async () => ({ glossaryVersion: 1, memoryVersion: 1 }),
          deadlineMs: 10_000,
          admit: async () => undefined,
          catalogue: new LanguageCatalogue([new ReversingEngine()]),
          failed: (_id, error) => assert.fail(String(error)),
          recordImport: async (id, act) => {
            noted.push([id, act]);
            await Promise.resolve();
          },
        }),
      visitor: visitorOf(accountId),
      now: () => standingNow,
    }),
  );
  const opened = opening.move();
  const visitor = new FormVisitor(served.url, { Cookie: 'session=1' });
  return {
    ...{ accountId, memory, stores, noted, visitor, glossaryWork, failures: served.failures },
    texts: () => listTexts({ memory: stores.memory, accountId }),
    entries: async () => (await memory.list({ accountId, limit: 1_000 })).entries,
    add: async (fields: Readonly<Record<string, string>>) =>
      visitor.submit(await visitor.open('/memory'), '/memory', { ...house, ...fields }),
    import: async (fields: Readonly<Record<string, string | File>>) =>
      visitor.submit(await visitor.open('/memory/import'), '/memory/import', fields),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const house = { source_lang: 'Spanish', target_lang: 'English', source: 'La casa.', target: 'The house.' };

const part = { 'HX-Request': 'true' };

function valuesOf(page: Shown, action: string) {
  return Object.fromEntries(page.forms.find((form) => form.action === action && form.method === 'post')?.fields ?? []);
}

describe('memory page', () => {
  test('a translation is approved by hand, and the form is ready for the next one between the same languages', async () => {
    await using world = await openWorld();
    const added = await world.add({ source_lang: 'es', source: ' Línea 1.\r\nLínea 2. ', note: 'menu' });
    assert.deepEqual(
      [added.status, added.notices, numbersIn(added.textAt('entry-facts'))],
      [200, ['good'], [1, 200_000]],
    );
    const [entry] = await world.entries();
    assert.partialDeepStrictEqual(entry, {
      source: 'Línea 1.\nLínea 2.',
      note: 'menu',
      origin: 'page',
      createdBy: world.accountId,
    });
    assert.deepEqual(valuesOf(added, '/memory'), {
      source_lang: 'Spanish',
      target_lang: 'English',
      source: '',
      target: '',
      note: '',
    });
    assert.match((await world.add({ source: 'Línea 1.\nLínea 2.', note: 'menu' })).path, /done=exists/);
  });

  test('each error is beside its field, and the typed text is kept', async () => {
    await using world = await openWorld();
    const cases: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
      [{ source_lang: 'klingon!', target_lang: 'xx' }, ['source_lang', 'target_lang']],
      [{ source_lang: '' }, ['source_lang']],
      [{ target_lang: 'Spanish' }, ['target_lang']],
      [{ source: '—', note: 'n'.repeat(501) }, ['source', 'note']],
      [{ target: '' }, ['target']],
      [{ source: 'x'.repeat(10_001), target: 'a\u0007b' }, ['source', 'target']],
      [{ source: 'Hola, {name}.' }, ['target']],
    ];
    for (const [wrong, fields] of cases) {
      const refused = await world.add({ note: 'kept', ...wrong });
      assert.deepEqual([refused.status, refused.invalid], [400, fields], JSON.stringify(wrong).slice(0, 60));
      assert.deepEqual(valuesOf(refused, '/memory'), { ...house, note: 'kept', ...wrong });
    }
    assert.deepEqual(await world.texts(), []);
  });

  test('asks for confirmation before it replaces another translation', async () => {
    await using world = await openWorld();
    await world.add({ note: 'mine' });
    const told = await world.add({ source: 'La  casa.', target: 'The home.' });
    assert.deepEqual([told.status, told.notices, await world.texts()], [409, ['warn'], ['La casa. = The house.']]);
    const replaced = await world.visitor.submit(told, '/memory');
    assert.match(replaced.path, /done=replaced/);
    assert.deepEqual(await world.texts(), ['La  casa. = The home.']);
    assert.equal((await world.entries())[0]?.note, 'mine');
    await world.add({ source: 'Un gato.', target: 'A cat.' });
    const cat = (await world.entries()).find(({ target }) => target === 'A cat.');
    const edit = `/memory/${cat?.id}/edit`;
    const taken = await world.visitor.submit(await world.visitor.open(edit), edit, { source: 'La casa.' });
    assert.equal(taken.status, 409);
    await world.visitor.submit(taken, edit);
    assert.deepEqual(await world.texts(), ['La casa. = A cat.']);
  });

  test('what the glossary translates differently is shown after an approval, and can be searched for', async () => {
    await using world = await openWorld();
    assert.deepEqual((await world.add({ source: 'Un gato.', target: 'A cat.' })).notices, ['good']);
    const added = await world.add({});
    assert.deepEqual(added.notices, ['good', 'warn']);
    assert.equal(added.rows.length, 3);
    const found = await world.visitor.open('/memory?glossary=conflict');
    assert.deepEqual(found.rows.map(([source]) => source).slice(1), ['La casa.']);
    assert.match(found.rows[1]?.[1] ?? '', /casa.*home/);
    const [entry] = await world.entries();
    const saved = await world.visitor.post(`/memory/${entry?.id}/edit`, { ...house, target: 'My home.' }, part);
    assert.doesNotMatch(await saved.text(), /casa as home/);
    assert.equal((await world.visitor.open('/memory?glossary=conflict')).rows.length, 0);
  });

  test('an entry is edited and removed, on pages and in its row; one that is gone loses no input', async () => {
    await using world = await openWorld();
    await world.add({ note: 'old' });
    const [entry] = await world.entries();
    const path = `/memory/${entry?.id}`;
    const page = await world.visitor.open(`${path}/edit`);
    assert.deepEqual(valuesOf(page, `${path}/edit`), { ...house, note: 'old' });
    const edited = await world.visitor.submit(page, `${path}/edit`, { target: 'The home.', note: '' });
    assert.deepEqual([edited.status, edited.notices], [200, ['good']]);
    const [changed] = await world.entries();
    assert.deepEqual([changed?.target, changed?.note, changed?.id], ['The home.', '', entry?.id]);
    const form = await (await world.visitor.fetch(`${path}/edit`, { headers: part })).text();
    assert.match(form, /^<tr id="entry-[^"]+"[^>]*><td colspan="5"/);
    const wrong = await world.visitor.post(`${path}/edit`, { ...house, target: '' }, part);
    assert.equal(wrong.status, 400);
    const saved = await world.visitor.post(`${path}/edit`, { ...house, target: 'Home.' }, part);
    assert.match(await saved.text(), /^<tr[^]*Home\.[^]*id="entry-facts" hx-swap-oob="true"/);
    const asked = await world.visitor.open(`${path}/remove`);
    const removed = await world.visitor.submit(asked, `${path}/remove`);
    assert.deepEqual([removed.status, await world.texts()], [200, []]);
    const gone = await world.visitor.submit(page, `${path}/edit`, { target: 'Mine.' });
    assert.equal(gone.status, 404);
    await world.visitor.submit(gone, '/memory');
    assert.deepEqual(await world.texts(), ['La casa. = Mine.']);
  });

  test('entries are searched by words and languages, on pages of 50; long texts are shortened', async () => {
    await using world = await openWorld();
    const rows = Array.from(
      { length: 120 },
      (_, index) => `es\ten\tcasa ${String(index).padStart(3, '0')}\t${'house '.repeat(1_000)}${index}`,
    );
    await world.import({ text: `source_lang\ttarget_lang\tsource\ttarget\n${rows.join('\n')}` });
    let seen = 0;
    let path: string | undefined = '/memory';
    for (let pages = 0; path !== undefined && pages < 5; pages++) {
      const page = await world.visitor.open(path);
      assert.ok(page.html.length < 100_000);
      seen += page.rows.filter(([first]) => first?.startsWith('casa ')).length;
      path = page.links.find((link) => link.startsWith('/memory?after='));
    }
    assert.equal(seen, 120);
    const found = await world.visitor.open('/memory?q=CASA+11&from=es');
    assert.equal(found.rows.filter(([first]) => first?.startsWith('casa ')).length, 10);
    assert.equal((await world.visitor.open('/memory?from=en')).rows.length, 0);
    const wrong = await world.visitor.open('/memory?from=klingon!');
    assert.deepEqual([wrong.status, wrong.invalid], [400, ['from']]);
  });

  test('a file is imported with a report, exported, and the import is undone once', async () => {
    await using world = await openWorld();
    await world.add({});
    const tmx = `<tmx version="1.4"><header srclang="es"/><body>${[
      ['La casa.', 'The home.'],
      ['Un gato.', 'A cat.'],
      ['Un gato.', 'One cat.'],
      ['Nada.', ''],
    ]
      .map(
        ([es, en]) => `\n<tu><tuv xml:lang="es"><seg>${es}</seg></tuv><tuv xml:lang="en"><seg>${en}</seg></tuv></tu>`,
      )
      .join('')}</body></tmx>`;
    const file = new File([tmx], 'a.tmx');
    const refused = await world.import({ file, existing: 'keep' });
    assert.deepEqual(
      [refused.status, refused.notices, refused.rows.slice(1).map(([line]) => line)],
      [400, ['bad'], ['4']],
    );
    assert.equal(valuesOf(refused, '/memory/import')['existing'], 'keep');
    const report = await world.import({ file, on_conflict: 'last' });
    assert.deepEqual([report.status, report.notices], [200, ['good']]);
    assert.match(report.text, /Added 1 Replaced 1 Skipped 2 /);
    assert.deepEqual(await world.texts(), ['La casa. = The home.', 'Un gato. = One cat.']);
    assert.deepEqual((await world.import({ file, on_conflict: 'last' })).notices, ['plain']);
    assert.deepEqual(world.noted, [[world.accountId, 'memory.imported']]);
    const exported = await world.visitor.fetch('/memory/export?format=csv&from=Spanish&to=en');
    assert.match(exported.headers.get('Content-Disposition') ?? '', /memory-v2\.csv/);
    assert.match(await exported.text(), /"Un gato\.","One cat\."/);
    assert.equal((await world.visitor.open('/memory/export?format=tbx')).status, 400);
    const history = await world.visitor.open('/memory/history');
    assert.deepEqual(
      history.rows.slice(1).map(([version]) => version),
      ['2', '1'],
    );
    await world.visitor.submit(history, '/memory/undo');
    assert.deepEqual(await world.texts(), ['La casa. = The house.']);
    assert.equal((await world.visitor.submit(history, '/memory/undo')).status, 409);
  });

  test('an import that cannot be read, has no languages or is not the only one names the problem', async () => {
    await using world = await openWorld();
    const cases: readonly (readonly [Readonly<Record<string, string | File>>, string])[] = [
      [{}, 'file'],
      [{ text: 'Hola.\tHello.' }, 'text'],
      [{ text: 'a\tb', file: new File(['a\tb'], 'a.tsv') }, 'text'],
      [{ text: 'Hola.\tHello.', source: 'klingon!', target: 'en' }, 'source'],
      [{ file: new File(['<tmx><!DOCTYPE x [<!ENTITY a "b">]></tmx>'], 'a.tmx') }, 'file'],
    ];
    for (const [fields, field] of cases) {
      const { status, invalid } = await world.import(fields);
      assert.deepEqual([status, invalid], [400, [field]]);
    }
    using _ = world.glossaryWork.imports.begin(world.accountId);
    const busy = await world.import({ text: 'Hola.\tHello.', source: 'es', target: 'en' });
    assert.deepEqual([busy.status, busy.headers.get('Retry-After')], [429, '2']);
    assert.deepEqual(await world.texts(), []);
  });

  test('texts are text in their direction, whatever they contain', async () => {
    await using world = await openWorld();
    const hostile = '<img src=x onerror=alert(1)> "\'</textarea><script>alert(1)</script>';
    await world.add({ source_lang: 'ar', source: `لوحة ${hostile}`, target: `panel ${hostile}`, note: hostile });
    const [entry] = await world.entries();
    const list = await world.visitor.open(`/memory?done=added&id=${entry?.id}`);
    assert.match(list.html, /<bdi lang="ar" dir="rtl">لوحة &lt;img[^]*<bdi lang="en" dir="ltr">panel/);
    const edit = await world.visitor.open(`/memory/${entry?.id}/edit`);
    assert.match(edit.html, /<textarea[^>]*lang="ar" dir="rtl"/);
    for (const { html } of [list, edit, await world.visitor.open(`/memory/${entry?.id}/remove`)])
      assert.doesNotMatch(html, /<img|<script>/);
    assert.deepEqual(world.failures, []);
  });

  test("another account's entries are not found", async () => {
    await using world = await openWorld();
    await using other = await openWorld(world.stores);
    await world.add({});
    const [entry] = await world.entries();
    const confirmed = await other.visitor.post('/memory', { ...house, target: 'Mine.', gives_way: entry?.id ?? '' });
    assert.equal(confirmed.status, 303);
    assert.deepEqual((await other.visitor.open(`/memory?done=added&id=${entry?.id}`)).notices, []);
    assert.equal((await other.visitor.post(`/memory/${entry?.id}/edit`, { ...house, target: 'Mine.' })).status, 404);
    assert.deepEqual([await world.texts(), await other.texts()], [['La casa. = The house.'], ['La casa. = Mine.']]);
  });
});
