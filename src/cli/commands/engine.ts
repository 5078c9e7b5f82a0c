import type { Command } from 'commander';
import { type LanguagePair, pairName } from '../../text/languages/language.ts';
import type { CommandParts, EngineFacts } from '../operator.ts';
import type { Print } from '../output.ts';
import { textTable } from '../table.ts';

export function addEngineCommands(program: Command, { describeEngines }: CommandParts, print: Print): void {
  program
    .command('engine')
    .description('inspect the engines')
    .command('list')
    .description('list the engines, most preferred first, with what each can translate on this machine')
    .action(async () => {
      const engines = await describeEngines();
      print.result(engines.map(describe), engines.map(engineText).join('\n\n'));
    });
}

function describe({ name, units, machine }: EngineFacts) {
  const rows = units.map((unit) => ({ ...unit, score: unit.score ?? null, reason: unit.reason ?? null }));
  return { name, machine: machine ?? null, units: rows };
}

function engineText({ name, units, machine }: EngineFacts): string {
  if (units.length === 0) return `${name}: nothing is installed; "dragoman doctor" says what to do`;
  const rows = units.map(({ unit, state, score, pairs, reason }) => [
    unit,
    state,
    score?.toFixed(1),
    pairsText(pairs),
    reason ?? '',
  ]);
  const title = machine === undefined ? name : `${name}, ${machine}`;
  return `${title}:\n${textTable(['UNIT', 'STATE', 'SCORE', 'PAIRS', 'REASON'], rows)}`;
}

/** An OpenAI endpoint has hundreds of pairs. */
const pairsShown = 8;

function pairsText(pairs: readonly LanguagePair[]): string | undefined {
  const shown = pairs.slice(0, pairsShown).map(pairName).join(' ');
  return pairs.length > pairsShown ? `${shown} and ${pairs.length - pairsShown} more` : shown || undefined;
}
