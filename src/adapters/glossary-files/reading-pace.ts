import { nextRound } from '../../ground/steps.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** How long reading a file may keep other work from the thread. */
const turnMsMax = 2;
/** Time spent on one file, excluding pauses for other work: several times what the largest file needs. */
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
      throw new UnreadableFile(line, `Reading the file up to here took over ${workSecondsMax} seconds: divide it.`);
    }
    await nextRound();
    this.#beganAt = performance.now();
  }
}
