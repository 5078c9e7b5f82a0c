import { setImmediate } from 'node:timers/promises';
import type {
  GlossaryImport,
  GlossaryPage,
  GlossaryWritten,
  MemoryImport,
  MemoryPage,
  MemoryWritten,
  Problem,
} from '../../sdk/src/wire.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import { post, read, translate } from '../support/call.ts';
import { type Customer, startService } from '../support/service.ts';

/** A service as of `startService`, and a customer who has bought `count` characters and asks with their key. */
export async function openAsking(count = 1_000, ...parameters: [env?: Record<string, string>, engines?: Engine[]]) {
  const service = await startService(...parameters);
  const customer = await service.customer(count);
  const ask = <Body = Problem>(body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    translate<Body>(service.url, { key: customer.key, body, headers });
  return { service, customer, ask, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

type Headers = Readonly<Record<string, string>>;

type Replies = {
  readonly glossary: { readonly list: GlossaryPage; readonly add: GlossaryWritten; readonly import: GlossaryImport };
  readonly memory: { readonly list: MemoryPage; readonly add: MemoryWritten; readonly import: MemoryImport };
};

/** As `openAsking`, with the endpoints of the glossary or of the memory. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it types the replies, by inference
export async function openEntries<Name extends keyof Replies>(name: Name) {
  const world = await openAsking(1_000, { RATE_LIMIT_PER_MINUTE: '1000' });
  const { key } = world.customer;
  const address = `${world.service.url}/api/v1/${name}`;
  return {
    ...world,
    address,
    send: async (method: string, path: string, headers: Headers = {}) => {
      const reply = await fetch(address + path, { method, headers: { Authorization: `Bearer ${key}`, ...headers } });
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    },
    list: <Body = Replies[Name]['list']>(query = '') => read<Body>(address + query, { key }),
    add: <Body = Replies[Name]['add']>(entries: unknown, headers: Headers = {}) =>
      post<Body>(address, { key, body: { entries }, headers }),
    importFile: <Body = Replies[Name]['import']>(body: string | Uint8Array, query = '', headers: Headers = {}) =>
      post<Body>(`${address}/import${query}`, { key, body, headers: { 'Content-Type': 'text/csv', ...headers } }),
  };
}

/** Resolves once nothing is set aside any more: giving back is no part of any reply that could be waited for. */
export async function settled(customer: Customer) {
  for (;;) {
    const balance = await customer.balance();
    if (balance.held === 0) return balance;
    await setImmediate();
  }
}
