import { orAborted, pauseFor } from '../abort.ts';
import { assert } from '../assert.ts';
import type { Engine, Job } from '../engine/engine.ts';
import type { LanguagePair } from '../languages/language.ts';
import { ServiceError } from '../service-error.ts';
import { type Segment, termsOf, textOf } from './segment.ts';

/** Pauses before a call is tried again that a full queue refused; about three seconds together. */
const pausesMs = [50, 100, 200, 400, 800, 1_600];

/**
 * The calls to engines for one text.
 *
 * A full queue refuses a text at once, with its first call. Once something of the text is accepted, what it was
 * already given would be lost by a refusal, so that later calls are tried again for some seconds.
 */
export class EngineCalls {
  readonly #share: string;
  #accepted = 0;

  /** @param share whose work it is */
  constructor(share: string) {
    this.#share = share;
  }

  /**
   * Translates `segments`; one translation for each, in order.
   *
   * @throws ServiceError `engine_unavailable`, `overloaded`, as the engine does
   * @throws the signal's reason as soon as `signal` aborts, even where the engine goes on
   */
  async translate(
    engine: Engine,
    { pair, segments }: { readonly pair: LanguagePair; readonly segments: readonly Segment[] },
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const terms = segments.map(termsOf);
    const job: Job = {
      pair,
      segments: segments.map(textOf),
      terms: terms.some(({ length }) => length > 0) ? terms : undefined,
      share: this.#share,
    };
    for (let refusals = 0; ; refusals++) {
      const isFirst = this.#accepted++ === 0;
      try {
        const translations = await orAborted(engine.translate(job, signal), signal);
        assert(translations.length === segments.length, `${engine.name} lost a segment`);
        return translations;
      } catch (error) {
        const pauseMs = isFirst ? undefined : pausesMs[refusals];
        if (!isOverloaded(error) || pauseMs === undefined) throw error;
        await pauseFor(pauseMs, signal);
      }
    }
  }
}

function isOverloaded(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'overloaded';
}
