import type { DatabaseServer, DatabaseState } from '../operator.ts';
import type { Finding } from './check.ts';

/** Whether a server can use the database in its current state. */
export function checkDatabase(state: DatabaseState): readonly Finding[] {
  const check = 'database';
  if (state.kind === 'missing') return [{ check, state: 'ok', message: 'not there yet; the first start creates it' }];
  const { server } = state;
  const [name, ofServer] = server === undefined ? ['', []] : [`${server.product}: `, checkServer(server)];
  if (server?.unwritable !== undefined) {
    const { reason, remedy } = server.unwritable;
    return [{ check, state: 'fail', message: `${name}${reason}`, remedy }, ...ofServer];
  }
  if (state.kind === 'current') return [{ check, state: 'ok', message: `${name}opens and is up to date` }, ...ofServer];
  const message = `${name}migrations are due: ${state.pending.join(', ')}`;
  return [{ check, message, ...outdated[server === undefined ? 'file' : 'server'] }, ...ofServer];
}

const outdated = {
  file: { state: 'warn', remedy: 'back it up, then run "dragoman db migrate"; the next start does the same' },
  server: { state: 'fail', remedy: 'back it up, then run "dragoman db migrate"; no server starts before that' },
} as const;

function checkServer({ connectionsLeft, connectionsPerNode, clockDifference }: DatabaseServer): readonly Finding[] {
  const connections = {
    check: 'database connections',
    message: `${connectionsLeft} are left; a server process takes ${connectionsPerNode}`,
  };
  const clock = { check: 'clock' };
  return [
    connectionsLeft >= connectionsPerNode
      ? { ...connections, state: 'ok' }
      : { ...connections, state: 'warn', remedy: 'before another node starts, raise what PostgreSQL allows' },
    clockDifference === undefined
      ? { ...clock, state: 'ok', message: "agrees with the database's" }
      : { ...clock, state: 'fail', message: clockDifference, remedy: 'have both machines set their clocks by NTP' },
  ];
}
