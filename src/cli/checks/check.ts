/** One result of `doctor`. */
export type Finding = {
  readonly check: string;
  /** `warn`: works, but look at it. `fail`: the service cannot run like this. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
};
