import { type Finder, finderOf, isWordAt, matchAt } from './scan.ts';

const stem = String.raw`(?<=(?:^|[^\p{L}\p{M}\p{N}_/.\\])\p{L}[\p{L}\p{M}]{0,30}[aeioulnrstzAEIOULNRSTZ])`;
const endings = `(?:${['a', 'o', 'e', 'A', 'O', 'E'].map((vowel) => `(?<!${vowel}.)${vowel}[sS]?`).join('|')})`;

/** An ending of gender, which follows its word: `niños/as`, `amigo(a)`, `étudiant(e)s`, `étudiant·e·s`. */
export const findEnding = finderOf(
  new RegExp(String.raw`${stem}(?:\/-?${endings}|\(${endings}\)s?|·es?(?:·s)?)(?![\p{L}\p{M}\p{N}_/]|[.(]\w)`, 'uy'),
  'point',
);

const numbers = /(?<!^\p{L}|[^\p{L}\p{M}\p{N}]\p{L})\[[1-9]\d{0,2}(?:[-–,;] ?\d{1,3}){0,5}\](?!\[\D)/uy;

/** `[1]` and `[2, 3]`, by the bracket: a note. */
export const findNote = finderOf(numbers, 'point');

const raisedNumber = /[⁺⁻]?[⁰¹²³⁴-⁹]+/y;

/** A raised number: of a note after a word, or with the unit, variable or number before it, `m²`. */
export const findRaised: Finder = ({ text, floor }, at) => {
  const end = matchAt(raisedNumber, text, at);
  if (end === undefined || at === floor || text[at - 1] === ' ') return undefined;
  const base = /(?:^|[^\p{L}\p{M}\p{N}])([\p{L}\p{M}]{1,2}|\p{N}{1,9})$/u.exec(
    text.slice(Math.max(floor, at - 10), at),
  );
  return base ? { start: at - (base[1] ?? '').length, end, role: 'word' } : { start: at, end, role: 'point' };
};

/** Before a word: comparisons of numbers and variables are no titles. */
const separators =
  /(?<=(?:^|[\p{L}\p{M}]{2}|[.!?…)\]"”’%]) )(?:[>·»›→←•⋅∙‧~●](?= (?:[\p{L}¿¡"“(]|$))|[—–](?= \p{Lu}[^.!?;,—–\n]{0,80}(?:\n\s*[^\p{Ll}\s]|\s*$)))|(?<=\p{N} )•(?= \p{L})/uy;
const opener = /[<«]|&(?:lt|laquo|#171);/;
/** UTF-16 units before a sign that are searched for the start of a quotation. */
const quotationMax = 1_000;

/** A separator between titles, `Inicio > Contacto`, `Casa · Perro`: by the sign. */
export const findSeparator: Finder = ({ text }, at) => {
  const end = matchAt(separators, text, at);
  if (end === undefined) return undefined;
  const before = text.slice(Math.max(0, at - quotationMax), at);
  if (opener.test(before.slice(before.lastIndexOf('\n') + 1))) return undefined;
  return { start: at, end, role: 'bound' };
};

const softHyphens = /\u00AD+/y;

/** A soft hyphen of a word, which is not part of its spelling. */
export const findSoftHyphen: Finder = ({ text, floor }, at) => {
  const end = matchAt(softHyphens, text, at);
  if (end === undefined || at === floor || !isWordAt(text, at - 1)) return undefined;
  return { start: at, end, character: '', spelling: 'named' };
};
