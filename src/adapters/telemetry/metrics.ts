import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: from a reply without an engine to a text of 100,000 characters. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The metrics of one service. The values of labels come from lists in the program. */
export class Metrics {
  readonly registry = new Registry();

  gauge(name: string, help: string, ...labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  tally(name: string, help: string, ...labelNames: string[]): Tally {
    const tally = new Tally();
    this.readCounter(name, help, (counter) => tally.report(counter, labelNames), labelNames);
    return tally;
  }

  /** @param read sets the counter, which is 0, when the metrics are read */
  readCounter(name: string, help: string, read: (counter: Counter) => void, labelNames: string[] = []): void {
    const collect = (counter: Counter) => {
      counter.reset();
      read(counter);
    };
    const settings = { name, help, labelNames, registers: [] };
    this.registry.registerMetric(
      new Counter({
        ...settings,
        collect() {
          collect(this);
        },
      }),
    );
  }

  timing(name: string, help: string, label: string): Timing {
    const settings = { name, help, labelNames: [label], buckets: durationBuckets, registers: [this.registry] };
    return new Timing(new Histogram(settings));
  }
}

/**
 * A counter that costs a fraction of a microsecond per event. prom-client hashes labels each time, so it gets the
 * counts only when the metrics are read.
 */
export class Tally {
  readonly #counts = new Map<string, { readonly values: readonly string[]; count: number }>();

  /** @param values of the labels, in their order */
  add(values: readonly string[], amount = 1): void {
    const key = values.join(' ');
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { values, count: amount });
    else known.count += amount;
  }

  report(counter: Counter, labels: readonly string[]): void {
    for (const { values, count } of this.#counts.values()) {
      counter.inc(Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ''])), count);
    }
  }
}

/** Durations, by one label; the series of each value is looked up once. */
export class Timing {
  readonly #histogram: Histogram;
  readonly #series = new Map<string, { observe(seconds: number): void }>();

  constructor(histogram: Histogram) {
    this.#histogram = histogram;
  }

  record(value: string, tookMs: number): void {
    const series = this.#series.get(value) ?? this.#histogram.labels(value);
    this.#series.set(value, series);
    series.observe(tookMs / 1_000);
  }
}
