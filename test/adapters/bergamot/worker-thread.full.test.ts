import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { writeHtml } from '../../../src/adapters/bergamot/html-text.ts';
import { type ModelBytes, readModel } from '../../../src/adapters/bergamot/model-bytes.ts';
import { tryModel } from '../../../src/adapters/bergamot/trial.ts';
import {
  type EngineText,
  type WorkerEnd,
  WorkerEnded,
  WorkerThread,
} from '../../../src/adapters/bergamot/worker-thread.ts';
import { microFiles, microFolder } from '../../support/folder-models.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { parted, readItems, widened, writeItems, writeModel } from './altered-model.ts';
import { WatchedThreads } from './watched-threads.ts';

type Sample = { readonly source: string; readonly target: string; readonly html: boolean; readonly sentences: number };

const limitMs = 60_000;
const plain = (text: string): EngineText => ({ text, isHtml: false });

async function readSamples(): Promise<readonly Sample[]> {
  const file = JSON.parse(await readFile(new URL('samples.json', microFolder), 'utf8')) as {
    samples: readonly Sample[];
  };
  assert.equal(file.samples.length, 30);
  return file.samples;
}

async function startMicro(model?: ModelBytes): Promise<WorkerThread> {
  await using starting = new AsyncDisposableStack();
  const worker = starting.use(await WorkerThread.start());
  await worker.load('micro', model ?? (await readModel(microFiles)));
  starting.move();
  return worker;
}

async function translateAll(worker: WorkerThread, texts: readonly EngineText[]): Promise<readonly string[]> {
  return (await worker.translate('micro', texts, limitMs)).map(({ text }) => text);
}

async function translateAlone(worker: WorkerThread, texts: readonly EngineText[]): Promise<readonly string[]> {
  const translations: string[] = [];
  for (const text of texts) translations.push(...(await translateAll(worker, [text])));
  return translations;
}

async function endOf(call: Promise<unknown>): Promise<WorkerEnd> {
  const error = await call.then(
    () => assert.fail('the call was answered'),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof WorkerEnded, String(error));
  return error.end;
}

const everyday = [
  'El perro negro duerme.',
  'Tengo tres gatos.',
  'Ella no quiere ir a la escuela mañana.',
  'No sé.',
  '¿Dónde está la biblioteca?',
  'Mi hermano vive en Madrid desde 1999.',
  'La casa es grande.',
  'Me gusta mucho el café con leche por la mañana.',
  'Hoy hace frío.',
  'Los niños juegan en el parque con una pelota roja.',
  '¿Qué hora es?',
  'Mañana vamos a comer con mis padres en un restaurante nuevo.',
];

/** Over the shorter of these the model says one thing over and over, until it has said as much as it may. */
const repetitive = [
  'entre siglo tratamiento constitución años siglo ciudad enfermedad constitución constitución Mozambique río.',
  'de nación presidente perro gobierno científicos nuevo esternocleidomastoideo ciudad Mozambique nuevo no oficiales científicos menos grande con años no esternocleidomastoideo para investigación menos había según de muy de más.',
];

/** Sentences of many lengths, some with marks. */
function mixedTexts(count: number): readonly EngineText[] {
  return Array.from({ length: count }, (_, index) => {
    const first = everyday[index % everyday.length] ?? '';
    const second = everyday[(index * 7 + 3) % everyday.length] ?? '';
    const text = index % 3 === 0 ? `${first} ${second}` : first;
    return index % 4 === 1 ? { text: writeHtml(text, 0), isHtml: true } : plain(text);
  });
}

