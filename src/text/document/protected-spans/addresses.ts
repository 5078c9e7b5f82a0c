import { isAmong, topLevels } from './name-endings.ts';
import {
  type Finder,
  finderOf,
  isDigit,
  isUnspacedLetter,
  isWordAt,
  matchAt,
  opensAt,
  type Scan,
  unspacedLetterSet,
} from './scan.ts';

const schemeUnit = /[A-Za-z0-9+.-]/;
const schemeLengthMax = 32;

/** Schemes without `//`, and `localhost`, with a pattern for the text after the colon. */
const schemes: Readonly<Record<string, RegExp>> = {
  mailto: /[^\s@:/]{1,64}@/y,
  tel: /\+?[\d(]/y,
  sms: /\+?\d/y,
  sip: /[^\s@:/]{1,64}@/y,
  data: /[a-z]{1,20}\/[\w.+-]{1,60}[;,]/y,
  urn: /[a-z][a-z0-9-]{1,31}:\S/y,
  geo: /-?\d/y,
  javascript: /[a-z(]/iy,
  about: /blank/y,
  blob: /https?:/y,
  magnet: /\?/y,
  doi: /10\.\d/y,
  localhost: /\d{2,5}/y,
};

/** `https://example.org`, `mailto:ana@example.org`, `localhost:8080`: by the colon after the scheme. */
export const findUrl: Finder = ({ text, floor }, at) => {
  let start = at;
  while (start > floor && at - start < schemeLengthMax && schemeUnit.test(text.charAt(start - 1))) start--;
  while (start < at && !/[A-Za-z]/.test(text.charAt(start))) start++;
  if (start === at) return undefined;
  const scheme = text.slice(start, at).toLowerCase();
  const begun = text.startsWith('//', at + 1) ? at + 3 : opaqueStart(text, at, scheme);
  if (begun === undefined) return undefined;
  const end = addressEnd(text, begun);
  return end > begun ? { start, end, role: 'word' } : undefined;
};

function opaqueStart(text: string, at: number, scheme: string): number | undefined {
  const pattern = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
  return pattern && matchAt(pattern, text, at + 1) !== undefined ? at + 1 : undefined;
}

const hexUnit = /[0-9A-Fa-f]/;
const ipv6 =
  /(?:(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?|(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2})(?:%[a-z0-9]{1,15})?(?:\/\d{1,3})?(?![\p{L}\p{N}:])/uy;

/** `fe80::1`, and the address of a network card, `00:1A:2B:3C:4D:5E`: by the first colon. */
export const findIpv6: Finder = ({ text, floor }, at) => {
  let start = at;
  while (start > floor && at - start < 4 && hexUnit.test(text.charAt(start - 1))) start--;
  if (isWordAt(text, start - 1) || text[start - 1] === ':') return undefined;
  const end = matchAt(ipv6, text, start);
  return end !== undefined && end - start > 3 ? { start, end, role: 'word' } : undefined;
};

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const mailHost = new RegExp(
  String.raw`(?:localhost|${label}(?:\.${label}){1,8}|\[[0-9A-Fa-f:.]{3,45}\])(?![\p{L}\p{N}])`,
  'uy',
);
const localUnit = /[.%+-]/;
/** Accepts "o'neil@example.org"; other apostrophes end the word before an address. */
const irish = /(?<![\p{L}\p{N}])[oO]$/u;
const localLengthMax = 64;

/** `ana@example.org`, by its `@`. Not the gender-neutral "amig@s", which has no domain. */
export const findEmail: Finder = (scan, at) => {
  const { text } = scan;
  const start = localStart(scan, at);
  if (start === at) return undefined;
  const hostEnd = matchAt(mailHost, text, at + 1);
  if (hostEnd === undefined) return undefined;
  const end = at + 1 + mailHostLength(text.slice(at + 1, hostEnd));
  return end > at + 1 ? { start, end, role: 'word' } : undefined;
};

function localStart({ text, floor }: Scan, at: number): number {
  const unspaced = isUnspacedLetter(text.charAt(at - 1)) && isUnspacedLetter(text.charAt(at + 1));
  let start = at;
  while (start > floor && at - start < localLengthMax && isLocalAt(text, start - 1, unspaced)) start--;
  while (start < at && localUnit.test(text.charAt(start))) start++;
  return start;
}

function isLocalAt(text: string, at: number, unspaced: boolean): boolean {
  if (text[at] === "'") return irish.test(text.slice(Math.max(0, at - 2), at));
  return isWordAt(text, at) || localUnit.test(text.charAt(at)) || (unspaced && isUnspacedLetter(text.charAt(at)));
}

/** The length of the host in `host`: in "ana@example.org.Gracias", "Gracias" begins the next sentence. */
function mailHostLength(host: string): number {
  if (!host.includes('.')) return host.length;
  const labels = host.split('.');
  while (labels.length > 1) {
    const last = labels.at(-1) ?? '';
    const isPlain = last === last.toLowerCase() && last.length >= 2 && (labels.at(-2) ?? '').length >= 2;
    if (host.startsWith('[') || isPlain || isAmong(topLevels, last, labels.join('.'))) break;
    labels.pop();
  }
  return labels.length > 1 ? labels.join('.').length : 0;
}

/** Letters of scripts with spaces between words. In other scripts the end of a name is not visible. */
const nameUnit = String.raw`[[\p{L}\p{M}\p{N}_]--${unspacedLetterSet}]`;
const unspacedName = String.raw`[\p{L}\p{N}_]{1,20}(?=\s|$)`;
const handles = finderOf(
  new RegExp(
    String.raw`@(?:${nameUnit}{1,64}(?:[.\-](?=[a-z0-9_])${nameUnit}{1,64}){0,4}(?:@[a-zA-Z0-9\-]{1,63}(?:\.[a-zA-Z0-9\-]{1,63}){1,4}|\/[a-z0-9][a-z0-9._\-]{0,63}(?<![._\-]))?|${unspacedName})`,
    'vy',
  ),
  'word',
);

/** `@ana`, `@ana@example.social`, `@scope/package`: by an `@` that is not after a word. */
export const findHandle: Finder = (scan, at) => (isWordAt(scan.text, at - 1) ? undefined : handles(scan, at));

const hashtags = finderOf(
  new RegExp(String.raw`#(?:[\p{L}\p{N}_]{1,30}#(?![\p{L}\p{N}#])|${nameUnit}{1,100}|${unspacedName})`, 'vy'),
  'word',
);

/** `#word`, `#123`, `#ff0000`: by a `#` that is not after a word. */
export const findHashtag: Finder = (scan, at) =>
  isWordAt(scan.text, at - 1) || /[#&]/.test(scan.text.charAt(at - 1)) ? undefined : hashtags(scan, at);

/** A path with a root: `/usr/bin`, `./a`, `../a`, `~/a`, `\\server\share`: by the first character. */
export const findRootedPath: Finder = (scan, at) => {
  const { text } = scan;
  if (at < scan.rootedJudged || !opensAt(scan, at)) return undefined;
  const isShare = text[at] === '\\';
  // Checked first, because an address of only points counts as empty, and would be read again from its next point.
  if (!isShare && matchAt(deepPath, text, at) === undefined) return undefined;
  const end = isShare ? windowsEnd(text, at) : addressEnd(text, at);
  scan.rootedJudged = end;
  const path = text.slice(at, end);
  return isRootedPath(path) ? { start: at, end, role: 'word' } : undefined;
};

const roots = /^\/(?:etc|usr|home|tmp|var|opt|dev|bin|lib|root|mnt|proc|sys|api)$/;
const query = /\?[\w.~-]{1,50}=/;
const share = /^\\\\[\p{L}\p{N}._$-]+\\[^\s\\]/u;
const deepPath = /(?:~|\.{1,2})?\/[\p{L}\p{M}\p{N}._@:{[*+-]/uy;
const hasLetter = /[\p{L}*]/u;

function isRootedPath(path: string): boolean {
  if (path.startsWith('\\')) return share.test(path);
  if (!hasLetter.test(path)) return false;
  return !path.startsWith('/') || path.includes('/', 1) || roots.test(path) || query.test(path);
}

/** Names after a drive may have spaces if a backslash continues the path. */
const windowsPath =
  /(?:[^\s<>"'|?*;,]|(?<=\\Program) (?=Files)|(?<=\\Program Files) (?=\(x86\))|(?<=:\\[\p{L}\p{N}_()& -]{1,60}) (?=(?:[\p{L}\p{N}_()&-]{1,40} ){0,2}[\p{L}\p{N}_()&-]{1,40}\\(?!\\)))+/uy;

function windowsEnd(text: string, at: number): number {
  let end = matchAt(windowsPath, text, at) ?? at;
  while (end > at && /[.:!)\]]/.test(text.charAt(end - 1))) end--;
  return end;
}

/** `C:\Users`, by its colon. */
export const findDrive: Finder = ({ text, floor }, at) => {
  const next = text[at + 1];
  if ((next !== '\\' && next !== '/') || at - 1 < floor || isWordAt(text, at - 2)) return undefined;
  if (!/[A-Za-z]/.test(text.charAt(at - 1)) || isDigit(text.charCodeAt(at - 1))) return undefined;
  if (next === '/' && text[at + 2] === '/') return undefined;
  return { start: at - 1, end: Math.max(windowsEnd(text, at + 1), at + 2), role: 'word' };
};

/** Brackets open at the same time; text with more is not an address. */
const depthMax = 16;

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const ends = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{So}\p{Sk}\p{Pi}\p{Pf}"'`<>|\\^…、。，！？；：（）「」『』【】《》“”„]/u;
/** An entity that does not occur in the query of a URL. */
const textEntity = /&(?:nbsp|lt|gt|quot|apos|laquo|raquo|mdash|hellip|#39|#x27|#34|#160);/y;
const ascii = /[A-Za-z0-9]/;
const sentencePoint = /[.,;:!?*]/;
/** The first surrogates of nearly all emoji. */
const emojiSurrogate = /[\uD83C-\uD83E]/;

/** The end of an address that begins before `at`: before white space, quotes, unmatched brackets, final points. */
export function addressEnd(text: string, at: number): number {
  const open: { readonly closer: string; readonly at: number }[] = [];
  let end = at;
  for (; end < text.length; end++) {
    const character = text.charAt(end);
    const closer = closers[character];
    if (open.length > depthMax) break;
    if (closer) open.push({ closer, at: end });
    else if (character === ')' || character === ']' || character === '}') {
      if (open.pop()?.closer !== character) break;
    } else if (endsAddress(text, end, character)) break;
  }
  end = open[0]?.at ?? end;
  while (end > at && sentencePoint.test(text.charAt(end - 1))) end--;
  return end;
}

function endsAddress(text: string, at: number, character: string): boolean {
  if (character === '&') return matchAt(textEntity, text, at) !== undefined;
  if (ends.test(character) || emojiSurrogate.test(character)) return true;
  // In scripts without spaces, the text continues directly after the address.
  return isUnspacedLetter(character) && ascii.test(text.charAt(at - 1));
}
