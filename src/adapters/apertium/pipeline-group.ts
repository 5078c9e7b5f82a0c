import type { JobSize, Request, Room } from '../../text/engine/waiting-requests.ts';
import type { ApertiumLimits } from './limits.ts';

export type Worker = { readonly room: Room; readonly hasStarted: boolean; readonly isIdle: boolean };

type Sent = Pick<Request<unknown, unknown>, 'units'> & { readonly job: { readonly size: JobSize } };

export type Member<Pipeline> = {
  readonly pipeline: Pipeline;
  readonly size: JobSize;
  /** Sent and not delivered, by the size of the job. */
  readonly inFlight: Readonly<Record<JobSize, { requests: number; units: number }>>;
};

/** A job size counts as in use for this long after its last segment. */
const inUseMs = 2_000;

/**
 * Chooses a pipeline. Long texts use one for short texts only until their own has started; short texts may use one for
 * long texts when theirs is full. In a shared one each size has few sentences in flight, so neither waits long.
 */
export class PipelineGroup<Pipeline extends Worker> {
  readonly #limits: ApertiumLimits;
  readonly #members = new Map<Pipeline, Member<Pipeline>>();
  readonly #usedAt: Record<JobSize, number> = { short: Number.NEGATIVE_INFINITY, long: Number.NEGATIVE_INFINITY };

  constructor(limits: ApertiumLimits) {
    this.#limits = limits;
  }

  get pipelineCount(): number {
    return this.#members.size;
  }

  get pipelines(): readonly Pipeline[] {
    return [...this.#members.keys()];
  }

  /** Counts the pipelines for jobs of `size`, including those that are starting. */
  count(size: JobSize): number {
    return this.#all().filter((member) => member.size === size).length;
  }

  add(pipeline: Pipeline, size: JobSize): void {
    const none = () => ({ requests: 0, units: 0 });
    this.#members.set(pipeline, { pipeline, size, inFlight: { short: none(), long: none() } });
  }

  remove(pipeline: Pipeline): void {
    this.#members.delete(pipeline);
  }

  idle(): Member<Pipeline> | undefined {
    return this.#all().find(({ pipeline }) => pipeline.isIdle && pipeline.room.requests > 0);
  }

  /** The pipeline for the next segments of jobs of `size`, and its room; undefined when all are full. */
  taker(size: JobSize): { readonly member: Member<Pipeline>; readonly room: Room } | undefined {
    const offers = this.#candidates(size)
      .map((member) => ({ member, capacity: this.#capacity(size, member) }))
      .map(({ member, capacity }) => ({ member, capacity, room: roomWithin(capacity, size, member) }))
      .filter(({ member, capacity, room }) => room.requests >= this.#fewest(size, member, capacity) && room.units > 0);
    const own = offers.filter(({ member }) => member.size === size);
    const [roomiest] = (own.length > 0 ? own : offers).toSorted((one, other) => {
      return other.room.requests - one.room.requests;
    });
    return roomiest;
  }

  sent(requests: readonly Sent[], { inFlight }: Member<Pipeline>): void {
    for (const { job, units } of requests) {
      inFlight[job.size].requests++;
      inFlight[job.size].units += units;
      this.#usedAt[job.size] = performance.now();
    }
  }

  delivered({ job, units }: Sent, pipeline: Pipeline): void {
    const inFlight = this.#members.get(pipeline)?.inFlight[job.size];
    if (inFlight === undefined) return;
    inFlight.requests--;
    inFlight.units -= units;
  }

  #all(): readonly Member<Pipeline>[] {
    return [...this.#members.values()];
  }

  /** Each write costs as much as translating half a sentence: a pipeline for long texts receives several at once. */
  #fewest(size: JobSize, { inFlight }: Member<Pipeline>, capacity: Room): number {
    const isRunningDry = inFlight.long.requests + inFlight.short.requests < capacity.requests / 2;
    return size === 'short' || isRunningDry ? 1 : capacity.requests / 4;
  }

  /** Returns the pipelines that have read their data; if there are none, those that still read it. */
  #candidates(size: JobSize): readonly Member<Pipeline>[] {
    const started = this.#all().filter(({ pipeline }) => pipeline.hasStarted);
    if (started.length === 0) return this.#all();
    const own = started.filter((member) => member.size === size);
    return size === 'long' && own.length > 0 ? own : started;
  }

  /** Returns the most work of jobs of `size` that the pipeline may have in flight. */
  #capacity(size: JobSize, member: Member<Pipeline>): Room {
    const { inFlightMax, inFlightUnitsMax, undisturbedTimes, sharedInFlightMax, sharedInFlightUnitsMax } = this.#limits;
    const other = size === 'short' ? 'long' : 'short';
    const times = size === 'long' && member.size === 'long' && !this.#isInUse('short') ? undisturbedTimes : 1;
    // Jobs of the other size have their own pipeline.
    const hasOwn = member.size === size && this.#all().some((one) => one.size === other && one.pipeline.hasStarted);
    return hasOwn || !this.#isInUse(other)
      ? { requests: inFlightMax * times, units: inFlightUnitsMax * times }
      : { requests: sharedInFlightMax, units: sharedInFlightUnitsMax };
  }

  #isInUse(size: JobSize): boolean {
    return performance.now() - this.#usedAt[size] < inUseMs;
  }
}

function roomWithin(capacity: Room, size: JobSize, { pipeline: { room }, inFlight }: Member<Worker>): Room {
  return {
    requests: Math.min(room.requests, capacity.requests - inFlight[size].requests),
    units: Math.min(room.units, capacity.units - inFlight[size].units),
  };
}
