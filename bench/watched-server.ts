/** The service with a watch on its event loop: each SIGUSR2 prints the longest stall since the last one, as `Stall`. */
import { PerformanceObserver, performance } from 'node:perf_hooks';

/** A stall counts the time that its thread computed, without garbage collection and waits for a processor. */
export type Stall = { readonly stallMs: number };

type Span = { readonly from: number; readonly to: number };

/** `busyMs`: processor time of the thread. */
type Gap = Span & { readonly busyMs: number };

const tickMs = 2;
/** Shorter gaps are dropped, so that a run of minutes keeps few. */
const keptMs = 10;

let stalls: Gap[] = [];
let collections: Span[] = [];
let last = performance.now();
let lastBusyMs = threadMs();

const collected = new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    collections.push({ from: startTime, to: startTime + duration });
  }
});
collected.observe({ entryTypes: ['gc'] });

setInterval(() => {
  const now = performance.now();
  const busyMs = threadMs();
  if (now - last > keptMs + tickMs) stalls.push({ from: last, to: now, busyMs: busyMs - lastBusyMs });
  [last, lastBusyMs] = [now, busyMs];
}, tickMs).unref();

process.on('SIGUSR2', () => {
  const stallMs = Math.max(
    0,
    ...stalls.map((stall) => stall.busyMs - sum(collections.map((gc) => overlap(stall, gc)))),
  );
  stalls = [];
  collections = [];
  process.stdout.write(`${JSON.stringify({ stallMs } satisfies Stall)}\n`);
});

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const overlap = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

await import('../src/serve.ts');
