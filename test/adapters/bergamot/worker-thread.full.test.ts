import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Model, UnusableModel } from '../../../packages/marian/src/index.ts';
import type { EngineTranslation } from '../../../src/adapters/bergamot/worker.ts';
import { tryModel, type WorkerEnd, WorkerEnded, WorkerThread } from '../../../src/adapters/bergamot/worker-thread.ts';
import { copyStarter } from '../../support/folder-models.ts';
import { starterFiles, starterShortlist } from '../../support/starter-model.ts';
import { temporaryFolder } from '../../support/stores.ts';
import { manySentences, pairOf, sentences } from './opened-engine.ts';
import { WatchedThreads } from './watched-threads.ts';

const limitMs = 60_000;
const esEn = pairOf('es>en');
const loadTask = { files: starterFiles, pair: esEn, threads: 2, scratchBytes: 2 ** 21 };
const hello = [{ text: 'Hola.', isAligned: false }];

type Call = { readonly isScored?: boolean; readonly isAligned?: boolean; readonly limitMs?: number };

/** A thread with the starter model. */
class Starter implements AsyncDisposable {
  readonly worker: WorkerThread;
  readonly #model: Model;

  private constructor(worker: WorkerThread, model: Model) {
    this.worker = worker;
    this.#model = model;
  }

  static async start(): Promise<Starter> {
    await using starting = new AsyncDisposableStack();
    const worker = starting.use(await WorkerThread.start());
    const { model } = await worker.load(loadTask);
    starting.move();
    return new Starter(worker, model);
  }

