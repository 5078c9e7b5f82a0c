import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import type { Settings } from '../operator.ts';
import type { Finding } from './check.ts';

const answerWithinMs = 2_000;

/** Whether the server can listen, or already does. */
export async function checkPorts({ host, port, opsHost, opsPort }: Settings): Promise<readonly Finding[]> {
  const running = opsPort !== 0 && (await serverAnswers(opsHost, opsPort));
  const findings = [await checkPort({ variable: 'PORT', host, port, running })];
  if (opsPort !== 0) findings.push(await checkPort({ variable: 'OPS_PORT', host: opsHost, port: opsPort, running }));
  return findings;
}

type Port = {
  readonly variable: 'PORT' | 'OPS_PORT';
  readonly host: string;
  readonly port: number;
  /** Whether a server of ours runs already. */
  readonly running: boolean;
};

async function checkPort({ variable, host, port, running }: Port): Promise<Finding> {
  const check = variable === 'PORT' ? 'API port' : 'operations port';
  if (port === 0) return { check, state: 'ok', message: 'any free one' };
  const fault = await listeningFault(host, port);
  if (fault === undefined) return { check, state: 'ok', message: `${host}:${port} is free` };
  if (fault === 'EADDRINUSE') {
    return running
      ? { check, state: 'ok', message: `${host}:${port} is in use by the running server` }
      : {
          check,
          state: 'warn',
          message: `${host}:${port} is in use`,
          remedy: `unless that is the server, set ${variable}`,
        };
  }
  const remedy =
    fault === 'EACCES'
      ? `set ${variable} to a port above 1023`
      : `set ${variable === 'PORT' ? 'HOST' : 'OPS_HOST'} to an address of this machine`;
  return { check, state: 'fail', message: `cannot listen on ${host}:${port} (${fault})`, remedy };
}

/** The system's error code if no process can listen there; undefined if one can. */
async function listeningFault(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

async function serverAnswers(host: string, port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/livez`, {
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    return false;
  }
}
