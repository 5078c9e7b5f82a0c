import { type Arithmetic, probeArithmetic } from '../../../packages/marian/src/index.ts';
import { orAborted, within } from '../../ground/abort.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { Admission } from '../../text/engine/admission.ts';
import type { DescribedEngine, EngineUnit, Job } from '../../text/engine/engine.ts';
import type { TextEvents } from '../../text/events.ts';
import { type LanguagePair, type LanguageTag, pairName } from '../../text/languages/language.ts';
import { type BergamotLimitOptions, type BergamotLimits, defaultLimits } from './limits.ts';
import type { AvailableModel, InstalledModel, ModelIdentity, ModelSource } from './model.ts';
import scores from './quality.json' with { type: 'json' };
import { type ServedModel, unitsPerText } from './served-model.ts';
import { type PoolEvents, WorkerPool } from './worker-pool.ts';

export type BergamotOptions = {
  /** The caller closes it. */
  readonly source: ModelSource;
  readonly events: Pick<TextEvents, PoolEvents>;
  readonly limits: BergamotLimitOptions;
};

/** Opens the engine on the models of `source`. No thread is started before the first job. */
export async function openBergamot(options: BergamotOptions): Promise<DescribedEngine> {
  return new Bergamot({ ...defaultLimits(), ...options.limits }, options);
}

const arithmetics: Readonly<Record<Arithmetic, string>> = {
  unsigned: 'arithmetic unsigned, the fastest: the processor has AVX-VNNI',
  pairs: 'arithmetic pairs: the processor has no AVX-VNNI (wide for a model with many extreme weights)',
  wide: 'arithmetic wide, the slowest: the processor is not x86, or has no AVX',
};

/** A model on disk, or one to download: `served` is undefined. */
type KnownModel = { readonly identity: ModelIdentity; readonly served: ServedModel | undefined };

class Bergamot implements DescribedEngine {
  readonly name = 'bergamot';
  readonly isDeterministic = true;
  readonly missedEntries = 'replace';
  readonly copiesInFragments = true;
  /** The caller runs both hops of a pivot, and checks and caches each. */
  readonly pivotsMax = 1;
  readonly #options: BergamotOptions;
  readonly #admission: Admission;
  readonly #pool: WorkerPool;
  readonly #limits: BergamotLimits;
  readonly #downloads = new Map<string, Promise<InstalledModel>>();
  readonly #closed = new AbortController();
  /** By pair. */
  #models = new Map<string, KnownModel>();
  #installed: readonly InstalledModel[] | undefined;
  #available: readonly AvailableModel[] | undefined;
  #pairs: readonly LanguagePair[] = [];
  /** The pairs with the names of their models, on which their scores depend. */
  #scored = '';
  #hasChanged = true;

