import type { Engine } from '../../../src/text/engine/engine.ts';
import { ReversingEngine } from '../../support/reversing-engine.ts';

/** Records the requested pairs, and may return other replies. */
export class AskedEngine extends ReversingEngine {
  readonly asked: string[] = [];
  answer: Engine['translate'] | undefined;

  constructor(answer?: Engine['translate']) {
    super();
    this.answer = answer;
  }

  override translate(...[job, signal]: Parameters<Engine['translate']>): Promise<readonly string[]> {
    this.asked.push(`${job.pair.source}-${job.pair.target}`);
    return this.answer?.(job, signal) ?? super.translate(job, signal);
  }
}
