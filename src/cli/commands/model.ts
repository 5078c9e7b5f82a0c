import type { Command } from 'commander';
import { type LanguagePair, pairName } from '../../text/languages/language.ts';
import { parsePair } from '../argument.ts';
import type { CommandParts, ModelAdmin, ModelFacts, ModelRow, ModelsOverview, ModelVerdict } from '../operator.ts';
import type { Print } from '../output.ts';
import { formatMebibytes } from '../progress.ts';
import { textTable } from '../table.ts';

export function addModelCommands(program: Command, { openModels }: CommandParts, print: Print): void {
  const model = program.command('model').description('download, check and remove neural models');
  const using = async (work: (admin: ModelAdmin) => Promise<void>) => {
    await using admin = await openModels();
    await work(admin);
  };
  model
    .command('list')
    .description('list the models on disk, and those that the index offers')
    .action(() => using((admin) => listModels(admin, print)));
  model
    .command('pull')
    .argument('<pairs...>', 'such as es-en, or en:pt-BR')
    .option('--update', 'also replace a model if the index has another one')
    .option('--model-version <version>', 'this version, also an unreleased one')
    .description('download the models of these pairs, unless they are on disk')
    .action((pairs: readonly string[], options: PullFlags) => {
      const parsed = pairs.map(parsePair);
      return using(async (admin) => {
        const pulled: unknown[] = [];
        const lines: string[] = [];
        for (const pair of parsed) {
          const facts = await pullModel(admin, pair, { flags: options, print });
          const { wasThere } = facts;
          pulled.push({ ...describe(facts), outcome: wasThere ? 'already_there' : 'pulled' });
          lines.push(`${wasThere ? 'Already there' : 'Pulled'}: ${summary(facts)}.`);
        }
        print.result(pulled, lines.join('\n'));
      });
    });
  model
    .command('verify')
    .argument('[pair]', 'all that are on disk unless one is named')
    .description('read every file again and compare it with its checksum; exit status 1 if one is broken')
    .action((pair: string | undefined) => {
      const one = pair === undefined ? undefined : parsePair(pair);
      return using(async (admin) => printVerdicts(await admin.verify(one), print));
    });
  model
    .command('remove')
    .argument('<pair>', 'such as es-en')
    .description('remove the model of a pair from the disk; servers stop using it within seconds')
    .action((pair: string) => {
      const one = parsePair(pair);
      return using(async (admin) => {
        const facts = await admin.remove(one);
        print.result(describe(facts), `Removed: ${summary(facts)}.`);
      });
    });
  addImport(model, using, print);
}

function addImport(
  model: Command,
  using: (work: (admin: ModelAdmin) => Promise<void>) => Promise<void>,
  print: Print,
): void {
  model
    .command('import')
    .argument('<folder>', 'with a model, its vocabulary and, unless it works without, its shortlist')
    .option('--pair <pair>', 'such as es-en, if the file names do not contain it')
    .option('--name <name>', 'its name in the table of scores')
    .description('copy a model from a folder, after a test translation')
    .action((folder: string, { pair, name }: { readonly pair?: string; readonly name?: string }) => {
      const as = { pair: pair === undefined ? undefined : parsePair(pair), name };
      return using(async (admin) => {
        const models = await admin.importFrom(folder, as);
        print.result(models.map(describe), models.map((facts) => `Imported: ${summary(facts)}.`).join('\n'));
      });
    });
}

type PullFlags = { readonly update?: true; readonly modelVersion?: string };

type Pull = { readonly flags: PullFlags; readonly print: Print };

async function pullModel(admin: ModelAdmin, pair: LanguagePair, { flags, print }: Pull) {
  using shown = print.progress(pairName(pair));
  return await admin.pull(pair, {
    update: flags.update === true,
    version: flags.modelVersion,
    progress: ({ doneBytes, totalBytes }) => shown.tell(doneBytes, totalBytes),
  });
}

async function listModels(admin: ModelAdmin, print: Print): Promise<void> {
  const overview = await admin.list();
  const { rows, index, problems, dir, bytes, bytesMax } = overview;
  const state = { state: index.kind, ...(index.kind === 'failed' && { reason: index.reason }) };
  const json = { models: rows.map(describeRow), problems, index: state, dir, bytes, bytes_max: bytesMax };
  print.result(json, overviewText(overview));
}

function describe({ pair, name, version, bytes, score }: ModelFacts) {
  return { ...pair, name, version, bytes, score: score ?? null };
}

/** Returns the model that requests of the pair use. */
function usedModel({ installed, offered, starter }: ModelRow) {
  const state = installed ? 'on disk' : offered ? 'to fetch' : 'starter';
  return { facts: installed ?? offered ?? starter, state };
}

function describeRow(row: ModelRow) {
  const { offered, isNewerOffered } = row;
  const { facts, state } = usedModel(row);
  return {
    ...(facts && describe(facts)),
    state: state.replace(' ', '_'),
    newer: isNewerOffered && offered ? describe(offered) : null,
  };
}

function overviewText({ rows, index, problems, dir, bytes, bytesMax }: ModelsOverview): string {
  const cells = rows.map((row) => {
    const { pair, offered, isNewerOffered } = row;
    const { facts, state } = usedModel(row);
    return [
      pairName(pair),
      state,
      facts?.name,
      facts?.version || undefined,
      facts && formatMebibytes(facts.bytes),
      facts?.score?.toFixed(1),
      isNewerOffered && offered ? `${offered.name} ${offered.version}` : undefined,
    ];
  });
  const heads = ['PAIR', 'STATE', 'NAME', 'VERSION', 'MIB', 'SCORE', 'NEWER'];
  const models = rows.length === 0 ? 'No models.' : textTable(heads, cells);
  const broken = problems.map(({ folder, reason }) => `broken: ${folder}: ${reason}\n`).join('');
  return `${models}\n\n${broken}${dir}: ${formatMebibytes(bytes)} of at most ${formatMebibytes(bytesMax)} MiB. ${indexText(index)}`;
}

function indexText(index: ModelsOverview['index']): string {
  switch (index.kind) {
    case 'read':
      return 'The index was read.';
    case 'failed':
      return `The index could not be read (${index.reason}): only what is on disk is listed.`;
    case 'off':
      return 'Downloads are turned off (MODELS_URL=none): only models on disk are listed.';
  }
}

function printVerdicts(verdicts: readonly ModelVerdict[], print: Print): void {
  const ok = verdicts.every(({ fault }) => fault === undefined);
  const models = verdicts.map(({ pair, folder, fault }) => ({
    source: pair?.source ?? null,
    target: pair?.target ?? null,
    folder,
    state: fault === undefined ? 'ok' : 'broken',
    reason: fault ?? null,
  }));
  const lines = verdicts.map(({ pair, folder, fault }) => {
    const named = [pair && pairName(pair), folder].filter((part) => part !== undefined).join(' ');
    return fault === undefined ? `ok      ${named}` : `broken  ${named}: ${fault}`;
  });
  print.verdict(ok, { ok, models }, lines.join('\n') || 'No models are on disk.');
}

/** `es>en base-memory 3.0, 35.2 MiB` */
function summary({ pair, name, version, bytes }: ModelFacts): string {
  return `${[pairName(pair), name, version].filter((part) => part !== '').join(' ')}, ${formatMebibytes(bytes)} MiB`;
}
