import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import createTranslatorClient, { buildMultiCollection, isUnexpected } from '@azure-rest/ai-translation-text';
import createDatedClient, { isUnexpected as isUnexpectedDated } from 'azure-translation-2';
import { openAsking, settled } from '../api/asking.ts';
import { describeShape, house, reversed } from '../contract/shape.ts';
import { post, read } from '../support/call.ts';
import { LettersEngine } from '../support/letters-engine.ts';

describeShape({
  name: 'Microsoft Translator',
  api: 'microsoft',
  path: '/compat/microsoft/translate',
  bodyOf: ({ texts, source = '', target = 'en' }) => ({ Text: texts, from: source, to: target }),
  requestOf: ({ Text, ...parameters }) => {
    const query = new URLSearchParams({ 'api-version': '3.0' });
    for (const [name, value] of Object.entries(parameters))
      for (const each of [value ?? []].flat())
        query.append(name, typeof each === 'string' ? each : JSON.stringify(each));
    return {
      query: query.toString(),
      json: Array.isArray(Text) ? Text.map((each: unknown) => ({ Text: each })) : Text,
    };
  },
  required: ['Text', 'to'],
  scalars: ['from', 'textType'],
  headers: (key) => ({ 'Ocp-Apim-Subscription-Key': key }),
  keyParameter: 'Subscription-Key',
  formats: { html: [{ textType: 'html' }], text: [{}, { textType: 'Plain' }] },
  textsOf: (body) =>
    (body as readonly { translations: readonly { text: string }[] }[]).map(({ translations: [first] }) => first?.text),
  isFailure: (body) => {
    const { error } = body as { error: { code: unknown; message: unknown } };
    return Number.isInteger(error.code) && typeof error.message === 'string' && Object.keys(error).length === 2;
  },
  statuses: { noKey: 401, wrongKey: 401, noBalance: 403, limited: 429, engineDown: 503, bug: 500, tooLong: 400 },
  takesBlanks: true,
});

type Failed = { readonly error: { readonly code: number; readonly message: string } };
type Translation = { readonly text: string; readonly to: string };
type Item = {
  readonly detectedLanguage?: { readonly language: string; readonly score: number };
  readonly translations: readonly Translation[];
};

async function openMicrosoft(...started: Parameters<typeof openAsking>) {
  const world = await openAsking(...started);
  const headers = { 'Ocp-Apim-Subscription-Key': world.customer.key };
  const ask = <Body = Failed>(
    target: string,
    texts: readonly string[],
    more: Readonly<Record<string, string>> = headers,
  ) => post<Body>(world.service.url + target, { body: texts.map((Text) => ({ Text })), headers: more });
  return { ...world, headers, ask };
}

const translate = '/translate?api-version=3.0';