describe('a worker', () => {
  test('gives the translations that are known of the model, exactly', async () => {
    await using worker = await startMicro();
    const samples = await readSamples();
    for (const { source, target, html } of samples) {
      // They were translated as paragraphs, which the library cuts into sentences; it is given sentences here.
      const parts = html ? [source] : source.split(/(?<=[.?!])(\s+)|(^\s+)(?=\S)/).filter((part) => part !== undefined);
      const translated: string[] = [];
      for (const text of parts) {
        const isBetween = parts.length > 1 && text.trim() === '';
        translated.push(...(isBetween ? [text] : await translateAll(worker, [{ text, isHtml: html }])));
      }
      assert.equal(translated.join(''), target);
    }
  });

  test('translates a text the same alone and among whichever others', async () => {
    await using worker = await startMicro();
    const texts = [...mixedTexts(62), ...repetitive.map(plain)];
    const alone = await translateAlone(worker, texts);
    assert.deepEqual(await translateAll(worker, texts), alone);
    const indexes = fc.array(fc.nat(texts.length - 1), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(indexes, async (chosen) => {
        const some = chosen.flatMap((index) => texts[index] ?? []);
        assert.deepEqual(
          await translateAll(worker, some),
          chosen.map((index) => alone[index]),
        );
      }),
      { numRuns: propertyRuns('', 6) },
    );
  });

  test('translates the same with models that have their texts go alone', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'models-'));
    const items = (await readItems()).filter(({ name }) => !name.endsWith('_QuantMultA'));
    for (const contents of [{ model: writeItems(items) }, await widened(16_000)]) {
      const model = await readModel(await writeModel(folder.path, contents));
      assert.equal(model.isBatched, false);
      await using worker = await startMicro(model);
      const texts = mixedTexts(12);
      const alone = await translateAlone(worker, texts.toReversed());
      assert.deepEqual(await translateAll(worker, texts), alone.toReversed());
    }
  });

  test('translates the same with a model that has a vocabulary for each language', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'models-'));
    const { model: path, vocabularies } = await writeModel(folder.path, await parted(6_500));
    const files = {
      model: path,
      shortlist: undefined,
      vocabularies: [vocabularies[0], microFiles.vocabularies[0]],
    } as const;
    await tryModel(files);
    const model = await readModel(files);
    assert.deepEqual([model.format.pieces, model.isBatched], [[6_500, 6_000], true]);
    await using shared = await startMicro();
    await using parts = await startMicro(model);
    const texts = mixedTexts(24);
    assert.deepEqual(await translateAll(parts, texts), await translateAll(shared, texts));
  });

  test('says how sure the model is where it was loaded to, and translates the same', async () => {
    await using worker = await startMicro();
    const model = await readModel(microFiles);
    await worker.load('scored', model, { isScored: true });
    const samples = await readSamples();
    const texts = [
      ...samples.filter(({ sentences }) => sentences <= 1).map(({ source, html }) => ({ text: source, isHtml: html })),
      ...mixedTexts(12),
      plain('Si a < b y b > c, "R&D" vale &amp; 3.'),
    ];
    const scored = await worker.translate('scored', texts, limitMs);
    assert.deepEqual(
      scored.map(({ text }) => text),
      await translateAll(worker, texts),
    );
    for (const { text, confidence } of scored) {
      // Of nothing there is nothing to say.
      assert.equal(confidence === undefined, text.trim() === '');
      assert.ok((confidence ?? 1) > 0 && (confidence ?? 1) <= 1);
    }
    const [known, nonsense] = await worker.translate(
      'scored',
      [plain('Buenos días.'), plain('Zxqv brñt wlkj.')],
      limitMs,
    );
    assert.ok((known?.confidence ?? 0) > (nonsense?.confidence ?? 1));
    const [unasked] = await worker.translate('micro', [plain('Hola.')], limitMs);
    assert.equal(unasked?.confidence, undefined);
  });

  test('translates beside another, each with the same bytes of the model', async () => {
    const model = await readModel(microFiles);
    await using one = await startMicro(model);
    await using other = await startMicro(model);
    const texts = mixedTexts(16);
    const [first, second] = await Promise.all([translateAll(one, texts), translateAll(other, texts)]);
    assert.deepEqual(first, second);
  });

  test('holds several models, and as many more as are unloaded', async () => {
    await using worker = await WorkerThread.start();
    const model = await readModel(microFiles);
    // Its address space has room for seven, so that more come only to where others were.
    for (let round = 0; round < 4; round++) {
      const keys = Array.from({ length: 5 }, (_, index) => `${round} ${index}`);
      for (const key of keys) await worker.load(key, model);
      const [translation] = await worker.translate(keys[4] ?? '', [plain('Hola.')], limitMs);
      assert.equal(translation?.text, 'Hello.');
      for (const key of keys) await worker.unload(key);
    }
  });
});

