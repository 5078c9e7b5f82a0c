import { nextRound } from '../../ground/steps.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Maximum time without a pause for other work. */
const turnMsMax = 2;
/** Maximum time for one file, without pauses: several times the time of the largest file. */
const workSecondsMax = 30;

/** Lets other work run every few milliseconds while a file is read, and refuses a file that takes too long. */
export class ReadingPace {
  #beganAt = performance.now();
  #workedMs = 0;

  /** @throws UnreadableFile with `line` after 30 seconds of work */
  async step(line: number): Promise<void> {
    const turnMs = performance.now() - this.#beganAt;
    if (turnMs < turnMsMax) return;
    this.#workedMs += turnMs;
    if (this.#workedMs > workSecondsMax * 1_000) {
      throw new UnreadableFile(
        line,
        `Reading the file up to here took over ${workSecondsMax} seconds. Split the file.`,
      );
    }
    await nextRound();
    this.#beganAt = performance.now();
  }
}
