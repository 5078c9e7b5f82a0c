/** The server process with an engine that a test controls: by its texts, and with SIGUSR2, which opens the gate. */
import { serve } from '../../src/app.ts';
import { production } from '../../src/parts.ts';
import type { Job } from '../../src/text/engine/engine.ts';
import { ReversingEngine } from './reversing-engine.ts';

/** `estalla` throws an uncaught error; standard output reports when a text waits at the gate. */
class SteeredEngine extends ReversingEngine {
  override translate(job: Job, signal: AbortSignal): Promise<readonly string[]> {
    const words = job.segments.join(' ');
    if (words.includes('estalla')) {
      setImmediate(() => {
        throw new RangeError(`a bug, and the text it met: ${words}`);
      });
    }
    return super.translate(job, signal);
  }
}

const engine = new SteeredEngine();
void engine.entered.then(() => process.stdout.write('at the gate\n'));
process.on('SIGUSR2', () => engine.open());
process.exitCode = await serve(process.env, { ...production, openEngines: () => Promise.resolve([engine]) });
