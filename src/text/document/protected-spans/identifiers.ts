import type { ProtectedSpan, Span } from '../span.ts';
import { addressEnd } from './addresses.ts';
import { fileExtensions, isAmong, topLevels } from './name-endings.ts';
import { type Finder, isWordAt, matchAt, opensAt, type Scan } from './scan.ts';

/** The longest name, in UTF-16 units; longer ones are text. */
const nameLengthMax = 256;

/** A domain, a file or a dotted name of a program, by a point between two parts; with its path, port or call. */
export const findDotted: Finder = (scan, at) =>
  isWordAt(scan.text, at - 1) && isWordAt(scan.text, at + 1)
    ? (findPath(scan, at) ?? findDottedName(scan, at))
    : undefined;

const hidden = /\.[a-z0-9]{2,12}(?![\p{L}\p{M}\p{N}_-])/uy;

/** `.gitignore`, and the ending of files, `.pdf`: by the point. */
export const findHiddenFile: Finder = (scan, at) => {
  const end = opensAt(scan, at) ? matchAt(hidden, scan.text, at) : undefined;
  return end !== undefined && fileExtensions.has(scan.text.slice(at + 1, end))
    ? { start: at, end, role: 'word' }
    : undefined;
};

const scoped = /(?:::[A-Za-z_~]\w{0,63}){1,8}(?:\(\))?(?![\p{L}\p{M}\p{N}_:])/uy;

/** `foo::bar`, by the first colon. */
export const findScoped: Finder = (scan, at) => {
  const end = isWordAt(scan.text, at - 1) ? matchAt(scoped, scan.text, at) : undefined;
  if (end === undefined) return undefined;
  const { start } = runAround(scan, at, isWordAt);
  return /^[A-Za-z_]\w{0,63}$/.test(scan.text.slice(start, at)) ? { start, end, role: 'word' } : undefined;
};

const signed = /(?<![\p{L}\p{M}\p{N}_])(?:[Cc]\+\+|[CF]#)(?![\p{L}\p{M}\p{N}_+#])/uy;

/** `C++`, `C#`: by the first sign. */
export const findSignedName: Finder = ({ text, floor }, at) => {
  const end = at > floor ? matchAt(signed, text, at - 1) : undefined;
  return end === undefined ? undefined : { start: at - 1, end, role: 'word' };
};

/** `foo_bar`, `A4-B12`, `fooBar`: by an underscore, a digit after a letter, or a capital after a small letter. */
export const findIdentifier: Finder = (scan, at) =>
  findPath(scan, at) ?? findDottedName(scan, at) ?? findWord(scan, at);

/** `name()`, by the opening bracket. */
export const findCall: Finder = (scan, at) =>
  at > scan.floor && scan.text[at + 1] === ')' && isWordAt(scan.text, at - 1)
    ? findIdentifier(scan, at - 1)
    : undefined;

const pathUnit = /[./@+~-]/;
const relativePath = /^(?:[\p{L}\p{M}\p{N}._@+~-]{1,100}\/){1,20}[\p{L}\p{M}\p{N}._@+~-]{1,100}$/u;

/** A path to a file without a root, `src/index.ts`: by a slash or any other character of it. */
export const findPath: Finder = (scan, at) => {
  if (at < scan.pathsJudged) return undefined;
  const run = runAround(scan, at, (text, index) => isWordAt(text, index) || pathUnit.test(text.charAt(index)));
  scan.pathsJudged = run.end;
  const path = trimmed(scan.text, run);
  const name = scan.text.slice(path.start, path.end);
  if (!name.includes('/') || name.length > nameLengthMax || !relativePath.test(name)) return undefined;
  const file = name.slice(name.lastIndexOf('/') + 1);
  return isFile(file) ? { ...path, role: 'word' } : undefined;
};

function isFile(name: string): boolean {
  const point = name.lastIndexOf('.');
  return point > 0 && isAmong(fileExtensions, name.slice(point + 1), name);
}

/** Returns the longest span around `at` with only characters that `belongs` accepts, outside other protected spans. */
function runAround({ text, floor }: Scan, at: number, belongs: (text: string, at: number) => boolean): Span {
  let start = at;
  // A name that begins further back would be too long.
  while (start > floor && at - start <= nameLengthMax && belongs(text, start - 1)) start--;
  let end = at;
  while (end < text.length && belongs(text, end)) end++;
  return { start, end };
}

function isDottedAt(text: string, at: number): boolean {
  if (isWordAt(text, at) || text[at] === '-') return true;
  return text[at] === '.' && isWordAt(text, at - 1) && isWordAt(text, at + 1);
}

/** Removes points and dashes at the ends, which belong to the sentence. */
function trimmed(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && /[.\-/+~@]/.test(text.charAt(first))) first++;
  while (last > first && /[.\-+~@]/.test(text.charAt(last - 1))) last--;
  return { start: first, end: last };
}

function findDottedName(scan: Scan, at: number): ProtectedSpan | undefined {
  if (at < scan.dottedJudged) return undefined;
  const { text } = scan;
  const run = runAround(scan, at, isDottedAt);
  scan.dottedJudged = run.end;
  const { start, end } = trimmed(text, run);
  // The part of an address before its `@`.
  if (end - start > nameLengthMax || text[end] === '@') return undefined;
  const labels = text.slice(start, end).split('.');
  while (labels.length > 1) {
    const name = labels.join('.');
    const nameEnd = dottedEnd(text, start, name);
    if (nameEnd !== undefined) return { start, end: nameEnd, role: 'word' };
    // In "example.org.Gracias", "Gracias" begins the next sentence.
    if (!/^\p{Lu}/u.test(labels.pop() ?? '')) return undefined;
  }
  return undefined;
}

