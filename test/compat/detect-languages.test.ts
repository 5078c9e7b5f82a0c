import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { CompatParts, ShapeRequest } from '../../src/compat/shape.ts';
import { detectLanguages } from '../../src/compat/translate-texts.ts';
import { Turns } from '../../src/ground/steps.ts';

const texts = Array.from({ length: 20 }, (_, number) => `texto ${number}`);

/** Languages of texts whose detection takes two milliseconds each. */
function openSlow() {
  const detect = () => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    return { kind: 'undecided', candidates: [] };
  };
  const parts = {
    ...{ turns: new Turns(), detector: { detect, rank: () => [] }, catalogue: { sourcesOffered: () => [] } },
    recentSources: async () => new Set(),
  } as unknown as CompatParts;
  return (signal: AbortSignal) => {
    const call = { exchange: { abortSignal: () => signal }, record: () => undefined };
    return detectLanguages({ holder: {}, call } as unknown as ShapeRequest, parts, { name: 'q', texts });
  };
}

test('of several requests that detect, one continues in each round, so that others wait for one text at most', async () => {
  const detect = openSlow();
  const over = new AbortController();
  const { signal } = new AbortController();
  const all = Promise.all([detect(signal), detect(signal), detect(signal)]);
  void all.finally(() => over.abort());
  let rounds = 0;
  for (; !over.signal.aborted; rounds++) await setImmediate();
  const lengths = (await all).map(({ length }) => length);
  assert.deepEqual(lengths, [20, 20, 20]);
  assert.ok(rounds >= 57, `${rounds} rounds`);
});

test('detection ends with its caller', async () => {
  const caller = new AbortController();
  const detected = openSlow()(caller.signal);
  await setImmediate();
  caller.abort(new Error('gone'));
  await assert.rejects(detected, /gone/);
});
