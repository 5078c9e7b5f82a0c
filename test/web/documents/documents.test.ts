import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasReason } from '../../../src/ground/service-error.ts';
import { characters } from '../../../src/ground/units.ts';
import type { ActId } from '../../../src/shop/audit/audit.ts';
import { LanguageCatalogue } from '../../../src/text/languages/catalogue.ts';
import { documentsRoutes } from '../../../src/web/documents/documents-routes.ts';
import { type AccountAreaOptions, startAccountArea } from '../../support/account-area.ts';
import { FormVisitor, type Shown } from '../../support/account-area-visitor.ts';
import { eventually } from '../../support/eventually.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';
import { servePages, standingNow, visitorOf } from '../../support/served-pages.ts';

const spanishToEnglish = { source: 'es', target: 'en' };

/** A service with a member who has bought `count` characters. */
async function setup(count = 1_000, options: AccountAreaOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const area = opening.use(await startAccountArea(options));
  const member = await area.signUp();
  if (count > 0) await member.buy(count);
  const opened = opening.move();
  const used = async () => (await area.stores.ledger.readBalance(member.accountId, area.now()))?.used;
  return { area, member, visitor: member.visitor, used, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type Fields = Readonly<Record<string, string | File>>;

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
  test('is translated while its page shows the progress, charged, and downloaded byte for byte', async () => {
    await using world = await setup();
    const { area, visitor, used } = world;
    const text = '\u{feff}uno dos\r\n\r\nespera un momento\r\n\r\n  12\r\n';
    const started = await send(visitor, { file: fileOf(text, 'Größe «año».txt') });
    assert.match(started.path, /^\/documents\/doc_[0-9A-Za-z]{32}$/);
    assert.match(started.text, /Größe «año»\.txt Format Plain text Languages Spanish → English Characters 24 /);
    assert.match(started.html, /<progress id="document-progress" max="24"/);
    assert.match(started.html, new RegExp(`<noscript><meta http-equiv="refresh" content="3;url=${started.path}">`));
    assert.equal(started.headers.get('Referrer-Policy'), 'same-origin');
    const early = await visitor.fetch(`${started.path}/file`);
    assert.deepEqual([early.status, early.headers.get('Location')], [303, started.path]);
    area.engine.open();
    const done = await result(visitor, started);
    assert.match(done.text, /Translated\. 24 characters were charged\. Download/);
    assert.equal(await used(), 24);
    const file = await visitor.fetch(`${started.path}/file`);
    assert.deepEqual(
      Buffer.from(await file.arrayBuffer()),
      Buffer.from('\u{feff}dos uno\r\n\r\nmomento un espera\r\n\r\n  12\r\n'),
    );
    assert.equal(file.headers.get('Content-Type'), 'text/plain');
    assert.equal(file.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(file.headers.get('Cache-Control'), 'no-store');
    assert.equal(
      file.headers.get('Content-Disposition'),
      `attachment; filename="Gr__e _a_o_.en.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%C2%ABa%C3%B1o%C2%BB.en.txt`,
    );
    assert.match((await visitor.open('/keys')).text, /Documents : 24 characters, without a key/);
  });

  test('has its language detected, and is refused, uncharged, without letters', async () => {
    await using world = await setup();
    const { visitor, used } = world;
    const text = 'Mañana por la mañana abriremos la tienda una hora más tarde, como siempre.';
    const detected = await send(visitor, { file: fileOf(text), source: 'auto' });
    assert.match(detected.text, /Languages Spanish → English/);
    await result(visitor, detected);
    const before = await used();
    for (const [fields, field] of [
      [{ file: fileOf('12 + 13') }, 'file'],
      [{ file: fileOf('casa'), target: 'es' }, 'target'],
    ] as const) {
      const refused = await send(visitor, fields);
      assert.deepEqual([refused.status, refused.html.includes(`id="${field}-error"`)], [400, true]);
    }
    assert.equal(await used(), before);
  });

  test('is counted before it is translated, and chosen again where scripts are off', async () => {
    await using world = await setup(10);
    const { visitor, used } = world;
    const small = await send(visitor, { file: fileOf('uno dos'), target: 'ca' }, '/documents/estimate');
    assert.match(small.text, /Plain text: 1 text, 7 characters\. You will have 3 left\./);
    assert.match(small.text, /Choose it again/);
    assert.deepEqual(chosenIn(small), ['source=es', 'target=ca']);
    const large = await send(visitor, { file: fileOf('uno dos tres\n\ndos') }, '/documents/estimate');
    assert.match(large.text, /2 texts, 15 characters\. That is 5 more than you have\. Buy characters/);
    assert.equal(await used(), 0);
  });

  test('is refused at the time limit for requests', async () => {
    const never = (_: unknown, signal: AbortSignal) => {
      return new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    };
    const failures: unknown[] = [];
    const unused = () => assert.fail('not for this form');
    const { accountId, email } = visitorOf('acc-1');
    const account = { id: accountId, email, createdAt: standingNow };
    const open = { suspendedAt: undefined, suspensionReason: undefined, erasedAt: undefined };
    const balance = { balance: characters(10), held: characters(0), used: characters(0), expiresAt: undefined };
    await using pages = await servePages({
      routes: (served) =>
        documentsRoutes({
          ...served,
          documents: {
            estimate: never,
            start: never,
            find: unused,
            content: unused,
            remove: unused,
            list: async () => ({ known: [], others: [] }),
          },
          catalogue: new LanguageCatalogue([new ReversingEngine()]),
          readGlossaryVersion: async () => 0,
          findAccount: async () => ({ ...account, ...open }),
          readBalance: async () => balance,
          admit: async () => undefined,
          deadlineMs: 1,
          failed: (_id, error) => failures.push(error),
        }),
      visitor: visitorOf('acc-1'),
      now: () => standingNow,
    });
    const visitor = new FormVisitor(pages.url, { Cookie: 'session=1' });
    for (const action of ['/documents', '/documents/estimate'])
      assert.equal((await send(visitor, { file: fileOf('uno dos') }, action)).status, 500);
    assert.ok(failures.length === 2 && failures.every((error) => hasReason(error, 'deadline_exceeded')));
  });

  test('is counted while other files arrive slowly', async () => {
    await using world = await setup(10);
    const { area, visitor } = world;
    const abort = new AbortController();
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Origin: new URL(area.url).origin };
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
    assert.deepEqual([counted.status, /1 text, 7 characters/.test(counted.text)], [200, true]);
    abort.abort();
  });

  test('of an address or of figures has nothing to translate, and says so', async () => {
    await using world = await setup();
    const { visitor, used } = world;
    const address = await result(visitor, await send(visitor, { file: fileOf('https://example.com/a') }));
    const figures = await send(visitor, { file: fileOf('12 + 13') });
    for (const { text } of [address, figures]) assert.match(text, /Nothing to translate\. Nothing was charged\./);
    assert.equal(await used(), 0);
    world.area.engine.translate = ({ segments }) => Promise.resolve(segments.map(() => ''));
    const bad = await result(visitor, await send(visitor, { file: fileOf('uno dos') }));
    assert.match(bad.text, /Nothing could be translated\. Nothing was charged\. .*1 text could not be translated/);
  });

  test('keeps the texts that no engine translates, and lists them', async () => {
    await using world = await setup(10_000);
    const { area, visitor, used } = world;
    area.engine.translate = ({ segments }) =>
      Promise.resolve(segments.map((text) => (text.includes('malo') ? '' : text.split(' ').toReversed().join(' '))));
    const bad = Array.from({ length: 52 }, (_, index) => `texto malo ${index}`).join('\n\n');
    const done = await result(visitor, await send(visitor, { file: fileOf(`uno dos\n\n${bad}\n`) }));
    assert.match(done.text, /Translated\. 7 characters were charged\./);
    assert.match(done.text, /52 texts could not be translated correctly\. They keep their source text/);
    assert.match(done.text, /#2 3 #3 5 .*And 2 more\./);
    assert.equal(await used(), 7);
  });

  test('fails, uncharged, when its languages are withdrawn while it waits, and the page says why', async () => {
    await using world = await setup();
    const { area, visitor, used } = world;
    await send(visitor, { file: fileOf('espera uno') });
    await area.engine.entered;
    const waiting = await send(visitor, { file: fileOf('uno dos tres') });
    assert.match(waiting.text, /Waiting for its turn/);
    area.engine.serve('');
    area.engine.open();
    const failed = await result(visitor, waiting);
    assert.match(failed.text, /There is no translation from Spanish to English at the moment.*Nothing was charged/);
    await eventually(async () => (await used()) === 10);
  });

  test('is deleted by its owner, during the translation without a charge', async () => {
    await using world = await setup();
    const { area, visitor, used } = world;
    const started = await send(visitor, { file: fileOf('espera un momento') });
    await area.engine.entered;
    const deleted = await visitor.submit(started, `${started.path}/delete`);
    assert.match(deleted.text, /The document was deleted\./);
    assert.equal((await visitor.open(started.path)).status, 404);
    const asked = await part(visitor, started.path);
    assert.equal(asked.headers.get('HX-Redirect'), started.path, 'a page that still waits is replaced');
    await eventually(async () => /\b1,000 left/.test((await visitor.open('/documents')).html));
    assert.equal(await used(), 0);
  });

  test('is listed by the browser that sent it, by no other, and by that one only as unfinished', async () => {
    await using world = await setup();
    const { area, visitor } = world;
    const waiting = await send(visitor, { file: fileOf('espera un momento', 'plan <b>.txt') });
    const { html, text } = await visitor.open('/documents');
    assert.ok(html.includes(`<a href="${waiting.path}"><bdi>plan &lt;b&gt;.txt</bdi></a>`));
    assert.match(text, /Your documents .* plan <b>\.txt es → en (?:Waiting|Translating, 0%) 17 \d\d:\d\d UTC/);
    const [session = ''] = visitor.cookie.split('; ').filter((cookie) => cookie.includes('session'));
    const elsewhere = async () => (await visitor.fetch('/documents', { headers: { Cookie: session } })).text();
    assert.match(await elsewhere(), /from another browser/);
    assert.doesNotMatch(await elsewhere(), /plan|doc_/);
    area.engine.open();
    await result(visitor, waiting);
    assert.match((await visitor.open('/documents')).text, /plan <b>\.txt es → en Translated 17/);
    assert.doesNotMatch(await elsewhere(), /Your documents/);
    const other = (await area.signUp()).visitor;
    const [foreign = ''] = visitor.cookie.split('; ').filter((cookie) => cookie.includes('.documents='));
    const page = await other.fetch('/documents', { headers: { Cookie: `${other.cookie}; ${foreign}` } });
    assert.doesNotMatch(await page.text(), /Your documents/);
    await visitor.submit(await visitor.open(waiting.path), `${waiting.path}/delete`);
    assert.doesNotMatch((await visitor.open('/documents')).text, /Your documents/);
  });

  test('with columns shows a choice of columns, by their headers and first values', async () => {
    await using world = await setup();
    const { visitor, used } = world;
    const file = () => fileOf('id,"título, largo",<b>,título\n7,uno dos,x,uno\n8,tres,,\n', 'list.csv');
    const asked = await send(visitor, { file: file() });
    assert.deepEqual([asked.status, asked.html.includes('id="columns-error"')], [400, true]);
    assert.match(asked.text, /Choose the columns to translate: id, título, largo, <b>, título\./);
    assert.match(asked.text, /título, largo uno dos · tres <b> x título uno/);
    assert.equal(asked.html.match(/<input type="checkbox"[^>]* name="columns"/g)?.length, 4);
    const counted = await send(visitor, { file: file(), columns: 'título, largo' }, '/documents/estimate');
    assert.match(counted.text, /2 texts, 11 characters/);
    assert.match(counted.html, /value="título, largo" checked/);
    const started = await visitor.submit(counted, '/documents', { file: file(), ...spanishToEnglish });
    assert.match((await result(visitor, started)).text, /Translated\. 11 characters/);
    assert.equal(await used(), 11);
  });

  test('of another account is not found, like one that never existed', async () => {
    await using world = await setup();
    const { area, visitor } = world;
    const started = await send(visitor, { file: fileOf('uno dos', 'secret plan.txt') });
    await result(visitor, started);
    const other = (await area.signUp()).visitor;
    for (const path of [started.path, `${started.path}/file`, '/documents/doc_x', '/documents/estimate']) {
      const page = await other.open(path);
      assert.deepEqual([page.status, page.html.includes('secret plan')], [404, false], path);
    }
    assert.equal((await other.post(`${started.path}/delete`)).status, 404);
    assert.equal((await visitor.open(started.path)).status, 200);
  });
});

describe('a file that cannot be translated', () => {
  test('is refused beside the field that is wrong, and the form keeps the languages', async () => {
    await using world = await setup();
    const { area, visitor, used } = world;
    area.engine.serve('es-en es-ca hi-ur');
    const large = fileOf(Buffer.alloc(20_000_001, 'a '));
    for (const [fields, problem, field] of [
      [{}, /Choose a file\./, 'file'],
      [{ file: fileOf('x', 'picture.png') }, /Files of this format are not supported/, 'file'],
      [{ file: fileOf('x', 'report.PDF') }, /PDF files are not supported\. Send the original document\./, 'file'],
      [{ file: fileOf(Buffer.from([0xff, 0x31, 0])) }, /neither UTF-8 nor UTF-16/, 'file'],
      [{ file: fileOf('x', `${'a'.repeat(300)}.txt`) }, /The name of the file has more than 255 characters/, 'file'],
      [{ file: large }, /The file has more than 20 MB\. Split it\./, 'file'],
      [{ file: fileOf('no'), source: 'auto' }, /Language not detected/, 'source'],
      [{ file: fileOf('uno'), source: 'xx' }, /Choose a language from the list/, 'source'],
      [{ file: fileOf('uno'), source: 'hi' }, /There is no translation from Hindi to Catalan/, 'target'],
    ] as const) {
      const page = await send(visitor, { target: 'ca', ...fields });
      assert.equal(page.status, 400, String(problem));
      assert.match(page.text, new RegExp(`Check the following: .*${problem.source}`));
      assert.match(page.html, new RegExp(`id="${field}"[^>]* aria-describedby="[^"]*\\b${field}-error"`));
      assert.match(page.html, new RegExp(`id="${field}"[^>]* aria-invalid="true"`));
      assert.ok(chosenIn(page).includes('target=ca'));
    }
    assert.equal(await used(), 0);
  });

  test('is counted no more than translated', async () => {
    await using world = await setup();
    for (const file of [fileOf('x', 'picture.png'), fileOf(Buffer.alloc(20_000_001, 'a '))]) {
      const page = await send(world.visitor, { file }, '/documents/estimate');
      assert.deepEqual([page.status, page.html.includes('id="file-error"')], [400, true]);
    }
  });

  test('needs more characters than there are: the page leads to more', async () => {
    await using world = await setup(10);
    const page = await send(world.visitor, { file: fileOf('uno dos tres') });
    assert.equal(page.status, 402);
    assert.match(page.text, /This needs 12 characters, and you have 10 left\. Buy characters/);
    assert.equal(await world.used(), 0);
  });

  test('is a sixth unfinished one of an account', async () => {
    await using world = await setup();
    for (let each = 0; each < 5; each++) await send(world.visitor, { file: fileOf(`espera ${each}`) });
    const page = await send(world.visitor, { file: fileOf('uno') });
    assert.deepEqual([page.status, /You have 5 unfinished documents, the maximum/.test(page.text)], [429, true]);
    world.area.engine.open();
  });

  test('is of a suspended account: the page has no form, and its forms are refused', async () => {
    await using world = await setup();
    const { area, visitor, member } = world;
    const page = await visitor.open('/documents');
    const act = { id: 'act' as ActId, at: area.now(), by: 'operator', act: 'account.suspended' } as const;
    const entry = { ...act, accountId: member.accountId, subject: undefined };
    await area.stores.accounts.suspendAccount({ entry, reason: undefined });
    assert.match((await visitor.open('/documents')).text, /Your account is suspended/);
    const sent = await visitor.submit(page, '/documents', { file: fileOf('uno'), ...spanishToEnglish });
    assert.deepEqual([sent.status, /Your account is suspended/.test(sent.text)], [400, true]);
  });

  test('is beyond the limit of requests', async () => {
    await using world = await setup(1_000, { env: { RATE_LIMIT_PER_MINUTE: '1' }, clock: 'standing' });
    await send(world.visitor, { file: fileOf('uno') }, '/documents/estimate');
    const page = await send(world.visitor, { file: fileOf('uno') });
    assert.equal(page.status, 429);
    assert.match(page.text, /You have reached your limit of 1 request a minute/);
    assert.match(page.headers.get('Retry-After') ?? '', /^\d+$/);
  });

  test('is any file when no engine serves anything: the page says so', async () => {
    await using world = await setup();
    world.area.engine.serve('');
    assert.match((await world.visitor.open('/documents')).text, /Translation is unavailable at the moment/);
  });
});

describe('the part of a page that scripts replace', () => {
  test('is the count, or the refusal with status 200, so that the chosen file stays', async () => {
    await using world = await setup(10);
    const post = async (path: string, text: string, name = 'notes.txt') => {
      const body = new FormData();
      for (const [field, value] of Object.entries(spanishToEnglish)) body.set(field, value);
      body.set('file', fileOf(text, name));
      const headers = { 'HX-Request': 'true', Origin: new URL(world.area.url).origin };
      return world.visitor.fetch(path, { method: 'POST', body, headers });
    };
    const count = await post('/documents/estimate', 'uno');
    assert.match(
      await count.text(),
      /^<p class="number">Plain text: 1 text, 3 characters\. You will have 7 left\.<\/p>/,
    );
    assert.doesNotMatch(await (await post('/documents/estimate', 'uno')).text(), /checkbox/);
    const table = await (await post('/documents/estimate', 'id,note\n1,uno\n', 'list.csv')).text();
    assert.match(
      table,
      /^<p class="cost over">Choose the columns to translate: id, note\. <\/p><div id="columns" hx-swap/,
    );
    assert.match(table, /<input type="checkbox" id="column-1" name="columns" value="note">/);
    const refused = await post('/documents', 'uno dos tres');
    assert.equal(refused.status, 200);
    assert.match(await refused.text(), /^<p class="cost over">This needs 12 characters, and you have 10 left\. <a/);
    const started = await post('/documents', 'uno');
    assert.match(started.headers.get('HX-Redirect') ?? '', /^\/documents\/doc_/);
  });

  test('is the state of a document, which asks for the next one until there is a result, announced then', async () => {
    await using world = await setup();
    const { area, visitor } = world;
    const { path } = await send(visitor, { file: fileOf('espera un momento') });
    await area.engine.entered;
    const waiting = await (await part(visitor, path)).text();
    assert.match(waiting, new RegExp(`^<div [^>]*hx-get="${path}" hx-trigger="every 2s"`));
    // Scripts would insert what is for browsers without them.
    assert.doesNotMatch(waiting, /document-said|noscript/);
    area.engine.open();
    await result(visitor, { path });
    const done = await part(visitor, path);
    assert.equal(done.headers.get('HX-Trigger'), 'charged');
    const text = await done.text();
    assert.doesNotMatch(text, /hx-get/);
    assert.match(text, /<p id="document-said" hx-swap-oob="innerHTML">Translated\.<\/p>/);
  });
});
