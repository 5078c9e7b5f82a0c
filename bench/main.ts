/**
 * `npm run bench`: the service beside its peers, in one run, as ratios. Prints a table and one line of JSON, and exits
 * with 1 when a goal is missed. `--only=sentences,long` picks parts (their names stand below), `--quick` makes every part shorter.
 */
import { cpus } from 'node:os';
import { abuse } from './abuse-parts.ts';
import { readSentences } from './corpus.ts';
import { mixed } from './fairness-parts.ts';
import { integrity, marking } from './fidelity-parts.ts';
import type { Figure } from './figure.ts';
import { journalLength, postgresLedger, postgresNode, sqliteLedger } from './ledger-parts.ts';
import { neural } from './neural-parts.ts';
import { pages } from './page-parts.ts';
import { frame, long, memory, sentences } from './parts.ts';
import { terms } from './term-parts.ts';

const parts = {
  sentences,
  long,
  mixed,
  marking,
  integrity,
  frame,
  memory,
  sqliteLedger,
  postgresLedger,
  postgresNode,
  journalLength,
  neural,
  terms,
  pages,
  abuse,
};
const chosen = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const unknown = chosen?.filter((name) => !Object.keys(parts).includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`--only takes ${Object.keys(parts).join(', ')}; not ${unknown.join(', ')}`);
const quick = process.argv.includes('--quick');

// A signal by itself would end this process without a word to those that it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const figures: Figure[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (chosen !== undefined && !chosen.includes(name)) continue;
  process.stderr.write(`measuring: ${name}\n`);
  figures.push(...(await part({ quick })));
}

const rows = figures.map(({ name, value, unit, goal, met }) => [
  name,
  `${value} ${unit}`,
  goal ?? '',
  met === undefined ? '' : met ? 'met' : 'MISSED',
]);
const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
for (const row of rows) {
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`,
  );
}
const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version };
process.stdout.write(`${JSON.stringify({ machine, corpus: readSentences('es').name, quick, figures })}\n`);
process.exitCode = figures.some((figure) => figure.met === false) ? 1 : 0;
