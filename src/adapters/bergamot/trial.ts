import type { ModelFiles } from './model.ts';
import { readModel } from './model-bytes.ts';
import { WorkerThread } from './worker-thread.ts';

/**
 * Loads a model in a worker of its own and has it translate, so that one that cannot work is refused before anybody
 * asks for it.
 *
 * @throws UnusableModel, or WorkerEnded with what the library says of it
 */
export async function tryModel(files: ModelFiles): Promise<void> {
  const model = await readModel(files);
  await using worker = await WorkerThread.start();
  await worker.load('trial', model);
}
