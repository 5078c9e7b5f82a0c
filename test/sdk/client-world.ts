import { Dragoman, type DragomanOptions, type Fetch } from '../../sdk/src/dragoman.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import { startService } from '../support/service.ts';

/** A sent request and its reply, or what `fetch` threw. */
export type Sent = {
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly status: number;
};

/** A service, a customer with `count` characters, and their client. `sent` has all requests with a reply. */
export async function openClient(
  count = 1_000,
  { env = {}, engines, ...options }: DragomanOptions & { env?: Record<string, string>; engines?: Engine[] } = {},
) {
  const service = await startService(env, engines);
  const customer = await service.customer(count);
  const sent: Sent[] = [];
  const { fetch = globalThis.fetch } = options;
  const recording: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    const path = new URL(url).pathname.replace('/api/v1', '');
    const headers = new Headers(init.headers);
    sent.push({ path, headers, body: init.body, status: response.status });
    return response;
  };
  const dragoman = new Dragoman({ key: customer.key, baseUrl: service.url, ...options, fetch: recording });
  return { service, customer, sent, dragoman, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}
