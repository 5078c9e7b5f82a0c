import { NoticeRound, type NoticeRoundParts } from './notice-round.ts';

/** How long a stopping server waits for the message that is under way. */
const farewellMs = 5_000;

/** How often a node asks whether a round is due; when one is, all nodes together decide. */
const askEveryMs = 300_000;

/**
 * Has accounts told what they want to be told, from `begin` on, every hour, one round at a time. Any number of nodes may
 * do this beside each other. A round that fails is reported, and the next one comes all the same.
 *
 * Disposing waits a little for the message that is under way. The timer alone does not keep the process alive.
 */
export class NoticeRounds implements AsyncDisposable {
  readonly #parts: Omit<NoticeRoundParts, 'isStopping'>;
  #timer: NodeJS.Timeout | undefined;
  #round = Promise.resolve();
  #isStopping = false;

  constructor(parts: Omit<NoticeRoundParts, 'isStopping'>) {
    this.#parts = parts;
  }

  /** To be called once, when it is known where links lead. */
  begin(): void {
    this.#round = this.#roundThenRest();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, farewellMs);
    await Promise.race([this.#round, patience.promise]);
    clearTimeout(timer);
  }

  async #roundThenRest(): Promise<void> {
    const round = new NoticeRound({ ...this.#parts, isStopping: () => this.#isStopping });
    await round.run().catch((cause) => this.#parts.events.backgroundFailed({ task: 'notices', cause }));
    if (this.#isStopping) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#roundThenRest();
    }, askEveryMs);
    this.#timer.unref();
  }
}
