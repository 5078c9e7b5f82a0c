import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bare-environment.ts';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './stores.ts';

const program = fileURLToPath(new URL('steered-server.ts', import.meta.url));

export type NodeProcessOptions = {
  readonly databaseUrl: string;
  /** An address of 127.0.0.0/8, so that nodes can have the same ports, as on several machines. */
  readonly host: string;
  readonly port: number;
  readonly opsPort: number;
  readonly env?: Readonly<Record<string, string>>;
};

export type NodeProcess = Awaited<ReturnType<typeof startNodeProcess>>;

/** Starts a node in a separate process, and resolves once it is ready. Disposing it kills it. */
export async function startNodeProcess(options: NodeProcessOptions) {
  const { databaseUrl, host, port, opsPort, env = {} } = options;
  await using opening = new AsyncDisposableStack();
  const { path: dataDir } = opening.use(await temporaryFolder());
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...bareEnvironment,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS: '5',
      HOST: host,
      PORT: String(port),
      OPS_HOST: host,
      OPS_PORT: String(opsPort),
      RATE_LIMIT_PER_MINUTE: '10000',
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  const ended = once(child, 'exit').then(([status]) => status as number | null);
  opening.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const opsUrl = `http://${host}:${opsPort}`;
  /** Status of `/readyz`; 0 while nothing listens. */
  const readiness = async () => {
    const reply = await fetch(`${opsUrl}/readyz`).catch(() => undefined);
    await reply?.body?.cancel();
    return reply?.status ?? 0;
  };
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error('the node ended before it was ready');
    return (await readiness()) === 200;
  });
  const opened = opening.move();
  return {
    url: `http://${host}:${port}`,
    opsUrl,
    readiness,
    stop: () => void child.kill('SIGTERM'),
    /** Resolves with the exit status. */
    ended,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
