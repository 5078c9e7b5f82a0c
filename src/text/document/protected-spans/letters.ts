import { type Finder, matchAt, type Scan } from './scan.ts';

/**
 * `N/A`, `R&D`, initials before a name; not "and/or" of Romance languages, French "M. Reid", nor an English `I` at the end.
 * The full stop of a sentence is left out: before a short word, or after one such as `plan` and not `Ana`.
 */
const names =
  /(?![YEIO]\/[OU](?!\/)|M\.[ \u00a0]\p{Lu}\p{Ll}|(?<=\S\s?)I\.)(?:\p{Lu}(?:[/&]\p{Lu}){1,4}(?![\p{L}\p{M}\p{N}_/&;'’])|\p{Lu}(?:\.[ \u00a0]\p{Lu}){0,5}(?=\.(?:\p{Lu}\p{Ll}|[ \u00a0]\p{L}[\p{L}'’]))(?:\.(?![ \u00a0](?:\p{Lu}(?:\p{L}{1,2}[ \u00a0]|\p{L}{3}[ \u00a0]\p{Ll})|(?<=(?:^|[^\p{L}\p{M}])(?:\p{Ll}{3,30}|\p{Lu}{3,30})\s\p{Lu}\..))))?)/uy;
/** Other signs after a letter make it part of a name, such as `C++`, `R$` and `A.B`. */
const separate = /(?!M\.[ \u00a0]\p{Lu}\p{Ll}).(?:[\s,;!?)\]»”"…|*]|:(?!\S)|\.(?![\p{L}\p{M}\p{N}.])|$)/uy;
/** A label or a variable: before another one, `A y B`, `A + B`, `A Y` (not `Y A`), or a closing bracket, or a sign. */
const label =
  /.(?:(?:, |,? \p{Ll}{1,4} | ?[^\p{L}\p{N}\s.] ?|(?<![EIOUYИ]) )\p{Lu}(?![\p{L}\p{M}\p{N}_'’-])|[)\]»”"]|\s[=+×÷<>≤≥−–—-]\s|(?<=[:–—-] .)\.?(?:\n|$))/uy;
const attached = /(?<=[\p{L}\p{M}\p{N}_'’.@#&+/\\$%=~°-])/uy;
/** Where a sentence, a clause or a quotation begins. */
const beginning = /(?:^(?:\p{N}{1,9}\s)?|[^\p{L}\p{M}\p{N}\s,;}%€$/&+=×÷*_])[\s*_]{0,9}$/u;
/** Capitals, numbers or placeholders on both sides: `El Perro Y El Gato`, `DE 9 A 14`; no consonant, nor `Serie A 2024`. */
const titled =
  /(?:^|[^\p{L}\p{M}])(?:\p{Lu}[\p{L}\p{M}’']{0,30}|\p{N}[\p{N}:.]{0,9}\p{Lu}?|[{%$]\S{1,30})[*_,"”»)]{0,4}\s[*_]{0,3}$/u;
const title =
  /[^BCDFGHJLMNPQRTX][*_]{0,3}[^\S\n](?:["“«¿¡*_]{0,4}\p{Lu}(?:[\p{L}\p{M}’']|\s|$)|[{%$]|\p{N}{1,9}\s\p{Lu}\p{L}|(?<!\p{Ll}\s.\s)(?:\p{N}|$))/uy;
/** The English `I`, and a word after a comma or a sign, except in a list of letters. */
const clause = /I|(?<=(?<!(?:^|[^\p{L}\p{M}])\p{Lu})[,;%€$]\s).\s\p{Ll}/uy;
/** Tags between two words: `Opción <b>A</b>`. */
const tags = /(?<=\s)(?:<[^<>\n]{0,30}>)+$/;

/** A single capital is a name, `plan B`, unless it starts a sentence, is between capitalised words, or English `I`. */
export const findLetter: Finder = (scan, at) => {
  const { text, floor } = scan;
  if (at > floor && matchAt(attached, text, at) !== undefined) return undefined;
  const named = matchAt(names, text, at);
  if (named === undefined && (matchAt(separate, text, at) === undefined || isWord(scan, at))) return undefined;
  return { start: at, end: named ?? at + 1, role: 'word' };
};

function isWord({ text, lead }: Scan, at: number): boolean {
  if (matchAt(label, text, at) !== undefined) return false;
  const own = text.slice(Math.max(0, at - 40), at);
  const before = own.length === at ? lead.replace(tags, '') + own : own;
  if (beginning.test(before) || matchAt(clause, text, at) !== undefined) return true;
  return titled.test(before) && matchAt(title, text, at) !== undefined;
}
