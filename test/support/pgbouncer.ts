import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './postgres-programs.ts';
import type { PostgresServer } from './postgres-server.ts';
import { freePort, makeServerFolder, removeServerFolder, ServerProcess } from './server-process.ts';

export type PgbouncerOptions = {
  readonly server: Pick<PostgresServer, 'port'>;
  readonly poolMode: 'session' | 'transaction' | 'statement';
  /** Connections to the server for each database. */
  readonly poolSize?: number;
  /** Whether to use the longest idle server connection first, instead of the last used one. */
  readonly roundRobin?: boolean;
};

/** A PgBouncer on loopback in front of every database of a server, without authentication. */
export type Pgbouncer = AsyncDisposable & { readonly port: number };

export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  await using opening = new AsyncDisposableStack();
  const folder = makeServerFolder('pgbouncer');
  opening.defer(() => removeServerFolder(folder));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, configuration(port, options), { mode: 0o644 });
  const process = await ServerProcess.start({
    program: findProgram('pgbouncer', 'pgbouncer'),
    arguments: [file],
    readyLine: 'process up',
    folder,
    endSignal: 'SIGTERM',
  });
  opening.defer(() => process.end('SIGTERM'));
  const opened = opening.move();
  return { port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Source: pgbouncer.ini(5). */
function configuration(
  port: number,
  { server, poolMode, poolSize = 20, roundRobin = false }: PgbouncerOptions,
): string {
  return `[databases]
* = host=127.0.0.1 port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = ${poolSize}
server_round_robin = ${roundRobin ? 1 : 0}
`;
}
