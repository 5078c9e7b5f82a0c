import type { Events } from '../../core/events.ts';
import { pairName } from '../../core/languages/language.ts';
import { ServiceError } from '../../core/service-error.ts';
import { CrewPlan } from './crew-plan.ts';
import type { Step } from './crew-state.ts';
import type { BergamotLimits } from './limits.ts';
import { UnusableModel } from './model-format.ts';
import { ModelHost } from './model-host.ts';
import { PendingJob, type PendingJobOptions, type TextRequest } from './pending-job.ts';
import type { ServedModel } from './served-model.ts';
import { Setbacks } from './setbacks.ts';
import { type EngineTranslation, WorkerEnded, WorkerThread } from './worker-thread.ts';

export type CrewOptions = {
  readonly engine: string;
  readonly limits: BergamotLimits;
  readonly events: Pick<Events, 'engineRestarted' | 'confidenceTold' | 'modelsLoaded'>;
  /** Which pairs can be used has changed. */
  availabilityChanged(): void;
};

/** A text over which workers ended so often is taken to be the cause. */
const strikesMax = 2;

/** A job of which more segments were given up fails: others wait while workers are replaced for it. */
const givenUpMax = 8;

/** The workers, and what they do for whom. */
export class Crew implements AsyncDisposable {
  readonly #options: CrewOptions;
  readonly #state = { models: new Set<ServedModel>(), hosts: new Set<ModelHost>(), starting: 0, mayStart: true };
  readonly #tasks = new Set<Promise<void>>();
  readonly #plan: CrewPlan;
  /** Of starting a worker. */
  readonly #setbacks: Setbacks;
  readonly #timer: NodeJS.Timeout;
  #turns = 0;
  #isWaking = false;
  #isDisposed = false;

  constructor(options: CrewOptions) {
    this.#options = options;
    const { limits } = options;
    this.#setbacks = new Setbacks({ withdrawMs: limits.withdrawMs, changed: () => this.availabilityChanged() });
    this.#plan = new CrewPlan(limits, this.#state);
    this.#timer = setInterval(() => this.#survey(), limits.surveyMs).unref();
  }

  /** The model was removed or replaced on disk. What was accepted for it is still translated. */
  retire(model: ServedModel): void {
    model.isGone = true;
    this.#wakeSoon();
  }

  /** Why a model cannot be used now; undefined when it can. */
  obstacleOf({ installed, setbacks }: ServedModel): string | undefined {
    if (this.#isDisposed) return 'closed';
    if (!this.canHold([installed.bytes])) return 'needs more memory than models may take';
    return setbacks.reason ?? (this.#state.hosts.size === 0 ? this.#setbacks.reason : undefined);
  }

  /** Whether there is memory for models of these sizes at the same time. */
  canHold(fileBytes: readonly number[]): boolean {
    return this.#plan.residency.canHold(fileBytes);
  }

  /** Whether a worker has it loaded, or is about to. */
  holds(model: ServedModel): boolean {
    return this.#plan.holds(model);
  }

  /**
   * @throws ServiceError `engine_unavailable`
   * @throws the signal's reason when it aborts
   */
  async translate(
    model: ServedModel,
    { segments, share }: Pick<PendingJobOptions, 'segments' | 'share'>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    signal.throwIfAborted();
    const obstacle = this.obstacleOf(model);
    if (obstacle !== undefined) throw this.#unavailable(model, obstacle);
    const job = new PendingJob({
      segments,
      share,
      lengthOf: (text) => model.lengthOf(text),
      shortUnitsMax: this.#options.limits.shortJobUnitsMax,
    });
    const giveUp = (): void => job.fail(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      // One that was removed on disk while the job was made is among them no more.
      this.#state.models.add(model);
      model.queue.add(job);
      this.#wakeSoon();
      return await job.promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      model.queue.remove(job);
    }
  }

  /** A model failed or came back, or may be tried again. */
  availabilityChanged(): void {
    this.#state.mayStart = !this.#setbacks.isPausing;
    for (const model of this.#state.models) {
      const reason = this.obstacleOf(model);
      if (reason !== undefined) this.#failAll(model, reason);
    }
    this.#options.availabilityChanged();
    this.#wakeSoon();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    this.#setbacks[Symbol.dispose]();
    for (const model of this.#state.models) {
      model[Symbol.dispose]();
      this.#failAll(model, 'closed');
    }
    await Promise.all([...this.#state.hosts].map((host) => host.end()));
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  /** Once all callers of this turn of the event loop have been heard, so that their texts go together. */
  #wakeSoon(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.#wake();
    });
  }

  /** Gives everybody who has nothing to do something to do. */
  #wake(): void {
    const next = () => (this.#isDisposed ? undefined : this.#plan.next());
    for (let step = next(); step !== undefined; step = next()) {
      const task: Promise<void> = this.#perform(step).finally(() => this.#tasks.delete(task));
      this.#tasks.add(task);
    }
  }

  async #perform(step: Step): Promise<void> {
    switch (step.kind) {
      case 'start':
        return this.#start(step.isExpress);
      case 'end':
        return this.#end(step.host);
      case 'translate':
        return this.#occupy(step, () => this.#translate(step.host, step.model));
      case 'load':
        return this.#occupy(step, () => this.#load(step));
      case 'unload':
        return this.#occupy(step, () => this.#unload(step.host, step.model));
    }
  }

  /** @param work returns what may be done once the worker has something else to do */
  async #occupy(
    { host, model }: { readonly host: ModelHost; readonly model: ServedModel },
    work: () => Promise<(() => void) | undefined>,
  ): Promise<void> {
    host.isBusy = true;
    model.turn = ++this.#turns;
    const finish = await work();
    host.isBusy = false;
    host.isAtLong = false;
    this.#wake();
    finish?.();
    if (host.isLeaving) await host.end();
  }

