import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasReason } from '../../../src/ground/service-error.ts';
import { characters } from '../../../src/ground/units.ts';
import { GlossaryWork } from '../../../src/shop/glossaries/glossary-files.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { documentsRoutes } from '../../../src/web/documents/documents-routes.ts';
import { type AccountArea, sharedAccountArea, startAccountArea } from '../../support/account-area.ts';
import { suspend } from '../../support/account-area-belongings.ts';
import { type Fields, FormVisitor, numbersIn, type Shown } from '../../support/account-area-visitor.ts';
import { eventually } from '../../support/eventually.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { servePages, standingNow, visitorOf } from '../../support/served-pages.ts';

const spanishToEnglish = { source: 'es', target: 'en' };

/** A member who has bought `count` characters. */
async function signUp(area: AccountArea, count = 1_000) {
  const member = await area.signUp();
  await member.buy(count);
  const used = async () => (await area.stores.ledger.readBalance(member.accountId, area.now()))?.used;
  return { ...member, used };
}

const fileOf = (text: string | Buffer<ArrayBuffer>, name = 'notes.txt') => new File([text], name);

/** Fills in the form of a newly opened page and sends it, to be translated or only counted. */
async function send(visitor: FormVisitor, fields: Fields, action = '/documents'): Promise<Shown> {
  const page = await visitor.open('/documents');
  const form = page.forms.find((each) => each.action === '/documents');
  assert.ok(form, page.text);
  return visitor.send({ ...form, action }, { ...spanishToEnglish, ...fields });
}

/** Opens the page of a document, as a browser without scripts does, until it has a result. */
async function result(visitor: FormVisitor, { path }: Pick<Shown, 'path'>): Promise<Shown> {
  let page = await visitor.open(path);
  await eventually(async () => {
    page = await visitor.open(path);
    return !page.html.includes('<progress');
  });
  return page;
}

function chosenIn(page: Shown): readonly string[] {
  const fields = page.forms.find(({ action }) => action === '/documents')?.fields ?? [];
  return fields.map(([name, value]) => `${name}=${value}`);
}

const part = (visitor: FormVisitor, path: string) => visitor.fetch(path, { headers: { 'HX-Request': 'true' } });

