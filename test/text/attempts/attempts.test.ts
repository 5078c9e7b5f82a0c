import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { Turns } from '../../../src/ground/steps.ts';
import { type Attempted, attemptAll } from '../../../src/text/attempts/attempts.ts';
import { type CacheUse, cacheKeys, TranslationCache } from '../../../src/text/cache/translation-cache.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { backwards, LettersEngine, type LettersOptions } from '../../support/letters-engine.ts';

const never = new AbortController().signal;

type Call = { readonly sentences: readonly string[]; readonly account?: string; readonly signal?: AbortSignal };

/** An engine behind one translation cache, which is on unless said otherwise. */
function setup({ bytesMax = 2 ** 20, ...options }: LettersOptions & { readonly bytesMax?: number } = {}) {
  const engine = new LettersEngine(options);
  const cache = new TranslationCache(bytesMax);
  const turns = new Turns();
  const route = { engine, path: ['es', 'en'] as LanguageTag[] };
  let waits = 0;
  const cacheUsed = ({ awaited }: CacheUse) => {
    waits += awaited;
  };
  /** How often a sentence was waited for so far. */
  const awaited = (): number => {
    cacheUsed(cache.takeUse());
    return waits;
  };
  const parts = {
    detector: { detect: () => ({ kind: 'undecided', candidates: [] }) as const },
    events: { repairTried: () => undefined, entriesApplied: () => undefined, cacheUsed },
    cache,
    turns,
  };
  const translate = async ({ sentences, account = 'ana', signal = never }: Call): Promise<Attempted> => {
    const work = { sentences, routes: [route], entries: new Map() };
    const [attempted] = await attemptAll(parts, { share: account, works: [work] }, signal);
    return attempted ?? assert.fail('one result for each work');
  };
  return { engine, cache, translate, awaited };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Esta es la frase ${index}.`);

function assertTranslated({ translations, failure }: Attempted, sentences: readonly string[]): void {
  assert.equal(failure, undefined);
  assert.deepEqual(translations, new Map(sentences.map((sentence) => [sentence, backwards(sentence)])));
}

/** Holds back every job until it is opened. */
function gate() {
  const opened = Promise.withResolvers<void>();
  const twist: LettersOptions['twist'] = async (_, honest, signal) => {
    await Promise.race([opened.promise, aborted(signal)]);
    return honest;
  };
  return { twist, open: () => opened.resolve() };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}

const down = () => new ServiceError('engine_unavailable');
const full = () => new ServiceError('overloaded');

describe('a long text', () => {
  test('is sent in batches, two at a time, each sentence once, in its account’s share', async () => {
    let [underWay, most] = [0, 0];
    const two = Promise.withResolvers<void>();
    const { engine, translate } = setup({
      twist: async (_, honest) => {
        most = Math.max(most, ++underWay);
        if (underWay === 2) two.resolve();
        await two.promise;
        await setImmediate();
        underWay--;
        return honest;
      },
    });
    const sentences = numbered(3_000);
    assertTranslated(await translate({ sentences, account: 'bea' }), sentences);
    assert.deepEqual(engine.segments.toSorted(), sentences.toSorted());
    assert.equal(most, 2);
    assert.ok(
      engine.jobs.length >= 4 &&
        engine.jobs.every((job) => job.segments.join('').length <= 65_536 && job.share === 'bea'),
    );
  });

  test('does not delay a request for one of its later sentences, and then uses that result', async () => {
    const opened = Promise.withResolvers<void>();
    const { engine, translate } = setup({
      // Room for the whole text: with the small batches of a busy machine, results of other requests would be evicted first.
      bytesMax: 2 ** 22,
      twist: async ({ segments }, honest) => {
        if (segments.length > 1) await opened.promise;
        return honest;
      },
    });
    const sentences = numbered(3_000);
    const translated = translate({ sentences });
    await until(() => engine.jobs.length === 2);
    const last = sentences.slice(-1);
    assertTranslated(await translate({ sentences: last, account: 'bea' }), last);
    opened.resolve();
    assertTranslated(await translated, sentences);
    assert.equal(engine.segments.length, 3_000);
  });

  test('pauses for other work while it takes cached translations', async () => {
    const { engine, cache, translate, awaited } = setup();
    const sentences = numbered(40_000);
    const circumstances = { route: { engine, path: ['es', 'en'] as LanguageTag[] }, glossaryKey: '' };
    const keyOf = cacheKeys({ ...circumstances, share: 'ana' });
    const claims = sentences.map((sentence) => ({ sentence, claim: cache.claim(keyOf(sentence)) }));
    const taken = translate({ sentences });
    await until(() => awaited() === 4_096);
    for (const { sentence, claim } of claims) {
      assert.equal(claim.kind, 'new');
      if (claim.kind === 'new') claim.end({ kind: 'valid', translation: backwards(sentence) });
    }
    const over = new AbortController();
    void taken.finally(() => over.abort());
    let rounds = 0;
    for (; !over.signal.aborted; rounds++) await setImmediate();
    assertTranslated(await taken, sentences);
    assert.ok(rounds >= 5, `only ${rounds} times`);
  });

  test('leaves no batch running after a bug in an engine', async () => {
    let [calls, left] = [0, 0];
    const { translate } = setup({
      twist: async (_, honest, signal) => {
        if (++calls === 2) throw new TypeError('a bug');
        await aborted(signal).finally(() => left++);
        return honest;
      },
    });
    await assert.rejects(translate({ sentences: numbered(2_000) }), TypeError);
    assert.deepEqual([calls, left], [2, 1]);
  });

  test('keeps what was translated before the engine became unavailable, and sends it no more', async () => {
    const { engine, translate } = setup();
    engine.twist = (_, honest) => {
      if (engine.jobs.length > 1) throw down();
      return honest;
    };
    const { translations, failure } = await translate({ sentences: numbered(3_000) });
    assert.equal((failure as ServiceError).code, 'engine_unavailable');
    assert.equal(translations.size, engine.jobs[0]?.segments.length);
    assert.ok(engine.jobs.length <= 3);
  });

  test('sends no waiting segment to an engine that became unavailable', async () => {
    const { engine, cache, translate, awaited } = setup();
    const sentences = numbered(3_000);
    const circumstances = { route: { engine, path: ['es', 'en'] as LanguageTag[] }, glossaryKey: '' };
    const keyOf = cacheKeys({ ...circumstances, share: 'ana' });
    const claims = sentences.map((sentence) => cache.claim(keyOf(sentence)));
    const translated = translate({ sentences });
    await until(() => awaited() === sentences.length);
    engine.twist = () => {
      throw down();
    };
    for (const claim of claims) if (claim.kind === 'new') claim.end(undefined);
    assert.deepEqual((await translated).failure, down());
    assert.ok(engine.jobs.length <= 2, `${engine.jobs.length} jobs`);
  });

  test('leaves no request of a failed sentence behind', async () => {
    let underWay = 0;
    const { engine, translate } = setup();
    engine.twist = async ({ segments: [segment = ''] }, _, signal) => {
      if (engine.jobs.length === 1) return [''];
      if (segment.startsWith('Primera')) throw down();
      underWay++;
      await aborted(signal).finally(() => underWay--);
      return [];
    };
    const clauses = ['Primera', 'segunda', 'tercera', 'cuarta'].map((first) =>
      `${first} ${'palabra '.repeat(1_100)}`.trim(),
    );
    const sentence = `${clauses.join(', ')}.`;
    assert.deepEqual([...(await translate({ sentences: [sentence] })).issues.keys()], [sentence]);
    await until(() => underWay === 0);
  });

  test('is refused immediately by a full queue, but retried after a part was accepted', async () => {
    const { engine, translate } = setup({
      twist: () => {
        throw full();
      },
    });
    await assert.rejects(translate({ sentences: numbered(1) }), { code: 'overloaded' });
    assert.equal(engine.jobs.length, 1);
    const accepted = setup();
    accepted.engine.twist = (_, honest) => {
      if ([2, 3].includes(accepted.engine.jobs.length)) throw full();
      return honest;
    };
    const sentences = numbered(1_000);
    assertTranslated(await accepted.translate({ sentences }), sentences);
  });

  test('is aborted with its request, even if the engine does not stop', async () => {
    const caller = new AbortController();
    const { engine, translate } = setup({ twist: () => new Promise(() => {}) });
    const translated = translate({ sentences: numbered(1_000), signal: caller.signal });
    await until(() => engine.jobs.length === 2);
    const reason = new Error('the caller hung up');
    caller.abort(reason);
    await assert.rejects(translated, reason);
  });
});

describe('a sentence', () => {
  test('is served from the cache without an engine call, for any account', async () => {
    const { engine, translate } = setup();
    const sentences = numbered(10);
    await translate({ sentences });
    assertTranslated(await translate({ sentences, account: 'bea' }), sentences);
    assert.equal(engine.segments.length, 10);
  });
  test('is taken over by one waiting request if the first is aborted; the others wait for that one', async () => {
    const { twist, open } = gate();
    const { engine, translate } = setup({ twist });
    const first = new AbortController();
    const translated = translate({ sentences: ['Una frase.'], signal: first.signal });
    await until(() => engine.jobs.length === 1);
    const waiting = ['bea', 'eva', 'leo'].map((account) => translate({ sentences: ['Una frase.'], account }));
    const reason = new Error('the caller hung up');
    first.abort(reason);
    await assert.rejects(translated, reason);
    await until(() => engine.jobs.length === 2);
    open();
    for (const result of await Promise.all(waiting)) assertTranslated(result, ['Una frase.']);
    assert.equal(engine.jobs.length, 2);
  });

  test('is not aborted if a waiting request is aborted', async () => {
    const { twist, open } = gate();
    const { engine, translate } = setup({ twist });
    const translated = translate({ sentences: ['Una frase.'] });
    await until(() => engine.jobs.length === 1);
    const waiting = new AbortController();
    const waited = translate({ sentences: ['Una frase.'], account: 'bea', signal: waiting.signal });
    await setImmediate();
    const reason = new Error('the caller hung up');
    waiting.abort(reason);
    await assert.rejects(waited, reason);
    open();
    assertTranslated(await translated, ['Una frase.']);
    assert.equal(engine.jobs.length, 1);
  });

  test('is translated without sharing after two failed shared attempts', async () => {
    const { twist, open } = gate();
    const { engine, translate, awaited } = setup({ twist });
    const callers = new Map(['ana', 'ida', 'bea', 'eva', 'leo'].map((account) => [account, new AbortController()]));
    const translated = new Map(
      Array.from(callers, ([account, { signal }]) => [
        account,
        translate({ sentences: ['Una frase.'], account, signal }),
      ]),
    );
    for (const [index, waiting] of [4, 7].entries()) {
      await until(() => engine.jobs.length === index + 1 && awaited() === waiting);
      // Whichever of them it is that translates for the others.
      const giver = engine.jobs.at(-1)?.share ?? assert.fail();
      const reason = new Error('the caller hung up');
      callers.get(giver)?.abort(reason);
      await assert.rejects(translated.get(giver) ?? assert.fail(), reason);
      translated.delete(giver);
    }
    await until(() => engine.jobs.length === 5);
    open();
    for (const result of await Promise.all(translated.values())) assertTranslated(result, ['Una frase.']);
  });

  test('with an issue gives all waiting requests the same result, and is translated again for a later request', async () => {
    const { engine, translate } = setup({ twist: ({ segments }) => segments.map(() => '') });
    const sentences = ['Una frase.'];
    for (const { issues } of await Promise.all([translate({ sentences }), translate({ sentences, account: 'bea' })])) {
      assert.deepEqual([...issues.values()], [{ issue: 'empty', engine: 'letters' }]);
    }
    const before = engine.jobs.length;
    await translate({ sentences });
    assert.equal(engine.jobs.length, 2 * before);
  });
});
