/**
 * Runs a task immediately and then again and again, one run at a time, with a pause of `pauseMs` after each. Disposing
 * waits for the current run. The timer does not keep the process alive.
 */
export class RepeatedTask implements AsyncDisposable {
  readonly #run: () => Promise<void>;
  readonly #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void>;
  #isStopped = false;

  /** @param run must not reject */
  constructor(run: () => Promise<void>, pauseMs: number) {
    this.#run = run;
    this.#pauseMs = pauseMs;
    this.#current = this.#runThenRest();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#current;
  }

  async #runThenRest(): Promise<void> {
    await this.#run();
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#current = this.#runThenRest();
    }, this.#pauseMs);
    this.#timer.unref();
  }
}
