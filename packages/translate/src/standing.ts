import { type Code, keyedFormats, type ParsedFile, type Unit } from '../../documents/src/index.ts';
import { hashOf, hashOfTarget } from './hash.ts';
import type { OutputRecord, UnitRecord, UnitRecords } from './lock-file.ts';

/** The translation that the target file has of a unit, and what was recorded of the unit. */
export type Standing = {
  /** Of the unit of the target file. */
  readonly id?: string;
  readonly text?: string;
  /** Undefined if the file numbers codes as the source does. */
  readonly codes?: readonly Code[];
  readonly line?: number | undefined;
  readonly record?: UnitRecord | undefined;
};

export const isKeyed = ({ format }: ParsedFile): boolean => keyedFormats.has(format);

/** Records as the lock file has them. */
export const unitRecords = (file: ParsedFile, records: readonly (readonly [string, UnitRecord])[]): UnitRecords =>
  isKeyed(file) ? Object.fromEntries(records) : records.map(([, record]) => record);

export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

type Sides = {
  readonly source: ParsedFile;
  /** The target file, read as one; undefined if it is missing or the same as the source. */
  readonly target: ParsedFile | undefined;
  readonly record: OutputRecord | undefined;
};

/**
 * Returns what stands for each unit of the source. Undefined if the units of the target are not those of its record, or, without
 * a record, if the target has texts but no translation of a unit of the source.
 */
export function standingOf(sides: Sides): readonly Standing[] | undefined {
  const { source, target, record } = sides;
  if (record?.isInDoubt) return standingInDoubt(source, target, record.units);
  const found = matchSides(sides);
  if (record !== undefined || found === undefined || found.some(({ text }) => text !== undefined)) return found;
  const isOther = target?.units.some((unit) =>
    source.isBilingual ? unit.target !== undefined : hasLetters(unit.text),
  );
  return isOther && source.units.length > 0 ? undefined : found;
}

function matchSides({ source, target, record }: Sides): readonly Standing[] | undefined {
  if (source.isBilingual) return standingBeside(source, target ?? source, record?.units);
  if (target === undefined) return source.units.map(() => ({}));
  if (isKeyed(source)) return standingByKey(source, target, record?.units);
  return record === undefined ? undefined : standingInOrder(source, target, record.units);
}

/** A translation counts only if a branch recorded it for this very text. Any other is taken for ours, of an older text. */
function standingInDoubt(
  source: ParsedFile,
  target: ParsedFile | undefined,
  records: UnitRecords,
): readonly Standing[] {
  const isHeld = source.isBilingual;
  const hasKey = isHeld || isKeyed(source);
  const codesOf = (unit: Unit): readonly Code[] => (isHeld ? [] : unit.codes);
  const textOf = (unit: Unit): string | undefined => (isHeld ? unit.target : unit.text);
  const hashOfUnit = (unit: Unit): string => hashOfTarget({ text: textOf(unit) ?? '', codes: codesOf(unit) });
  const keyOf = (unit: Unit): string => (isHeld ? hashOf(unit.text) : hasKey ? unit.id : hashOfUnit(unit));
  const units = target?.units ?? (isHeld ? source.units : []);
  const take = takingInOrder(units.map((unit) => [keyOf(unit), unit]));
  const recordsOf = grouped(Object.values(records).map((record) => [record[0], record]));
  return source.units.map((unit) => {
    const hashed = recordsOf.get(hashOf(unit.text))?.map((record) => [record[2] ?? record[1] ?? '', record] as const);
    const known = new Map(hashed);
    const keys = hasKey ? [keyOf(unit)] : [...known.keys()];
    const found = keys.reduce<Unit | undefined>((taken, key) => taken ?? take(key), undefined);
    const text = found && textOf(found);
    if (found === undefined || text === undefined) return {};
    const hash = hashOfUnit(found);
    const codes = isHeld ? {} : { codes: found.codes };
    return { id: found.id, text, ...codes, line: found.line, record: known.get(hash) ?? ['', hash] };
  });
}

/** Translations beside their sources: those of equal texts in their order, else of the text that was recorded. */
function standingBeside(source: ParsedFile, target: ParsedFile, records: UnitRecords = []): readonly Standing[] {
  const take = takingInOrder(target.units.map((unit) => [hashOf(unit.text), unit]));
  const recordOf = isList(records) ? recordsInOrder(source, records) : recordsById(source, records);
  return source.units.map(({ text }, index) => {
    const record = recordOf[index];
    const found = take(hashOf(text)) ?? take(record?.[0] ?? '');
    return found?.target === undefined ? {} : { id: found.id, text: found.target, line: found.line, record };
  });
}

