import type { UnixMs } from '../../ground/units.ts';

export type LeaseRequest = {
  /** A task that only one node should run at a time. */
  readonly task: string;
  readonly holder: string;
  readonly at: UnixMs;
  readonly until: UnixMs;
  /** Not taken when the task was last done after this time. */
  readonly unlessDoneAfter: UnixMs;
};

/** The database operations of leases for tasks that one node does for all. Every method is one atomic step. */
export type LeaseStore = {
  /** Takes the lease if it is free or has expired, unless the task was done recently. Undefined: it was not taken. */
  takeLease(request: LeaseRequest): Promise<{ readonly doneAt: UnixMs | undefined } | undefined>;
  /** Returns the lease, if the holder still has it; `doneAt` when the task was done. */
  endLease(end: Pick<LeaseRequest, 'task' | 'holder'> & { readonly doneAt: UnixMs | undefined }): Promise<void>;
};
