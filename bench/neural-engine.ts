/** The engine for neural models and the bare library, both with the small model of the tests. */
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { openBergamot } from '../src/adapters/bergamot/engine.ts';
import type { InstalledModel, ModelFiles, ModelSource } from '../src/adapters/bergamot/model.ts';
import { pieceCounterOf, readModel } from '../src/adapters/bergamot/model-bytes.ts';
import type { LanguagePair } from '../src/core/languages/language.ts';

export const modelFolder = fileURLToPath(new URL('../test/fixtures/models/esen-micro', import.meta.url));

export const modelFiles: ModelFiles = {
  model: `${modelFolder}/model.esen.intgemm.alphas.bin`,
  shortlist: `${modelFolder}/lex.esen.s2t.bin`,
  vocabularies: [`${modelFolder}/vocab.esen.spm`],
};

const pair = { source: 'es', target: 'en' } as LanguagePair;

export type Translator = AsyncDisposable & { translate(texts: readonly string[]): Promise<readonly string[]> };

export type BareLibrary = Translator & {
  /** Each of `calls` in one call of the library. */
  translateCalls(calls: readonly (readonly string[])[]): Promise<readonly string[]>;
};

/** The bytes of the model's files, by which its memory is estimated. */
export async function modelBytes(): Promise<number> {
  const { model, shortlist = [], vocabularies } = modelFiles;
  const sizes = await Promise.all(
    [model, shortlist, ...vocabularies].flat().map(async (path) => (await stat(path)).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The engine in this process, with so many workers at most; none is started before it is asked for something. */
export async function openNeuralEngine(workersMax: number): Promise<Translator> {
  const installed: readonly InstalledModel[] = [
    { pair, name: 'esen-micro', version: '', digest: 'bench', files: modelFiles, bytes: await modelBytes() },
  ];
  const available: readonly [] = [];
  const source: ModelSource = {
    installed: () => installed,
    available: () => available,
    pull: () => Promise.reject(new Error('the bench fetches no model')),
  };
  const quiet = () => undefined;
  const events = { engineRestarted: quiet, confidenceTold: quiet, modelsLoaded: quiet };
  const engine = await openBergamot({ source, events, limits: { workersMax } });
  return {
    translate: (segments) => engine.translate({ pair, segments, share: 'bench' }, new AbortController().signal),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

/** Texts of one call to the bare library: as many as make it fastest. */
const textsPerCall = 64;

/**
 * Calls of texts that are of one length in pieces, as the engine makes them.
 * Source: docs/decisions/0010-a-text-meets-only-texts-of-its-length.md
 */
export async function callsOfOneLength(texts: readonly string[]): Promise<readonly (readonly string[])[]> {
  const count = pieceCounterOf(await readModel(modelFiles));
  if (count === undefined) throw new Error('the length of texts in pieces cannot be told');
  return [...Map.groupBy(texts, (text) => count(text) ?? text).values()].flatMap(inCalls);
}

function inCalls(texts: readonly string[]): readonly (readonly string[])[] {
  const calls: (readonly string[])[] = [];
  for (let start = 0; start < texts.length; start += textsPerCall) calls.push(texts.slice(start, start + textsPerCall));
  return calls;
}

/** The library alone, in one thread, given the texts as they come. */
export async function openBareLibrary(): Promise<BareLibrary> {
  const worker = new Worker(new URL('bare-library.ts', import.meta.url), {
    workerData: { model: modelFiles.model, vocabulary: modelFiles.vocabularies[0] },
  });
  const next = (): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message: readonly string[]) => {
        worker.off('error', reject);
        resolve(message);
      });
    });
  await next();
  const translateCalls: BareLibrary['translateCalls'] = async (calls) => {
    const translations: string[] = [];
    for (const call of calls) {
      const answer = next();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(call);
      translations.push(...(await answer));
    }
    return translations;
  };
  return {
    translate: (texts) => translateCalls(inCalls(texts)),
    translateCalls,
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}
