import type { ModelFiles } from './model.ts';
import { readModel } from './model-bytes.ts';
import { UnusableModel } from './model-format.ts';
import { type EngineText, WorkerEnded, WorkerThread } from './worker-thread.ts';

/** Of letters of several scripts, since nothing is known here of the model's language. */
const texts: readonly EngineText[] = [
  { text: 'A, á; б. 1234', isHtml: false },
  { text: '<i id="0">A,</i> <i id="1">á;</i> <i id="2">б.</i> <i id="3">1234</i>', isHtml: true },
];

/** For both; a worker that is to serve anybody needs some milliseconds. */
const limitMs = 30_000;

/**
 * Loads a model in a worker of its own and has it translate, as plain text and as HTML, so that one that cannot work is
 * refused before anybody asks for it.
 *
 * @throws UnusableModel with the reason, which the library gave or which shows in the files
 * @throws WorkerEnded when this machine could not try it
 */
export async function tryModel(files: ModelFiles): Promise<void> {
  const model = await readModel(files);
  await using worker = await WorkerThread.start();
  try {
    await worker.load('trial', model);
    await worker.translate('trial', texts, limitMs);
  } catch (error) {
    if (!(error instanceof WorkerEnded) || error.end.kind === 'died') throw error;
    throw new UnusableModel(error.message, { cause: error });
  }
}
