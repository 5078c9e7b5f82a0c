import type { Steps } from '../../steps.ts';
import { inOrder, type Span, type SpelledCharacter } from '../span.ts';
import type { Draft } from './draft.ts';

/** `\textbf` is a command, not a tab. */
const backslash = /\\(?:r\\n|[nrth](?![a-z]{1,20}\{|ext[a-z])|N|\r?(?=\n)|[!-/:-@[-`{-~])/g;
/** Text around a backslash in a path without a drive: `lib\name.txt` or `app\name\code`, unlike `one\ntwo`. */
const pathBefore = /[\w.-][\w.\\-]{0,100}$/;
const pathAfter = /^[\w\\-]{0,100}(?:\.[A-Za-z]\w{0,4}(?!\w)|\\[ac-egi-mo-qsw-z])/;
const pathRest = /\\[ac-egi-mo-qsw-z]/;

const letter = /\p{L}/u;
/** In Java's messages, SQL and YAML an apostrophe is written twice. */
const doubledApostrophe = /(?<=\p{L})''(?=\p{L})/gu;
/** A blank to fill in, or the leader before a page number. */
const blank = /_{4,}|\.{5,}|…{2,}|(?:[.] ){4,}/g;

/** Matches between two yields. */
const matchesInStep = 1_024;

export type Escapes = { readonly drafts: readonly Draft[]; readonly spelled: readonly SpelledCharacter[] };

/**
 * Adds escapes: those of strings in programs, where a line break ends a sentence, and those of Markdown. An
 * apostrophe that is escaped inside a word, or written twice, is spelling: `l\'eau`, `l''eau`.
 *
 * @param drafts in the order of the text
 * @returns all drafts, in the order of the text
 */
export function* addEscapes(text: string, drafts: readonly Draft[]): Steps<Escapes> {
  const spelled: SpelledCharacter[] = (yield* outside(drafts, text.matchAll(doubledApostrophe))).map(({ index }) => {
    return { start: index, end: index + 2, character: "'", spelling: 'escaped' };
  });
  if (!text.includes('\\')) return { drafts, spelled };
  const found: Draft[] = [];
  const free = yield* outside(drafts, text.matchAll(backslash));
  for (const [at, { 0: escape, index }] of free.entries()) {
    if (at % matchesInStep === 0) yield;
    const span = { start: index, end: index + escape.trimEnd().length };
    if (isApostrophe(text, span)) spelled.push({ ...span, character: "'", spelling: 'escaped' });
    else if (!dividesPath(text, index)) found.push({ ...span, role: /^\\[rnN]/.test(escape) ? 'bound' : 'point' });
  }
  return { drafts: inOrder([...drafts, ...found]), spelled };
}

/** Adds runs of points and blanks to fill in. */
export function* addBlanks(text: string, drafts: readonly Draft[]): Steps<readonly Draft[]> {
  if (!/____|\.{5}|……|\. \. /.test(text)) return drafts;
  const found = yield* outside(drafts, text.matchAll(blank));
  const blanks = found.map(({ 0: { length }, index }): Draft => ({ start: index, end: index + length, role: 'point' }));
  return inOrder([...drafts, ...blanks]);
}

/** The matches that overlap none of `drafts`. */
function* outside(drafts: readonly Draft[], matches: Iterable<RegExpExecArray>): Steps<readonly RegExpExecArray[]> {
  const free: RegExpExecArray[] = [];
  let [next, count] = [0, 0];
  for (const match of matches) {
    if (++count % matchesInStep === 0) yield;
    while ((drafts[next]?.end ?? Infinity) <= match.index) next++;
    if ((drafts[next]?.start ?? Infinity) >= match.index + match[0].length) free.push(match);
  }
  return free;
}

function isApostrophe(text: string, { start, end }: Span): boolean {
  return text[start + 1] === "'" && letter.test(text.charAt(start - 1)) && letter.test(text.charAt(end));
}

/** Whether the backslash divides two names of a path. */
function dividesPath(text: string, index: number): boolean {
  if (!/[a-z]/.test(text.charAt(index + 1))) return false;
  const before = pathBefore.exec(text.slice(Math.max(0, index - 100), index))?.[0];
  if (before === undefined) return false;
  return pathRest.test(before) || pathAfter.test(text.slice(index, index + 100));
}
