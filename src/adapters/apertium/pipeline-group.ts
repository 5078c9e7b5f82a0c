import type { Lane } from '../../core/engine-runtime/lane-queue.ts';
import type { Request, Room } from '../../core/engine-runtime/pending-job.ts';
import type { ApertiumLimits } from './limits.ts';

/** The state of a pipeline that decides what it gets. */
export type Worker = { readonly room: Room; readonly hasStarted: boolean; readonly isIdle: boolean };

type Sent = Pick<Request<unknown, unknown>, 'units'> & { readonly job: { readonly lane: Lane } };

/** One pipeline of a pool. */
export type Member<Pipeline> = {
  readonly pipeline: Pipeline;
  readonly lane: Lane;
  /** Sent and not delivered, by lane. */
  readonly inFlight: Readonly<Record<Lane, { requests: number; units: number }>>;
};

/** A lane counts as in use for this long after its last segment: more is likely to follow. */
const inUseMs = 2_000;

/**
 * Chooses a pipeline for the next segments. Long texts never fill a pipeline of the short lane, because a short text
 * would wait behind them: they use it only until a pipeline of their own has started. Short texts may use a pipeline of
 * the long lane when theirs is full. If one pipeline serves both lanes, each has few sentences in flight, so that neither
 * waits long for the other.
 */
export class PipelineGroup<Pipeline extends Worker> {
  readonly #limits: ApertiumLimits;
  readonly #members = new Map<Pipeline, Member<Pipeline>>();
  readonly #usedAt: Record<Lane, number> = { short: Number.NEGATIVE_INFINITY, long: Number.NEGATIVE_INFINITY };

  constructor(limits: ApertiumLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#members.size;
  }

  get pipelines(): readonly Pipeline[] {
    return [...this.#members.keys()];
  }

  /** Counts the pipelines of `lane`, including those that are starting. */
  count(lane: Lane): number {
    return this.#all().filter((member) => member.lane === lane).length;
  }

  add(pipeline: Pipeline, lane: Lane): void {
    const none = () => ({ requests: 0, units: 0 });
    this.#members.set(pipeline, { pipeline, lane, inFlight: { short: none(), long: none() } });
  }

  remove(pipeline: Pipeline): void {
    this.#members.delete(pipeline);
  }

  /** An idle pipeline. */
  idle(): Member<Pipeline> | undefined {
    return this.#all().find(({ pipeline }) => pipeline.isIdle && pipeline.room.requests > 0);
  }

  /** The pipeline for the next segments of `lane`, and its room; undefined when all are full. */
  taker(lane: Lane): { readonly member: Member<Pipeline>; readonly room: Room } | undefined {
    const offers = this.#candidates(lane)
      .map((member) => ({ member, capacity: this.#capacity(lane, member) }))
      .map(({ member, capacity }) => ({ member, capacity, room: roomWithin(capacity, lane, member) }))
      .filter(({ member, capacity, room }) => room.requests >= this.#fewest(lane, member, capacity) && room.units > 0);
    const own = offers.filter(({ member }) => member.lane === lane);
    const [roomiest] = (own.length > 0 ? own : offers).toSorted((one, other) => {
      return other.room.requests - one.room.requests;
    });
    return roomiest;
  }

  sent(requests: readonly Sent[], { inFlight }: Member<Pipeline>): void {
    for (const { job, units } of requests) {
      inFlight[job.lane].requests++;
      inFlight[job.lane].units += units;
      this.#usedAt[job.lane] = performance.now();
    }
  }

  delivered({ job, units }: Sent, pipeline: Pipeline): void {
    const inFlight = this.#members.get(pipeline)?.inFlight[job.lane];
    if (inFlight === undefined) return;
    inFlight.requests--;
    inFlight.units -= units;
  }

  #all(): readonly Member<Pipeline>[] {
    return [...this.#members.values()];
  }

  /**
   * Each write wakes a program, and costs this process as much as translating half a sentence: a pipeline of long texts
   * is given several sentences at once, well before it runs out of work.
   */
  #fewest(lane: Lane, { inFlight }: Member<Pipeline>, capacity: Room): number {
    const isRunningDry = inFlight.long.requests + inFlight.short.requests < capacity.requests / 2;
    return lane === 'short' || isRunningDry ? 1 : capacity.requests / 4;
  }

  /** Pipelines that have read their data; if there are none, those that still read it. */
  #candidates(lane: Lane): readonly Member<Pipeline>[] {
    const started = this.#all().filter(({ pipeline }) => pipeline.hasStarted);
    if (started.length === 0) return this.#all();
    const own = started.filter((member) => member.lane === lane);
    return lane === 'long' && own.length > 0 ? own : started;
  }

  /** How much of `lane` the pipeline may have in flight. */
  #capacity(lane: Lane, member: Member<Pipeline>): Room {
    const { inFlightMax, inFlightUnitsMax, undisturbedTimes, sharedInFlightMax, sharedInFlightUnitsMax } = this.#limits;
    const other = lane === 'short' ? 'long' : 'short';
    const times = lane === 'long' && member.lane === 'long' && !this.#isInUse('short') ? undisturbedTimes : 1;
    // The other lane has its own pipeline.
    const hasOwn = member.lane === lane && this.#all().some((one) => one.lane === other && one.pipeline.hasStarted);
    return hasOwn || !this.#isInUse(other)
      ? { requests: inFlightMax * times, units: inFlightUnitsMax * times }
      : { requests: sharedInFlightMax, units: sharedInFlightUnitsMax };
  }

  #isInUse(lane: Lane): boolean {
    return performance.now() - this.#usedAt[lane] < inUseMs;
  }
}

function roomWithin(capacity: Room, lane: Lane, { pipeline: { room }, inFlight }: Member<Worker>): Room {
  return {
    requests: Math.min(room.requests, capacity.requests - inFlight[lane].requests),
    units: Math.min(room.units, capacity.units - inFlight[lane].units),
  };
}
