import { ServiceError } from '../ground/service-error.ts';

export type BodyBudgetLimits = { readonly bytesMax: number; readonly bytesPerSenderMax: number };

/** Counts bytes of request bodies in memory: bounded in total and per sender. */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #bySender = new Map<string, number>();
  #heldBytes = 0;

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  /** @throws ServiceError `overloaded` when the sender, or all senders together, would exceed the bound */
  take(sender: string, bytes: number): void {
    const ofSender = (this.#bySender.get(sender) ?? 0) + bytes;
    const { bytesMax, bytesPerSenderMax } = this.#limits;
    if (ofSender > bytesPerSenderMax || this.#heldBytes + bytes > bytesMax) {
      const detail = { heldBytes: this.#heldBytes, ofSender, bytes };
      throw new ServiceError('overloaded', { detail });
    }
    this.#bySender.set(sender, ofSender);
    this.#heldBytes += bytes;
  }

  giveBack(sender: string, bytes: number): void {
    const left = (this.#bySender.get(sender) ?? 0) - bytes;
    if (left > 0) this.#bySender.set(sender, left);
    else this.#bySender.delete(sender);
    this.#heldBytes -= bytes;
  }
}