const call = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
const hyphenAtEdge = /(?:^|\.)-|-(?:\.|$)/;
const versions = /^(?:[vV]?\d+(?:\.\d+){1,4}(?:-[a-z0-9]+(?:\.[a-z0-9]+){0,3})?|[A-Z]{1,6}\d+\.\d+)$/;
const dottedKey =
  /^(?:[a-z][a-z0-9_-]+(?:\.[a-z][a-z0-9_-]+){2,10}|(?:com|org|net|io|java|javax|android|androidx)(?:\.[A-Za-z]\w+){2,10})$/;
const programLabel = /^(?:[a-z]{2,30}(?:[A-Z][a-z0-9]{1,30})+|[a-z0-9]+(?:_[a-z0-9]+)+)$/;

/** Returns the end of a protected span that begins with `name`, if there is one. */
function dottedEnd(text: string, start: number, name: string): number | undefined {
  const end = start + name.length;
  if (call.test(name) && text.startsWith('()', end)) return end + 2;
  if (isDomain(text, end, name)) return domainEnd(text, end);
  if (isFile(name) || (/[a-zA-Z]/.test(name) && versions.test(name)) || dottedKey.test(name)) return end;
  const labels = name.split('.');
  return labels.some((label) => programLabel.test(label)) && labels.every((label) => /^[a-z_]\w*$/.test(label))
    ? end
    : undefined;
}

function isDomain(text: string, end: number, name: string): boolean {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  if (hyphenAtEdge.test(name) || !/\p{L}/u.test(last)) return false;
  if (/^www\./i.test(name)) return labels.length > 2;
  // "p.es." is an abbreviation. Domains of one letter are very rare.
  const isKnown = isAmong(topLevels, last, name) && (labels.at(-2) ?? '').length > 1;
  if (isKnown && (last === last.toLowerCase() || last.length > 2)) return true;
  return (
    last.startsWith('xn--') ||
    (/^[a-z]{2,3}$/.test(last) && /^[\w.-]+$/.test(name) && matchAt(localPart, text, end) !== undefined)
  );
}

/** The path after an unknown domain: more than one word. */
const localPart = /(?::\d{2,5})?\/[\w-]{1,64}[/?.#=\d_-]/y;
const port = /:\d{1,5}(?!\d)/y;

function domainEnd(text: string, end: number): number {
  const hostEnd = matchAt(port, text, end) ?? end;
  return /[/?#]/.test(text.charAt(hostEnd)) ? Math.max(hostEnd, addressEnd(text, hostEnd)) : hostEnd;
}

const environmentName = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;
const assignment = /=[^\s"'<>,;]{0,200}[\w/]/y;

function findWord(scan: Scan, at: number): ProtectedSpan | undefined {
  if (at < scan.wordsJudged) return undefined;
  const { text } = scan;
  const run = runAround(scan, at, (_, index) => isWordAt(text, index) || text[index] === '-');
  scan.wordsJudged = run.end;
  const { start, end } = trimmed(text, run);
  if (end - start > nameLengthMax || text[end] === '@' || text.startsWith('://', end)) return undefined;
  const name = text.slice(start, end);
  if (call.test(name) && text.startsWith('()', end)) return { start, end: end + 2, role: 'word' };
  // "CO2'nin", "A4’s": a grammatical ending makes it a word.
  if (/^['’]\p{L}/u.test(text.slice(end, end + 2))) return undefined;
  const assigned = environmentName.test(name) ? matchAt(assignment, text, end) : undefined;
  return isProgramName(name) || isCode(name) ? { start, end: assigned ?? end, role: 'word' } : undefined;
}

const snake = /^_?[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:_[\p{L}\p{M}\p{N}-]+)+$/u;
const camel = /^[a-z]{2,30}(?:[A-Z][a-z0-9]{1,30}){1,8}(?:[A-Z]{2,6})?$|^[a-z]{2,30}[A-Z]{2,6}$/;
/** "bhFrainc" and "kolegInnen" are words. */
const camelWord = /^bhF|In(?:nen)?$/;

function isProgramName(name: string): boolean {
  if (name.includes('_')) return snake.test(name) && /\p{L}/u.test(name);
  return camel.test(name) && !camelWord.test(name);
}

const capitalCode = /^[A-Z]{1,6}-?\d{1,8}[A-Z]{0,3}(?:-[A-Z0-9]{1,8}){0,4}$/;
const mixedCode = /^[A-Za-z]*\d+[A-Za-z]+\d+[A-Za-z0-9]*$/;
const hash = /^[0-9a-f]{7,64}$/;
const uuid = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;
const version = /^[vV]\d{1,4}$/;

/** Whether a name with digits is a code; not "2nd", "3er" or a word with the number of a note. */
function isCode(name: string): boolean {
  if (!/\d/.test(name) || !/[A-Za-z]/.test(name)) return false;
  if (capitalCode.test(name) || mixedCode.test(name) || version.test(name) || uuid.test(name)) return true;
  return hash.test(name) && name.replace(/\D/g, '').length > 2;
}
