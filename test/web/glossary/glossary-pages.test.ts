import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EntryId } from '../../../src/text/glossary/glossary-entry.ts';
import { addEntry, changeGlossary, newEntry } from '../../support/glossary-world.ts';
import { type EntriesWorld, importForm, openEntriesWorld } from './glossary-world.ts';

const cloud = { source: 'Spanish', target: 'English', term: 'nube', translation: 'cloud' };

async function idOf({ glossaries, accountId }: EntriesWorld, words: string): Promise<EntryId> {
  const found = (await glossaries.readAll(accountId)).entries.find(({ term }) => term === words);
  assert.ok(found, words);
  return found.id;
}

describe('glossary page', () => {
  test('an entry is added, and the form is ready for the next one between the same languages', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const empty = await visitor.open('/glossary');
    assert.match(empty.text, /0 of 100,000 entries/);
    const added = await visitor.submit(empty, '/glossary', {
      ...cloud,
      case: 'exact',
      part_of_speech: 'noun',
      note: 'weather',
    });
    assert.match(added.text, /Added: nube → cloud \( Spanish → English \)/);
    assert.match(added.text, /1 of 100,000 entries/);
    assert.match(added.text, /exact case, noun weather/);
    const form = added.forms.find(({ method, action }) => method === 'post' && action === '/glossary');
    assert.equal(new Map(form?.fields).get('source'), 'Spanish');
    assert.deepEqual(await world.words(), ['nube = cloud']);
    const [entry] = (await world.glossaries.readAll(world.accountId)).entries;
    assert.equal(entry?.createdBy, world.accountId);
  });

  test('a do-not-translate entry applies to every language, or to a pair', async () => {
    await using world = await openEntriesWorld();
    const page = await world.visitor.open('/glossary');
    const added = await world.visitor.submit(page, '/glossary', {
      source: '*',
      target: '*',
      term: 'Dragoman',
      keep: 'yes',
    });
    assert.match(added.text, /Added: Dragoman → not translated \( every language → every language \)/);
    assert.deepEqual(await world.words(), ['Dragoman = itself']);
  });

  test('was at /terms, which redirects for good', async () => {
    await using world = await openEntriesWorld();
    for (const path of ['', '?q=a%20b', '/import', '/some-id/edit?x=1']) {
      const reply = await fetch(`${world.url}/terms${path}`, { redirect: 'manual' });
      assert.deepEqual([reply.status, reply.headers.get('Location')], [301, `/glossary${path}`]);
    }
  });

  test('an import asks whether its first row is a header, and begins with a guess', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const asked = { source: 'de', target: 'en', text: 'Begriff;Übersetzung;Kommentar\nDunst;haze;nur Wetter\n' };
    const guessed = await visitor.submit(await visitor.open('/glossary/import'), '/glossary/import', asked);
    assert.match(guessed.html, /<input type="checkbox" id="has_header" name="has_header" value="yes" checked>/);
    assert.match(guessed.text, /Begriff \| Übersetzung \| Kommentar/);
    assert.match(guessed.text, /Read 1 row of CSV Added 1 /);
    assert.match(guessed.html, /<div class="soft small"><bdi dir="auto">nur Wetter<\/bdi><\/div>/);
    const form = importForm(guessed);
    const again = await visitor.send({ ...form, fields: form.fields.filter(([name]) => name !== 'has_header') });
    assert.deepEqual([again.status, /Read 2 rows of CSV Added 2 /.test(again.text)], [409, true]);
    assert.doesNotMatch(again.html, /name="has_header" value="yes" checked/);
    await visitor.send(form);
    assert.deepEqual(await world.words(), ['Dunst = haze']);
  });

  test('each error is beside its field, and the typed text is kept', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const page = await visitor.open('/glossary');
    const cases: readonly Readonly<Record<string, string>>[] = [
      ...[{ source: 'klingon!' }, { source: '*' }, { target: 'xx' }, { target: 'Spanish' }, { translation: '' }],
      ...['—', 'x'.repeat(201), 'a '.repeat(21), 'https://example.com/a'].map((term) => ({ term })),
      ...[{ keep: 'yes' }, { note: 'n'.repeat(501) }, { case: 'upper' }, { part_of_speech: 'gerund' }],
    ];
    for (const wrong of cases) {
      const [field = ''] = Object.keys(wrong);
      const sent = { ...cloud, note: 'kept', ...wrong };
      const refused = await visitor.submit(page, '/glossary', sent);
      assert.equal(refused.status, 400, field);
      const described = `id="add-${field}"[^>]*aria-invalid="true" aria-describedby="[^"]*add-${field}-error"`;
      assert.match(refused.html, new RegExp(described));
      assert.match(refused.html, new RegExp(`id="add-${field}-error">[^<]`));
      const form = refused.forms.find(({ action, method }) => action === '/glossary' && method === 'post');
      const fields = Object.fromEntries(form?.fields ?? []);
      if (field !== 'case' && field !== 'part_of_speech') assert.deepEqual({ ...fields, ...sent }, fields, field);
    }
    assert.deepEqual(await world.words(), []);
  });

  test('asks for confirmation before it replaces an existing entry', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    const page = await world.visitor.open('/glossary');
    const told = await world.visitor.submit(page, '/glossary', { ...cloud, term: 'Nube', translation: 'haze' });
    assert.equal(told.status, 409);
    assert.match(told.html, /role="alert"[^]*name="gives_way"/);
    assert.match(told.text, /nube → cloud/);
    assert.deepEqual(await world.words(), ['nube = cloud']);
    const replaced = await world.visitor.submit(told, '/glossary');
    assert.match(replaced.text, /Added: Nube → haze/);
    assert.deepEqual(await world.words(), ['Nube = haze']);
    const again = await world.visitor.submit(page, '/glossary', { ...cloud, term: 'Nube', translation: 'haze' });
    assert.match(again.path, /done=exists/);
    assert.equal((await world.glossaries.count(world.accountId)).version, 2);
  });

  test('an entry is edited on a separate page, and its old words are no longer an entry', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    const path = `/glossary/${await idOf(world, 'nube')}/edit`;
    const page = await world.visitor.open(path);
    const fields = Object.fromEntries(page.forms.find(({ action }) => action === path)?.fields ?? []);
    assert.deepEqual(fields, { ...cloud, case: 'follow', part_of_speech: '', note: '' });
    const edited = await world.visitor.submit(page, path, { term: 'nubes', translation: 'clouds' });
    assert.match(edited.text, /Changed: nubes → clouds/);
    assert.deepEqual(await world.words(), ['nubes = clouds']);
  });

  test('a concurrent change is shown and kept, and the input is not lost', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    const id = await idOf(world, 'nube');
    const page = await world.visitor.open(`/glossary/${id}/edit`);
    const editor = { accountId: world.accountId, by: 'operator' };
    await addEntry(world.glossaries, editor, { ...cloud, translation: 'mist', edited: id });
    const told = await world.visitor.submit(page, `/glossary/${id}/edit`, { translation: 'haze', note: 'mine' });
    assert.equal(told.status, 404);
    assert.match(told.text, /nube → mist/);
    assert.match(told.html, /value="haze"/);
    assert.match(told.html, /value="mine"/);
    assert.deepEqual(await world.words(), ['nube = mist']);
    await world.visitor.submit(told, '/glossary');
    assert.deepEqual(await world.words(), ['nube = haze']);
  });

  test('an entry is removed after a confirmation, and cannot be removed again', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud', 'cielo = sky');
    const path = `/glossary/${await idOf(world, 'nube')}/remove`;
    const asked = await world.visitor.open(path);
    assert.match(asked.text, /Remove nube → cloud/);
    assert.deepEqual(await world.words(), ['cielo = sky', 'nube = cloud']);
    const removed = await world.visitor.submit(asked, path);
    assert.match(removed.text, /Removed\..*1 of 100,000/);
    assert.deepEqual(await world.words(), ['cielo = sky']);
    assert.equal((await world.visitor.submit(asked, path)).status, 404);
    assert.equal((await world.visitor.open(path)).status, 404);
  });

  test("another account's entries are not found, on any route", async () => {
    await using world = await openEntriesWorld();
    await using other = await openEntriesWorld(world);
    await world.addWords('nube = cloud');
    const id = await idOf(world, 'nube');
    for (const path of [`/glossary/${id}`, `/glossary/${id}/edit`, `/glossary/${id}/remove`]) {
      assert.equal((await other.visitor.open(path)).status, 404, path);
    }
    const edit = await other.visitor.post(`/glossary/${id}/edit`, { ...cloud, translation: 'mine' });
    assert.equal(edit.status, 404);
    assert.doesNotMatch(await edit.text(), /cloud/);
    assert.equal((await other.visitor.post(`/glossary/${id}/remove`)).status, 404);
    const added = await other.visitor.post('/glossary', { ...cloud, term: 'sol', translation: 'sun', gives_way: id });
    assert.equal(added.status, 303);
    assert.doesNotMatch((await other.visitor.open(`/glossary?done=added&id=${id}`)).text, /nube/);
    assert.doesNotMatch((await other.visitor.open(`/glossary?after=${id}`)).text, /nube/);
    assert.deepEqual(await world.words(), ['nube = cloud']);
    assert.deepEqual(await other.words(), ['sol = sun']);
  });

  test('entries are searched by words and languages, and results continue on pages', async () => {
    await using world = await openEntriesWorld();
    const { visitor, glossaries, accountId } = world;
    const add = Array.from({ length: 120 }, (_, index) => ({
      source: 'es',
      target: index % 2 === 0 ? 'en' : 'ca',
      term: `casa ${String(index).padStart(3, '0')}`,
      translation: `house ${index}`,
    }));
    for (const raw of add) await addEntry(glossaries, { accountId, by: accountId }, raw);
    const seen: string[] = [];
    let path: string | undefined = '/glossary';
    for (let pages = 0; path !== undefined && pages < 10; pages++) {
      const page = await visitor.open(path);
      seen.push(
        ...[...page.html.matchAll(/<th scope="row"[^>]*><bdi[^>]*>(casa \d+)/g)].map(([, words]) => words ?? ''),
      );
      path = /href="(\/glossary\?after=[^"]+)">Next page/.exec(page.html)?.[1]?.replaceAll('&amp;', '&');
    }
    const terms = add.map(({ term }) => term);
    assert.deepEqual(seen.toSorted(), terms);
    assert.equal(new Set(seen).size, 120);
    const found = await visitor.open('/glossary?q=HOUSE+11&to=ca');
    const rows = [...found.html.matchAll(/<th scope="row"[^>]*><bdi[^>]*>(casa \d+)/g)].map(([, words]) => words);
    assert.deepEqual(rows, ['casa 011', 'casa 111', 'casa 113', 'casa 115', 'casa 117', 'casa 119']);
    assert.doesNotMatch((await visitor.open('/glossary?q=nothing')).html, /<th scope="row"/);
    const wrong = await visitor.open('/glossary?from=klingon!&q=casa');
    assert.equal(wrong.status, 400);
    assert.match(wrong.html, /value="klingon!"[^>]*aria-invalid="true"/);
  });

  test('hostile entries are text on every page', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const hostile = [
      'x onload alert 1',
      `a"b'c onmouseover=alert(1)`,
      'R&amp;D',
      'plain ‮drowssap‬ words',
      '=HYPERLINK("x")',
      '+49 CALL',
      '\u{10FFFF}end'.slice(2),
      'ab​cd',
      '${7*7} words',
    ];
    for (const words of hostile) {
      const page = await visitor.open('/glossary');
      await visitor.submit(page, '/glossary', {
        ...cloud,
        term: words,
        translation: `<img src=x onerror=alert(1)> ${words}`,
        note: '<script>alert(1)</script>',
      });
    }
    const { accountId } = world;
    const { entries: live } = await world.glossaries.readAll(accountId);
    assert.ok(live.length >= 5, 'most of them may be terms');
    const paths = [
      '/glossary',
      '/glossary?q=%3Cimg',
      `/glossary?done=added&id=${live[0]?.id}`,
      ...live.flatMap(({ id }) => [`/glossary/${id}/edit`, `/glossary/${id}/remove`]),
    ];
    for (const path of paths) {
      const { html } = await visitor.open(path);
      assert.doesNotMatch(html, /<img|<script>|="[^"]*" onmouseover|<bdi[^>]*onload/, path);
    }
    const query = { q: '"><script>alert(1)</script>', from: '"><svg onload=1>', done: '<b>', id: '<b>' };
    const reflected = await visitor.open(`/glossary?${new URLSearchParams(query).toString()}`);
    assert.doesNotMatch(reflected.html, /<script>|<svg onload|<b>/);
    assert.deepEqual(world.failures, []);
  });

  test('words of right-to-left languages have their direction', async () => {
    await using world = await openEntriesWorld();
    const page = await world.visitor.open('/glossary');
    const added = await world.visitor.submit(page, '/glossary', {
      source: 'ar',
      target: 'en',
      term: 'لوحة شمسية',
      translation: 'solar panel',
    });
    assert.match(added.html, /<bdi lang="ar" dir="rtl">لوحة شمسية<\/bdi>/);
    assert.match(added.html, /<bdi lang="en" dir="ltr">solar panel<\/bdi>/);
    const id = await idOf(world, 'لوحة شمسية');
    assert.match((await world.visitor.open(`/glossary/${id}/edit`)).html, /value="لوحة شمسية"[^>]*lang="ar" dir="rtl"/);
  });

  test('any address gets a reply that is not a server error', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    const odd = ['%00', '%ED%A0%80', '%F0%9F%98%80', "'%20or%201=1", 'x'.repeat(2_000), '%25'];
    for (const piece of odd) {
      for (const path of [
        `/glossary?q=${piece}`,
        `/glossary?after=${piece}`,
        `/glossary?from=${piece}`,
        `/glossary?done=added&id=${piece}`,
        `/glossary/${piece}/edit`,
        `/glossary/${piece}/remove`,
        `/glossary?have=${piece}`,
      ]) {
        const { status } = await world.visitor.open(path);
        assert.ok(status < 500, `${path.slice(0, 60)}: ${status}`);
      }
    }
    assert.deepEqual(world.failures, []);
  });
});

