import { finish } from '../../ground/steps.ts';
import { countCharacters } from '../../ground/units.ts';
import { noncharacter } from '../document/token.ts';
import type { LanguageTag } from '../languages/language.ts';
import { hashOf } from './memory-hash.ts';
import { composed, type MemoryText, pairJoint, readMemoryText, withoutTags } from './memory-text.ts';

/** An approved translation: what a person approved for a source. */
export type MemoryEntry = {
  readonly id: string;
  readonly sourceLanguage: LanguageTag;
  readonly targetLanguage: LanguageTag;
  /** As `storedText` returns it, like `target`. */
  readonly source: string;
  readonly target: string;
};

/** The approved translations of an account for one pair of languages. */
export type Memory = {
  /** False if no entry has this hash; may be true for others. */
  mayHave(hash: number): boolean;
  /**
   * Returns the entries with one of these match keys, and those with the hash of its look unless an entry of the pair has
   * the key. Best first: those of more specific languages, then the newest. Of many with one hash it may leave out old ones.
   */
  find(looks: ReadonlyMap<string, number>): Promise<readonly FoundMemoryEntry[]>;
};

export type FoundMemoryEntry = MemoryEntry & SourceHashes;

/** A text finds an entry by the hash of its `look`. */
export type SourceHashes = {
  readonly hash: number;
  /** Of the source without its tags; undefined if it has none. */
  readonly untaggedHash: number | undefined;
};

/** Code points of a source or a target. */
export const entryCharactersMax = 10_000;

/** Returns a source or a target as it is stored: in NFC, without white space at its ends. */
export function storedText(text: string): string {
  return composed(text).trim();
}

/** The match key (an account has one entry for each pair and key), and the hashes that find it. */
export type SourceKeys = SourceHashes & { readonly key: string };

export function keysOfSource(source: string): SourceKeys {
  const read = finish(readMemoryText(source));
  const untaggedHash = read.hasTags ? hashOf(finish(readMemoryText(withoutTags(read))).look) : undefined;
  return { key: read.key, hash: hashOf(read.look), untaggedHash };
}

export type EntryFault = {
  readonly field: 'source' | 'target' | 'targetLanguage';
  /** For the author of the entry. Contains no text of the entry except a code. */
  readonly message: string;
};

/** Returns all faults of an entry; none if it can be used. */
export function checkEntry(entry: Omit<MemoryEntry, 'id'>): readonly EntryFault[] {
  const faults: EntryFault[] = [];
  const texts = (['source', 'target'] as const).map((field) => {
    const text = storedText(entry[field]);
    const message = faultOf(text);
    const read = message === undefined ? finish(readMemoryText(text)) : undefined;
    if (read?.hasWords === false) faults.push({ field, message: `The ${field} contains no letters to translate.` });
    if (message !== undefined) faults.push({ field, message: `The ${field} ${message}.` });
    return read;
  });
  if (entry.sourceLanguage === entry.targetLanguage) {
    faults.push({ field: 'targetLanguage', message: 'The source and target language are the same.' });
  }
  const [source, target] = texts;
  const message = source && target && codeFaultOf(source, target);
  if (message !== undefined) faults.push({ field: 'target', message });
  return faults;
}

/** Control characters other than tabs and line breaks, which no text contains. */
export const unwritable = /(?![\t\n\r])\p{Cc}/u;

function faultOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > entryCharactersMax && countCharacters(text) > entryCharactersMax) {
    return `is longer than ${entryCharactersMax} characters`;
  }
  const isWritable = text.isWellFormed() && !unwritable.test(text) && !noncharacter.test(text);
  return isWritable ? undefined : 'contains a control character or an incomplete character';
}

/** The longest code that a message shows, in UTF-16 units. */
const shownMax = 80;

function codeFaultOf(source: MemoryText, target: MemoryText): string | undefined {
  const [own, other] = [countCodes(source), countCodes(target)];
  const lost = [...own].find(([written, count]) => (other.get(written) ?? 0) < count)?.[0];
  const added = [...other].find(([written, count]) => (own.get(written) ?? 0) < count)?.[0];
  if (lost !== undefined) return `The target lacks ${shown(lost)} of the source.`;
  return added === undefined ? undefined : `The target has ${shown(added)}, which the source does not have as often.`;
}

/** An argument of ICU with cases, which are words of the entry. */
const choice = /\{\s{0,9}[\w.$-]{1,100}\s{0,9},\s{0,9}(?:plural|select|selectordinal|choice)\s{0,9},/g;

/** By code, how often a text has it; a pair counts once. */
function countCodes({ pieces }: MemoryText): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, id, written } of pieces) {
    const codes = kind === 'text' ? (written.match(choice) ?? []) : id === '' || kind === 'close' ? [] : [id];
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

function shown(id: string): string {
  const code = id.replace(pairJoint, '…');
  return code.length > shownMax ? `${code.slice(0, shownMax)}…` : code;
}
