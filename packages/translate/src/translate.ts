import { type Dragoman, DragomanError } from '../../../sdk/src/dragoman.ts';
import { type Console, counted, formatCount, ProgressLine, problem, removedNote } from './console.ts';
import { TaskError } from './content.ts';
import { isSent } from './decision.ts';
import type { Journal } from './journal.ts';
import { type Lock, setRecord } from './lock-file.ts';
import { type Output, writeOutput } from './output.ts';
import type { Plan } from './plan.ts';
import type { Reports } from './report.ts';
import { sendTexts } from './requests.ts';
import { checkPair, detectSource, stopMessage } from './service.ts';
import { Texts } from './texts.ts';

export type Translating = {
  readonly folder: string;
  readonly concurrency: number;
  readonly client: Dragoman;
  readonly journal: Journal;
  readonly lock: Lock;
  readonly reports: Reports;
  readonly console: Console;
  readonly signal: AbortSignal;
};

/**
 * Returns the texts that the outputs need, when the server has accepted their languages.
 *
 * @throws UsageError before a text is sent
 */
export async function prepareTexts(planned: readonly Output[], parts: Translating): Promise<Texts> {
  const from = await detectLanguages(planned, parts);
  const outputs = planned
    .map((output) => ({ ...output, plans: output.plans.filter((plan) => from.has(plan)) }))
    .filter(({ plans }) => plans.length > 0);
  const texts = new Texts(outputs, (plan) => from.get(plan) ?? '', parts.journal);
  const pairs = new Map(texts.open.map((text) => [`${text.from} ${text.to}`, text]));
  for (const pair of pairs.values()) await checkPair(parts.client, pair, parts.signal);
  return texts;
}

/**
 * Translates texts, and writes each output as soon as its last text is translated.
 *
 * @returns whether every text was sent and every output was written
 * @throws the reason of the signal
 */
export async function translateTexts(texts: Texts, parts: Translating): Promise<boolean> {
  const { client, console, concurrency, journal, reports, signal } = parts;
  const { open } = texts;
  for (const { task, characters } of open) reports.of(task).characters += characters;
  const progress = new ProgressLine(console, { texts: open.length, characters: charactersOf(open) });

  let isWritten = true;
  let writing = Promise.resolve();
  const write = (ready: readonly Output[]): void => {
    for (const output of ready) {
      writing = writing.then(async () => {
        progress.clear();
        isWritten = (await finish(output, texts, parts)) && isWritten;
        progress.draw();
      });
    }
  };
  try {
    progress.draw();
    write(texts.ready);
    await sendTexts(open, {
      ...{ client, journal, concurrency, signal },
      settle(wanted, outcome) {
        const { text, ready } = texts.settle(wanted, outcome);
        if ('charged' in outcome) (text ? reports.of(text.task) : reports.others).charged += outcome.charged;
        if (text !== undefined) progress.advance(text.characters);
        write(ready);
      },
    });
  } catch (error) {
    if (!(error instanceof DragomanError)) throw error;
    isWritten = false;
    progress.clear();
    const message = await stopMessage(client, error, { open: charactersOf(texts.open), signal });
    console.error(`dragoman-translate: ${message}\n`);
  } finally {
    await writing;
    progress.clear();
  }
  return isWritten;
}

const charactersOf = (texts: readonly { readonly characters: number }[]): number =>
  texts.reduce((sum, { characters }) => sum + characters, 0);

/** Returns the source language of each plan. A source without one fails, and so does one in the target language. */
async function detectLanguages(
  outputs: readonly Output[],
  { client, console, reports, signal }: Translating,
): Promise<ReadonlyMap<Plan, string>> {
  const bySource = new Map<string, Promise<string>>();
  const found = new Map<Plan, string>();
  for (const plan of outputs.flatMap(({ plans }) => plans)) {
    const { task, units } = plan;
    const { path } = task.source;
    try {
      const needsServer = plan.from === undefined && units.some(isSent);
      if (needsServer && !bySource.has(path)) bySource.set(path, detectSource(client, plan, signal));
      const from = plan.from ?? (await bySource.get(path)) ?? '';
      if (from === task.to) throw new TaskError('same_language', `the file is already in ${from}.`, { path });
      found.set(plan, from);
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      reports.fail(task, error);
      problem(console, error.path, error.message);
    }
  }
  return found;
}

/** Writes an output and its records, and reports it. Returns whether it is written. */
async function finish(
  output: Output,
  texts: Texts,
  { folder, journal, lock, reports, console }: Translating,
): Promise<boolean> {
  const problemOf = (plan: Plan, text: string): string => {
    const outcome = texts.outcome(plan, text);
    if (outcome !== undefined && 'problem' in outcome) return outcome.problem;
    return 'the translation lost a code, such as a link.';
  };
  const translationOf = (plan: Plan, text: string): string | undefined => {
    const outcome = texts.outcome(plan, text);
    return outcome !== undefined && 'translation' in outcome ? outcome.translation : undefined;
  };
  try {
    for (const { plan, record, untranslated } of await writeOutput(output, { folder, journal, translationOf })) {
      const { task, units } = plan;
      setRecord(lock, { file: task.source.path, to: task.to, record });
      const report = Object.assign(reports.of(task), { status: 'translated', untranslated: untranslated.length });
      for (const { unit } of untranslated) {
        problem(console, task.source.path, `${task.to}: ${problemOf(plan, unit.text)} It stays as it is.`, unit.line);
      }
      for (const { unit } of units.filter(({ why }) => why === 'correction_kept')) {
        const message = `${task.to}: the correction by hand stays, although the text has changed. Check it.`;
        problem(console, task.source.path, message, unit.line);
      }
      const sent = `${formatCount(report.units_sent)} of ${counted(report.units, 'text')} translated`;
      console.out(
        `${output.path}: ${sent}, ${counted(report.charged, 'character')} charged${removedNote(report.removed)}\n`,
      );
    }
    return true;
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    for (const { task } of output.plans) reports.fail(task, error);
    problem(console, error.path, error.message, error.line);
    return false;
  }
}
