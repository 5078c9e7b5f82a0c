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
    return this.#place(waiting) ?? this.#use(waiting) ?? this.#hasten(waiting) ?? this.#spread(waiting) ?? this.#tidy();
  }

  /** Whether a worker has it loaded, or is about to. */
  holds(model: ServedModel): boolean {
    return [...this.#state.hosts].some((host) => host.holds(model));
  }

  /** Workers for all texts that have it loaded and nothing to do. */
  idleHosts(model: ServedModel): readonly ModelHost[] {
    return this.#idle(model).filter(({ isExpress }) => !isExpress);
  }

  #idle(model: ServedModel): readonly ModelHost[] {
    return [...this.#state.hosts].filter((host) => host.isIdle && host.holds(model));
  }

  /** Whether a worker has it that takes all texts. */
  #hasPlace(model: ServedModel): boolean {
    return [...this.#state.hosts].some((host) => !host.isExpress && host.holds(model));
  }

  /** A place for what has none: nothing else can be done for it. */
  #place(waiting: readonly ServedModel[]): Step | undefined {
    for (const model of waiting) {
      const place = { isSpare: false, isExpress: false };
      const step = this.#hasPlace(model) ? undefined : this.residency.place(model, place);
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

  /** Short texts for which no worker is free because of long ones: the worker for short texts takes them. */
  #hasten(waiting: readonly ServedModel[]): Step | undefined {
    if (![...this.#state.hosts].some(({ isAtLong }) => isAtLong)) return undefined;
    for (const model of waiting) {
      if (!model.queue.has('short') || !this.#hasPlace(model)) continue;
      const host = this.#idle(model).find(({ isExpress }) => isExpress);
      if (host !== undefined) return { kind: 'translate', host, model };
      const isAtHand = [...this.#state.hosts].some((one) => one.isExpress && one.holds(model));
      const step = isAtHand ? undefined : this.residency.place(model, { isSpare: true, isExpress: true });
      if (step !== undefined) return step;
    }
    return undefined;
  }

  /** A further worker for what the others are not going to be through with soon. */
  #spread(waiting: readonly ServedModel[]): Step | undefined {
    for (const model of waiting) {
      const isMuch = model.queue.units >= model.pace.unitsIn(this.#limits.spreadMs);
      const place = { isSpare: true, isExpress: false };
      const step = isMuch && this.#hasPlace(model) ? this.residency.place(model, place) : undefined;
      if (step !== undefined) return step;
    }
    return undefined;
  }

  /** Models that were removed or replaced on disk, and that nobody waits for any more. */
  #tidy(): Step | undefined {
    for (const model of this.#state.models) {
      const [host] = model.isGone && model.queue.isEmpty ? this.#idle(model) : [];
      if (host !== undefined) return { kind: 'unload', host, model };
    }
    return undefined;
  }
}
