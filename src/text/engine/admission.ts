import { ServiceError } from '../../ground/service-error.ts';
import { type LanguagePair, pairName } from '../languages/language.ts';
import { Backlog } from './backlog.ts';
import type { Job } from './engine.ts';

export type AdmissionOptions = {
  readonly engine: string;
  /** Limit of accepted, unfinished work. */
  readonly unitsMax: number;
  /** The cost of a segment in addition to its characters. */
  readonly unitsPerSegment: number;
  /** The work of a segment in UTF-16 units; its length by default. */
  unitsAt?(job: Job, index: number): number;
};

/** Accepts the jobs of an engine while there is room for their work. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #backlog: Backlog;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#backlog = new Backlog(options.unitsMax);
  }

  /**
   * Returns the result of `translate`, or an empty list for an empty job.
   *
   * @throws ServiceError `overloaded` if there is no room
   */
  async run(job: Job, translate: () => Promise<readonly string[]>): Promise<readonly string[]> {
    if (job.segments.length === 0) return [];
    using admitted = this.#backlog.admit(job.share, this.#unitsOf(job));
    if (admitted === undefined) throw this.refusal('overloaded', job.pair);
    return await translate();
  }

  refusal(reason: 'engine_unavailable' | 'overloaded', pair: LanguagePair): ServiceError {
    return new ServiceError(reason, { detail: { engine: this.#options.engine, pair: pairName(pair) } });
  }

  #unitsOf(job: Job): number {
    const { unitsPerSegment, unitsAt } = this.#options;
    const own = (segment: string, index: number) => unitsAt?.(job, index) ?? segment.length;
    return job.segments.reduce((sum, segment, index) => sum + own(segment, index) + unitsPerSegment, 0);
  }
}
