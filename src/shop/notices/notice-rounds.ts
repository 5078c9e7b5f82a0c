import { within } from '../../ground/abort.ts';
import { RepeatedTask } from '../../ground/repeated-task.ts';
import { NoticeRound, type NoticeRoundParts } from './notice-round.ts';

/** How long a stopping server waits for a message that is being sent. */
const closeMaxMs = 5_000;

/** How often a node checks whether a round is due; the nodes' shared database decides. */
const checkEveryMs = 300_000;

/**
 * Sends due notices every hour from `begin` on, one round at a time. Any number of nodes may do this concurrently. A
 * failed round is reported and does not stop the next one.
 *
 * Disposing waits briefly for a message that is being sent.
 */
export class NoticeRounds implements AsyncDisposable {
  readonly #parts: Omit<NoticeRoundParts, 'isStopping'>;
  #rounds: RepeatedTask | undefined;
  #isStopping = false;

  constructor(parts: Omit<NoticeRoundParts, 'isStopping'>) {
    this.#parts = parts;
  }

  /** Call once, when the address of the account area is known. */
  begin(): void {
    this.#rounds = new RepeatedTask(() => this.#round(), checkEveryMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    if (this.#rounds !== undefined) await within(this.#rounds[Symbol.asyncDispose](), closeMaxMs, undefined);
  }

  async #round(): Promise<void> {
    const round = new NoticeRound({ ...this.#parts, isStopping: () => this.#isStopping });
    await round.run().catch((cause) => this.#parts.events.backgroundFailed({ task: 'notices', cause }));
  }
}
