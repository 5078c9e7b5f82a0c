import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { unixMs } from '../../../../src/ground/units.ts';

// A process that restores a database: `killed-restore.ts <file> <from> <step>`. It is killed just before the step of
// that number; steps name, link or remove an existing file. Prints `done` if there were fewer steps.
const [, , file = '', from = '', step = ''] = process.argv;

let left = Number(step);
for (const name of ['linkSync', 'renameSync', 'rmSync'] as const) {
  const real = fs[name] as (...operands: readonly unknown[]) => void;
  Object.assign(fs, {
    [name]: (...operands: readonly unknown[]) => {
      if (fs.existsSync(String(operands[0]))) left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      real(...operands);
    },
  });
}
syncBuiltinESMExports();

const { restoreSqlite } = await import('../../../../src/adapters/sql/sqlite/restore.ts');
const now = () => unixMs(Date.now());
await restoreSqlite({ file, from, now, sweepIntervalMs: 10_000, events: { backgroundFailed() {} } });
process.stdout.write('done\n');
