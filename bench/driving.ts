/** Driving parties with load, and what is made of the results. */
import type { LoadResult } from './load-client.ts';
import type { Party } from './parties.ts';
import { load, median } from './processes.ts';

export function assertAllSucceeded(result: LoadResult): void {
  const failed = Object.entries(result.statuses).filter(([status]) => status !== '200');
  if (failed.length > 0 || result.requests === 0)
    throw new Error(`replies were not all 200: ${JSON.stringify(result)}`);
}

export type Drive = { readonly texts: readonly string[]; readonly connections: number; readonly requestsMax: number };

export async function drive(party: Party, { texts, connections, requestsMax }: Drive): Promise<LoadResult> {
  const result = await load({
    port: party.port,
    connections,
    requestsMax,
    secondsMax: 60,
    warmUpRequests: Math.ceil(requestsMax / 5),
    requests: texts.map((text) => party.request(text)),
  });
  assertAllSucceeded(result);
  return result;
}

/** Rounds of both parties in turn, so that whatever else the machine does falls on both. */
export async function inTurn(
  parties: readonly [Party, Party],
  rounds: number,
  once: (party: Party, index: number) => Promise<LoadResult>,
): Promise<readonly [readonly LoadResult[], readonly LoadResult[]]> {
  const results: [LoadResult[], LoadResult[]] = [[], []];
  for (let done = 0; done < rounds; done++) {
    results[0].push(await once(parties[0], 0));
    results[1].push(await once(parties[1], 1));
  }
  return results;
}

/** Seconds that one request for `text` takes. */
export async function timeOne(party: Party, text: string): Promise<number> {
  const result = await load({
    port: party.port,
    connections: 1,
    requestsMax: 1,
    secondsMax: 120,
    warmUpRequests: 0,
    requests: [party.request(text)],
  });
  assertAllSucceeded(result);
  return result.p50Ms / 1_000;
}

/** At least `count` requests, and every text equally often, so that no party is given the easier ones. */
export const wholePasses = (texts: readonly string[], count: number): number =>
  Math.ceil(count / texts.length) * texts.length;

export const middle = (results: readonly LoadResult[], of: (result: LoadResult) => number): number =>
  median(results.map(of));
