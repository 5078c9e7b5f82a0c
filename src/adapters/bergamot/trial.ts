import { UnusableModel } from '../../../packages/marian/src/index.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { ModelFiles } from './model.ts';
import { WorkerEnded, WorkerThread } from './worker-thread.ts';

/** Letters of several scripts, because the model's language is unknown here. */
const texts = [{ text: 'A, á; б. 1234', isAligned: true }];

/** A usable model needs a few milliseconds. */
const limitMs = 30_000;
const scratchBytes = 2 ** 24;

/**
 * Loads a model in a separate thread and translates with it, so that an unusable model is refused early.
 *
 * @throws UnusableModel with the reason
 * @throws WorkerEnded if the thread could not start or ended
 */
export async function tryModel(files: ModelFiles, pair: LanguagePair): Promise<void> {
  await using worker = await WorkerThread.start();
  try {
    const { model } = await worker.load({ files, pair, threads: 1, scratchBytes });
    await worker.translate({ key: 0, model, texts, isScored: true }, limitMs);
  } catch (error) {
    if (!(error instanceof WorkerEnded) || error.end.kind === 'died') throw error;
    throw new UnusableModel(error.message, { cause: error });
  }
}