  /** Starts a second thread on the same model. */
  async startOther(): Promise<Starter> {
    return new Starter(await WorkerThread.start(1), this.#model);
  }

  translate(texts: readonly string[], call: Call = {}): Promise<readonly EngineTranslation[] | undefined> {
    const { isScored = false, isAligned = false } = call;
    const task = { key: 1, model: this.#model, isScored, texts: texts.map((text) => ({ text, isAligned })) };
    return this.worker.translate(task, call.limitMs ?? limitMs);
  }

  async texts(texts: readonly string[]): Promise<readonly string[]> {
    return (await this.translate(texts))?.map(({ text }) => text) ?? assert.fail('the call was abandoned');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.worker[Symbol.asyncDispose]();
  }
}

async function endOf(call: Promise<unknown>): Promise<WorkerEnd> {
  const error = await call.then(
    () => assert.fail('the call was answered'),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof WorkerEnded, String(error));
  return error.end;
}

/** More than a second of work. */
const long = manySentences(2_000);

describe('a thread that translates', () => {
  test('shares the memory of a model with a second thread that translates at the same time', async () => {
    await using one = await Starter.start();
    await using other = await one.startOther();
    const texts = manySentences(60);
    const expected = await one.texts(texts);
    assert.deepEqual(await Promise.all([one.texts(texts), other.texts(texts.toReversed())]), [
      expected,
      expected.toReversed(),
    ]);
  });

  test('aligns and scores on request, which changes no translation', async () => {
    await using starter = await Starter.start();
    const texts = [...sentences, 'Perro mesa azul por que de.', ' '];
    const plain = (await starter.translate(texts)) ?? [];
    const detailed = (await starter.translate(texts, { isAligned: true, isScored: true })) ?? [];
    assert.deepEqual(
      detailed.map(({ text }) => text),
      plain.map(({ text }) => text),
    );
    for (const { pieces, confidence } of plain) assert.deepEqual([pieces, confidence], [[], undefined]);
    for (const [index, { text, pieces, confidence }] of detailed.entries()) {
      assert.equal(pieces.length > 0, text !== '');
      assert.ok(pieces.every(({ start, source }) => start < text.length && source < (texts[index]?.length ?? 0)));
      assert.equal(confidence === undefined, text === '');
    }
    const [usual = 0, unusual = 1] = [detailed[0], detailed[sentences.length]].map((one) => one?.confidence);
    assert.ok(0 < unusual && unusual < usual && usual <= 1, `${unusual} < ${usual}`);
  });

  test('returns an empty translation of a text that needs more scratch space than it has, and of no other', async () => {
    await using starter = await Starter.start();
    const [before = '', after = ''] = sentences;
    const tooLong = 'No. '.repeat(300);
    const expected = await starter.texts([before, after]);
    assert.deepEqual(await starter.texts([before, tooLong, after]), [expected[0], '', expected[1]]);
    const [empty] = (await starter.translate([tooLong], { isScored: true })) ?? [];
    assert.equal(empty?.confidence, undefined);
  });

  test('refuses a damaged model with the reason, reports a missing one, and works on', async () => {
    await using folder = await temporaryFolder();
    const damaged = await copyStarter(folder.path);
    await truncate(damaged.model, 12_000_000);
    await using starter = await Starter.start();
    const reason = { name: 'UnusableModel', message: /ends too early/ };
    await assert.rejects(starter.worker.load({ ...loadTask, files: damaged }), reason);
    await truncate(damaged.model, 2 ** 30);
    await assert.rejects(starter.worker.load({ ...loadTask, files: damaged }), { message: /too large for a model/ });
    const missing = { ...starterFiles, model: join(folder.path, 'missing.bin') };
    await assert.rejects(starter.worker.load({ ...loadTask, files: missing }), (error) => {
      return error instanceof Error && !(error instanceof UnusableModel) && !(error instanceof WorkerEnded);
    });
    assert.deepEqual(await starter.texts(['Hola.']), ['Hello.']);
  });

  test('abandons a call long before it would be done, and works on', async () => {
    await using abandoned = await Starter.start();
    await using other = await abandoned.startOther();
    const gone = abandoned.translate(long);
    await other.translate(['Hola.']);
    const ending = endOf(other.translate(long));
    abandoned.worker.abandon();
    assert.equal(await gone, undefined);
    await other[Symbol.asyncDispose]();
    // The same call in the other thread was not answered before.
    assert.equal((await ending).kind, 'disposed');
    assert.deepEqual(await abandoned.texts(['Hola.']), ['Hello.']);
  });

  test('forgets a model, and translates with it again', async () => {
    await using starter = await Starter.start();
    await starter.texts(['Hola.']);
    starter.worker.forget(1);
    assert.deepEqual(await starter.texts(['Hola.']), ['Hello.']);
  });

  test('refuses a call that could fill its memory, and works on', async () => {
    await using starter = await Starter.start();
    await assert.rejects(starter.translate(Array<string>(4_097).fill('Hola.')), /a call is bounded/);
    await assert.rejects(starter.translate(['a'.repeat(1_000_001)]), /a call is bounded/);
    assert.deepEqual(await starter.texts(['Hola.']), ['Hello.']);
  });
});

describe('a thread that ends', () => {
  test('in a call that takes too long rejects that call and each later one', async () => {
    await using starter = await Starter.start();
    const end = await endOf(starter.translate(long, { limitMs: 1 }));
    assert.deepEqual(end, { kind: 'overdue', reason: 'a call took longer than 1 ms' });
    assert.deepEqual(await starter.worker.ended, end);
    assert.deepEqual(await endOf(starter.translate(['Hola.'])), end);
  });

  test('without a request to end rejects its call', async () => {
    using threads = new WatchedThreads();
    await using starter = await Starter.start();
    const ending = endOf(starter.translate(long));
    await threads.started[0]?.terminate();
    assert.equal((await ending).kind, 'died');
    assert.deepEqual(await starter.worker.ended, await ending);
  });

  test('because it is closed rejects its call, and has exited', async () => {
    using threads = new WatchedThreads();
    const starter = await Starter.start();
    const ending = endOf(starter.translate(long));
    await starter[Symbol.asyncDispose]();
    assert.equal((await ending).kind, 'disposed');
    assert.equal(threads.ended, 1);
    await starter[Symbol.asyncDispose]();
  });

  test('over an error in a translation reports its kind, and nothing of the text', async () => {
    await using worker = await WorkerThread.start();
    const end = await endOf(worker.translate({ key: 2, model: undefined, isScored: false, texts: hello }, limitMs));
    assert.deepEqual(end, { kind: 'failed', reason: 'the translation failed: ImpossibleError' });
    assert.deepEqual(await worker.ended, end);
  });
});

describe('the trial of a model', () => {
  const [vocabulary] = starterFiles.vocabularies;

  test('accepts a model that works, with a shortlist or a vocabulary for each language', async () => {
    await tryModel({ ...starterFiles, shortlist: starterShortlist }, esEn);
    await tryModel({ ...starterFiles, vocabularies: [vocabulary, vocabulary] }, esEn);
  });

  test('refuses files that do not belong together, and damaged ones', async () => {
    await using folder = await temporaryFolder();
    const damaged = await copyStarter(folder.path);
    await truncate(damaged.model, 12_000_000);
    const wrong = [
      damaged,
      { ...starterFiles, shortlist: vocabulary },
      { ...starterFiles, vocabularies: [starterShortlist] as const },
    ];
    for (const files of wrong) await assert.rejects(tryModel(files, esEn), UnusableModel);
  });
});
