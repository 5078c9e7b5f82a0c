/** Load on a system, and the results. */
import type { LoadResult } from './load-client.ts';
import { load, median } from './processes.ts';
import type { System } from './systems.ts';

export function assertAllSucceeded(result: LoadResult): void {
  const failed = Object.entries(result.statuses).filter(([status]) => status !== '200');
  if (failed.length > 0 || result.requests === 0)
    throw new Error(`replies were not all 200: ${JSON.stringify(result)}`);
}

export type Drive = { readonly texts: readonly string[]; readonly connections: number; readonly requestsMax: number };

export async function drive(system: System, { texts, connections, requestsMax }: Drive): Promise<LoadResult> {
  const result = await load({
    port: system.port,
    connections,
    requestsMax,
    secondsMax: 60,
    warmUpRequests: Math.ceil(requestsMax / 5),
    requests: texts.map((text) => system.request(text)),
  });
  assertAllSucceeded(result);
  return result;
}

/** Alternates rounds of the systems, so that other load on the machine affects all of them. */
export async function inTurn<Systems extends readonly System[]>(
  systems: readonly [...Systems],
  rounds: number,
  once: (system: System, index: number) => Promise<LoadResult>,
): Promise<{ readonly [Index in keyof Systems]: readonly LoadResult[] }> {
  const results = systems.map((): LoadResult[] => []);
  for (let done = 0; done < rounds; done++) {
    for (const [index, system] of systems.entries()) results[index]?.push(await once(system, index));
  }
  return results as { readonly [Index in keyof Systems]: readonly LoadResult[] };
}

/** Returns the seconds of one request for `text`. */
export async function timeOne(system: System, text: string): Promise<number> {
  const result = await load({
    port: system.port,
    connections: 1,
    requestsMax: 1,
    secondsMax: 120,
    warmUpRequests: 0,
    requests: [system.request(text)],
  });
  assertAllSucceeded(result);
  return result.p50Ms / 1_000;
}

/** Returns at least `count` requests, and a multiple of the texts, so that both systems get the same ones. */
export const wholePasses = (texts: readonly string[], count: number): number =>
  Math.ceil(count / texts.length) * texts.length;

export const middle = (results: readonly LoadResult[], of: (result: LoadResult) => number): number =>
  median(results.map(of));