/** By the keys. A key that was renamed has the translation of a removed one with the same text. */
function standingByKey(source: ParsedFile, target: ParsedFile, records: UnitRecords = {}): readonly Standing[] {
  const byId = new Map(target.units.map((unit) => [unit.id, unit]));
  const recordOf = isList(records) ? new Map<string, UnitRecord>() : new Map(Object.entries(records));
  const ids = new Set(source.units.map(({ id }) => id));
  const removed = [...recordOf].filter(([id]) => !ids.has(id) && byId.has(id));
  const take = takingInOrder(removed.map(([id, record]) => [record[0], { ...byId.get(id), record }]));
  return source.units.map(({ id, text }) =>
    byId.has(id) ? { ...byId.get(id), record: recordOf.get(id) } : (take(hashOf(text)) ?? {}),
  );
}

/** @param records may have a key such as `constructor` */
function recordsById({ units }: ParsedFile, records: Record<string, UnitRecord>): readonly (UnitRecord | undefined)[] {
  const recordOf = new Map(Object.entries(records));
  return units.map(({ id }) => recordOf.get(id));
}

/** Without keys, the target has the units of the record in the same order. Those of the source are found by their hashes. */
function standingInOrder(
  source: ParsedFile,
  { units }: ParsedFile,
  recorded: UnitRecords,
): readonly Standing[] | undefined {
  const list = isList(recorded) ? recorded : [];
  const recordOf = recordsInOrder(source, list);
  const written = list.filter(hasUnit);
  if (written.length === units.length) {
    const unitOf = new Map(written.map((record, index) => [record, units[index]]));
    return recordOf.map((record) => (record === undefined ? {} : { ...unitOf.get(record), record }));
  }
  if (written.length === 0) return undefined;
  // A person may have changed the structure of both alike: each record is of one place in both.
  const indexes = [...recordOf.keys()].filter((index) => hasUnit(recordOf[index]));
  const found = recordsOfTarget(units, written);
  const records = indexes.map((index, place) => recordOf[index] ?? found[place]);
  const known = records.filter((record) => record !== undefined);
  const isAlike = found.every((record, place) => record === undefined || record === records[place]);
  if (indexes.length !== units.length || new Set(known).size < known.length || !isAlike) return undefined;
  const standing = recordOf.map((record): Standing => ({ record }));
  for (const [place, index] of indexes.entries()) {
    standing[index] = { ...units[place], record: records[place] ?? addedByHand };
  }
  return standing;
}

/** A translation without letters is no unit of the target. */
const hasUnit = (record: UnitRecord | undefined): boolean => record?.[1] !== '';

/** Of a text and its translation that no run has seen. */
const addedByHand: UnitRecord = [hashOf(''), hashOf('')];

const recordsOfTarget = (units: readonly Unit[], written: readonly UnitRecord[]): readonly (UnitRecord | undefined)[] =>
  matchInOrder(
    units.map(hashOfTarget),
    written.map(([source, hash = source, correction = hash]) => correction),
  ).map((index) => (index === undefined ? undefined : written[index]));

/** Returns the line of the first unit of a target that is at another place than its record. */
export function changedLine({ units }: ParsedFile, records: UnitRecords): number | undefined {
  const written = (isList(records) ? records : []).filter(hasUnit);
  const place = recordsOfTarget(units, written).findIndex((record, index) => record !== written[index]);
  return (units[place] ?? units.at(-1))?.line;
}

const isList = (records: UnitRecords): records is readonly UnitRecord[] => Array.isArray(records);

function recordsInOrder({ units }: ParsedFile, list: readonly UnitRecord[]): readonly (UnitRecord | undefined)[] {
  const indexes = matchInOrder(
    units.map(({ text }) => hashOf(text)),
    list.map(([hash]) => hash),
  );
  return indexes.map((index) => (index === undefined ? undefined : list[index]));
}

/**
 * Returns for each new hash the index of an old one: an equal one if there is any, else the one at the same place between two
 * equal neighbours, which has changed.
 */
export function matchInOrder(now: readonly string[], before: readonly string[]): readonly (number | undefined)[] {
  const found = now.map(takingInOrder(before.map((hash, index) => [hash, index])));
  const used = new Set(found);
  for (let start = 0; start < now.length; start++) {
    if (found[start] !== undefined) continue;
    let end = start;
    while (end < now.length && found[end] === undefined) end++;
    const from = (found[start - 1] ?? -1) + 1;
    const until = found[end] ?? before.length;
    const isSameGap = until - from === end - start && before.slice(from, until).every((_, at) => !used.has(from + at));
    if (isSameGap) for (let at = start; at < end; at++) found[at] = from + at - start;
    start = end;
  }
  return found;
}

/** Returns a function that returns the values of a key, one at each call, in their order. */
function takingInOrder<Value>(entries: readonly (readonly [string, Value])[]): (key: string) => Value | undefined {
  const left = new Map([...grouped(entries)].map(([key, values]) => [key, values.values()]));
  return (key) => left.get(key)?.next().value;
}

function grouped<Value>(entries: readonly (readonly [string, Value])[]): ReadonlyMap<string, readonly Value[]> {
  const byKey = new Map<string, Value[]>();
  for (const [key, value] of entries) {
    const values = byKey.get(key);
    if (values === undefined) byKey.set(key, [value]);
    else values.push(value);
  }
  return byKey;
}
