import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  ModelStore,
  type ModelStoreOptions,
  type StoreTiming,
} from '../../../../src/adapters/bergamot/store/model-store.ts';
import { hasReason } from '../../../../src/ground/service-error.ts';
import type { LanguagePair, LanguageTag } from '../../../../src/text/languages/language.ts';
import { eventually } from '../../../support/eventually.ts';
import { ModelServer } from '../../../support/model-server.ts';
import { type PublishedFile, publishedModel } from '../../../support/published-model.ts';
import { temporaryFolder } from '../../../support/stores.ts';

/** Short waits. */
export const hasty: Partial<StoreTiming> = {
  retryMs: 1,
  lookEveryMs: 2,
  failedPauseMs: 0,
};

export function pairOf(name: string): LanguagePair {
  const [source, target] = name.split('>') as [LanguageTag, LanguageTag];
  return { source, target };
}

export const esEn = pairOf('es>en');

export const patience = () => AbortSignal.timeout(60_000);

export type ReportedEvents = { readonly reported: readonly string[]; readonly events: ModelStoreOptions['events'] };

/** Events as lines. */
export function recordEvents(): ReportedEvents {
  const reported: string[] = [];
  return {
    reported,
    events: {
      modelDownloaded: ({ pair, bytes }) => reported.push(`downloaded ${pair.source}>${pair.target} ${bytes}`),
      modelDownloadFailed: ({ pair, reason }) =>
        reported.push(`not downloaded ${pair.source}>${pair.target}: ${reason}`),
      modelIndexRead: (event) =>
        reported.push(event.kind === 'read' ? `index ${event.pairs}` : `no index: ${event.reason}`),
      modelsUnusable: ({ count, added }) =>
        reported.push(`${count} unusable${added.map(({ reason }) => `: ${reason}`).join('')}`),
    },
  };
}

/** Takes any model; for those of random bytes. */
const trusting = async (): Promise<void> => {};

export type StoreWorld = AsyncDisposable & {
  readonly server: ModelServer;
  readonly dir: string;
  readonly files: readonly PublishedFile[];
  readonly reported: readonly string[];
  readonly store: ModelStore;
  /** Another store on the same folder, as of another process or another start. */
  readonly open: (options?: Partial<ModelStoreOptions>) => Promise<ModelStore>;
};

/** A server with one model of random bytes, an empty folder of models, and a store that may use both. */
export async function openWorld(
  options: Partial<ModelStoreOptions> & { readonly files?: readonly PublishedFile[]; readonly dir?: string } = {},
): Promise<StoreWorld> {
  await using opening = new AsyncDisposableStack();
  const { files = publishedModel(), ...given } = options;
  const server = opening.use(await ModelServer.start(files));
  const folder = opening.use(await temporaryFolder());
  const dir = given.dir ?? join(folder.path, 'models');
  const { reported, events } = recordEvents();
  const stores = opening.use(new AsyncDisposableStack());
  const open = async (other: Partial<ModelStoreOptions> = {}) =>
    stores.use(
      await ModelStore.open({
        dir,
        indexUrl: server.indexUrl,
        diskBytesMax: 1_000_000_000,
        tryModel: trusting,
        events,
        background: false,
        ...given,
        ...other,
        timing: { ...hasty, ...given.timing, ...other.timing },
      }),
    );
  const store = await open();
  const opened = opening.move();
  return { server, dir, files, reported, store, open, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Downloads es > en, which must fail, and returns the reason. */
export async function reasonOfDownload({ store }: Pick<StoreWorld, 'store'>, pair = esEn): Promise<string> {
  const failure = await store.download(pair, { signal: patience() }).then(
    () => assert.fail('the model was downloaded'),
    (error: unknown) => error,
  );
  assert.ok(hasReason(failure, 'model_failed'), String(failure));
  assert.deepEqual(failure.data, { task: 'download', pair: `${pair.source}>${pair.target}` });
  const { reason } = failure.detail;
  assert.ok(typeof reason === 'string' && !reason.includes('\n'));
  return reason;
}

/** Checks that the store works after a failure. */
export async function stillWorks(world: StoreWorld): Promise<void> {
  world.server.behave();
  const model = await world.store.download(esEn, { signal: patience() });
  assert.deepEqual(world.store.installed(), [model]);
  assert.deepEqual(await world.store.verify(undefined, patience()), [
    { pair: esEn, folder: join(world.dir, 'es-en', `base-memory-3.0-${model.digest.slice(0, 12)}`), fault: undefined },
  ]);
  assert.deepEqual(leftOvers(world), []);
}

/** What is in the store's own folder for unfinished work. */
export function leftOvers({ dir }: StoreWorld): readonly string[] {
  const folder = join(dir, '.store/unfinished');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Resolves once the first file of es > en was requested and is being written. */
export function downloadBegins({ dir, server }: Pick<StoreWorld, 'dir' | 'server'>): Promise<void> {
  const folder = join(dir, '.store/unfinished/model');
  return eventually(() => server.fileRequests().length > 0 && existsSync(folder) && readdirSync(folder).length > 0);
}