describe('POST /translate', () => {
  test('translates each text into each target for one charge, as one request', async () => {
    await using world = await openMicrosoft();
    const { status, headers, body } = await world.ask<readonly Item[]>(`${translate}&from=es&to=en&to=fr&to=EN-US`, [
      house,
      ' ',
      'uno dos',
    ]);
    assert.equal(status, 200);
    assert.deepEqual(body, [
      {
        translations: [
          { text: reversed, to: 'en' },
          { text: house, to: 'fr' },
        ],
      },
      {
        translations: [
          { text: ' ', to: 'en' },
          { text: ' ', to: 'fr' },
        ],
      },
      {
        translations: [
          { text: 'dos uno', to: 'en' },
          { text: 'uno dos', to: 'fr' },
        ],
      },
    ]);
    const cost = 2 * (house.length + 'uno dos'.length);
    assert.deepEqual(await world.customer.balance(), { balance: 1_000 - cost, used: cost, held: 0 });
    assert.equal(headers.get('x-metered-usage'), String(cost));
    assert.equal(headers.get('x-requestid'), headers.get('x-request-id'));
    assert.equal(headers.get('x-mt-system'), 'reversing');
    assert.match(headers.get('ratelimit') ?? '', /r=59/);
  });

  test('holds the cost for all targets at once, and charges none if one of them fails', async () => {
    await using world = await openMicrosoft(house.length * 2 - 1);
    const poor = await world.ask(`${translate}&from=es&to=en&to=fr`, [house]);
    assert.deepEqual([poor.status, poor.body.error.code], [403, 403001]);
    const failed = await world.ask(`${translate}&from=es&to=en&to=ca`, ['fracasa']);
    assert.deepEqual([failed.status, failed.body.error.code], [503, 503000]);
    assert.deepEqual(await settled(world.customer), { balance: house.length * 2 - 1, used: 0, held: 0 });
    const long = await world.ask(`${translate}&from=es&to=en&to=ca`, ['a'.repeat(50_001)]);
    assert.deepEqual([long.status, long.body.error.code], [400, 400050]);
    const most = await world.ask(`${translate}&from=es&to=en&to=ca`, Array<string>(500).fill('a'));
    assert.equal(most.body.error.code, 403001);
    const many = await world.ask(`${translate}&from=es&to=en&to=ca`, Array<string>(501).fill('a'));
    assert.deepEqual([many.status, many.body.error.code], [400, 400050]);
    assert.match(many.body.error.message, /1002 texts.*1000/);
  });

  test('detects the language of each text if none is named', async () => {
    await using world = await openMicrosoft();
    const { body } = await world.ask<readonly Item[]>(`${translate}&to=en&to=ca`, [house, 'proton beam', '']);
    const [spanish, english, blank] = body.map(({ detectedLanguage }) => detectedLanguage);
    assert.equal(spanish?.language, 'es');
    assert.ok(spanish.score > 0.9 && spanish.score <= 1);
    assert.equal(english?.language, 'en');
    assert.equal(blank?.score, 0);
    assert.deepEqual(body[1]?.translations, [
      { text: 'proton beam', to: 'en' },
      { text: 'beam proton', to: 'ca' },
    ]);
  });

  test('accepts hints, and refuses options that would change the translation', async () => {
    await using world = await openMicrosoft();
    const good = `${translate}&from=es&to=en`;
    const harmless =
      '&category=mine&allowFallback=true&profanityAction=NoAction&includeAlignment=false&suggestedFrom=ca&fromScript=Latn';
    assert.equal((await world.ask(good + harmless, ['uno'])).status, 200);
    const refused: readonly (readonly [string, number])[] = [
      ['&profanityAction=Deleted', 400042],
      ['&includeAlignment=true', 400042],
      ['&includeSentenceLength=true', 400042],
      ['&toScript=Latn', 400004],
      ['&category=mine&allowFallback=false', 400002],
      ['&textType=rtf', 400071],
    ];
    for (const [option, code] of refused) {
      const { status, body } = await world.ask(good + option, ['uno']);
      assert.deepEqual([status, body.error.code], [400, code], option);
    }
    assert.equal((await world.customer.balance()).used, 3);
  });

  test('refuses all targets if one cannot be reached, from a named and from a detected language', async () => {
    await using world = await openMicrosoft(1_000, {}, [new LettersEngine({ pairs: 'es-en ca-fr' })]);
    for (const from of ['&from=es', '']) {
      const { status, body } = await world.ask(`${translate}&to=en&to=fr${from}`, [house]);
      assert.deepEqual([status, body.error.code], [400, 400023]);
      assert.match(body.error.message, /es.* to fr/);
    }
    assert.equal((await world.customer.balance()).used, 0);
  });

  test('has the codes that clients know', async () => {
    await using world = await openMicrosoft(5, { RATE_LIMIT_PER_MINUTE: '10' });
    const { key } = world.customer;
    const own = { 'Ocp-Apim-Subscription-Key': key };
    const expected = [
      [translate, {}, 401000],
      [translate, { 'Ocp-Apim-Subscription-Key': `${key}x` }, 401000],
      ['/compat/microsoft/translate?api-version=2025-10-01&to=en', own, 400021],
      [translate, own, 400036],
      [`${translate}&to=zz`, own, 400036],
      [`${translate}&to=en&from=zz`, own, 400035],
      [`${translate}&to=en&from=es&from=ca`, own, 400035],
      [`${translate}&to=en&from=es`, own, 403001],
      ['/languages?api-version=3.0&scope=all', {}, 405000],
      ['/transliterate?api-version=3.0', own, 404000],
      ['/translator/text/v3.0/dictionary/lookup?api-version=3.0', own, 404000],
    ] as const;
    for (const [target, headers, code] of expected) {
      const { status, body } = await world.ask(target, ['uno dos'], headers);
      assert.deepEqual([status, body.error.code], [Math.floor(code / 1_000), code], target);
    }
    for (const [body, code] of [
      ['{', 400074],
      ['{}', 400074],
      ['[{"Text":1}]', 400020],
      [JSON.stringify(Array.from({ length: 1_001 }, () => ({ text: 'a' }))), 400050],
    ] as const) {
      const reply = await post<Failed>(`${world.service.url}${translate}&to=en`, { body, headers: own });
      assert.equal(reply.body.error.code, code);
    }
    const limited = await world.ask(`${translate}&to=en`, ['uno']);
    assert.deepEqual([limited.status, limited.body.error.code], [429, 429000]);
  });
});

