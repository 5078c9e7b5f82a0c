import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Engine } from '../../../src/text/engine/engine.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
import { describeEngine } from '../../contract/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { openLibreTranslate } from './libretranslate.ts';
import { LibreTranslateServer, translateHtml } from './libretranslate-server.ts';

const ignoreEvents = { backgroundFailed: () => undefined };

const open = (server: LibreTranslateServer) => openLibreTranslate({ baseUrl: server.baseUrl, events: ignoreEvents });

describeEngine('the example engine for LibreTranslate', async () => {
  const server = await LibreTranslateServer.start();
  const engine = await open(server);
  const close = engine[Symbol.asyncDispose].bind(engine);
  return Object.assign(engine, {
    [Symbol.asyncDispose]: async () => {
      await close();
      await server[Symbol.asyncDispose]();
    },
  });
});

const pair = { source: 'es', target: 'en' } as LanguagePair;
const unavailable = { code: 'engine_unavailable' };

function translate(engine: Engine, segments: readonly string[], signal = new AbortController().signal) {
  return engine.translate({ pair, segments, share: 'one' }, signal);
}

describe('the example engine, by the engine runtime', () => {
  test('sends segments of one job together, and never those of two jobs', async () => {
    await using server = await LibreTranslateServer.start();
    await using engine = await open(server);
    const jobs = ['ana', 'eva'].map((name) => Array.from({ length: 40 }, (_, index) => `${name} ${index}`));
    const translations = await Promise.all(jobs.map((segments) => translate(engine, segments)));
    const expected = jobs.map((segments) => segments.map(translateHtml));
    assert.deepEqual(translations, expected);
    // They are under way at once, on connections of their own.
    const sizes = server.questions.map(({ q }) => q.length).toSorted((one, other) => other - one);
    assert.deepEqual(sizes, [32, 32, 8, 8]);
    assert.ok(server.questions.every(({ q }) => new Set(q.map((text) => text.slice(0, 3))).size === 1));
  });

  test('is withdrawn when its server fails with texts and with its list of languages', async () => {
    await using server = await LibreTranslateServer.start();
    await using engine = await open(server);
    server.react = () => ({ status: 500 });
    for (let time = 0; time < 3; time++) await assert.rejects(translate(engine, ['uno']), unavailable);
    // The probe succeeded: the texts may be the cause.
    assert.equal(engine.pairs().length, 6);
    server.languagesStatus = 500;
    for (let time = 0; time < 3; time++) await assert.rejects(translate(engine, ['uno']), unavailable);
    await eventually(() => engine.pairs().length === 0);
    await assert.rejects(translate(engine, ['uno']), unavailable);
  });

  test('is withdrawn at once when its server refuses the key', async () => {
    await using server = await LibreTranslateServer.start();
    await using engine = await open(server);
    server.react = () => ({ status: 403 });
    await assert.rejects(translate(engine, ['uno']), unavailable);
    assert.deepEqual(engine.pairs(), []);
  });
});
