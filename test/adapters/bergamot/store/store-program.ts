import { createInterface } from 'node:readline';
import { openModelStore } from '../../../../src/adapters/bergamot/store/model-store.ts';
import { ServiceError } from '../../../../src/core/service-error.ts';
import { esEn, hasty, listenToEvents } from './store-world.ts';

// A process with a store of models open, `store-program.ts <options as JSON>`. It says `open`, then does what each line of
// its standard input asks (`download`, `remove` and `installed`, all of es > en) and says what came of it.

export type StoreProgram = {
  readonly dir: string;
  readonly indexUrl: string;
  /** Says `trying` for a model that it is to try, and never comes back. */
  readonly hangsWhenTrying?: boolean;
};

const { dir, indexUrl, hangsWhenTrying } = JSON.parse(process.argv[2] ?? '{}') as StoreProgram;
const say = (line: string) => process.stdout.write(`${line}\n`);

const { events } = listenToEvents();
await using store = await openModelStore({
  dir,
  indexUrl,
  diskBytesMax: 1_000_000_000,
  tryModel: async () => {
    say('trying');
    if (hangsWhenTrying) await new Promise<never>(() => {});
  },
  events: { ...events, modelDownloaded: () => say('fetched') },
  background: false,
  timing: { ...hasty, retryAfterMs: [] },
});
say('open');
const signal = new AbortController().signal;

for await (const command of createInterface(process.stdin)) {
  try {
    if (command === 'download') say(`downloaded ${(await store.download(esEn, { signal, update: true })).digest}`);
    if (command === 'remove') say(`removed ${(await store.remove(esEn, signal)).digest}`);
    if (command === 'installed') say(`installed ${store.installed().length}`);
  } catch (error) {
    say(`failed: ${error instanceof ServiceError ? String(error.detail['reason']) : String(error)}`);
  }
}
