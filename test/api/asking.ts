import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../../sdk/src/wire.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import { translate } from '../support/call.ts';
import { type Customer, startService } from '../support/service.ts';

/** A service as of `startService`, and a customer who has bought `count` characters and asks with their key. */
export async function openAsking(count = 1_000, ...parameters: [env?: Record<string, string>, engines?: Engine[]]) {
  const service = await startService(...parameters);
  const customer = await service.customer(count);
  const ask = <Body = Problem>(body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    translate<Body>(service.url, { key: customer.key, body, headers });
  return { service, customer, ask, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** Resolves once nothing is set aside any more: giving back is no part of any reply that could be waited for. */
export async function settled(customer: Customer) {
  for (;;) {
    const balance = await customer.balance();
    if (balance.held === 0) return balance;
    await setImmediate();
  }
}
