import type { CrewState, Step } from './crew-state.ts';
import type { BergamotLimits } from './limits.ts';
import type { ModelHost } from './model-host.ts';
import { Residency } from './residency.ts';
import type { ServedModel } from './served-model.ts';

/** Decides which worker does what for which model. Models take turns: whose last turn was longest ago comes first. */
export class CrewPlan {
  readonly residency: Residency;
  readonly #limits: BergamotLimits;
  readonly #state: CrewState;

  constructor(limits: BergamotLimits, state: CrewState) {
    this.residency = new Residency(limits, state);
    this.#limits = limits;
    this.#state = state;
  }

  /** Undefined while there is nothing to do but to wait. */
  next(): Step | undefined {
    const waiting = [...this.#state.models]
      .filter(({ queue, setbacks }) => !queue.isEmpty && !setbacks.isPausing)
      .toSorted((one, other) => one.turn - other.turn);
    return this.#place(waiting) ?? this.#use(waiting) ?? this.#spread(waiting) ?? this.#tidy();
  }

  /** Whether a worker has it loaded, or is about to. */
  holds(model: ServedModel): boolean {
    return [...this.#state.hosts].some((host) => host.holds(model));
  }

  /** Workers that have it loaded and nothing to do. */
  idleHosts(model: ServedModel): readonly ModelHost[] {
    return [...this.#state.hosts].filter((host) => host.isIdle && host.holds(model));
  }

  /** A place for what has none: nothing else can be done for it. */
  #place(waiting: readonly ServedModel[]): Step | undefined {
    for (const model of waiting) {
      const step = this.holds(model) ? undefined : this.residency.place(model, false);
      if (step !== undefined) return step;
    }
    return undefined;
  }

  #use(waiting: readonly ServedModel[]): Step | undefined {
    for (const model of waiting) {
      const [host] = this.idleHosts(model);
      if (host !== undefined) return { kind: 'translate', host, model };
    }
    return undefined;
  }

  /** A further worker for what the others are not going to be through with soon. */
  #spread(waiting: readonly ServedModel[]): Step | undefined {
    for (const model of waiting) {
      const isMuch = model.queue.units >= model.pace.unitsIn(this.#limits.spreadMs);
      const step = isMuch && this.holds(model) ? this.residency.place(model, true) : undefined;
      if (step !== undefined) return step;
    }
    return undefined;
  }

  /** Models that were removed or replaced on disk, and that nobody waits for any more. */
  #tidy(): Step | undefined {
    for (const model of this.#state.models) {
      const [host] = model.isGone && model.queue.isEmpty ? this.idleHosts(model) : [];
      if (host !== undefined) return { kind: 'unload', host, model };
    }
    return undefined;
  }
}
