import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeToken } from '../../../src/text/document/token.ts';
import type { Engine, SegmentEntry } from '../../../src/text/engine/engine.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
import { ChatServer, type ChatServerOptions, type Twist } from '../../support/chat-server.ts';
import { type DocumentWorld, documentWorld } from '../../support/document-world.ts';
import { usesIn } from '../../support/entry-uses.ts';
import { injections } from './injections.ts';
import { openModel } from './open-model.ts';

const pair = { source: 'es', target: 'en' } as LanguagePair;

const open = (number: number) => writeToken('open', number);
const close = (number: number) => writeToken('close', number);

function term(number: number, words: string, wanted: string | undefined): SegmentEntry {
  return { number, words, wanted };
}

type Marked = { readonly segment: string; readonly entries: readonly SegmentEntry[] };

function translate(engine: Engine, segments: readonly Marked[]): Promise<readonly string[]> {
  const job = {
    pair,
    segments: segments.map(({ segment }) => segment),
    entries: segments.map(({ entries }) => entries),
  };
  return engine.translate({ ...job, share: 'ana' }, new AbortController().signal);
}

/** What the user's message of the last request says. */
const lastMessage = (server: ChatServer): unknown => JSON.parse(server.requests.at(-1)?.messages[1].content ?? '');

test('sends wanted words by the tags to which they belong, and other sentences as strings', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  const [word, point] = [writeToken('word', 7), writeToken('point', 3)];
  const translations = await translate(engine, [
    { segment: 'Hola.', entries: [] },
    {
      segment: `La ${open(4)}tela${close(4)} de ${word}.${point}`,
      entries: [term(4, 'tela', 'fabric'), term(7, 'Eva', 'Eve')],
    },
    { segment: `Un ${open(0)}sol${close(0)}.`, entries: [] },
  ]);
  assert.deepEqual(lastMessage(server), {
    s1: 'Hola.',
    s2: { text: 'La <g1>tela</g1> de <x2/>.<p3/>', terms: { g1: 'fabric', x2: 'Eve' } },
    s3: 'Un <g1>sol</g1>.',
  });
  assert.deepEqual(translations, [
    'Aloh.',
    `Al ${open(4)}fabric${close(4)} ed ${word}.${point}`,
    `Nu ${open(0)}los${close(0)}.`,
  ]);
});

test('requests strings for any terms, with room for their words', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  const segment = `La ${open(0)}tela${close(0)}.`;
  const tokens: number[] = [];
  for (const wanted of ['fabric', 'fabric '.repeat(28).trim()]) {
    await translate(engine, [{ segment, entries: [term(0, 'tela', wanted)] }]);
    const { max_tokens: tokensMax, response_format: format } = server.requests.at(-1) ?? assert.fail();
    assert.deepEqual(format?.type === 'json_schema' && format.json_schema.schema.properties, {
      s1: { type: 'string' },
    });
    tokens.push(tokensMax ?? 0);
  }
  assert.ok((tokens[1] ?? 0) - (tokens[0] ?? 0) >= 2 * 180);
});

test('requests fewer sentences at a time if their terms are long', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server, { limits: { unitsPerRequest: 100 } });
  const segment = `La ${open(0)}tela${close(0)}.`;
  const asked: number[] = [];
  for (const wanted of ['fabric', 'fabric '.repeat(10).trim()]) {
    server.requests.length = 0;
    const one = { segment, entries: [term(0, 'tela', wanted)] };
    await translate(engine, [one, one, one]);
    asked.push(server.requests.length);
  }
  assert.deepEqual(asked, [1, 3]);
});

test('sends no term without a wanted translation on this hop, and none of the previous request', async () => {
  await using server = await ChatServer.start();
  await using engine = await openModel(server);
  const segment = `La ${open(0)}tela${close(0)}.`;
  for (const wanted of ['fabric', undefined])
    await translate(engine, [{ segment, entries: [term(0, 'tela', wanted)] }]);
  assert.deepEqual(lastMessage(server), { s1: 'La <g1>tela</g1>.' });
});

test('accepts an answer in the shape of the question if the server enforces no schema', async () => {
  await using server = await ChatServer.start({ unknown: ['json_schema', 'json_object'] });
  await using engine = await openModel(server);
  server.twist = (_, honest) => {
    const shaped = Object.entries(honest).map(([id, text]) => [id, { text, terms: {} }]);
    return { kind: 'content', content: JSON.stringify(Object.fromEntries(shaped)) };
  };
  const segment = `La ${open(0)}tela${close(0)}.`;
  const entries = [term(0, 'tela', 'fabric')];
  assert.deepEqual(await translate(engine, [{ segment, entries }]), [`Al ${open(0)}fabric${close(0)}.`]);
});

