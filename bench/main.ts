/**
 * `npm run bench`: compares the service with other programs, in one run, as ratios. Prints a table and one line of
 * JSON, writes the figures into docs/performance.md, and exits with 1 when a goal is missed. `--only=sentences,long`
 * selects parts (listed below). `--quick` makes every part shorter and writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { probeArithmetic } from '../packages/marian/src/index.ts';
import { abuse } from './abuse-parts.ts';
import { approved } from './approved-parts.ts';
import { doors } from './compat-parts.ts';
import { readSentences } from './corpus.ts';
import { integrity, marking } from './document-parts.ts';
import { mixed } from './fairness-parts.ts';
import type { Figure } from './figure.ts';
import { documents } from './file-parts.ts';
import { journalLength, postgresLedger, postgresNode, sqliteLedger } from './ledger-parts.ts';
import { neural } from './neural-parts.ts';
import { nodes, storage } from './node-parts.ts';
import { pages } from './page-parts.ts';
import { frame, long, memory, sentences } from './parts.ts';
import { type Run, withFigures } from './performance-page.ts';
import { terms } from './term-parts.ts';
import { translate } from './translate-parts.ts';

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
  nodes,
  storage,
  neural,
  terms,
  approved,
  pages,
  abuse,
  documents,
  translate,
  doors,
};
const chosen = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const unknown = chosen?.filter((name) => !Object.keys(parts).includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`--only takes ${Object.keys(parts).join(', ')}; not ${unknown.join(', ')}`);
const quick = process.argv.includes('--quick');

// The default action of a signal would end this process without running the exit handlers that stop its children.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const measured: Run['parts'][number][] = [];
for (const [name, part] of Object.entries(parts)) {
  if (chosen !== undefined && !chosen.includes(name)) continue;
  process.stderr.write(`measuring: ${name}\n`);
  measured.push({ name, figures: await part({ quick }) });
}

const figures: readonly Figure[] = measured.flatMap((part) => part.figures);
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
const model = `${cpus()[0]?.model}${probeArithmetic() === 'unsigned' ? ' with AVX-VNNI' : ''}`;
const machine = { processors: cpus().length, model, node: process.version };
const corpus = readSentences('es').name;
process.stdout.write(`${JSON.stringify({ machine, corpus, quick, figures })}\n`);
if (!quick) {
  const page = new URL('../docs/performance.md', import.meta.url);
  const day = new Date().toISOString().slice(0, 10);
  const conditions = `${day}: ${machine.processors} processors (${machine.model}), Node ${machine.node}, ${corpus}.`;
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), { parts: measured, conditions }, Object.keys(parts)));
}
process.exitCode = figures.some((figure) => figure.met === false) ? 1 : 0;