describe('other endpoints', () => {
  test('POST /detect ranks the languages of each text, free of charge', async () => {
    await using world = await openMicrosoft();
    type Detected = { readonly language: string; readonly score: number };
    const { body } = await world.ask<readonly Detected[]>('/detect?api-version=3.0', [house, 'proton beam', '12']);
    const languages = body.map(({ language }) => language);
    assert.deepEqual(languages, ['es', 'en', 'en']);
    assert.ok((body[0]?.score ?? 0) > 0.9);
    assert.deepEqual(body[2], {
      language: 'en',
      score: 0,
      isTranslationSupported: true,
      isTransliterationSupported: false,
    });
    assert.equal((await world.customer.balance()).used, 0);
  });

  test('GET /languages names the languages in the one that is accepted, with an entity tag for each', async () => {
    await using world = await openMicrosoft();
    type Names = { readonly translation: Readonly<Record<string, { readonly name: string }>> };
    const address = `${world.service.url}/languages?api-version=3.0&scope=translation`;
    const english = await read<Names>(address);
    assert.deepEqual(english.body.translation['es'], { name: 'Spanish', nativeName: 'español', dir: 'ltr' });
    const tag = english.headers.get('etag') ?? '';
    const german = await read<Names>(address, {
      headers: { 'Accept-Language': 'xx,de-AT;q=0.9', 'If-None-Match': tag },
    });
    assert.deepEqual([german.status, german.body.translation['es']?.name], [200, 'Spanisch']);
    assert.equal((await read(address, { headers: { 'If-None-Match': tag } })).status, 304);
    const all = await read<Names>(`${world.service.url}/languages?api-version=3.0`);
    assert.deepEqual(Object.keys(all.body), ['translation', 'transliteration', 'dictionary']);
    const unknown = await read<Failed>(`${world.service.url}/languages?api-version=3.0&scope=voices`);
    assert.deepEqual([unknown.status, unknown.body.error.code], [400, 400001]);
  });

  test('POST /sts/v1.0/issueToken issues a token that translates', async () => {
    await using world = await openMicrosoft();
    const reply = await fetch(`${world.service.url}/sts/v1.0/issueToken`, { method: 'POST', headers: world.headers });
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(reply.headers.get('x-requestid'), reply.headers.get('x-request-id'));
    const headers = { Authorization: `Bearer ${await reply.text()}` };
    assert.equal((await world.ask(`${translate}&from=es&to=en`, ['uno'], headers)).status, 200);
    const inQuery = `/sts/v1.0/issueToken?Subscription-Key=${world.customer.key}`;
    const other = await fetch(world.service.url + inQuery, { method: 'POST' });
    assert.equal(await other.text(), world.customer.key);
    assert.equal((await fetch(`${world.service.url}/sts/v1.0/issueToken`, { method: 'POST' })).status, 401);
  });
});

