import { ServiceError } from '../../src/ground/service-error.ts';
import type { Engine, Job } from '../../src/text/engine/engine.ts';
import type { LanguagePair, LanguageTag } from '../../src/text/languages/language.ts';

const spoken = 'ar-en ca-es en-es es-ca es-en fr-en en-fr ca-en en-ca';

/**
 * A fake engine that reverses the order of words before the punctuation at the end. Words of the text control it: `espera` waits until the test opens the
 * gate or the caller is gone, `fracasa` fails, `revienta` throws.
 */
export class ReversingEngine implements Engine {
  readonly name = 'reversing';
  readonly isDeterministic = true;
  readonly missedEntries = 'replace';
  readonly pivotsMax = 1;
  /** chrF2 by path, as in `fr>en>ca`; they apply from the next `serve`. */
  readonly scores = new Map<string, number>();
  #pairs: readonly LanguagePair[] = parsePairs(spoken);
  #arrivals = 0;
  #gate = Promise.withResolvers<void>();
  #entered = Promise.withResolvers<void>();
  #left = Promise.withResolvers<unknown>();

  pairs(): readonly LanguagePair[] {
    return this.#pairs;
  }

  /** @param pairs as in `es-en ca-es`; empty for none */
  serve(pairs: string): void {
    this.#pairs = parsePairs(pairs);
  }

  isReady({ source, target }: LanguagePair): boolean {
    return this.#pairs.some((pair) => pair.source === source && pair.target === target);
  }

  versionOf(): string {
    return '1';
  }

  measuredScore(path: readonly LanguageTag[]): number | undefined {
    return this.scores.get(path.join('>'));
  }

  async translate({ segments }: Job, signal: AbortSignal): Promise<readonly string[]> {
    const words = segments.join(' ');
    if (words.includes('fracasa')) throw new ServiceError('engine_unavailable');
    if (words.includes('revienta')) throw new TypeError(`a bug, and the text it met: ${words}`);
    if (words.includes('espera')) await this.#wait(signal);
    return segments.map((segment) => {
      const [end = ''] = /[.!?]*$/.exec(segment) ?? [];
      return (
        segment
          .slice(0, segment.length - end.length)
          .split(' ')
          .toReversed()
          .join(' ') + end
      );
    });
  }

  /** Number of texts that reached the gate. */
  get arrivals(): number {
    return this.#arrivals;
  }

  /** Resolves once a text waits at the gate. */
  get entered(): Promise<void> {
    return this.#entered.promise;
  }

  /** Resolves with the reason once a waiting text has been aborted. */
  get givenUp(): Promise<unknown> {
    return this.#left.promise;
  }

  open(): void {
    this.#gate.resolve();
  }

  /** Lets texts wait again, for another test of the same service. */
  close(): void {
    this.#gate = Promise.withResolvers<void>();
    this.#entered = Promise.withResolvers<void>();
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => {
      this.#left.resolve(signal.reason);
      aborted.reject(signal.reason);
    });
    this.#arrivals++;
    this.#entered.resolve();
    await Promise.race([this.#gate.promise, aborted.promise]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

function parsePairs(written: string): readonly LanguagePair[] {
  return written
    .split(' ')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [source = '', target = ''] = pair.split('-');
      return { source: source as LanguageTag, target: target as LanguageTag };
    });
}
