import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './postgres-programs.ts';
import { freePort, makeServerFolder, removeServerFolder, startServerProcess } from './server-process.ts';

export type CaddyOptions = {
  /** `host:port` of each node. */
  readonly nodes: readonly string[];
  readonly opsPort: number;
};

/** A Caddy on loopback with `deploy/Caddyfile`, and a certificate of its own authority for `localhost`. */
export type Caddy = AsyncDisposable & { readonly port: number; readonly authority: Buffer };

const deployed = new URL('../../deploy/Caddyfile', import.meta.url);

/** What only a test needs: it must not change the machine's trusted authorities, or listen outside loopback. */
function globalOptions(folder: string, freePortForHttp: number): string {
  return `{
	admin off
	auto_https disable_redirects
	default_bind 127.0.0.1
	http_port ${freePortForHttp}
	skip_install_trust
	storage file_system ${folder}
}
`;
}

export async function startCaddy({ nodes, opsPort }: CaddyOptions): Promise<Caddy> {
  await using opening = new AsyncDisposableStack();
  const folder = makeServerFolder('caddy');
  opening.defer(() => removeServerFolder(folder));
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, globalOptions(folder, await freePort()) + readFileSync(deployed, 'utf8'), { mode: 0o644 });
  const process = await startServerProcess({
    program: findProgram('caddy', 'caddy'),
    arguments: ['run', '--adapter', 'caddyfile', '--config', file],
    env: {
      HOME: folder,
      DRAGOMAN_SITE: `https://localhost:${port}`,
      DRAGOMAN_NODES: nodes.join(' '),
      DRAGOMAN_OPS_PORT: String(opsPort),
    },
    readyLine: 'serving initial configuration',
    folder,
    endSignal: 'SIGKILL',
  });
  opening.defer(() => process.end('SIGTERM'));
  const authority = readFileSync(join(folder, 'pki/authorities/local/root.crt'));
  const opened = opening.move();
  return { port, authority, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
