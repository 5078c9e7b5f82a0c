import { NoticeRound, type NoticeRoundParts } from './notice-round.ts';

/** How long a stopping server waits for a message that is being sent. */
const closeMaxMs = 5_000;

/** How often a node checks whether a round is due; the nodes' shared database decides. */
const checkEveryMs = 300_000;

/**
 * Sends due notices every hour from `begin` on, one round at a time. Any number of nodes may do this concurrently. A
 * failed round is reported and does not stop the next one.
 *
 * Disposing waits briefly for a message that is being sent. The timer does not keep the process alive.
 */
export class NoticeRounds implements AsyncDisposable {
  readonly #parts: Omit<NoticeRoundParts, 'isStopping'>;
  #timer: NodeJS.Timeout | undefined;
  #round = Promise.resolve();
  #isStopping = false;

  constructor(parts: Omit<NoticeRoundParts, 'isStopping'>) {
    this.#parts = parts;
  }

  /** Call once, when the address of the account area is known. */
  begin(): void {
    this.#round = this.#roundThenRest();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, closeMaxMs);
    await Promise.race([this.#round, patience.promise]);
    clearTimeout(timer);
  }

  async #roundThenRest(): Promise<void> {
    const round = new NoticeRound({ ...this.#parts, isStopping: () => this.#isStopping });
    await round.run().catch((cause) => this.#parts.events.backgroundFailed({ task: 'notices', cause }));
    if (this.#isStopping) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#roundThenRest();
    }, checkEveryMs);
    this.#timer.unref();
  }
}
