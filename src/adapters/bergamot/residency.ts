import type { CrewState, Step } from './crew-state.ts';
import type { BergamotLimits } from './limits.ts';
import { hostBytes, type ModelHost, residentBytes } from './model-host.ts';
import type { ServedModel } from './served-model.ts';

/** Where a model is wanted. */
export type Place = {
  /** Another worker has it already: nothing that is in use makes room. */
  readonly isSpare: boolean;
  /** In the worker for short texts. */
  readonly isExpress: boolean;
};

type Load = Step & { readonly kind: 'load' };

/**
 * Knows which models may be where, so that all workers together stay within their memory. Models that nobody waits for make
 * room first, the one that was used least recently before the others; where that is not enough whole workers end, as
 * only then memory comes back. What texts wait for makes room once it has had its time, so that every model gets a turn.
 */
export class Residency {
  readonly #limits: BergamotLimits;
  readonly #state: CrewState;

  constructor(limits: BergamotLimits, state: CrewState) {
    this.#limits = limits;
    this.#state = state;
  }

  /** What all workers with their models take, by estimate. */
  get bytesHeld(): number {
    const { hosts, starting, models } = this.#state;
    const shared = [...models].reduce((sum, { bytesShared }) => sum + bytesShared, 0);
    return [...hosts].reduce((sum, host) => sum + host.bytesHeld, starting * hostBytes + shared);
  }

  /** Whether models of these sizes would find places in one worker if they were the only ones. */
  canHold(fileBytes: readonly number[]): boolean {
    const bytes = fileBytes.reduce((sum, each) => sum + residentBytes(each) + each, hostBytes);
    return bytes <= this.#limits.memoryBytesMax && fileBytes.length <= this.#limits.modelsPerWorkerMax;
  }

  /**
   * What to do next so that `model` is loaded.
   *
   * @returns undefined when others have to come to an end first
   */
  place(model: ServedModel, { isSpare, isExpress }: Place): Step | undefined {
    const { starting, mayStart } = this.#state;
    const hosts = [...this.#state.hosts].filter((host) => host.isExpress === isExpress);
    const hostsMax = isExpress ? 1 : this.#limits.workersMax;
    const idle = hosts.filter(({ isIdle }) => isIdle);
    const [load] = idle
      .filter((host) => !host.holds(model))
      .map((host) => this.#loadInto(host, model, isSpare))
      .filter((found) => found !== undefined)
      .toSorted((one, other) => disturbance(one) - disturbance(other));
    if (load?.unload.length === 0) return load;
    // What starts is going to have room for it.
    if (starting > 0) return undefined;
    const isRoom = mayStart && hosts.length < hostsMax && this.#fits(hostBytes + this.#bytesFor(model));
    if (isRoom) return { kind: 'start', isExpress };
    if (load !== undefined || isSpare) return load;
    // Some of what is there has not had its time, and makes room soon.
    if (idle.some((host) => this.#hasRoom(host, model, host.models))) return undefined;
    return this.#endAnother(idle);
  }

  #loadInto(host: ModelHost, model: ServedModel, isSpare: boolean): Load | undefined {
    const leavers = this.#leaversOf(host, isSpare).filter((one) => one !== model);
    for (let count = 0; count <= leavers.length; count++) {
      const unload = leavers.slice(0, count);
      if (this.#hasRoom(host, model, unload)) return { kind: 'load', host, model, unload };
    }
    return undefined;
  }

  /** Those that may make room in a worker, the first to go first. */
  #leaversOf(host: ModelHost, isSpare: boolean): readonly ServedModel[] {
    const [wanted, others] = [true, false].map((is) => host.models.filter(({ queue }) => !queue.isEmpty === is));
    const byUse = (others ?? []).toSorted(
      (one, other) => host.residenceOf(one).usedAt - host.residenceOf(other).usedAt,
    );
    if (isSpare) return byUse;
    const loadedBefore = performance.now() - this.#limits.tenureMs;
    const served = (wanted ?? [])
      .filter((one) => host.hasHadItsTime(one, loadedBefore))
      .toSorted((one, other) => host.residenceOf(one).loadedAt - host.residenceOf(other).loadedAt);
    return [...byUse, ...served];
  }

  #hasRoom(host: ModelHost, model: ServedModel, unload: readonly ServedModel[]): boolean {
    if (host.models.length - unload.length >= this.#limits.modelsPerWorkerMax) return false;
    if (!host.hasAddressesFor(model, unload)) return false;
    const hosts = [...this.#state.hosts];
    const forgotten = unload
      .filter((one) => !hosts.some((other) => other !== host && other.holds(one)))
      .reduce((sum, { bytesShared }) => sum + bytesShared, 0);
    return this.#fits(host.growthWith(model, unload) + this.#sharedFor(model) - forgotten);
  }

  /** Ends a worker that nobody waits for, the one idle longest, or else the one that has been at work longest. */
  #endAnother(idle: readonly ModelHost[]): Step | undefined {
    const hosts = [...this.#state.hosts];
    // One at work comes free before long, and one that ends gives its memory back.
    if (idle.length === 0 || hosts.some(({ isLeaving }) => isLeaving)) return undefined;
    const [largest] = idle.toSorted((one, other) => other.bytesHeld - one.bytesHeld);
    const others = hosts.filter((host) => host !== largest);
    const [longestIdle] = others
      .filter((host) => idle.includes(host) && host.models.every(({ queue }) => queue.isEmpty))
      .toSorted((one, other) => one.usedAt - other.usedAt);
    const loadedBefore = performance.now() - this.#limits.tenureMs;
    const [eldest] = others
      .filter((host) => host.models.every((model) => model.queue.isEmpty || host.hasHadItsTime(model, loadedBefore)))
      .toSorted((one, other) => one.startedAt - other.startedAt);
    const host = longestIdle ?? eldest;
    return host === undefined ? undefined : { kind: 'end', host };
  }

  #bytesFor(model: ServedModel): number {
    return residentBytes(model.installed.bytes) + this.#sharedFor(model);
  }

  #sharedFor({ installed, bytesShared }: ServedModel): number {
    return installed.bytes - bytesShared;
  }

  #fits(bytes: number): boolean {
    return this.bytesHeld + bytes <= this.#limits.memoryBytesMax;
  }
}

/** How much a placement takes away from others, for comparison. */
function disturbance({ host, unload }: Load): number {
  return 1_000 * unload.length + host.models.length;
}
