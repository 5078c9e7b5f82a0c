import type { UnixMs } from '../units.ts';

export type LeaseRequest = {
  /** What only one node should do at a time. */
  readonly task: string;
  readonly holder: string;
  readonly at: UnixMs;
  readonly until: UnixMs;
  /** Not taken when the task was last done later than this. */
  readonly unlessDoneAfter: UnixMs;
};

/** What tasks that one node does for all of them ask of a database. Every method is one atomic step. */
export type LeaseStore = {
  /**
   * Takes the lease of a task when nobody has it, or its time is up.
   *
   * @returns when the task was last done, if ever; undefined when somebody else has it, or it was done lately
   */
  takeLease(request: LeaseRequest): Promise<{ readonly doneAt: UnixMs | undefined } | undefined>;
  /** Gives the lease back, if the holder still has it; `doneAt` when the task was done. */
  endLease(end: Pick<LeaseRequest, 'task' | 'holder'> & { readonly doneAt: UnixMs | undefined }): Promise<void>;
};
