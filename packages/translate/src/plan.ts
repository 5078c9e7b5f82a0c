import { type Code, keyedFormats, type ParsedFile, renumberCodes, type Unit } from '../../documents/src/index.ts';
import { type Content, TaskError } from './content.ts';
import { decide, isSent, type UnitPlan } from './decision.ts';
import { hashOf, hashOfTarget } from './hash.ts';
import { areSameLanguage } from './language-places.ts';
import type { OutputRecord } from './lock-file.ts';
import { parseSource, parseTarget } from './parsing.ts';
import type { Source } from './sources.ts';
import { changedLine, hasLetters, isKeyed, type Standing, standingOf } from './standing.ts';
import type { Task } from './tasks.ts';

/** What a source file needs for one language. */
export type Plan = {
  readonly task: Task;
  /** Undefined: the server has to detect it. */
  readonly from: string | undefined;
  readonly file: ParsedFile;
  readonly units: readonly UnitPlan[];
  /** Plural forms of the target that the source lacks, as people left them. */
  readonly forms: ReadonlyMap<string, string>;
  /** Ids of units of the target file whose text is no longer in the source file. */
  readonly removed: readonly string[];
  /** Which translations in the source file itself are replaced. */
  readonly overwrite: boolean | ReadonlySet<string>;
};

type Files = {
  readonly content: Content;
  /** Undefined if it is missing, or not to be read. */
  readonly target: Content | undefined;
  readonly record: OutputRecord | undefined;
  /** Whether the source is that of the record. */
  readonly isSourceSame: boolean;
  readonly isForced: boolean;
  /** See `ExamineParts`. */
  readonly isApproval: boolean;
};

/**
 * Plans the units of a source for one language.
 *
 * @throws TaskError; `unmatched` if the target has other units than its record
 */
export async function planTask(task: Task, files: Files): Promise<Plan> {
  const { content, target, record, isSourceSame, isForced, isApproval } = files;
  const { to } = task;
  const source = isApproval ? withoutFuzzy(task.source) : task.source;
  const file = await parseSource(source, content, { from: task.from, to, overwrite: isForced });
  if (file.target !== undefined && task.out !== source.path) checkTarget(task, file.target);
  const from = task.from ?? file.source;
  if (isForced) {
    const units = file.units.map((unit): UnitPlan => ({ unit, why: 'missing' }));
    return { task, from, file, units, forms: new Map(), removed: [], overwrite: true };
  }
  const isBeside = target !== undefined && target.path !== content.path;
  if (isBeside && file.format === 'po' && !isSourceSame) checkPlurals(task, target);
  const asWritten = asRecorded(source, record);
  const read = isApproval ? withoutFuzzy(asWritten) : asWritten;
  const targetFile = isBeside ? await parseTarget({ source: read, file }, target, { from, to }) : undefined;
  const standing = standingOf({ source: file, target: targetFile, record });
  if (standing === undefined) throw unmatched(task, targetFile, record);
  const units = file.units.map((unit, index) => planUnit(unit, standing[index] ?? {}));
  const different = units.find(({ hasOtherCodes }) => hasOtherCodes);
  const isWritten = (record !== undefined && !isSourceSame) || units.some(isSent);
  if (different && isWritten && !isApproval) throw otherCodes(different, task.out);
  const forms = isKeyed(file) && targetFile ? keptForms(units, targetFile) : new Map<string, string>();
  const replaced = units.filter((each) => isSent(each) && each.unit.target !== undefined);
  const removed = targetFile ? removedUnits(file, targetFile, standing) : [];
  if (replaced.length === 0) return { task, from, file, units, forms, removed, overwrite: false };
  const overwrite = new Set(replaced.map(({ unit }) => unit.id));
  const overwritten = await parseSource(source, content, { from: task.from, to, overwrite });
  return { task, from, file: overwritten, units, forms, removed, overwrite };
}

/** Translations with the flag `fuzzy` are then missing, because they wait for a review. */
const withoutFuzzy = (source: Source): Source => ({ ...source, options: { ...source.options, fuzzy: false } });

/** The source as the last run read it: with other options now, it has other units than the target. */
function asRecorded(source: Source, record: OutputRecord | undefined): Source {
  if (record?.options === undefined) return source;
  const { path, isNamed } = source;
  const { format, ...options } = record.options;
  return { path, isNamed, options, ...(format && { format }) };
}

