import { Counter, Histogram, type Registry } from 'prom-client';

/** The name of a metric and of its labels. */
export type MetricName<Label extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
};

/** Seconds: from a reply without an engine to a text of 100,000 characters. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

// Label values come from lists in the program; this limit applies should one ever not.
const seriesMax = 500;
const beyond = 'other';

type Cell<Label extends string> = { readonly labels: Readonly<Record<Label, string>>; count: number };

/**
 * A counter by label values that costs tens of nanoseconds per event. prom-client hashes its labels on each event, so
 * it gets the counts only when the metrics are read.
 */
export class Tally<Label extends string> {
  readonly #names: readonly Label[];
  readonly #cells = new Map<string, Cell<Label>>();

  constructor(registry: Registry, { name, help, labels }: MetricName<Label>) {
    this.#names = labels;
    const cells = this.#cells;
    registry.registerMetric(
      new Counter({
        name,
        help,
        labelNames: [...labels],
        registers: [],
        collect() {
          this.reset();
          for (const cell of cells.values()) this.inc(cell.labels, cell.count);
        },
      }),
    );
  }

  /** @param key identifies these labels; `values` is called only for a new key */
  add(key: string, values: () => readonly string[], amount = 1): void {
    const cell = this.#cells.get(key) ?? this.#open(key, values());
    cell.count += amount;
  }

  #open(key: string, values: readonly string[]): Cell<Label> {
    if (this.#cells.size >= seriesMax && key !== beyond) {
      const all = this.#names.map(() => beyond);
      return this.#cells.get(beyond) ?? this.#open(beyond, all);
    }
    const labels = Object.fromEntries(this.#names.map((name, at) => [name, values[at] ?? '']));
    const cell = { labels: labels as Record<Label, string>, count: 0 };
    this.#cells.set(key, cell);
    return cell;
  }
}

/** Durations, by one label; the series of each value is looked up once and then cached. */
export class Timing {
  readonly #histogram: Histogram;
  readonly #observers = new Map<string, (seconds: number) => void>();

  constructor(registry: Registry, { name, help, labels }: MetricName<string>) {
    this.#histogram = new Histogram({
      name,
      help,
      labelNames: [...labels],
      buckets: durationBuckets,
      registers: [registry],
    });
  }

  record(value: string, tookMs: number): void {
    const observe = this.#observers.get(value) ?? this.#open(value);
    observe(tookMs / 1_000);
  }

  #open(value: string): (seconds: number) => void {
    if (this.#observers.size >= seriesMax && value !== beyond) {
      return this.#observers.get(beyond) ?? this.#open(beyond);
    }
    const child = this.#histogram.labels(value);
    const observe = (seconds: number) => child.observe(seconds);
    this.#observers.set(value, observe);
    return observe;
  }
}