describe('parts of the glossary page', () => {
  const part = { 'HX-Request': 'true' };

  test('a row becomes a form and a row again, and the counts above are updated', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    const id = await idOf(world, 'nube');
    const form = await (await world.visitor.fetch(`/glossary/${id}/edit`, { headers: part })).text();
    assert.match(
      form,
      /^<tr id="entry-[^"]+"[^>]*><td colspan="5"[^>]*><form class="edit spaced" method="post" action="\/glossary\/[^"]+\/edit" hx-post=/,
    );
    const saved = await world.visitor.post(`/glossary/${id}/edit`, { ...cloud, translation: 'haze' }, part);
    assert.equal(saved.status, 200);
    assert.match(
      await saved.text(),
      /^<tr id="entry-[^"]+"[^>]*><th scope="row"[^>]*>.*haze.*<p class="soft" id="entry-facts" hx-swap-oob="true"[^>]*>1 of 100,000 entries/s,
    );
    const row = await world.visitor.fetch(`/glossary/${await idOf(world, 'nube')}`, { headers: part });
    assert.match(await row.text(), /^<tr[^>]*><th scope="row"[^>]*>/);
  });

  test('an invalid form is returned in its row, with its status and its input', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud', 'cielo = sky');
    const id = await idOf(world, 'nube');
    const wrong = await world.visitor.post(`/glossary/${id}/edit`, { ...cloud, translation: '' }, part);
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /^<tr[^>]*><td colspan="5"[^>]*><form.*edit-[^"]*-translation-error/s);
    const taken = await world.visitor.post(`/glossary/${id}/edit`, { ...cloud, term: 'cielo' }, part);
    assert.equal(taken.status, 409);
    assert.match(await taken.text(), /^<tr.*name="gives_way"/s);
    await world.glossaries.remove({ accountId: world.accountId, by: 'operator' }, id);
    const gone = await world.visitor.post(`/glossary/${id}/edit`, { ...cloud, translation: 'haze' }, part);
    assert.equal(gone.status, 404);
    assert.match(await gone.text(), /^<tr.*action="\/glossary".*value="haze"/s);
    assert.deepEqual(await world.words(), ['cielo = sky']);
  });

  test('an unfinished search continues automatically, until the page is full', async () => {
    await using world = await openEntriesWorld();
    const { accountId, stores, visitor } = world;
    const add = Array.from({ length: 31_000 }, (_, index) =>
      newEntry(`word ${String(index).padStart(5, '0')}`, { translation: index % 10_000 === 9_999 ? 'needle' : 'hay' }),
    );
    await changeGlossary({ glossaries: stores.glossaries, accountId }, { add });
    const first = await visitor.open('/glossary?q=needle');
    const found: string[] = [];
    let steps = 0;
    for (let html = first.html; html !== ''; steps++) {
      found.push(...[...html.matchAll(/word (\d+)<\/bdi>/g)].map(([, number = '']) => number));
      const next = /hx-get="([^"]+)" hx-trigger="load"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      html = next === undefined ? '' : await (await visitor.fetch(next, { headers: part })).text();
    }
    assert.deepEqual(found, ['09999', '19999', '29999']);
    assert.ok(steps > 1 && steps < 10, `it took ${steps} steps`);
  });
});
