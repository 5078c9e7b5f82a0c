import { createInterface } from 'node:readline';
import { ModelStore } from '../../../../src/adapters/bergamot/store/model-store.ts';
import { ServiceError } from '../../../../src/ground/service-error.ts';
import { esEn, hasty, recordEvents } from './store-world.ts';

// A process with a store of models open, `store-program.ts <options as JSON>`. It prints `open`, then runs each line of
// its standard input (`download`, `remove` and `installed`, all of es > en) and prints the result.

export type StoreProgram = {
  readonly dir: string;
  readonly indexUrl: string;
  /** Prints `trying` instead of trying a model, and waits without end. */
  readonly hangsWhenTrying?: boolean;
};

const { dir, indexUrl, hangsWhenTrying } = JSON.parse(process.argv[2] ?? '{}') as StoreProgram;
const print = (line: string) => process.stdout.write(`${line}\n`);

const { events } = recordEvents();
await using store = await ModelStore.open({
  dir,
  indexUrl,
  diskBytesMax: 1_000_000_000,
  tryModel: async () => {
    print('trying');
    if (hangsWhenTrying) await new Promise<never>(() => {});
  },
  events: { ...events, modelDownloaded: () => print('fetched') },
  background: false,
  timing: hasty,
});
print('open');
const signal = new AbortController().signal;

for await (const command of createInterface(process.stdin)) {
  try {
    if (command === 'download') print(`downloaded ${(await store.download(esEn, { signal, update: true })).digest}`);
    if (command === 'remove') print(`removed ${(await store.remove(esEn, signal)).digest}`);
    if (command === 'installed') print(`installed ${store.installed().length}`);
  } catch (error) {
    print(`failed: ${error instanceof ServiceError ? String(error.detail['reason']) : String(error)}`);
  }
}
