import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';

// A process that opens a database: `database-user.ts <file> <use>`. Prints `open` or the error, and keeps the database
// open until its standard input ends.
const [, , file = '', use] = process.argv;

try {
  await using _ = await openSqlite({
    file,
    use: use === 'serve' ? 'serve' : 'operate',
    events: { backgroundFailed() {} },
  });
  process.stdout.write('open\n');
  for await (const line of process.stdin) process.stdout.write(String(line));
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