test('a call is bounded: what would fill the memory of a thread is never sent', async () => {
  await using worker = await startMicro();
  const many = Array.from({ length: 4_097 }, () => plain('Hola.'));
  assert.throws(() => void worker.translate('micro', many, limitMs), /a call is bounded/);
  assert.throws(() => void worker.translate('micro', [plain('a'.repeat(1_000_001))], limitMs), /a call is bounded/);
  assert.deepEqual(await translateAll(worker, [plain('Hola.')]), ['Hello.']);
});

describe('a worker that ends', () => {
  test('over HTML that is malformed says where in the library, and nothing of the text', async () => {
    for (const text of ['Hola <b>geheim', 'Hola </geheim> amigo', 'a < geheim y c', '<b>Hola <i>geheim</b></i>']) {
      await using worker = await startMicro();
      const end = await endOf(worker.translate('micro', [{ text, isHtml: true }], limitMs));
      assert.equal(end.kind, 'failed');
      assert.match(end.reason, /^the library gave up: at [\w/.-]*html\.cpp:\d+$/);
      assert.deepEqual(await worker.ended, end);
      assert.deepEqual(await endOf(worker.translate('micro', [plain('Hola.')], limitMs)), end);
    }
    await using next = await startMicro();
    assert.deepEqual(await translateAll(next, [plain('Hola.')]), ['Hello.']);
  });

  test('over files that are none says why', async () => {
    const good = await readModel(microFiles);
    const garbage = new SharedArrayBuffer(5_000);
    const cases: readonly (readonly [ModelBytes, RegExp])[] = [
      [{ ...good, model: garbage }, /Binary file versions do not match/],
      [{ ...good, vocabularies: [garbage], isBatched: false }, /SentencePiece/],
      [{ ...good, shortlist: garbage, isBatched: false }, /hortlist/],
    ];
    for (const [model, reason] of cases) {
      await using worker = await WorkerThread.start();
      const end = await endOf(worker.load('bad', model));
      assert.equal(end.kind, 'failed');
      assert.match(end.reason, reason);
      assert.ok(!end.reason.includes('\n') && end.reason.length < 500);
    }
  });

  test('for want of address space says so', async () => {
    await using worker = await WorkerThread.start();
    const model = await readModel(microFiles);
    const loading = async (): Promise<void> => {
      for (let index = 0; index < 12; index++) await worker.load(`${index}`, model);
    };
    const end = await endOf(loading());
    assert.equal(end.kind, 'failed');
    assert.match(end.reason, /allocate memory/);
  });

  test('because a call takes longer than it may fails that call, though the library cannot be interrupted', async () => {
    await using worker = await startMicro();
    const end = await endOf(worker.translate('micro', mixedTexts(2_000), 1));
    assert.deepEqual(end, { kind: 'overdue', reason: 'a call took longer than 1 ms' });
    assert.deepEqual(await worker.ended, end);
  });

  test('by itself fails the call that it is at', async () => {
    using threads = new WatchedThreads();
    await using worker = await startMicro();
    const call = worker.translate('micro', mixedTexts(2_000), limitMs);
    const ending = endOf(call);
    await threads.started[0]?.terminate();
    assert.equal((await ending).kind, 'died');
    assert.deepEqual(await worker.ended, await ending);
  });

  test('because it is closed fails the call that it is at, and is gone', async () => {
    using threads = new WatchedThreads();
    const worker = await startMicro();
    const ending = endOf(worker.translate('micro', mixedTexts(2_000), limitMs));
    await worker[Symbol.asyncDispose]();
    assert.equal((await ending).kind, 'disposed');
    assert.equal(threads.ended, 1);
    await worker[Symbol.asyncDispose]();
  });
});
