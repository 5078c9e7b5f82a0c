import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { Exchange } from '../../src/http/exchange.ts';
import { HeldCharacters } from '../../src/shop/ledger/ledger.ts';
import { settled } from '../api/asking.ts';
import { eventually } from '../support/eventually.ts';
import { LettersEngine } from '../support/letters-engine.ts';
import { loggedLines } from '../support/logged-lines.ts';
import { freePort } from '../support/server-process.ts';
import { type Customer, startService, type TestService } from '../support/service.ts';

/** What a request asks for: a translation into English. */
export type AskedTexts = { readonly texts: readonly string[]; readonly source?: string; readonly target?: string };

type Members = Readonly<Record<string, unknown>>;

/** How to request translations of several texts from the public API, or from that of another vendor. */
export type ShapeUnderTest = {
  readonly name: string;
  /** How the journal and the list of requests name it; undefined for the public API. */
  readonly api?: string;
  readonly path: string;
  /** The members of a request. */
  readonly bodyOf: (asked: AskedTexts) => object;
  /** How the members are sent; by default as one JSON object. */
  readonly requestOf?: (members: Members) => { readonly query: string; readonly json: unknown };
  /** What joins texts where a request has a single one. */
  readonly joint?: string;
  /** Its members that cannot be left out. */
  readonly required: readonly string[];
  /** Its members whose values are checked and are codes or words. */
  readonly scalars: readonly string[];
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  /** The query parameter of a key; undefined where a key never works in an address. */
  readonly keyParameter?: string;
  /** Members of a form; undefined where only JSON is accepted. */
  readonly formOf?: (asked: AskedTexts) => readonly (readonly [name: string, value: string])[];
  /** Members of requests that say that the text is HTML, and of others that say that it is not; undefined without a format. */
  readonly formats?: { readonly html: readonly Members[]; readonly text: readonly Members[] };
  readonly textsOf: (body: unknown) => unknown;
  readonly isFailure: (body: unknown) => boolean;
  readonly statuses: Readonly<
    Record<'noKey' | 'wrongKey' | 'noBalance' | 'limited' | 'engineDown' | 'bug' | 'tooLong', number>
  >;
  /** Whether blank texts in a list are returned unchanged; otherwise they are refused. */
  readonly takesBlanks: boolean;
  /** Headers of a request that may be repeated; undefined where the same request is enough. */
  readonly repeatable?: Readonly<Record<string, string>>;
};

export const house = 'La casa de mi abuela es grande.';
export const reversed = 'grande es abuela mi de casa La.';

/** Returns the vendor whose API received each charge or request. */
export function apisOf({ dataDir }: TestService, table: 'usage' | 'recent_requests'): readonly unknown[] {
  using database = new DatabaseSync(join(dataDir, 'dragoman.db'), { readOnly: true });
  return database
    .prepare(`select api from ${table}`)
    .all()
    .map(({ api }) => api);
}

