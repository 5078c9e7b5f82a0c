import type { Engine, Job } from '../../core/engine/engine.ts';
import { Admission } from '../../core/engine-runtime/admission.ts';
import type { Events } from '../../core/events.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../../core/languages/language.ts';
import { type BergamotLimits, defaultLimits } from './limits.ts';
import type { AvailableModel, InstalledModel, ModelIdentity, ModelSource } from './model.ts';
import { ModelDownloads } from './model-downloads.ts';
import { measuredScore } from './quality.ts';
import { type ServedModel, unitsPerText } from './served-model.ts';
import { WorkerPool } from './worker-pool.ts';

export type BergamotOptions = {
  /** The caller closes it. */
  readonly source: ModelSource;
  readonly events: Pick<Events, 'engineRestarted' | 'confidenceReported' | 'modelsLoaded'>;
  /** Whether the confidence of every translation is computed and reported, for a tenth of the speed. */
  readonly isScored?: boolean;
  /** Default: `defaultLimits`. */
  readonly limits?: Partial<BergamotLimits>;
};

/** One model, as the operator sees it. */
export type ModelDescription = {
  /** Its name and version: `base-memory 3.0`. */
  readonly unit: string;
  readonly pairs: readonly LanguagePair[];
  /** chrF2 of its pair; undefined if not measured. */
  readonly score: number | undefined;
  /** `running`: in memory; `ready`: on disk; `pullable`: downloaded for the first request. */
  readonly state: 'running' | 'ready' | 'pullable' | 'unavailable';
  /** Why it is unavailable. */
  readonly reason: string | undefined;
};

export type BergamotEngine = Engine & {
  /** Every model that is installed, and those that can be downloaded. */
  describePairs(): readonly ModelDescription[];
};

/** Opens the engine on the models of `source`. No thread is started before the first job. */
export async function openBergamot(options: BergamotOptions): Promise<BergamotEngine> {
  return new Bergamot({ ...defaultLimits(), ...options.limits }, options);
}

class Bergamot implements BergamotEngine {
  readonly name = 'bergamot';
  readonly isDeterministic = true;
  readonly missedTerms = 'replace';
  /** Core runs both hops of a pivot: it checks and caches each. */
  readonly pivotsMax = 1;
  readonly #options: BergamotOptions;
  readonly #admission: Admission;
  readonly #pool: WorkerPool;
  readonly #downloads: ModelDownloads;
  readonly #served = new Map<string, ServedModel>();
  readonly #offers = new Map<string, AvailableModel>();
  #installed: readonly InstalledModel[] | undefined;
  #available: readonly AvailableModel[] | undefined;
  #pairs: readonly LanguagePair[] = [];
  /** The pairs with the names of their models, on which their scores depend. */
  #scored = '';
  #hasChanged = true;

  constructor(limits: BergamotLimits, options: BergamotOptions) {
    const changed = () => {
      this.#hasChanged = true;
    };
    this.#options = options;
    const unitsMax = limits.queueUnitsMax;
    this.#admission = new Admission({ engine: this.name, unitsMax, unitsPerSegment: unitsPerText });
    const { events, isScored = false } = options;
    this.#pool = new WorkerPool({ engine: this.name, limits, isScored, events, availabilityChanged: changed });
    this.#downloads = new ModelDownloads({ engine: this.name, source: options.source, limits, changed });
  }

