import { ThreadedFilters } from '../../src/adapters/documents/threaded-filters.ts';
import { silentEvents } from '../../src/adapters/telemetry/events.ts';
import { openMemoryFiles } from '../../src/engines.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { DocumentRequest, DocumentState } from '../../src/shop/documents/document.ts';
import { Documents } from '../../src/shop/documents/documents.ts';
import type { FileFilters } from '../../src/shop/documents/file-filters.ts';
import { IdempotentReplies } from '../../src/shop/idempotency/idempotent-replies.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import { Ledger } from '../../src/shop/ledger/ledger.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { memoryOf, partsOn } from '../shop/sale/translator-world.ts';
import { eventually } from './eventually.ts';
import { claimMs } from './idempotent-nodes.ts';
import { createLedgerWorld, leaseMs, momentBy, newId } from './ledger-world.ts';
import { noEvents, type OpenStores } from './stores.ts';

const never = new AbortController().signal;

/** `accountId`: who asks the node. */
type NodeOptions = Partial<Pick<FileFilters, 'read' | 'write'> & Pick<typeof silentEvents, 'backgroundFailed'>> & {
  readonly accountId?: AccountId;
  readonly storedBytesMax?: number;
};

/** Opens the filters that several worlds share, because a thread takes half a second to start. */
export const openFilters = () => new ThreadedFilters({ heap: 1_024, unpacked: 190 }, silentEvents);

/** Nodes on one store, with an account of 1,000 characters. Files are plain text. */
export async function openDocuments(open: () => Promise<OpenStores>, files: FileFilters) {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await open());
  const world = await createLedgerWorld(stores);
  await world.buy(1_000);
  const now = () => world.clock.now;
  const memory = memoryOf(stores, { accountId: world.accountId, now });
  /** Documents whose owner got a mail. */
  const mails: Pick<DocumentState, 'id' | 'status'>[] = [];
  const opened = opening.move();
  const requestOf = (text: string, accountId: AccountId): DocumentRequest => ({
    accountId,
    keyId: 'a-key' as KeyId,
    glossaryVersion: 0,
    memoryVersion: 0,
    file: { name: 'notes.txt', bytes: new TextEncoder().encode(text), format: undefined, options: {} },
    source: 'es' as LanguageTag,
    target: 'en' as LanguageTag,
  });

  /** Creates a node. `stop` ends its work without finishing it. */
  function node(
    engine: Engine,
    {
      read = files.read,
      write = files.write,
      accountId = world.accountId,
      storedBytesMax = 2 ** 30,
      ...reported
    }: NodeOptions = {},
  ) {
    const scope = new AsyncDisposableStack();
    const events = { ...silentEvents, holdLapsed: () => undefined, ...reported };
    const common = { now, newId, events };
    const replies = scope.use(
      new IdempotentReplies({ ...common, events: noEvents, store: stores.replies, leaseMs: claimMs }),
    );
    const ledger = new Ledger({ ...common, store: world.ledger, moment: momentBy(now), leaseMs });
    const documents = scope.use(
      new Documents({
        ...partsOn(engine, { findMemory: memory.findMemory }),
        ...common,
        store: stores.documents,
        storedBytesMax,
        files: { read, write },
        openMemoryFiles,
        sendResult: async (_owner, { id, status }) => void mails.push({ id, status }),
        ledger,
        replies,
      }),
    );
    opened.use(scope);
    const find = (id: string) => documents.find(accountId, id);
    return {
      start: (text: string, replaced: Partial<DocumentRequest> = {}) =>
        documents.start({ ...requestOf(text, accountId), ...replaced }, never),
      estimate: (text: string, asker = accountId, memoryVersion = 0) =>
        documents.estimate({ ...requestOf(text, asker), memoryVersion }, never),
      find,
      /** Asks until the document has a result. */
      async result(id: string): Promise<DocumentState> {
        let state = await find(id);
        const hasResult = () => state.status === 'done' || state.status === 'failed';
        await eventually(async () => {
          state = await find(id);
          return hasResult();
        });
        return state;
      },
      text: async (id: string) => new TextDecoder().decode((await documents.content(accountId, id)).bytes),
      content: (id: string) => documents.content(accountId, id),
      remove: (id: string) => documents.remove(accountId, id),
      abandon: (id: string) => documents.abandon(accountId, id),
      stop: () => scope.disposeAsync(),
    };
  }
  return { ...world, memory, mails, node, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
