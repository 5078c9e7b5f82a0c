import { countCharacters } from '../../ground/units.ts';
import { memoryNoteMax } from '../../shop/memory/memory-entry.ts';
import type { FileProblem, MemoryUnit } from '../../shop/memory/memory-files.ts';
import { entryCharactersMax, storedText } from '../../text/memory/memory-entry.ts';
import type { ReadRow } from './delimited-file.ts';
import type { NamedLanguages } from './named-languages.ts';
import { forbidden } from './xml-units.ts';

/** A unit as written, or why it is left out. */
export type FoundUnit =
  | (MemoryUnit & {
      readonly kind: 'unit';
      /** Whether its XML has a forbidden character. */
      readonly hasControl: boolean;
    })
  | FileProblem;

export function skippedAt(line: number, message: string): FileProblem {
  return { kind: 'skipped', line, message };
}

function invalidAt(line: number, message: string): FileProblem {
  return { kind: 'invalid', line, message };
}

const lengthsMax = { source: entryCharactersMax, target: entryCharactersMax, note: memoryNoteMax } as const;
/** No entry has such a character, and no export could write it. */
const unreadable = new RegExp(String.raw`${forbidden.source}|\p{Surrogate}`, 'u');
const printable = /^[ -~]*$/;
const letter = /\p{L}/u;

/** Trims and normalises a unit, or returns why it is left out. */
export function checkedUnit(unit: FoundUnit): MemoryUnit | FileProblem {
  if (unit.kind !== 'unit') return unit;
  const { line, sourceLanguage, targetLanguage, hasContext, changedAt, createdAt } = unit;
  if (unit.hasControl) return invalidAt(line, 'The unit contains a control character or an incomplete character.');
  const [source, target, note] = [storedText(unit.source), storedText(unit.target), storedText(unit.note)];
  const fault = faultOf(source, 'source') ?? faultOf(target, 'target') ?? faultOf(note, 'note');
  if (fault !== undefined) return invalidAt(line, fault);
  if (target === '') return skippedAt(line, 'The unit has no translation.');
  if (!letter.test(source) || !letter.test(target)) return skippedAt(line, 'The unit has no letters.');
  if (sourceLanguage === targetLanguage) return skippedAt(line, 'Source and target have the same language.');
  return { line, sourceLanguage, targetLanguage, source, target, note, hasContext, changedAt, createdAt };
}

function faultOf(text: string, name: keyof typeof lengthsMax): string | undefined {
  const charactersMax = lengthsMax[name];
  if (text.length > charactersMax && countCharacters(text) > charactersMax) {
    return `The ${name} is longer than ${charactersMax} characters.`;
  }
  if (printable.test(text) || !unreadable.test(text)) return undefined;
  return `The ${name} contains a control character or an incomplete character.`;
}

/** Returns the unit of a row of CSV or TSV. */
export function unitOfRow(row: Exclude<ReadRow, { readonly kind: 'skipped' }>, languages: NamedLanguages): FoundUnit {
  const { line } = row;
  if (row.kind === 'problem') return invalidAt(line, row.message);
  const { source = '', target = '', term = '', translation = '', note = '' } = row.raw;
  const pair = languages.findPair(source, target);
  if ('message' in pair) return skippedAt(line, pair.message);
  const texts = { source: term, target: translation, note };
  const times = { changedAt: undefined, createdAt: undefined };
  return { kind: 'unit', line, ...pair, ...texts, hasContext: false, ...times, hasControl: false };
}