describe('a file', () => {
  const area = sharedAccountArea();

  test('is translated while its page shows the progress, charged, and downloaded byte for byte', async () => {
    const { visitor, used } = await signUp(area());
    area().engine.close();
    const text = '\u{feff}uno dos\r\n\r\nespera un momento\r\n\r\n  12\r\n';
    const started = await send(visitor, { file: fileOf(text, 'Größe «año».txt') });
    assert.match(started.path, /^\/documents\/doc_[0-9A-Za-z]{32}$/);
    assert.match(started.text, /Größe «año»\.txt .* Spanish → English Characters 24 /);
    assert.match(started.html, /<progress id="document-progress" max="24"/);
    assert.match(started.html, new RegExp(`<noscript><meta http-equiv="refresh" content="3;url=${started.path}">`));
    assert.equal(started.headers.get('Referrer-Policy'), 'same-origin');
    const early = await visitor.fetch(`${started.path}/file`);
    assert.deepEqual([early.status, early.headers.get('Location')], [303, started.path]);
    await area().engine.entered;
    const waiting = await (await part(visitor, started.path)).text();
    assert.match(waiting, new RegExp(`^<div [^>]*hx-get="${started.path}" hx-trigger="every 2s"`));
    // Scripts would insert what is for browsers without them.
    assert.doesNotMatch(waiting, /document-said|noscript/);
    area().engine.open();
    const done = await result(visitor, started);
    assert.deepEqual([done.notices, numbersIn(done.textAt('document-state'))], [['good'], [24]]);
    assert.ok(done.links.includes(`${started.path}/file`));
    assert.equal(await used(), 24);
    const announced = await part(visitor, started.path);
    assert.equal(announced.headers.get('HX-Trigger'), 'charged');
    assert.match(await announced.text(), /^(?!.*hx-trigger).*<p id="document-said" hx-swap-oob="innerHTML">\w/s);
    const file = await visitor.fetch(`${started.path}/file`);
    assert.equal(await file.text(), 'dos uno\r\n\r\nmomento un espera\r\n\r\n  12\r\n');
    assert.equal(file.headers.get('Content-Type'), 'text/plain');
    assert.equal(file.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(file.headers.get('Cache-Control'), 'no-store');
    assert.equal(
      file.headers.get('Content-Disposition'),
      `attachment; filename="Gr__e _a_o_.en.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%C2%ABa%C3%B1o%C2%BB.en.txt`,
    );
    assert.match((await visitor.open('/keys')).text, /Documents : 24 characters/);
  });

  test('is reviewed text by text, also without scripts, and translated again free of charge', async () => {
    const { visitor, used } = await signUp(area(), 40_000);
    const words = Array.from({ length: 51 }, (_, index) => `casa ${'x'.repeat(index + 1)}`);
    const file = fileOf([...words, 'hola {name} mundo. Otra casa.', 'tres dos uno. '.repeat(800)].join('\n\n'));
    const first = await result(visitor, await send(visitor, { file }));
    const { path } = first;
    assert.ok(first.links.includes(`${path}/review`) && first.links.includes(`${path}?page=2`));
    assert.equal(first.rows.length, 1 + 50);
    const cost = (await used()) ?? 0;

    const unit = `${path}/units/52`;
    const second = await visitor.open(`${path}?page=2`);
    assert.deepEqual([second.rows.length, second.rows[2]?.[1]], [1 + 3, 'mundo {name} hola. casa Otra.']);
    assert.ok(
      second.links.includes(`${unit}/approve`) && !second.links.includes(`${path}/units/53/approve`),
      'too long',
    );
    const form = await visitor.open(`${unit}/approve`);
    for (const target of ['', 'Hello.', `Hello {name}. ${'a'.repeat(10_000)}`]) {
      const refused = await visitor.submit(form, `${unit}/approve`, { target });
      const fields = refused.forms.find(({ action }) => action === `${unit}/approve`)?.fields;
      assert.deepEqual([refused.status, refused.invalid, fields], [400, ['target'], [['target', target]]]);
    }
    const approved = await visitor.submit(form, `${unit}/approve`, { target: 'Hello {name}.\nA house.' });
    assert.equal(approved.path, `${path}?page=2&done=approved#unit-52`);
    assert.deepEqual([approved.notices, approved.rows[2]?.[1]], [['good', 'good'], 'Hello {name}. A house.']);

    const rowForm = await (await part(visitor, `${path}/units/1/approve`)).text();
    assert.match(rowForm, /^<tr id="unit-1".*<form [^>]*hx-post.*<textarea [^>]*lang="en" dir="ltr"[^>]*>\nx casa</s);
    const headers = { 'HX-Request': 'true' };
    const lost = await visitor.post(`${path}/units/1/approve`, { target: ' ' }, headers);
    assert.deepEqual([lost.status, /^<tr id="unit-1".* aria-invalid="true"/s.test(await lost.text())], [400, true]);
    const row = await (await visitor.post(`${path}/units/1/approve`, { target: 'x casa' }, headers)).text();
    assert.match(row, /^<tr id="unit-1"(?!.*<form).*badge good.*id="document-said" hx-swap-oob/s);
    assert.equal((await visitor.open(`${path}/units/54/approve`)).status, 404);

    const counted = await send(visitor, { file }, '/documents/estimate');
    const free = 'casa x'.length + 'hola {name} mundo. Otra casa.'.length;
    assert.deepEqual(numbersIn(counted.textAt('count')), [53, cost, free, 40_000 - cost - (cost - free)]);
    const again = await result(visitor, await visitor.submit(approved, `${path}/again`));
    assert.notEqual(again.path, path);
    assert.equal(await used(), cost + cost - free);
    assert.match(
      await (await visitor.fetch(`${again.path}/file`)).text(),
      /^x casa\n[^]*\nHello \{name\}\. A house\.\n/,
    );
    const review = await (await visitor.fetch(`${again.path}/review`)).text();
    assert.equal(review.match(/approved="yes"/g)?.length, 2);
    const whole = await result(visitor, await send(visitor, { file: fileOf('casa x') }));
    assert.deepEqual([whole.notices, numbersIn(whole.textAt('document-state'))], [['good'], []], 'free');
  });

  test('has its language detected', async () => {
    const { visitor } = await signUp(area());
    const text = 'Mañana por la mañana abriremos la tienda una hora más tarde, como siempre.';
    const detected = await send(visitor, { file: fileOf(text), source: 'auto' });
    assert.match(detected.text, /Spanish → English/);
  });

  test('is counted before it is translated, and chosen again where scripts are off', async () => {
    const { visitor, used } = await signUp(area(), 10);
    const small = await send(visitor, { file: fileOf('uno dos'), target: 'ca' }, '/documents/estimate');
    assert.deepEqual(numbersIn(small.textAt('count')), [1, 7, 3], 'texts, characters, and what will be left');
    assert.deepEqual(chosenIn(small), ['source=es', 'target=ca']);
    const large = await send(visitor, { file: fileOf('uno dos tres\n\ndos') }, '/documents/estimate');
    assert.deepEqual(numbersIn(large.textAt('count')), [2, 15, 5], 'what is missing');
    assert.ok(large.links.includes('/packs'));
    assert.equal(await used(), 0);
  });

  test('is counted while other files arrive slowly', async () => {
    const { visitor } = await signUp(area(), 10);
    const abort = new AbortController();
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Origin: new URL(area().url).origin };
    const sendSlowly = () => {
      const arrived = Promise.withResolvers<void>();
      const chunks = ['--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n', 'hola'];
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const chunk = chunks.shift();
        if (chunk === undefined) arrived.resolve();
        else controller.enqueue(Buffer.from(chunk));
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const init = { method: 'POST', body, headers, duplex: 'half', signal: abort.signal } as const;
      void visitor.fetch('/documents/estimate', init).catch(() => undefined);
      return arrived.promise;
    };
    await Promise.all(Array.from({ length: 5 }, sendSlowly));
    const counted = await send(visitor, { file: fileOf('uno dos') }, '/documents/estimate');
    assert.deepEqual([counted.status, numbersIn(counted.textAt('count'))], [200, [1, 7, 3]]);
    abort.abort();
  });

  test('shows its texts that no engine translates between the others, with the reason, and alone', async () => {
    await using own = await startAccountArea();
    const { visitor, used } = await signUp(own, 10_000);
    own.engine.translate = ({ segments }) =>
      Promise.resolve(segments.map((text) => (text.includes('malo') ? '' : text.split(' ').toReversed().join(' '))));
    const bad = Array.from({ length: 52 }, (_, index) => `texto malo ${index}`).join('\n\n');
    const done = await result(visitor, await send(visitor, { file: fileOf(`uno dos\n\n${bad}\n`) }));
    assert.deepEqual(done.notices, ['good']);
    assert.deepEqual(numbersIn(done.textAt('document-state')), [7, 52]);
    assert.deepEqual(numbersIn(done.textAt('document-rest')).slice(0, 2), [53, 52]);
    assert.deepEqual(done.rows[1]?.slice(0, 3), ['uno dos', 'dos uno', 'Not approved']);
    assert.match(done.rows[2]?.slice(0, 3).join() ?? '', /^texto malo 0,texto malo 0,Source kept \w/);
    assert.equal(await used(), 7);
    const filter = `${done.path}?show=untranslated&page=`;
    assert.ok(done.links.includes(`${filter}1#texts`), done.links.join());
    const second = await visitor.open(`${filter}2`);
    assert.deepEqual([second.rows.length, second.rows[2]?.[0]], [1 + 2, 'texto malo 51']);
    const approval = `${done.path}/units/53/approve`;
    await visitor.submit(await visitor.open(approval), approval, { target: 'bad text' });
    const approved = await visitor.open(`${filter}2`);
    assert.match(approved.rows[2]?.slice(0, 3).join() ?? '', /^texto malo 51,bad text,Approved \w/);
    const review = await (await visitor.fetch(`${done.path}/review`)).text();
    assert.deepEqual([review.match(/<source/g)?.length, review.match(/<target/g)?.length], [53, 1]);
    const table = await visitor.fetch(`${done.path}/review?format=csv`);
    assert.match(table.headers.get('Content-Disposition') ?? '', /filename="notes\.es-en\.csv"/);
    assert.match(await table.text(), /^\u{feff}?"id","es","en","state"\r\n"#1","uno dos","dos uno","translated"\r\n/u);
    const none = await result(visitor, await send(visitor, { file: fileOf('texto malo') }));
    assert.deepEqual([none.notices, none.rows.length], [['plain'], 2]);
  });

  test('fails, uncharged, when its languages are withdrawn while it waits, and the page says so', async () => {
    await using own = await startAccountArea();
    const { visitor, used } = await signUp(own);
    await send(visitor, { file: fileOf('espera uno') });
    await own.engine.entered;
    const waiting = await send(visitor, { file: fileOf('uno dos tres') });
    own.engine.serve('');
    own.engine.open();
    assert.deepEqual((await result(visitor, waiting)).notices, ['bad']);
    await eventually(async () => (await used()) === 10);
  });

  test('is deleted by its owner, during the translation without a charge', async () => {
    const { visitor, used } = await signUp(area());
    area().engine.close();
    const started = await send(visitor, { file: fileOf('espera un rato') });
    await area().engine.entered;
    const deleted = await visitor.submit(started, `${started.path}/delete`);
    assert.deepEqual(deleted.notices, ['good']);
    assert.equal((await visitor.open(started.path)).status, 404);
    const asked = await part(visitor, started.path);
    assert.equal(asked.headers.get('HX-Redirect'), started.path, 'a page that still waits is replaced');
    await eventually(async () => /\b1,000 left/.test((await visitor.open('/documents')).html));
    assert.equal(await used(), 0);
  });

  test('is listed by the browser that sent it, by no other, and by that one only as unfinished', async () => {
    const { visitor } = await signUp(area());
    area().engine.close();
    const waiting = await send(visitor, { file: fileOf('espera otro momento', 'plan <b>.txt') });
    const { html } = await visitor.open('/documents');
    assert.ok(html.includes(`<a href="${waiting.path}"><bdi>plan &lt;b&gt;.txt</bdi></a>`));
    assert.match(html, /plan &lt;b&gt;\.txt<\/bdi><\/a> <[^>]*>Spanish → English</);
    const [session = ''] = visitor.cookie.split('; ').filter((cookie) => cookie.includes('session'));
    const elsewhere = async () => (await visitor.fetch('/documents', { headers: { Cookie: session } })).text();
    assert.match(await elsewhere(), /from another browser/);
    assert.doesNotMatch(await elsewhere(), /plan|doc_/);
    area().engine.open();
    await result(visitor, waiting);
    assert.ok((await visitor.open('/documents')).links.includes(`${waiting.path}/file`));
    assert.doesNotMatch(await elsewhere(), /from another browser|doc_/);
    const other = (await area().signUp()).visitor;
    const [foreign = ''] = visitor.cookie.split('; ').filter((cookie) => cookie.includes('.documents='));
    const page = await other.fetch('/documents', { headers: { Cookie: `${other.cookie}; ${foreign}` } });
    assert.doesNotMatch(await page.text(), /from another browser|doc_/);
    await visitor.submit(await visitor.open(waiting.path), `${waiting.path}/delete`);
    assert.ok(!(await visitor.open('/documents')).links.includes(waiting.path));
  });

  test('with columns shows a choice of columns, by their headers and first values', async () => {
    const { visitor, used } = await signUp(area());
    const file = () => fileOf('id,"título, largo",<b>,título\n7,uno dos,x,uno\n8,tres,,\n', 'list.csv');
    const asked = await send(visitor, { file: file() });
    assert.deepEqual([asked.status, asked.textAt('columns-error') === ''], [400, false]);
    assert.match(asked.text, /título, largo uno dos · tres <b> x título uno/);
    assert.equal(asked.html.match(/<input type="checkbox"[^>]* name="columns"/g)?.length, 4);
    const counted = await send(visitor, { file: file(), columns: 'título, largo' }, '/documents/estimate');
    assert.deepEqual(numbersIn(counted.textAt('count')), [2, 11, 989]);
    assert.match(counted.html, /value="título, largo" checked/);
    const started = await visitor.submit(counted, '/documents', { file: file(), ...spanishToEnglish });
    assert.deepEqual((await result(visitor, started)).notices, ['good']);
    assert.equal(await used(), 11);
  });

  test('for which there are too few characters leads to more', async () => {
    const { visitor, used } = await signUp(area(), 10);
    const page = await send(visitor, { file: fileOf('uno dos tres') });
    assert.equal(page.status, 402);
    assert.match(page.text, /12 characters.* 10 left/);
    assert.ok(page.links.includes('/packs'));
    assert.equal(await used(), 0);
  });

  test('is sent by a script, which gets the count or the refusal with status 200, so that the file stays chosen', async () => {
    const { visitor } = await signUp(area(), 10);
    const post = async (path: string, text: string, name = 'notes.txt') => {
      const body = new FormData();
      for (const [field, value] of Object.entries(spanishToEnglish)) body.set(field, value);
      body.set('file', fileOf(text, name));
      const headers = { 'HX-Request': 'true', Origin: new URL(area().url).origin };
      return visitor.fetch(path, { method: 'POST', body, headers });
    };
    const count = await (await post('/documents/estimate', 'uno')).text();
    assert.match(count, /^<p class="number">[^<]* 3 characters[^<]* 7 left\.<\/p>/);
    assert.doesNotMatch(count, /checkbox/);
    const table = await (await post('/documents/estimate', 'id,note\n1,uno\n', 'list.csv')).text();
    assert.match(table, /^<p class="cost over">[^<]*<\/p><div id="columns" hx-swap/);
    assert.match(table, /<input type="checkbox" id="column-1" name="columns" value="note">/);
    const refused = await post('/documents', 'uno dos tres');
    assert.equal(refused.status, 200);
    assert.match(await refused.text(), /^<p class="cost over">[^<]* 12 characters[^<]* 10 left\. <a href="\/packs"/);
    const started = await post('/documents', 'uno');
    assert.match(started.headers.get('HX-Redirect') ?? '', /^\/documents\/doc_/);
  });

  test('that cannot be translated is refused beside the field that is wrong, and the form keeps the languages', async () => {
    await using own = await startAccountArea();
    const { visitor, used } = await signUp(own);
    own.engine.serve('es-en es-ca hi-ur');
    for (const [fields, field] of [
      [{}, 'file'],
      [{ file: fileOf('x', 'picture.png') }, 'file'],
      [{ file: fileOf('x', 'report.PDF') }, 'file'],
      [{ file: fileOf(Buffer.from([0xff, 0x31, 0])) }, 'file'],
      [{ file: fileOf('x', `${'a'.repeat(300)}.txt`) }, 'file'],
      [{ file: fileOf('12 + 13') }, 'file'],
      [{ file: fileOf(Buffer.alloc(20_000_001, 'a ')) }, 'file'],
      [{ file: fileOf('no'), source: 'auto' }, 'source'],
      [{ file: fileOf('uno'), source: 'xx' }, 'source'],
      [{ file: fileOf('uno'), source: 'hi' }, 'target'],
      [{ file: fileOf('casa'), source: 'ca' }, 'target'],
    ] as const) {
      const page = await send(visitor, { target: 'ca', ...fields });
      assert.deepEqual([page.status, page.invalid, page.notices], [400, [field], ['bad']], Object.keys(fields).join());
      assert.ok(chosenIn(page).includes('target=ca'));
    }
    const counted = await send(visitor, { file: fileOf('x', 'picture.png') }, '/documents/estimate');
    assert.deepEqual([counted.status, counted.invalid], [400, ['file']]);
    assert.equal(await used(), 0);
  });

  test('is sent by no form while nothing can be translated, and by none of a suspended account', async () => {
    await using own = await startAccountArea();
    const { visitor, accountId } = await signUp(own);
    const page = await visitor.open('/documents');
    own.engine.serve('');
    const unavailable = await visitor.open('/documents');
    own.engine.serve('es-en');
    await suspend(own, accountId);
    for (const { notices, forms } of [unavailable, await visitor.open('/documents')]) {
      assert.deepEqual([notices, forms.filter(({ action }) => action === '/documents')], [['bad'], []]);
    }
    const sent = await visitor.submit(page, '/documents', { file: fileOf('uno'), ...spanishToEnglish });
    assert.deepEqual([sent.status, sent.notices.includes('bad')], [400, true]);
  });

  test('is refused beyond the limit of requests', async () => {
    await using own = await startAccountArea({ env: { RATE_LIMIT_PER_MINUTE: '1' }, clock: 'standing' });
    const { visitor } = await signUp(own);
    await send(visitor, { file: fileOf('uno') }, '/documents/estimate');
    const page = await send(visitor, { file: fileOf('uno') });
    assert.equal(page.status, 429);
    assert.match(page.headers.get('Retry-After') ?? '', /^\d+$/);
  });

  test('is refused at the time limit for requests', async () => {
    const never = (_: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const failures: unknown[] = [];
    const unused = () => assert.fail('not for this form');
    const { accountId, email } = visitorOf('acc-1');
    const open = { suspendedAt: undefined, suspensionReason: undefined, erasedAt: undefined };
    const balance = { balance: characters(10), held: characters(0), used: characters(0), expiresAt: undefined };
    await using pages = await servePages({
      routes: (served) =>
        documentsRoutes({
          ...served,
          documents: {
            ...{ estimate: never, start: never, find: unused, content: unused, remove: unused },
            ...{ units: unused, review: unused, again: unused, abandon: unused },
            list: async () => ({ known: [], others: [] }),
          },
          memory: { approve: unused },
          sendsMail: false,
          glossaryWork: new GlossaryWork(),
          catalogue: new LanguageCatalogue([new ReversingEngine()]),
          readVersions: async () => ({ glossaryVersion: 0, memoryVersion: 0 }),
          findAccount: async () => ({ id: accountId, email, createdAt: standingNow, ...open }),
          readBalance: async () => balance,
          admit: async () => undefined,
          deadlineMs: 1,
          failed: (_id, error) => failures.push(error),
        }),
      visitor: visitorOf('acc-1'),
      now: () => standingNow,
    });
    const visitor = new FormVisitor(pages.url, { Cookie: 'session=1' });
    assert.doesNotMatch((await visitor.open('/documents')).html, /name="mail"/);
    for (const action of ['/documents', '/documents/estimate'])
      assert.equal((await send(visitor, { file: fileOf('uno dos') }, action)).status, 500);
    assert.ok(failures.length === 2 && failures.every((error) => hasReason(error, 'deadline_exceeded')));
  });
});

describe('each of several files', () => {
  const area = sharedAccountArea();

  test('is started by one form, in which refused ones keep their reasons and stop no other', async () => {
    const { visitor, used } = await signUp(area(), 30);
    area().engine.open();
    const file = [fileOf('uno dos', 'a.txt'), fileOf('x', 'picture.png'), fileOf('tres cuatro', 'b.txt')];
    const refused = await send(visitor, { file: [...file, fileOf('cinco '.repeat(9), 'large.txt')] });
    assert.deepEqual([refused.status, refused.notices], [400, ['bad']]);
    const names = refused.rows.slice(1).map(([name]) => name?.split(' ')[0]);
    assert.deepEqual(names, ['picture.png', 'large.txt', 'b.txt', 'a.txt']);
    assert.ok(refused.rows.slice(1, 3).every(([, state = '']) => state.length > 'Not started'.length));
    assert.ok(refused.links.includes('/packs'));
    await eventually(async () => (await used()) === 18);
    const listed = await visitor.open('/documents');
    assert.deepEqual(
      listed.rows.slice(1).map(([name, , sent, charged]) => [name?.split(' ')[0], sent, charged]),
      [...'ba'].map((name) => [`${name}.txt`, ...(name === 'b' ? ['11', '11'] : ['7', '7'])]),
    );
    const both = { file: [fileOf('uno', 'c.txt'), fileOf('dos', 'd.txt')] };
    assert.deepEqual((await send(visitor, both, '/documents/estimate')).invalid, ['file'], 'counted one by one');
    const started = await send(visitor, both);
    assert.deepEqual([started.path, started.rows.length], ['/documents', 1 + 4]);
    const many = await send(visitor, { file: Array.from({ length: 11 }, () => fileOf('uno')) });
    assert.deepEqual([many.status, many.invalid, numbersIn(many.textAt('file-error'))], [400, ['file'], [10]]);
  });

  test('is sent alone by a script, whose row shows its progress until it is charged', async () => {
    const { visitor } = await signUp(area(), 100);
    area().engine.close();
    const post = (text: string, name: string) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(spanishToEnglish)) body.set(field, value);
      body.set('file', fileOf(text, name));
      const headers = { 'HX-Request': 'true', Origin: new URL(area().url).origin };
      return visitor.fetch('/documents?row', { method: 'POST', body, headers });
    };
    const started = await (await post('espera un momento', 'plan <b>.txt')).text();
    const [, id = ''] = /^<tr id="(doc_\w+)" hx-get="\/documents\/\1\?row" hx-trigger/.exec(started) ?? [];
    assert.match(started, /plan &lt;b&gt;\.txt/);
    const row = async () => (await part(visitor, `/documents/${id}?row`)).text();
    await area().engine.entered;
    assert.match(await row(), /<progress max="100" value="0"/);
    const refused = await post('x', 'picture.png');
    assert.deepEqual([refused.status, (await refused.text()).startsWith('<span class="badge bad">')], [400, true]);
    const table = await (await post('id,note\n1,uno\n', 'list.csv')).text();
    assert.match(table, /id, note\b/);
    for (let each = 0; each < 4; each++) await post('espera', 'wait.txt');
    const full = await post('espera', 'wait.txt');
    assert.deepEqual([full.status, full.headers.get('Retry-After')], [429, '10']);
    area().engine.open();
    await eventually(async () => /^(?!.*hx-get).*\/file"[^]*id="document-said" hx-swap-oob/s.test(await row()));
    assert.equal((await part(visitor, `/documents/${id}?row`)).headers.get('HX-Trigger'), 'charged');
    await visitor.post(`/documents/${id}/delete`);
    assert.equal(await row(), '', 'its row goes');
  });

  test('is reported by a mail, if it is wanted and the service sends mail, without its name', async () => {
    const { visitor, email } = await signUp(area());
    area().engine.open();
    await result(visitor, await send(visitor, { file: fileOf('uno') }));
    const { path } = await send(visitor, { file: fileOf('uno dos', 'secret.txt'), mail: 'on' });
    const { text, headers } = await area().mail.next(email);
    assert.ok(text.includes(`${area().url}${path}\n`));
    assert.doesNotMatch(`${text}${headers.get('subject')}`, /secret|uno|one/);
  });
});