  constructor(limits: BergamotLimits, options: BergamotOptions) {
    this.#options = options;
    const unitsMax = limits.queueUnitsMax;
    this.#admission = new Admission({ engine: this.name, unitsMax, unitsPerSegment: unitsPerText });
    const { events, source } = options;
    this.#pool = new WorkerPool({
      engine: this.name,
      limits,
      events,
      availabilityChanged: () => (this.#hasChanged = true),
      refused: (model, reason) => source.refuse(model, reason),
    });
    this.#limits = limits;
  }

  pairs(): readonly LanguagePair[] {
    this.#refresh();
    if (!this.#hasChanged) return this.#pairs;
    this.#hasChanged = false;
    const usable = [...this.#models.values()].filter(({ served }) => served?.queue.obstacle === undefined);
    // A new array makes callers choose routes again, because scores depend on the models.
    const scored = usable.map(({ identity: { pair, name } }) => `${pairName(pair)} ${name}`).join();
    if (scored !== this.#scored) this.#pairs = usable.map(({ identity }) => identity.pair);
    this.#scored = scored;
    return this.#pairs;
  }

  isReady(pair: LanguagePair): boolean {
    const served = this.#modelOf(pair)?.served;
    return served !== undefined && served.queue.obstacle === undefined;
  }

  versionOf(pair: LanguagePair): string {
    return this.#modelOf(pair)?.identity.digest ?? '';
  }

  /** Routes through a pivot are measured only for two models with the same name. */
  measuredScore(path: readonly LanguageTag[]): number | undefined {
    const names = path.slice(1).map((target, hop) => {
      const source = path[hop];
      return source && this.#modelOf({ source, target })?.identity.name;
    });
    const [name] = names;
    return name !== undefined && names.every((one) => one === name) ? measuredScore(name, path) : undefined;
  }

  async translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const refusal = () => this.#admission.refusal('engine_unavailable', job.pair);
    if (this.#modelOf(job.pair) === undefined) throw refusal();
    return await this.#admission.run(job, async () => {
      if (this.#modelOf(job.pair)?.served === undefined) await this.#download(job.pair, signal);
      const served = this.#modelOf(job.pair)?.served;
      if (served === undefined) throw refusal();
      return await this.#pool.translate(served, job, signal);
    });
  }

  /** Probed on request: a server has no use for it. */
  get machine(): string {
    return arithmetics[probeArithmetic()];
  }

  describeUnits(): readonly EngineUnit[] {
    this.#refresh();
    return [...this.#models.values()].map((model) => this.#describe(model));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Error('the engine was closed'));
    await Promise.allSettled(this.#downloads.values());
    await this.#pool[Symbol.asyncDispose]();
  }

  /**
   * Waits at most `downloadWaitMs`. One download serves all callers, and continues without them.
   * @throws ServiceError `engine_unavailable`, `model_failed`; the signal's reason when it aborts
   */
  async #download(pair: LanguagePair, signal: AbortSignal): Promise<void> {
    const { downloadWaitMs, downloadsMax } = this.#limits;
    const name = pairName(pair);
    const refusal = (reason: string) =>
      new ServiceError('engine_unavailable', { detail: { engine: this.name, pair: name, reason } });
    let download = this.#downloads.get(name);
    if (download === undefined) {
      if (this.#downloads.size >= downloadsMax) throw refusal('the model waits for other downloads');
      const running = this.#options.source.download(pair, { signal: this.#closed.signal });
      download = running.finally(() => this.#downloads.delete(name));
      this.#downloads.set(name, download);
    }
    const outcome = await within(orAborted(download, signal), downloadWaitMs, 'late');
    if (outcome === 'late') throw refusal('the model is being downloaded');
  }

  /** Reads which models are on disk and which are available for download. */
  #refresh(): void {
    const { source } = this.#options;
    const [installed, available] = [source.installed(), source.available()];
    if (installed === this.#installed && available === this.#available) return;
    this.#installed = installed;
    this.#available = available;
    this.#hasChanged = true;
    const earlier = this.#models;
    this.#models = new Map();
    for (const identity of installed) {
      const name = pairName(identity.pair);
      const before = earlier.get(name)?.served;
      const { digest, files } = before?.installed ?? {};
      const isSame = digest === identity.digest && files?.model === identity.files.model;
      const served = before && isSame ? before : this.#pool.serve(identity);
      this.#models.set(name, { identity, served });
    }
    for (const identity of available) {
      const name = pairName(identity.pair);
      if (!this.#models.has(name)) this.#models.set(name, { identity, served: undefined });
    }
    for (const [name, { served }] of earlier) {
      if (served !== undefined && this.#models.get(name)?.served !== served) served.isGone = true;
    }
  }

  #modelOf(pair: LanguagePair): KnownModel | undefined {
    this.#refresh();
    return this.#models.get(pairName(pair));
  }

  #describe({ identity, served }: KnownModel): EngineUnit {
    const { pair, name, version } = identity;
    const score = this.measuredScore([pair.source, pair.target]);
    const facts = { unit: `${name} ${version}`.trim(), pairs: [pair], score, reason: served?.queue.obstacle };
    if (served === undefined) return { ...facts, state: 'pullable' };
    const state = served.memory === undefined ? 'ready' : 'running';
    return { ...facts, state: facts.reason === undefined ? state : 'unavailable' };
  }
}

type Score = { readonly chrF2: number };

const scoresByModel = new Map(
  Object.entries(scores).map(([model, byPath]) => [model, new Map<string, Score>(Object.entries(byPath))]),
);

/** chrF2 along `path`, 0-100. @param modelName the registry's architecture, or the name given at import */
export function measuredScore(modelName: string, path: readonly LanguageTag[]): number | undefined {
  return scoresByModel.get(modelName)?.get(path.join('>'))?.chrF2;
}
