import { orAborted } from '../abort.ts';
import type { AccountId } from '../accounts/account.ts';
import { assert } from '../assert.ts';
import type { Route } from '../languages/routes.ts';
import { memoryKeys } from '../memory/memory-key.ts';
import type { Outcome, SentenceMemory } from '../memory/sentence-memory.ts';
import { Batches, sizeOf } from './batches.ts';
import { isDown, type LegParts } from './faithful-leg.ts';
import { translateAlong } from './route-translation.ts';
import { type Segment, textOf } from './segment.ts';

export type RouteParts = LegParts & { readonly memory: SentenceMemory };

export type RouteWork = {
  readonly route: Route;
  readonly accountId: AccountId;
  /** Each once. */
  readonly sentences: readonly Segment[];
};

export type RouteResult<Key = Segment> = {
  /** By sentence; those that are missing were lost to `failure`. */
  readonly outcomes: ReadonlyMap<Key, Outcome>;
  /** Why the route went down before everything was translated. */
  readonly failure: unknown;
};

/** After as many others have given up on a sentence, one translates it for oneself and lets nobody wait. */
const awaitedMax = 2;

/**
 * Translates along one route what the memory does not hold. A sentence that is being translated for somebody else is
 * waited for; when that comes to nothing, one of those who wait does it.
 *
 * @throws what the engine throws, `engine_unavailable` aside
 * @throws the signal's reason when `signal` aborts
 */
export async function translateRemembering(
  parts: RouteParts,
  work: RouteWork,
  signal: AbortSignal,
): Promise<RouteResult> {
  await using batches = new Batches(signal);
  const text = new TextOnRoute(parts, work, batches);
  await text.translate();
  return text;
}

type NewSentence = { readonly sentence: Segment; readonly end: (outcome: Outcome | undefined) => void };

type AwaitedSentence = { readonly sentence: Segment; readonly ended: Promise<Outcome | undefined> };

class TextOnRoute implements RouteResult {
  readonly outcomes = new Map<Segment, Outcome>();
  failure: unknown;
  readonly #parts: RouteParts;
  readonly #work: RouteWork;
  readonly #batches: Batches;
  readonly #plainKeyOf: (sentence: string) => string;
  #awaited: AwaitedSentence[] = [];

  constructor(parts: RouteParts, work: RouteWork, batches: Batches) {
    this.#parts = parts;
    this.#work = work;
    this.#batches = batches;
    this.#plainKeyOf = memoryKeys({ ...work, termsVersion: '' });
  }

  async translate(): Promise<void> {
    let sentences = this.#work.sentences;
    for (let round = 0; sentences.length > 0; round++) {
      await this.#translateNew(this.#claim(sentences, round < awaitedMax));
      sentences = await this.#awaitOthers();
    }
    await this.#batches.finish();
  }

  /** A sentence is claimed only when its batch is about to leave: who waits for it then does not wait for long. */
  async #translateNew(claimed: Iterator<NewSentence | undefined, undefined>): Promise<void> {
    for (;;) {
      await this.#batches.room();
      if (this.failure !== undefined) return;
      const batch = await this.#gather(claimed);
      if (batch.length === 0) return;
      this.#batches.begin(() => this.#translateBatch(batch));
    }
  }

  async #gather(claimed: Iterator<NewSentence | undefined, undefined>): Promise<readonly NewSentence[]> {
    const turn = this.#parts.turns.begin();
    const batch: NewSentence[] = [];
    let room = this.#batches.size;
    while (room > 0) {
      if (turn.isOver) await turn.pause();
      const { done, value } = claimed.next();
      if (done) break;
      if (value === undefined) continue;
      batch.push(value);
      room -= sizeOf(textOf(value.sentence));
    }
    return batch;
  }

  /** Yields each sentence that is new, and undefined for each that is not. */
  *#claim(sentences: readonly Segment[], mayAwait: boolean): Generator<NewSentence | undefined, undefined> {
    for (const sentence of sentences) {
      const claim = this.#parts.memory.claim(this.#keyOf(sentence));
      switch (claim.kind) {
        case 'kept':
          this.outcomes.set(sentence, { kind: 'faithful', translation: claim.translation });
          yield undefined;
          break;
        case 'awaited':
          if (mayAwait) this.#awaited.push({ sentence, ended: claim.ended });
          yield mayAwait ? undefined : { sentence, end: () => {} };
          break;
        case 'new':
          yield { sentence, end: claim.end };
      }
    }
  }

  /** What the terms of a sentence are to become is all that its translation takes of the account's terms. */
  #keyOf(sentence: Segment): string {
    if (typeof sentence === 'string') return this.#plainKeyOf(sentence);
    const { marked, ...rest } = sentence;
    return memoryKeys({ ...this.#work, termsVersion: JSON.stringify(rest) })(marked);
  }

  async #translateBatch(batch: readonly NewSentence[]): Promise<void> {
    const { signal } = this.#batches;
    try {
      signal.throwIfAborted();
      const segments = batch.map(({ sentence }) => sentence);
      const outcomes = await translateAlong(this.#parts, { route: this.#work.route, segments }, signal);
      assert(outcomes.length === batch.length, 'a sentence has no outcome');
      for (const [index, { sentence, end }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome !== undefined) this.outcomes.set(sentence, outcome);
        end(outcome);
      }
    } catch (error) {
      if (!isDown(error)) throw error;
      this.failure = error;
    } finally {
      for (const { end } of batch) end(undefined);
    }
  }

  /** @returns those for which was waited in vain; none once the route is down */
  async #awaitOthers(): Promise<readonly Segment[]> {
    const awaited = this.#awaited;
    this.#awaited = [];
    const inVain: Segment[] = [];
    const turn = this.#parts.turns.begin();
    for (const { sentence, ended } of awaited) {
      // Those that ended already let nobody else run between them.
      if (turn.isOver) await turn.pause();
      const outcome = await orAborted(ended, this.#batches.signal);
      if (outcome === undefined) inVain.push(sentence);
      else this.outcomes.set(sentence, outcome);
    }
    return this.failure === undefined ? inVain : [];
  }
}
