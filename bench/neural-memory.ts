/**
 * What one worker takes of memory with one model after the other loaded and used, in a process of its own: prints the
 * resident MB with none, one, two ... as JSON.
 */
import { readModel } from '../src/adapters/bergamot/model-bytes.ts';
import { WorkerThread } from '../src/adapters/bergamot/worker-thread.ts';
import { everydayTexts } from './corpus.ts';
import { modelFiles } from './neural-engine.ts';
import { residentMb } from './processes.ts';

const models = 5;
const bytes = await readModel(modelFiles);
await using worker = await WorkerThread.start();
const texts = everydayTexts().map((text) => ({ text, isHtml: false }));
const resident = [await residentMb(process.pid)];
for (let index = 0; index < models; index++) {
  await worker.load(String(index), bytes);
  await worker.translate(String(index), texts, 60_000);
  resident.push(await residentMb(process.pid));
}
process.stdout.write(JSON.stringify(resident));