  pairs(): readonly LanguagePair[] {
    this.#refresh();
    if (!this.#hasChanged) return this.#pairs;
    this.#hasChanged = false;
    const pairs = [...this.#identities()].filter((one) => this.#canServe(one.pair)).map(({ pair }) => pair);
    // Callers choose routes again for another array: scores depend on the models.
    const scored = pairs.map((pair) => `${pairName(pair)} ${this.#identityOf(pair)?.name}`).join();
    if (scored !== this.#scored) this.#pairs = pairs;
    this.#scored = scored;
    return this.#pairs;
  }

  isInstalled(pair: LanguagePair): boolean {
    const served = this.#servedOf(pair);
    return served !== undefined && served.queue.obstacle === undefined;
  }

  versionOf(pair: LanguagePair): string {
    return this.#identityOf(pair)?.digest ?? '';
  }

  /** Routes through a pivot are measured only for two models with the same name. */
  measuredScore(path: readonly LanguageTag[]): number | undefined {
    const names = path.slice(1).map((target, hop) => {
      const source = path[hop];
      return source && this.#identityOf({ source, target })?.name;
    });
    const [name] = names;
    return name !== undefined && names.every((one) => one === name) ? measuredScore(name, path) : undefined;
  }

  async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const refusal = () => this.#admission.refusal('engine_unavailable', job.pair);
    if (this.#identityOf(job.pair) === undefined) throw refusal();
    return await this.#admission.run(job, async () => {
      if (this.#servedOf(job.pair) === undefined) await this.#downloads.download(job.pair, signal);
      const served = this.#servedOf(job.pair);
      if (served === undefined) throw refusal();
      return await this.#pool.translate(served, job, signal);
    });
  }

  describePairs(): readonly ModelDescription[] {
    this.#refresh();
    return [...this.#identities()].map((identity) => this.#describe(identity));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#downloads[Symbol.asyncDispose](), this.#pool[Symbol.asyncDispose]()]);
  }

  /** Reads which models are on disk and which are available for download. */
  #refresh(): void {
    const { source } = this.#options;
    const [installed, available] = [source.installed(), source.available()];
    if (installed === this.#installed && available === this.#available) return;
    this.#installed = installed;
    this.#available = available;
    this.#hasChanged = true;
    this.#replace(installed);
    this.#offers.clear();
    for (const offer of available) this.#offers.set(pairName(offer.pair), offer);
  }

  #replace(installed: readonly InstalledModel[]): void {
    const earlier = new Map(this.#served);
    this.#served.clear();
    for (const one of installed) {
      const name = pairName(one.pair);
      const before = earlier.get(name);
      const same = before !== undefined && isSame(before.installed, one) ? before : undefined;
      this.#served.set(name, same ?? this.#pool.serve(one));
      if (same !== undefined) earlier.delete(name);
    }
    for (const gone of earlier.values()) gone.isGone = true;
  }

  #servedOf(pair: LanguagePair): ServedModel | undefined {
    this.#refresh();
    return this.#served.get(pairName(pair));
  }

  #identityOf(pair: LanguagePair): ModelIdentity | undefined {
    return this.#servedOf(pair)?.installed ?? this.#offers.get(pairName(pair));
  }

  /** Installed models, and models available for download. */
  *#identities(): Iterable<ModelIdentity> {
    for (const { installed } of this.#served.values()) yield installed;
    for (const [name, offer] of this.#offers) if (!this.#served.has(name)) yield offer;
  }

  #canServe(pair: LanguagePair): boolean {
    const served = this.#served.get(pairName(pair));
    return served === undefined ? !this.#downloads.isPausing(pair) : served.queue.obstacle === undefined;
  }

  #describe({ pair, name, version }: ModelIdentity): ModelDescription {
    const facts = {
      unit: `${name} ${version}`.trim(),
      pairs: [pair],
      score: this.measuredScore([pair.source, pair.target]),
    };
    const served = this.#served.get(pairName(pair));
    if (served === undefined) {
      const reason = this.#downloads.isPausing(pair) ? 'could not be downloaded; retried later' : undefined;
      return { ...facts, state: reason === undefined ? 'pullable' : 'unavailable', reason };
    }
    const reason = served.queue.obstacle;
    const working = served.memory === undefined ? 'ready' : 'running';
    return { ...facts, state: reason === undefined ? working : 'unavailable', reason };
  }
}

/** Whether both are the same model in the same files. */
function isSame(one: InstalledModel, other: InstalledModel): boolean {
  const { model, shortlist, vocabularies } = one.files;
  const paths = [other.files.model, other.files.shortlist, ...other.files.vocabularies];
  return one.digest === other.digest && [model, shortlist, ...vocabularies].join() === paths.join();
}