/** Translations into another language would be taken for ours. @throws TaskError */
function checkTarget({ source, to }: Task, held: string): void {
  if (areSameLanguage(held, to)) return;
  const advice = `Translate its template, or the file for ${to}, into ${to}.`;
  throw new TaskError('other_language', `the file is for translations into ${held}. ${advice}`, { path: source.path });
}

/** Plural forms are written alike: those that a person has made different would be lost. @throws TaskError */
function checkPlurals({ source, out }: Task, { bytes }: Content): void {
  if (!Buffer.from(bytes).includes('msgid_plural')) return;
  const advice = `Run "msgmerge --update ${out} ${source.path}", then translate ${out} itself.`;
  throw new TaskError('merge_first', `the file has plural forms, which are not written anew. ${advice}`, { path: out });
}

function unmatched({ source, out }: Task, target: ParsedFile | undefined, record: OutputRecord | undefined): TaskError {
  if (target === undefined || record === undefined || Object.keys(record.units).length === 0) {
    const what = 'the file exists, and the lock file does not know its translations.';
    return new TaskError('unmatched', `${what} Use --force to translate it anew.`, { path: out });
  }
  const advice = `Make the same change in ${source.path} at the same place, or undo it.`;
  const message = `paragraphs were added or removed by hand. ${advice} --force translates the file anew.`;
  return new TaskError('unmatched', message, { path: out, line: changedLine(target, record.units) });
}

/** Why a translation that a person wrote cannot be written together with its source. */
export function otherCodes({ unit, line }: UnitPlan, out: string): TaskError {
  const what = `the translation of ${unit.id} has other links, formatting or lines than its text`;
  return new TaskError('correction_codes', `${what}. Make them alike, or use --force.`, { path: out, line });
}

function planUnit(unit: Unit, { text, codes, line, record }: Standing): UnitPlan {
  const decision = decide({
    source: hashOf(unit.text),
    target: text === undefined ? undefined : hashOfTarget({ text, codes: codes ?? [] }),
    isSourceText: text === unit.text,
    record,
  });
  if (decision.send || text === undefined) return { unit, why: decision.why };
  const { why, record: kept } = decision;
  const isOurs = record?.[1] !== undefined && kept.length === 2;
  const renumbered = codes === undefined ? text : keepCodes({ text, codes, isOurs }, unit);
  if (renumbered !== undefined) return { unit, kept: renumbered, record: kept, line, ...(why && { why }) };
  return isOurs ? { unit, why: 'stale' } : { unit, kept: text, record: kept, line, hasOtherCodes: true };
}

type Coded = { readonly text: string; readonly codes: readonly Code[]; readonly isOurs: boolean };

/** Codes that we wrote are those of the source as it was: now they may have another content, in the same order. */
function keepCodes({ text, codes, isOurs }: Coded, unit: Unit): string | undefined {
  const exact = renumberCodes(text, codes, unit.codes);
  if (exact !== undefined || !isOurs) return exact;
  const bare = (all: readonly Code[]): readonly Code[] => all.map(({ number, kind }) => ({ number, kind, open: '' }));
  return renumberCodes(text, bare(codes), bare(unit.codes));
}

/** A form stays as long as the translation of `other`, whose text it was made of. */
function keptForms(units: readonly UnitPlan[], target: ParsedFile): ReadonlyMap<string, string> {
  const keptIds = new Map(units.map(({ unit, kept }) => [unit.id, kept !== undefined]));
  const extra = target.units.filter(({ id }) => !keptIds.has(id) && keptIds.get(otherForm(id)) === true);
  return new Map(extra.map(({ id, text }) => [id, text]));
}

/** The id of the plural form `other` of a unit, which every language has. */
const otherForm = (id: string): string => id.replace(/(?:zero|one|two|few|many)(?=(?:#\d+)?$)/, 'other');

/** Returns what writing the target file removes, because the source file has no such text any more. */
function removedUnits(
  { format, isBilingual }: ParsedFile,
  { units }: ParsedFile,
  standing: readonly Standing[],
): readonly string[] {
  const kept = new Set(standing.map(({ id }) => id));
  const own = units.filter((unit) => (isBilingual ? unit.target !== undefined : hasLetters(unit.text)));
  const isForm = (id: string): boolean => keyedFormats.has(format) && kept.has(otherForm(id));
  return own.map(({ id }) => id).filter((id) => !kept.has(id) && !isForm(id));
}
