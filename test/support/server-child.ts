import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bare-environment.ts';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './stores.ts';

const steeredServer = fileURLToPath(new URL('steered-server.ts', import.meta.url));

/**
 * Starts a server in a separate process, on free ports unless `env` names some, and resolves once it listens. Disposing
 * kills it.
 * @param env where its data is, and what differs from the defaults
 * @param command by default `steered-server.ts`
 * @throws an error with its log if it ends before it listens
 */
export async function startServerChild(
  env: Readonly<Record<string, string | undefined>>,
  command: readonly string[] = [process.execPath, steeredServer],
  cwd?: string,
) {
  const [program = '', ...argv] = command;
  const child = spawn(program, argv, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment, PORT: '0', OPS_PORT: '0', ...env },
  });
  let [log, out] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  // 'close' is emitted once everything written was read.
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  /** Resolves with the log line of this message, from the start on. */
  const logged = async (message: string): Promise<Readonly<Record<string, unknown>>> => {
    const find = () => {
      const lines = log.slice(0, log.lastIndexOf('\n') + 1).split('\n');
      return lines.find((line) => line.includes(`"message":${JSON.stringify(message)}`));
    };
    await eventually(() => find() !== undefined || hasEnded);
    const line = find();
    if (line === undefined) throw new Error(`the log ended without "${message}":\n${log}`);
    return JSON.parse(line);
  };
  const endWith = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    return await ended;
  };
  /** Returns standard output once it contains `text`. */
  const said = async (text: string): Promise<string> => {
    await eventually(() => out.includes(text));
    return out;
  };
  const url = String((await logged('listening'))['url']);
  const [kill, stop] = [endWith('SIGKILL'), endWith('SIGTERM')];
  const dispose = async () => void (await kill());
  return { child, url, log: () => log, logged, said, ended, kill, stop, [Symbol.asyncDispose]: dispose };
}

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
  const node = opening.use(
    await startServerChild({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS: '5',
      HOST: host,
      PORT: String(port),
      OPS_HOST: host,
      OPS_PORT: String(opsPort),
      RATE_LIMIT_PER_MINUTE: '10000',
      ...env,
    }),
  );
  const opsUrl = `http://${host}:${opsPort}`;
  /** Status of `/readyz`; 0 while nothing listens. */
  const readiness = async () => {
    const reply = await fetch(`${opsUrl}/readyz`).catch(() => undefined);
    await reply?.body?.cancel();
    return reply?.status ?? 0;
  };
  await eventually(async () => (await readiness()) === 200);
  const opened = opening.move();
  return {
    url: `http://${host}:${port}`,
    opsUrl,
    readiness,
    /** Sends SIGTERM. */
    stop: () => void node.child.kill('SIGTERM'),
    /** Resolves with the exit status. */
    ended: node.ended.then(([status]) => status),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