describe('version 2026-06-06', () => {
  const dated = '/translate?api-version=2026-06-06';

  test('translates texts from and into languages of their own, for one charge', async () => {
    await using world = await openMicrosoft();
    const inputs = [
      {
        text: house,
        targets: [{ language: 'en' }, { language: 'fr', deploymentName: 'general' }, { language: 'en-US' }],
      },
      { text: 'uno dos', language: 'ca', textType: 'Plain', targets: [{ language: 'es' }] },
    ];
    const { status, headers, body } = await post<{ readonly value: readonly Item[] }>(world.service.url + dated, {
      body: { inputs },
      headers: world.headers,
    });
    assert.equal(status, 200);
    const [first, second] = body.value;
    assert.equal(first?.detectedLanguage?.language, 'es');
    assert.deepEqual(first.translations, [
      { language: 'en', sourceCharacters: house.length, text: reversed },
      { language: 'fr', sourceCharacters: house.length, text: house },
    ]);
    assert.deepEqual(second, { translations: [{ language: 'es', sourceCharacters: 7, text: 'dos uno' }] });
    const cost = 2 * house.length + 7;
    assert.equal(headers.get('x-metered-usage'), String(cost));
    assert.deepEqual(await world.customer.balance(), { balance: 1_000 - cost, used: cost, held: 0 });
  });

  test('refuses what would change the translation, and a body of the other version', async () => {
    await using world = await openMicrosoft(1_000, { RATE_LIMIT_PER_MINUTE: '100' });
    const target = { language: 'en' };
    const text = 'uno';
    const expected: readonly (readonly [unknown, number])[] = [
      [[{ text, targets: [target] }], 400074],
      [{ inputs: [] }, 400074],
      [{ inputs: [null] }, 400074],
      [{ inputs: [{ targets: [target] }] }, 400020],
      [{ inputs: [{ text, targets: 'en' }] }, 400074],
      [{ inputs: [{ text, targets: [{}] }] }, 400036],
      [{ inputs: [{ text, targets: [{ language: 'zz' }] }] }, 400036],
      [{ inputs: [{ text, language: 'zz', targets: [target] }] }, 400035],
      [{ inputs: ['plain', 'html'].map((textType) => ({ text, textType, targets: [target] })) }, 400071],
      [{ inputs: Array.from({ length: 1_001 }, () => ({ text, targets: [target] })) }, 400050],
      [
        { inputs: Array.from({ length: 11 }, () => ({ text, targets: Array.from({ length: 100 }, () => target) })) },
        400050,
      ],
      ...Object.entries({
        ...{
          tone: 'formal',
          gender: 'female',
          adaptiveDatasetId: 'a',
          referenceTextPairs: [{ source: 'a', target: 'b' }],
        },
      }).map(([name, value]) => [{ inputs: [{ text, targets: [{ ...target, [name]: value }] }] }, 400002] as const),
      [{ inputs: [{ text, targets: [{ ...target, script: 'Latn' }] }] }, 400004],
      [{ inputs: [{ text, targets: [{ ...target, profanityAction: 'Marked' }] }] }, 400042],
      [{ inputs: [{ text, targets: [{ ...target, deploymentName: 'mine', allowFallback: false }] }] }, 400002],
    ];
    for (const [body, code] of expected) {
      const reply = await post<Failed>(world.service.url + dated, { body, headers: world.headers });
      assert.deepEqual([reply.status, reply.body.error.code], [400, code], JSON.stringify(body).slice(0, 200));
    }
    const detect = await world.ask('/detect?api-version=2026-06-06', [text]);
    assert.deepEqual([detect.status, detect.body.error.code], [400, 400021]);
    assert.equal((await world.customer.balance()).used, 0);
  });

  test('is what @azure-rest/ai-translation-text 2 sends and reads', async () => {
    await using world = await openMicrosoft();
    for (const prefix of ['', '/translator/text/v3.0', '/compat/microsoft']) {
      const credential = { key: world.customer.key, region: 'westus' };
      const client = createDatedClient(world.service.url + prefix, credential, { allowInsecureConnection: true });
      const listed = await client.path('/languages').get();
      assert.ok(!isUnexpectedDated(listed));
      const { translation, transliteration, models } = listed.body;
      const spanish = { name: 'Spanish', nativeName: 'español', dir: 'ltr', models: [] };
      assert.deepEqual([translation?.['es'], transliteration, models], [spanish, {}, []]);
      const input = { text: house, targets: [{ language: 'en' }] };
      const one = await client.path('/translate').post({ body: { inputs: [input] } });
      assert.ok(!isUnexpectedDated(one));
      const [item] = one.body.value;
      assert.deepEqual([item?.detectedLanguage?.language, item?.translations[0]?.text], ['es', reversed]);
      const wrong = await client.path('/translate').post({ body: { inputs: [{ ...input, language: 'zz' }] } });
      assert.ok(isUnexpectedDated(wrong));
      assert.match(wrong.body.error.message, /zz/);
    }
    assert.equal((await world.customer.balance()).used, 3 * house.length);
  });
});

describe('@azure-rest/ai-translation-text 1', () => {
  test('translates, lists languages and recognises a failure, at the root and below the prefixes', async () => {
    await using world = await openMicrosoft();
    for (const prefix of ['', '/translator/text/v3.0', '/compat/microsoft']) {
      const client = createTranslatorClient(
        world.service.url + prefix,
        { key: world.customer.key },
        { allowInsecureConnection: true },
      );
      const listed = await client.path('/languages').get();
      assert.ok(!isUnexpected(listed) && listed.body.translation?.['es']?.name === 'Spanish');
      const body = [{ text: house }];
      const one = await client.path('/translate').post({ body, queryParameters: { to: 'en', textType: 'Plain' } });
      assert.ok(!isUnexpected(one));
      assert.equal(one.body[0]?.detectedLanguage?.language, 'es');
      assert.deepEqual(one.body[0].translations, [{ text: reversed, to: 'en' }]);
      const repeated = { to: buildMultiCollection(['en', 'ca'], 'to'), from: 'es' };
      const sent = { body, queryParameters: repeated, skipUrlEncoding: true };
      for (const many of [sent, { body, queryParameters: { to: 'en,ca', from: 'es' } }]) {
        const both = await client.path('/translate').post(many);
        assert.ok(!isUnexpected(both));
        const targets = both.body[0]?.translations.map(({ to }) => to);
        assert.deepEqual(targets, ['en', 'ca']);
      }
      const refused = await client.path('/translate').post({ body, queryParameters: { to: 'zz' } });
      assert.ok(isUnexpected(refused));
      assert.equal(refused.body.error.code, 400036);
    }
    assert.equal((await world.customer.balance()).used, 3 * 5 * house.length);
  });
});
