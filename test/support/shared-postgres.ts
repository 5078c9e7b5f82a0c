/**
 * Starts the PostgreSQL server shared by all tests of a run, with the template database, prints its URL, and ends it
 * when its standard input ends.
 */
import { once } from 'node:events';
import { startSharedPostgres } from './postgres.ts';

await using server = await startSharedPostgres();
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await server.stop('fast');
