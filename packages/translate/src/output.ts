import { type Content, readContent, TaskError } from './content.ts';
import { isSent, type UnitPlan } from './decision.ts';
import { headOf } from './examine.ts';
import { fingerprintOf, hashOf } from './hash.ts';
import type { Journal, JournaledRecord } from './journal.ts';
import type { OutputRecord } from './lock-file.ts';
import { filterOf, parseSource } from './parsing.ts';
import { otherCodes, type Plan } from './plan.ts';
import { recordsOf } from './records.ts';
import { writeWhole } from './whole-file.ts';

/** A target file to write. It has several plans if the source file itself holds several languages. */
export type Output = {
  readonly content: Content;
  readonly target: Content | undefined;
  readonly path: string;
  readonly plans: readonly Plan[];
};

/** A plan whose translations are written, with the units that keep their source text. */
export type WrittenPlan = {
  readonly plan: Plan;
  readonly record: OutputRecord;
  readonly untranslated: readonly UnitPlan[];
};

type Parts = {
  readonly folder: string;
  readonly journal: Journal;
  /** Of a unit that was sent; undefined if it could not be translated. */
  readonly translationOf: (plan: Plan, text: string) => string | undefined;
};

/** Writes a target file. @throws TaskError if it cannot be written, or if a person has changed a file since it was read */
export async function writeOutput(
  output: Output,
  { folder, journal, translationOf }: Parts,
): Promise<readonly WrittenPlan[]> {
  const { bytes, untranslated } = await compose(output, translationOf);
  const written = { path: output.path, bytes, hash: hashOf(bytes) };
  const isOwn = output.path === output.content.path;
  const whole = [fingerprintOf(isOwn ? bytes : output.content.bytes), fingerprintOf(bytes)] as const;
  const done: WrittenPlan[] = [];
  for (const plan of output.plans) {
    const left = plan.units.filter(({ unit }) => untranslated.get(plan)?.has(unit.id));
    const units = await recordsOf(plan, written, {
      left: new Set(left),
      translationOf: (text) => translationOf(plan, text),
    });
    const record = {
      ...headOf(plan.task),
      ...(left.length === 0 && { whole }),
      units,
    };
    done.push({ plan, record, untranslated: left });
  }
  await checkSame(folder, output.content);
  if (!isOwn) await checkSame(folder, output.target ?? { path: output.path, hash: undefined });
  for (const { plan, record } of done) journal.writes(journaled(plan, record, written.hash));
  await writeWhole(folder, output.path, bytes);
  return done;
}

const journaled = ({ task }: Plan, record: OutputRecord, hash: string): JournaledRecord => ({
  file: task.source.path,
  to: task.to,
  record,
  hash,
});

type Composed = {
  readonly bytes: Uint8Array;
  /** Ids of units that keep their source text. */
  readonly untranslated: ReadonlyMap<Plan, ReadonlySet<string>>;
};

/** Returns what the target file is to contain. @throws TaskError if it cannot have a translation that a person wrote */
export async function compose(
  { content, path, plans }: Output,
  translationOf: Parts['translationOf'],
): Promise<Composed> {
  let { bytes } = content;
  const untranslated = new Map<Plan, ReadonlySet<string>>();
  for (const plan of plans) {
    const { from, units, forms, task } = plan;
    const { source, to } = task;
    const isFirst = plan === plans[0];
    const file = isFirst
      ? plan.file
      : await parseSource(source, { ...content, bytes }, { from, to, overwrite: plan.overwrite });
    const translations = new Map(forms);
    // Translations in the source file itself stay unchanged.
    const writes = path === content.path ? units.filter(isSent) : units;
    for (const { unit, kept } of writes) {
      const translation = kept ?? translationOf(plan, unit.text);
      if (translation !== undefined) translations.set(unit.id, translation);
    }
    const byHand = new Set([...forms.keys(), ...writes.filter((each) => !isSent(each)).map(({ unit }) => unit.id)]);
    const written = await filterOf(source, content).write(file, translations, { target: to, byHand });
    bytes = written.bytes;
    const left = new Set(written.untranslated);
    const lost = writes.find((each) => !isSent(each) && left.has(each.unit.id));
    if (lost !== undefined) throw otherCodes(lost, path);
    untranslated.set(plan, new Set(writes.map(({ unit }) => unit.id).filter((id) => left.has(id))));
  }
  return { bytes, untranslated };
}

/** @throws TaskError if a person has changed the file since it was read */
async function checkSame(
  folder: string,
  { path, hash }: Pick<Content, 'path'> & { readonly hash: string | undefined },
): Promise<void> {
  const now = await readContent(folder, path);
  if (now?.hash === hash) return;
  throw new TaskError('changed_meanwhile', 'the file has changed meanwhile. Run the command again.', { path });
}
