import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation } from '../../sdk/src/wire.ts';
import { ServiceError } from '../../src/ground/service-error.ts';
import { translate } from '../support/call.ts';
import { backwards, LettersEngine, type Twist } from '../support/letters-engine.ts';
import { freePort } from '../support/server-process.ts';
import { startService } from '../support/service.ts';
import { openAsking, settled } from './asking.ts';

const spanish = 'La casa de mi abuela tiene un jardín muy grande, y en él duermen los gatos de todo el barrio.';

describe('an engine that does damage', () => {
  const lost: Readonly<Record<string, Twist>> = {
    'returns its input': ({ segments }) => segments,
    'answers nothing': (_, answer) => answer.map(() => ''),
    'answers noise': (_, answer) => answer.map(() => '@@@ ### 12 \u0000\ufdd0'),
    'repeats itself': (_, answer) => answer.map((one) => `${one.slice(0, 12)} `.repeat(30)),
    'loses a sentence': (_, answer) => answer.slice(1),
    dies: () => {
      throw new ServiceError('engine_unavailable');
    },
    'has a bug': ({ segments }) => {
      throw new TypeError(`a bug, and the text it met: ${segments.join()}`);
    },
  };
  for (const [what, twist] of Object.entries(lost)) {
    test(`and ${what} costs nothing, and the reply says only that the request failed`, async () => {
      await using world = await openAsking(1_000, {}, [new LettersEngine({ twist })]);
      const { customer, ask } = world;
      const { status, body } = await ask({ text: spanish, source_lang: 'es' });
      assert.equal(status, 500);
      assert.equal(body.error.code, 'server_error');
      assert.deepEqual(Object.keys(body.error), ['code', 'message', 'param', 'request_id', 'doc_url']);
      assert.doesNotMatch(JSON.stringify(body), /letters|fault|abuela|copy|empty/);
      assert.deepEqual(await settled(customer), { balance: 1_000, used: 0, held: 0 });
    });
  }

  test('and hangs, and ignores its signal, costs nothing once the deadline is over', async () => {
    await using service = await startService({ REQUEST_TIMEOUT_SECONDS: '1' }, [
      new LettersEngine({ twist: () => new Promise(() => {}) }),
    ]);
    const customer = await service.customer(1_000);
    const body = { text: spanish, source_lang: 'es' };
    assert.equal((await translate(service.url, { key: customer.key, body })).status, 500);
    assert.deepEqual(await settled(customer), { balance: 1_000, used: 0, held: 0 });
  });

  test('and hangs in a repair costs nothing once the deadline is over', async () => {
    const engine = new LettersEngine({
      twist: ({ segments }, answer, signal) => {
        const isCanary = segments.join().includes('puerto');
        if (isCanary || engine.segments.filter((one) => one.includes('abuela')).length < 2) {
          return isCanary ? answer : answer.map(() => '');
        }
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    await using world = await openAsking(1_000, { REQUEST_TIMEOUT_SECONDS: '1' }, [engine]);
    const { customer, ask } = world;
    const body = { text: spanish, source_lang: 'es' };
    assert.equal((await ask(body)).status, 500);
    assert.deepEqual(await settled(customer), { balance: 1_000, used: 0, held: 0 });
  });

  test('leaves the sentence to the next engine, and the repair is counted', async () => {
    const opsPort = await freePort();
    const copying = new LettersEngine({ name: 'copying', twist: ({ segments }) => segments });
    await using world = await openAsking(1_000, { OPS_PORT: String(opsPort) }, [copying, new LettersEngine()]);
    const { service, ask } = world;
    const { body } = await ask<Translation>({ text: spanish, source_lang: 'es' });
    assert.equal(body.translated_text, backwards(spanish));
    const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();
    assert.match(metrics, /^dragoman_repairs_total\{issue="copy",repair="split",outcome="failed"\} 1$/m);
    assert.match(metrics, /^dragoman_repairs_total\{issue="copy",repair="route",outcome="repaired"\} 1$/m);
    assert.match(metrics, /^dragoman_memory_sentences_total\{found="missed"\} 2$/m);
  });
});
