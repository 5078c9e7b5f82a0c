import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../support/bare-environment.ts';
import type { Doom } from './kill-points.ts';

const program = fileURLToPath(new URL('server-process.ts', import.meta.url));
const preload = new URL('doomed-sqlite.ts', import.meta.url).href;

export type ServerOptions = {
  /** The server's configuration. */
  readonly env: Readonly<Record<string, string>>;
  /** By how many milliseconds its clock is ahead. */
  readonly aheadMs?: number;
  /** Where it dies after its start. */
  readonly doom?: Doom;
  /** A file for the lines that it leaves. */
  readonly marks?: string;
};

/** The handle of a `server-process.ts`. Disposing it ends the process cleanly, if it still lives. */
export class StartedServer implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, url: string, ended: Promise<unknown>) {
    this.#child = child;
    this.url = url;
    this.#ended = ended;
  }

  /** @returns undefined when the process died before it listened */
  static async start({ env, aheadMs = 0, doom, marks }: ServerOptions): Promise<StartedServer | undefined> {
    const child = spawn(process.execPath, ['--import', preload, program], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...bareEnvironment,
        PORT: '0',
        OPS_PORT: '0',
        LOG_LEVEL: 'error',
        PROOF_AHEAD_MS: String(aheadMs),
        ...(marks === undefined ? {} : { PROOF_MARKS: marks }),
        ...(doom === undefined ? {} : { PROOF_DOOM: JSON.stringify(doom) }),
        ...env,
      },
    });
    const ended = once(child, 'exit');
    const said = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
    return said === undefined ? undefined : new StartedServer(child, String(said[0]), ended);
  }

  /** Tells the server where to die; resolves once it has confirmed. */
  async arm(doom: Doom): Promise<void> {
    this.#child.send(doom);
    await once(this.#child, 'message');
  }

  /** Resolves once the process has exited. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}
