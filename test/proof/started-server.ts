import { spawn } from 'node:child_process';
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

export type StartedServer = NonNullable<Awaited<ReturnType<typeof startServer>>>;

/**
 * Starts a `server-process.ts`. Disposing it ends the process cleanly, if it still lives.
 *
 * @returns undefined when the process died before it listened
 */
export async function startServer({ env, aheadMs = 0, doom, marks }: ServerOptions) {
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
  /** Resolves once the process has exited. */
  const ended: Promise<unknown> = once(child, 'exit');
  const said = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (said === undefined) return undefined;
  return {
    url: String(said[0]),
    ended,
    kill: () => void child.kill('SIGKILL'),
    /** Tells the server where to die; resolves once it has confirmed. */
    arm: async (point: Doom) => {
      child.send(point);
      await once(child, 'message');
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
