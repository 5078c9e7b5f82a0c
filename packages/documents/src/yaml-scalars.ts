/** Scalars of YAML, printed in the style that the file has. What we write is the same in YAML 1.1 and 1.2. */
import { type EscapeStyle, type Escaping, escapedPieces, slotEncoder } from './escapes.ts';

/** Plain scalars that are no strings in YAML 1.1 or 1.2, such as `yes`, `~`, `0x1F` or `2026-01-31`. */
const noString =
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?::[0-5]?\d)*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\.\d[\d_]*(?:e[-+]?\d+)?|\.inf)|\.nan|\d{4}-\d\d?-\d\d?(?:[t ].*)?)$/i;

export const isPlainString = (value: string): boolean => !noString.test(value);

/** Line breaks of YAML 1.1 and characters that no scalar can have without quotes. */
const unprintable = /[^\P{Cc}\t\n]|[\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** Whether a scalar without quotes is this text, in a block or between brackets. */
export function canBePlain(value: string, isInFlow: boolean): boolean {
  if (value === '' || value !== value.trim() || value.includes('\n') || value.search(unprintable) >= 0) return false;
  if (/^[,[\]{}#&*!|>'"%@`]|^[-?:](?:[\s,[\]{}]|$)|^(?:---|\.\.\.)|:(?:\s|$)|\s#/.test(value)) return false;
  return isPlainString(value) && !(isInFlow && /[,[\]{}]|:$|^[-?:]/.test(value));
}

/** A block cannot escape anything. Line breaks of YAML 1.1 become spaces, so that words stay apart. */
export const withoutUnprintable = (text: string): string =>
  text.replaceAll(/[\u0085\u2028\u2029]/g, ' ').replaceAll(unprintable, '');

export const singleQuoted = (value: string): string | undefined =>
  value.includes('\n') || value.search(unprintable) >= 0 ? undefined : `'${value.replaceAll("'", "''")}'`;

/** @param original the scalar with its quotes, for its escapes */
export function doubleQuoted(value: string, style: EscapeStyle, original = '""'): string {
  const inside = { start: 1, end: original.length - 1 };
  return `"${slotEncoder(original, escapedPieces(original, inside, yamlEscaping), style)(value)}"`;
}

/** Lines of a folded block: a line break needs an empty line, except beside a line that starts with white space. */
export const folded = (value: string, newline: string, indent: string): string =>
  withoutUnprintable(value)
    .split(/(\n+)/)
    .map((part, index, parts) => {
      if (index % 2 === 0) return part;
      const isIndented = [parts[index - 1], parts[index + 1]].some((line = '') => /^[ \t]/.test(line));
      return newline.repeat(part.length + (isIndented ? 0 : 1)) + indent;
    })
    .join('');

const shortEscapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};

const byCode: Escaping['byCode'] = (character, hex) => {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xff_ff) return `\\U${hex(code, 8)}`;
  return code > 0xff ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`;
};

/** Escapes between double quotes, except those of spaces and line breaks, which folding needs. */
export const yamlEscaping: Escaping = {
  pattern: /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[^ \r\n])/g,
  decode(escape) {
    if (escape.length > 2) {
      const code = Number.parseInt(escape.slice(2), 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : escape;
    }
    const name = escape.slice(1);
    return shortEscapes[name] ?? name;
  },
  special: /["\\\n\ufeff\ufffe\uffff\u2028\u2029]|[^\P{Cc}\t]/gu,
  escapeSpecial(character) {
    if (/["\\]/.test(character)) return `\\${character}`;
    const name = { '\n': 'n', '\r': 'r' }[character];
    return name === undefined
      ? byCode(character, (code, length) => code.toString(16).padStart(length, '0'))
      : `\\${name}`;
  },
  byCode,
};