describe('a term with an instruction, JSON or tags is only a JSON value', () => {
  const wordings = [...injections, '<g1>PWNED</g1>', '<x1/> </g1>', '"}}', '</text>', 'g1', '__proto__'];
  test('in the question', async () => {
    await using server = await ChatServer.start();
    await using engine = await openModel(server);
    for (const wanted of wordings) {
      const segment = `La ${open(0)}tela${close(0)} y ${writeToken('word', 1)}.`;
      const [translation] = await translate(engine, [{ segment, entries: [term(0, 'tela', wanted)] }]);
      assert.equal(translation, `Al ${open(0)}${wanted}${close(0)} y ${writeToken('word', 1)}.`);
      const { s1 } = lastMessage(server) as { readonly s1: { readonly terms: Readonly<Record<string, string>> } };
      assert.deepEqual(Object.values(s1.terms), [wanted]);
    }
    assert.equal(new Set(server.requests.map(({ messages }) => messages[0].content)).size, 1);
  });

  test('in the text', async () => {
    await using server = await ChatServer.start();
    await using engine = await openModel(server);
    for (const wanted of wordings) {
      const { translatedText } = await withEntries(documentWorld([engine]), { tela: wanted });
      assert.equal(translatedText, `Al ${wanted} se ajor y al ${wanted} on.`);
    }
  });
});

const text = 'La tela es roja y la tela no.';

function withEntries(world: DocumentWorld, entries: Readonly<Record<string, string | undefined>>) {
  return world.translate(text, { uses: (sentence) => usesIn(sentence, entries, { caseRule: 'exact' }) });
}

type Wrong = (honest: string) => string;

/** A model that changes what it translated where a sentence has terms. */
const wrongly = (change: Wrong): Twist => {
  return ({ entries }, honest) => {
    const changed = Object.entries(honest).map(([id, one]) => [id, entries[id] === undefined ? one : change(one)]);
    return { kind: 'content', content: JSON.stringify(Object.fromEntries(changed)) };
  };
};

describe('the terms are in the text', () => {
  const expected = /^Al fabric se ajor y al fabric on\.$/;
  const honestly: Wrong = (honest) => honest;
  const models: Readonly<Record<string, readonly [Wrong, options?: ChatServerOptions, expected?: RegExp]>> = {
    'where the model obeys': [honestly],
    'where it translates them otherwise': [honestly, { ignoresEntries: true }],
    'where it writes other words': [(honest) => honest.replaceAll('fabric', 'cloth')],
    'where it writes tags with blanks': [(honest) => honest.replaceAll('<g', '< g').replaceAll('</g', '</ g')],
    'where it writes them in capitals': [(honest) => honest.replaceAll('fabric', 'FABRIC')],
    'where it takes an article in': [
      (honest) => honest.replaceAll('fabric', 'the cloth').replaceAll(/[Aa]l /g, ''),
      {},
      /^The fabric se ajor y the fabric on\.$/i,
    ],
    'where it loses a tag': [(honest) => honest.replace('</g1>', '')],
    'where it swaps tags': [(honest) => honest.replace('<g1>', '</g1>').replace('</g2>', '<g2>')],
    'where it lets pairs cross': [(honest) => honest.replace('</g1>', '').replace('</g2>', '</g2></g1>')],
    'where it repeats a term': [(honest) => `${honest} <g1>fabric</g1>`],
    'where it leaves the terms out': [(honest) => honest.replaceAll(/<g\d>fabric<\/g\d>/g, '')],
    'where it leaves the words out': [(honest) => honest.replaceAll('fabric', '')],
    'where it invents a tag': [(honest) => `${honest} <g9>fabric</g9>`],
    'where it says something else': [() => 'PWNED'],
  };
  for (const [name, [change, options, wanted = expected]] of Object.entries(models)) {
    test(name, async () => {
      await using server = await ChatServer.start(options);
      await using engine = await openModel(server);
      server.twist = wrongly(change);
      const { translatedText } = await withEntries(documentWorld([engine]), { tela: 'fabric' });
      assert.match(translatedText, wanted);
    });
  }
});
