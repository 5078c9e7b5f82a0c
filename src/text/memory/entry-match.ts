import { finish } from '../../ground/steps.ts';
import type { ApprovedSpan } from '../document/document.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { MemoryEntry } from './memory-entry.ts';
import { type MemoryPiece, type MemoryText, readMemoryText, withoutTags } from './memory-text.ts';

type ReadSides = { readonly source: MemoryText; readonly target: MemoryText };

/** An entry for many texts: its sides are read when they are first needed, in full. */
export class ReadEntry implements ReadSides {
  readonly entry: MemoryEntry;
  #source: MemoryText | undefined;
  #target: MemoryText | undefined;
  #untagged: ReadSides | undefined;

  constructor(entry: MemoryEntry) {
    this.entry = entry;
  }

  get source(): MemoryText {
    this.#source ??= read(this.entry.source);
    return this.#source;
  }

  get target(): MemoryText {
    this.#target ??= read(this.entry.target);
    return this.#target;
  }

  /** Both sides without tags. */
  get untagged(): ReadSides {
    this.#untagged ??= { source: read(withoutTags(this.source)), target: read(withoutTags(this.target)) };
    return this.#untagged;
  }
}

function read(text: string): MemoryText {
  return finish(readMemoryText(text));
}

export type MemoryMatch = Pick<ApprovedSpan, 'match'> & {
  /**
   * Returns the target with the codes and numbers of the text.
   * @param write returns words of the target as they are written into the text
   */
  readonly fill: (write: (words: string) => string) => string;
};

/** Matches an entry with a text, or with a part of one. Undefined if the entry does not serve it. */
export function matchEntry(entry: ReadEntry, text: MemoryText): MemoryMatch | undefined {
  const { source } = entry;
  const asMatch = (match: MemoryMatch['match'], sides: ReadSides = entry): MemoryMatch => {
    return { match, fill: (write) => filled(sides, text, write) };
  };
  if (swapsPositional(source.look === text.look ? entry : entry.untagged, text)) return undefined;
  if (source.key === text.key) return asMatch('exact');
  if (source.look === text.look) {
    return serves(entry, text, entry.entry) ? asMatch('number') : undefined;
  }
  if (!source.hasTags || text.hasTags || !serves(entry.untagged, text, entry.entry)) return undefined;
  return asMatch('untagged', entry.untagged);
}

type Languages = Pick<MemoryEntry, 'sourceLanguage' | 'targetLanguage'>;

/** Whether the texts have the same words and codes, and numbers of the same plural categories. */
function serves({ source, target }: ReadSides, text: MemoryText, languages: Languages): boolean {
  if (source.look !== text.look || source.equalCodes !== text.equalCodes) return false;
  const variable = new Set(numbersOf(target));
  const [own, others] = [numbersOf(source), numbersOf(text)];
  const values = new Map<string, string>();
  return own.every((number, index) => {
    const other = others[index] ?? '';
    const known = values.get(number);
    values.set(number, other);
    if (known !== undefined && known !== other) return false;
    return number === other || (variable.has(number) && areOfOnePlural(number, other, languages));
  });
}

/** Takes the next argument, whatever its name: `%s`, `%-5d`, `%@`, `{}`, `{:d}`. Not `%1$s`, `%1` or `%(name)s`. */
const positional = /^(?:%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|ll|[hlqLzjt])?[a-zA-Z@]|\{(?::[^{}]*)?\})$/;

/** Whether the target would give arguments of a text that are known by their order alone to other placeholders. */
function swapsPositional({ source, target }: ReadSides, text: MemoryText): boolean {
  const [own, others] = [codesOf(source), codesOf(text)];
  const isOwn = own.every(({ written }, index) => written === others[index]?.written);
  const ids = new Set(own.flatMap(({ id }, index) => (positional.test(others[index]?.written ?? '') ? id : [])));
  if (isOwn || ids.size < 2) return false;
  const moved = codesOf(target).filter(({ id }) => ids.has(id));
  return own.filter(({ id }) => ids.has(id)).some(({ id }, index) => id !== moved[index]?.id);
}

function codesOf({ pieces }: MemoryText): readonly MemoryPiece[] {
  return pieces.filter(({ id }) => id !== '');
}

function numbersOf({ pieces }: MemoryText): readonly string[] {
  return pieces.filter(({ kind }) => kind === 'number').map(({ written }) => written);
}

function areOfOnePlural(one: string, other: string, { sourceLanguage, targetLanguage }: Languages): boolean {
  return [sourceLanguage, targetLanguage].every((language) => {
    const rules = rulesOf(language);
    return rules !== undefined && rules.select(Number(one)) === rules.select(Number(other));
  });
}

const rulesSeen = new Map<LanguageTag, Intl.PluralRules | undefined>();
const rulesSeenMax = 1_000;

/** Undefined for a language without known rules, for which `Intl` would use those of the system's language. */
function rulesOf(language: LanguageTag): Intl.PluralRules | undefined {
  if (rulesSeen.has(language)) return rulesSeen.get(language);
  if (rulesSeen.size >= rulesSeenMax) rulesSeen.clear();
  const isKnown = Intl.PluralRules.supportedLocalesOf([language]).length > 0;
  const rules = isKnown ? new Intl.PluralRules(language) : undefined;
  rulesSeen.set(language, rules);
  return rules;
}

/** Writes the target with the codes and numbers of the text. */
function filled({ source, target }: ReadSides, text: MemoryText, write: (words: string) => string): string {
  const others = text.pieces.filter(({ kind }) => kind !== 'text');
  const own = source.pieces.filter(({ kind }) => kind !== 'text');
  const values = new Map(own.map((piece, index) => [nameOf(piece), others[index]?.written ?? piece.written]));
  return target.pieces
    .map((piece) => (piece.kind === 'text' ? write(piece.written) : (values.get(nameOf(piece)) ?? piece.written)))
    .join('');
}

/** Both halves of a pair have its `id`. A code may be a word in one language and a point in another. */
function nameOf({ kind, id, written }: MemoryPiece): string {
  return kind === 'number' ? written : kind === 'close' ? `/${id}` : id;
}