  async #translate(host: ModelHost, model: ServedModel): Promise<(() => void) | undefined> {
    const { queue, pace } = model;
    const batch = queue.takeBatch(this.#unitsFor(model), host.isExpress ? 'short' : undefined);
    const units = batch.reduce((sum, request) => sum + request.units, 0);
    if (batch.length === 0) return undefined;
    host.isAtLong = batch.some(({ job, strikes }) => job.lane === 'long' || strikes > 0);
    const beganAt = performance.now();
    try {
      const texts = batch.map(({ text }) => text);
      const translations = await host.translate(model, texts);
      pace.took(performance.now() - beganAt, units);
      return () => this.#deliver(model, batch, translations);
    } catch (error) {
      this.#failed(host, model, error);
      return () => this.#strike(model, batch);
    }
  }

  /** What a worker is given at once; those that are idle share what little there is. */
  #unitsFor(model: ServedModel): number {
    const idle = this.#plan.idleHosts(model).length + 1;
    return Math.min(model.pace.callUnits, model.queue.units / idle);
  }

  #deliver(model: ServedModel, batch: readonly TextRequest[], translations: readonly EngineTranslation[]): void {
    const { events, engine } = this.#options;
    const further = batch.flatMap((request, index) => translated(request, translations[index]));
    this.#again(model, further, (requests) => model.queue.addAgain(requests));
    const confidences = translations.map(({ confidence }) => confidence).filter((one) => one !== undefined);
    if (confidences.length > 0) events.confidenceTold({ engine, confidences });
  }

  /** Each text is tried once more, alone; it is given up when a worker ends over it again. */
  #strike(model: ServedModel, batch: readonly TextRequest[]): void {
    const struck = batch.map((request) => ({ ...request, strikes: request.strikes + 1 }));
    for (const request of struck.filter(({ strikes }) => strikes >= strikesMax)) {
      request.job.giveUp(request);
      if (request.job.givenUp > givenUpMax) request.job.fail(this.#unavailable(model, 'failed on it again and again'));
    }
    const suspects = struck.filter(({ strikes }) => strikes < strikesMax);
    this.#again(model, suspects, (requests) => model.queue.addSuspects(requests));
  }

  #again(model: ServedModel, requests: readonly TextRequest[], add: (requests: readonly TextRequest[]) => void): void {
    if (requests.length === 0) return;
    const obstacle = this.obstacleOf(model);
    if (obstacle === undefined) add(requests);
    else for (const { job } of requests) job.fail(this.#unavailable(model, obstacle));
    this.#wakeSoon();
  }

  async #load({ host, model, unload }: Step & { readonly kind: 'load' }): Promise<undefined> {
    try {
      for (const one of unload) await host.unload(one);
      this.#forgetUnused();
      await host.load(model);
      model.setbacks.succeeded();
    } catch (error) {
      if (error instanceof WorkerEnded) this.#failed(host, model, error);
      if (!host.isLeaving || !unload.some((one) => host.holds(one))) {
        model.setbacks.failed(reasonOf(error), { isFinal: error instanceof UnusableModel });
      }
    }
    this.#tellModels();
  }

  async #unload(host: ModelHost, model: ServedModel): Promise<undefined> {
    try {
      await host.unload(model);
    } catch (error) {
      this.#failed(host, model, error);
    }
    this.#tellModels();
  }

  async #start(isExpress: boolean): Promise<void> {
    this.#state.starting++;
    try {
      const host = new ModelHost(await WorkerThread.start(), { isExpress });
      if (this.#isDisposed) return await host.end();
      this.#state.hosts.add(host);
      void host.ended.then(({ kind }) => this.#lose(host, kind));
      this.#setbacks.succeeded();
    } catch {
      this.#setbacks.failed('no worker can be started');
      this.#state.mayStart = false;
    } finally {
      this.#state.starting--;
    }
    this.#wake();
  }

  /** One that is at work ends once it is through with that. */
  async #end(host: ModelHost): Promise<void> {
    host.isLeaving = true;
    if (!host.isBusy) await host.end();
  }

  /** A worker ended over a call, or is not what it should be. */
  #failed(host: ModelHost, model: ServedModel, error: unknown): void {
    if (this.#isDisposed) return;
    host.isLeaving = true;
    const reason = error instanceof WorkerEnded ? error.end.kind : 'failed';
    this.#options.events.engineRestarted({ engine: this.#options.engine, unit: pairName(model.pair), reason });
  }

  #lose(host: ModelHost, reason: string): void {
    this.#state.hosts.delete(host);
    if (this.#isDisposed) return;
    // Over a call it was reported with what it was at.
    if (!host.isLeaving && !host.isBusy)
      this.#options.events.engineRestarted({ engine: this.#options.engine, unit: 'worker', reason });
    this.#tellModels();
    this.#wakeSoon();
  }

  #survey(): void {
    const usedBefore = performance.now() - this.#options.limits.idleMsMax;
    for (const host of this.#state.hosts) {
      if (host.isIdle && host.usedAt < usedBefore) void this.#end(host);
    }
    this.#dropGone();
    this.#wake();
  }

  #tellModels(): void {
    this.#forgetUnused();
    const { engine, events } = this.#options;
    const models = [...this.#state.hosts].reduce((sum, host) => sum + host.models.length, 0);
    if (!this.#isDisposed) events.modelsLoaded({ engine, models, bytes: this.#plan.residency.bytesHeld });
  }

  #forgetUnused(): void {
    for (const model of this.#state.models) if (!this.holds(model)) model.forget();
  }

  /** Those that are gone from disk, once nobody waits for them and no worker has them. */
  #dropGone(): void {
    for (const model of this.#state.models) {
      if (!model.isGone || !model.queue.isEmpty || this.holds(model)) continue;
      model[Symbol.dispose]();
      this.#state.models.delete(model);
    }
  }

  #failAll(model: ServedModel, reason: string): void {
    for (const job of model.queue.clear()) job.fail(this.#unavailable(model, reason));
  }

  #unavailable({ pair }: ServedModel, reason: string): ServiceError {
    const detail = { engine: this.#options.engine, pair: pairName(pair), reason };
    return new ServiceError('engine_unavailable', { message: 'This pair cannot be translated at the moment.', detail });
  }
}

/** A segment that cannot be put together fails its own job and no other. */
function translated(
  request: TextRequest,
  translation: EngineTranslation = { text: '', confidence: undefined },
): readonly TextRequest[] {
  try {
    return request.job.translated(request, translation);
  } catch (error) {
    request.job.fail(error);
    return [];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnusableModel || error instanceof WorkerEnded) return error.message;
  return 'its files cannot be read';
}