/** What every shape promises. */
export function describeShape(shape: ShapeUnderTest): void {
  const { statuses, joint = '' } = shape;
  const costOf = (...texts: readonly string[]) => [...texts.join(joint)].length;
  const openShape = async (count: number, ...started: Parameters<typeof startService>) => {
    const service = await startService(...started);
    const customer = await service.customer(count);
    return {
      service,
      customer,
      ask: askerOf(shape, service, customer),
      [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
    };
  };

  describe(`${shape.name} as a shape`, () => {
    test('charges exactly the characters of all texts, as one request', async () => {
      await using world = await openShape(200);
      const { status, headers, body } = await world.ask({ texts: [house, 'uno dos 😀', house], source: 'es' });
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(shape.textsOf(body), [reversed, 'dos uno 😀', reversed]);
      const used = costOf(house, 'uno dos 😀', house);
      assert.deepEqual(await world.customer.balance(), { balance: 200 - used, used, held: 0 });
      assert.match(headers.get('ratelimit') ?? '', /r=59/);
      assert.ok(headers.get('x-request-id'));
      await eventually(() => apisOf(world.service, 'recent_requests').length > 0);
      for (const table of ['usage', 'recent_requests'] as const)
        assert.deepEqual(apisOf(world.service, table), [shape.api ?? null], table);
    });

    test('detects the language of each text, and always finds one', {
      skip: !shape.takesBlanks && 'it asks back',
    }, async () => {
      await using world = await openShape(200);
      const french = 'Le chat dort sur la table de la cuisine.';
      const { body } = await world.ask({ texts: [house, french, 'proton beam', 'casa', '...'] });
      assert.deepEqual(shape.textsOf(body), [
        reversed,
        'cuisine la de table la sur dort chat Le.',
        'proton beam',
        'casa',
        '...',
      ]);
      assert.equal((await world.customer.balance()).used, house.length + french.length + 'casa'.length);
    });

    test('returns blank texts of a list unchanged, free of charge', {
      skip: !shape.takesBlanks && 'it refuses them',
    }, async () => {
      await using world = await openShape(200);
      const { body } = await world.ask({ texts: ['', house, ' \n'], source: 'es' });
      assert.deepEqual(shape.textsOf(body), ['', reversed, ' \n']);
      assert.equal((await world.customer.balance()).used, house.length);
      const blank = await world.ask({ texts: ['', ' '], source: 'es' });
      assert.deepEqual([blank.status, shape.textsOf(blank.body)], [200, ['', ' ']]);
    });

    test('refuses a missing key and a wrong one before anything else, and counts neither', async () => {
      await using world = await openShape(100);
      const wrong = `${world.customer.key.slice(0, -1)}-`;
      for (const [key, status] of [
        [undefined, statuses.noKey],
        [wrong, statuses.wrongKey],
      ] as const) {
        for (const texts of [[house], ['a'.repeat(100_001)], []]) {
          const refusal = await world.ask(
            { texts, source: 'zz' },
            { headers: key === undefined ? {} : shape.headers(key) },
          );
          assert.deepEqual(
            [refusal.status, shape.isFailure(refusal.body)],
            [status, true],
            JSON.stringify(refusal.body),
          );
          assert.equal(refusal.headers.get('ratelimit'), null);
        }
      }
      assert.deepEqual(await world.customer.balance(), { balance: 100, used: 0, held: 0 });
    });

    test('refuses requests beyond the limit, and says when the next one succeeds', async () => {
      await using world = await openShape(500, { RATE_LIMIT_PER_MINUTE: '2' });
      await world.ask({ texts: [house], source: 'es' });
      await world.ask({ texts: [], source: 'es' });
      const { status, headers, body } = await world.ask({ texts: [house], source: 'es' });
      assert.deepEqual([status, shape.isFailure(body)], [statuses.limited, true]);
      const seconds = Number(headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 60);
      assert.equal((await world.customer.balance()).used, house.length);
      world.service.advance(seconds * 1_000);
      assert.equal((await world.ask({ texts: [house], source: 'es' })).status, 200);
    });

    test('refuses what the balance does not cover, and charges nothing', async () => {
      await using world = await openShape(house.length);
      const { status, body } = await world.ask({ texts: [house, 'uno'], source: 'es' });
      assert.deepEqual([status, shape.isFailure(body)], [statuses.noBalance, true]);
      assert.deepEqual(await world.customer.balance(), { balance: house.length, used: 0, held: 0 });
      assert.equal((await world.ask({ texts: [house], source: 'es' })).status, 200);
    });

    test('lists the languages of refused requests', async () => {
      await using world = await openShape(10);
      for (const texts of [[house], ['a'.repeat(100_001)], []]) await world.ask({ texts, source: 'es' });
      using database = new DatabaseSync(join(world.service.dataDir, 'dragoman.db'), { readOnly: true });
      const listed = () =>
        database.prepare("select status, source || ' ' || target as pair from recent_requests").all();
      await eventually(() => listed().length === 3);
      for (const { status, pair } of listed()) assert.deepEqual([Number(status) >= 400, pair], [true, 'es en']);
    });

    test('charges nothing if one of its texts fails, without a word about it', async () => {
      await using world = await openShape(500);
      for (const [word, status] of [
        ['fracasa', statuses.engineDown],
        ['revienta', statuses.bug],
      ] as const) {
        const { status: failed, body } = await world.ask({ texts: [house, `${word} kanarienvogel`], source: 'es' });
        assert.deepEqual([failed, shape.isFailure(body)], [status, true]);
        assert.doesNotMatch(JSON.stringify(body), /kanarienvogel/);
      }
      assert.deepEqual(await settled(world.customer), { balance: 500, used: 0, held: 0 });
    });

    test('charges nothing if the caller hangs up before the result', async () => {
      await using world = await openShape(500);
      const caller = new AbortController();
      const asked = world.ask({ texts: [house, 'espera un poco'], source: 'es' }, { signal: caller.signal });
      await world.service.engine.entered;
      caller.abort();
      await assert.rejects(asked);
      await world.service.engine.givenUp;
      assert.deepEqual(await settled(world.customer), { balance: 500, used: 0, held: 0 });
    });

    test('charges once if the connection is lost after the charge and the request is repeated', async (context) => {
      await using world = await openShape(500);
      const caller = new AbortController();
      const headers = { ...shape.headers(world.customer.key), ...shape.repeatable };
      const asked = { texts: [house, 'uno dos'], source: 'es' };
      const noticed = afterTheCharge(context, { hangUp: () => caller.abort() });
      await assert.rejects(world.ask(asked, { headers, signal: caller.signal }));
      await noticed;
      const { status, body } = await world.ask(asked, { headers });
      assert.deepEqual([status, shape.textsOf(body)], [200, [reversed, 'dos uno']]);
      const cost = costOf(house, 'uno dos');
      assert.equal((await world.customer.balance()).used, cost);
      if (shape.repeatable !== undefined) return;
      await world.ask(asked, { headers });
      assert.equal((await world.customer.balance()).used, 2 * cost, 'two equal requests that were answered are two');
    });

    test('puts no key and no text into a log line or a metric', async (context) => {
      const lines = loggedLines(context);
      const secrets = ['kanarienvogel'];
      let metrics = '';
      {
        await using world = await openShape(500, { LOG_LEVEL: 'debug', OPS_PORT: String(await freePort()) });
        const { key } = world.customer;
        secrets.push(key, key.slice(-12), '@example.com');
        const inAddress = shape.keyParameter && { headers: {}, query: `${shape.keyParameter}=${key}` };
        for (const text of ['hola', 'fracasa', 'revienta'])
          for (const sent of [{}, inAddress])
            if (sent) await world.ask({ texts: [`${text} kanarienvogel`], source: 'es' }, sent);
        await world.ask({ texts: ['kanarienvogel'], source: 'kanarienvogel' });
        await world.ask({ texts: ['kanarienvogel '.repeat(50)], source: 'es' });
        await world.ask({ texts: ['kanarienvogel'] }, { headers: shape.headers(`${key}x`) });
        metrics = await (await fetch(`${world.service.opsUrl}/metrics`)).text();
        assert.ok(!metrics.includes(world.customer.id));
      }
      assert.match(lines.join(''), /a request failed/);
      assert.match(metrics, /dragoman_requests_total\{endpoint="[a-z-]+",status="200"/);
      for (const secret of secrets)
        assert.equal(
          [...lines, metrics].find((written) => written.includes(secret)),
          undefined,
          secret,
        );
    });

    test('refuses bad input with a failure of the shape, never as a fault of the service, and charges nothing', async () => {
      await using world = await openShape(500_000, { RATE_LIMIT_PER_MINUTE: '1000000' });
      const failed: string[] = [];
      for (const [what, init, path] of badRequests(shape, world.customer.key)) {
        const reply = await fetch(world.service.url + path, init);
        const text = await reply.text();
        const isOwn = init.method === 'HEAD' || (isJson(text) && shape.isFailure(JSON.parse(text)));
        if (reply.status < 400 || reply.status >= 500 || !isOwn)
          failed.push(`${what}: ${reply.status} ${text.slice(0, 200)}`);
      }
      assert.deepEqual(failed, []);
      assert.equal((await world.customer.balance()).used, 0);
      const many = joint === '' ? [Array<string>(1_001).fill('a')] : [];
      for (const texts of [['a'.repeat(100_001)], ...many]) {
        const { status, body } = await world.ask({ texts, source: 'es' });
        assert.deepEqual([status, shape.isFailure(body)], [statuses.tooLong, true]);
      }
    });

    test('reads entities as letters in HTML, and as characters in text', {
      skip: shape.formats === undefined && 'it has no formats',
    }, async () => {
      await using world = await openShape(1_000, {}, [new LettersEngine()]);
      const { html = [], text = [] } = shape.formats ?? {};
      for (const [format, translation] of [
        ...html.map((members) => [members, 'Le &eacute;fac <b>oneub</b> & nap'] as const),
        ...text.map((members) => [members, 'Le caf&eacute; <b>oneub</b> & nap'] as const),
      ]) {
        const asked = { texts: ['El caf&eacute; <b>bueno</b> & pan'], source: 'es' };
        const { body } = await world.ask(asked, { members: format });
        assert.deepEqual(shape.textsOf(body), [translation], JSON.stringify(format));
      }
    });

    test('accepts a form with the same result', {
      skip: shape.formOf === undefined && 'it takes only JSON',
    }, async () => {
      await using world = await openShape(500);
      // Multipart forms change line breaks.
      const texts = joint === '' ? [house, 'uno + dos & tres'] : ['uno + dos & tres'];
      const fields = shape.formOf?.({ texts, source: 'es' }) ?? [];
      const multipart = new FormData();
      for (const [name, value] of fields) multipart.append(name, value);
      for (const body of [
        new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
        multipart,
      ]) {
        const init = { method: 'POST', headers: shape.headers(world.customer.key), body };
        const reply = await fetch(world.service.url + shape.path, init);
        assert.deepEqual(shape.textsOf(await reply.json()), [reversed, 'tres & dos + uno'].slice(-texts.length));
      }
      assert.equal((await world.customer.balance()).used, 2 * costOf(...texts));
    });
  });
}

type Sent = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly signal?: AbortSignal;
  /** In place of those of `bodyOf`. */
  readonly members?: Members;
};

function askerOf(shape: ShapeUnderTest, { url }: TestService, { key }: Customer) {
  return async (asked: AskedTexts, { headers = shape.headers(key), query = '', signal, members }: Sent = {}) => {
    const sent = sentBy(shape, { ...shape.bodyOf(asked), ...members });
    const reply = await fetch(`${url}${sent.path}${query === '' ? '' : `&${query}`}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: sent.body,
      ...(signal && { signal }),
    });
    return { status: reply.status, headers: reply.headers, body: await reply.json() };
  };
}

function sentBy({ path, requestOf }: ShapeUnderTest, members: Members) {
  const { query, json } = requestOf?.(members) ?? { query: '', json: members };
  return { path: `${path}?${query}`, body: JSON.stringify(json) };
}

/**
 * Calls `hangUp` once a charge is durable. When the service has noticed the closed connection, calls `whenNoticed` and
 * lets the request go on. Resolves when the service has noticed it: a request before that would be a second one.
 */
export function afterTheCharge(
  context: TestContext,
  { hangUp, whenNoticed }: { readonly hangUp: () => void; readonly whenNoticed?: () => Promise<void> },
): Promise<void> {
  const noticed = Promise.withResolvers<void>();
  const { capture } = HeldCharacters.prototype;
  const { abandon } = Exchange.prototype;
  const capturing = context.mock.method(
    HeldCharacters.prototype,
    'capture',
    async function (this: HeldCharacters, ...of: Parameters<typeof capture>) {
      const outcome = await capture.apply(this, of);
      capturing.mock.restore();
      hangUp();
      await noticed.promise;
      await whenNoticed?.();
      return outcome;
    },
  );
  const abandoning = context.mock.method(
    Exchange.prototype,
    'abandon',
    function (this: Exchange, ...of: Parameters<typeof abandon>) {
      abandon.apply(this, of);
      abandoning.mock.restore();
      noticed.resolve();
    },
  );
  return noticed.promise;
}

type BadRequest = readonly [what: string, init: RequestInit, path: string];

function badRequests(shape: ShapeUnderTest, key: string): readonly BadRequest[] {
  const good: Members = { ...shape.bodyOf({ texts: [house], source: 'es' }) };
  const { path, body: sent } = sentBy(shape, good);
  const json = { 'Content-Type': 'application/json', ...shape.headers(key) };
  const post = (
    what: string,
    body: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = json,
  ): BadRequest => {
    return [what, { method: 'POST', headers, body }, path];
  };
  const changed = (what: string, change: Members): BadRequest => {
    const other = sentBy(shape, { ...good, ...change });
    return [what, { method: 'POST', headers: json, body: other.body }, other.path];
  };
  const [texts = ''] = shape.required;
  return [
    ...shape.required.map((name) => changed(`without ${name}`, { [name]: undefined })),
    ...shape.required.map((name) => changed(`null as ${name}`, { [name]: null })),
    ...shape.scalars.flatMap((name) => [
      changed(`object as ${name}`, { [name]: {} }),
      changed(`list as ${name}`, { [name]: ['es', 'en'] }),
      changed(`unknown ${name}`, { [name]: 'zz' }),
      changed(`long ${name}`, { [name]: 'x'.repeat(5_000) }),
      changed(`NUL in ${name}`, { [name]: 'e\0s' }),
      changed(`number as ${name}`, { [name]: 17 }),
    ]),
    ...[17, true, {}, [], '', [17], [null], [[house]], ['\ud800'], [{ text: house }]].map((value) => {
      return changed(`${JSON.stringify(value)} as ${texts}`, { [texts]: value });
    }),
    ...['', '{', '[]', 'null', '17', '"a"', '{"a":1}', `${sent}x`, sent.slice(0, -1), '\ufeff', '{"__proto__":1}'].map(
      (body) => post(`the body ${body.slice(0, 20)}`, body),
    ),
    post('deep nesting', '['.repeat(200_000)),
    post('invalid UTF-8', Buffer.from(sent.replace('casa', 'cas\xe1'), 'latin1')),
    post('a text type', sent, { ...json, 'Content-Type': 'text/plain' }),
    post('an unreadable type', sent, { ...json, 'Content-Type': '/' }),
    post('another charset', sent, { ...json, 'Content-Type': 'application/json; charset=iso-8859-1' }),
    post('a compressed body', sent, { ...json, 'Content-Encoding': 'gzip' }),
    post('a form without a boundary', sent, { ...json, 'Content-Type': 'multipart/form-data' }),
    post('an incomplete form', '--x\r\nContent-Di', { ...json, 'Content-Type': 'multipart/form-data; boundary=x' }),
    post('many fields', 'a&'.repeat(60_000), { ...json, 'Content-Type': 'application/x-www-form-urlencoded' }),
    post('a huge body', sent.padEnd(3_000_000)),
    ['long headers', { method: 'POST', headers: { ...json, 'X-Long': 'x'.repeat(17_000) }, body: sent }, path],
    ...['PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method): BadRequest => [method, { method, headers: json }, path]),
  ];
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
