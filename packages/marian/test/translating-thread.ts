import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Model, Translator } from '../src/index.ts';

/** The task of a thread that translates with a shared model. */
export type ThreadTask = {
  readonly model: Model;
  readonly slot: number;
  readonly sentences: readonly string[];
  readonly rounds: number;
  /** Threads of two that have not started; the first waits for the second. */
  readonly awaited: Int32Array;
};

const { model, slot, sentences, rounds, awaited } = workerData as ThreadTask;
const port = parentPort as MessagePort;
const translator = new Translator(model, slot);
if (Atomics.sub(awaited, 0, 1) > 1) Atomics.wait(awaited, 0, 1);
else Atomics.notify(awaited, 0);
for (let round = 0; round < rounds; round++) {
  port.postMessage(translator.translate(sentences, { hasScores: true, hasAlignments: true }));
}
