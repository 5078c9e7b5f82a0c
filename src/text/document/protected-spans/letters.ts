import { type Finder, matchAt, type Scan } from './scan.ts';

/** `N/A`, `R&D`, initials before a name; not "and/or" of Romance languages, nor an English `I` at the end. */
const names =
  /(?![YEIO]\/[OU](?!\/)|(?<=\S\s?)I\.)(?:\p{Lu}(?:[/&]\p{Lu}){1,4}(?![\p{L}\p{M}\p{N}_/&;'’])|\p{Lu}\.(?:[ \u00a0]\p{Lu}\.){0,5}(?=\p{Lu}\p{Ll}|[ \u00a0]\p{L}[\p{L}'’]))/uy;
/** Other signs after a letter make it part of a name, such as `C++`, `R$` and `A.B`. */
const separate = /.(?:[\s,;!?)\]»”"…|*]|:(?!\S)|\.(?![\p{L}\p{M}\p{N}.])|$)/uy;
/** A label or a variable: before another one, `A y B`, `A + B`, or a closing bracket, or a sign. */
const label =
  /.(?:(?:, |,? \p{Ll}{1,4} | ?[^\p{L}\p{N}\s.] ?)\p{Lu}(?![\p{L}\p{M}\p{N}_'’-])|[)\]»”"]|\s[=+×÷<>≤≥−–—-]\s)/uy;
const attached = /[\p{L}\p{M}\p{N}_'’.@#&+/\\$%=~°-]/u;
/** Where a sentence, a clause or a quotation begins. */
const beginning = /(?:^|[.!?…¿¡:—–\n\r\t("“«‘'[|>•-])[\s*_]{0,9}$/u;
/** Words with a capital on both sides, as in `El Perro Y El Gato` and `TOMA A LA CASA`. */
const titled = /(?:^|[^\p{L}\p{M}])\p{Lu}[\p{L}\p{M}’']{0,30}\s$/u;
const title = /\s["“«(]?\p{Lu}[\p{L}\p{M}’']/uy;
/** Tags between two words: `Opción <b>A</b>`. */
const tags = /(?<=\s)(?:<[^<>\n]{0,30}>)+$/;
/** UTF-16 units before a letter that are searched. */
const contextMax = 40;

/**
 * A capital that stands alone is the name of something, not a word: `plan B`, `vitamina A`, `N/A`, `E. Gómez`. It is a
 * word at the start of a sentence (`A las 5`), between capitalised words, and if it is the English `I`.
 */
export const findLetter: Finder = (scan, at) => {
  const { text, floor } = scan;
  const named = matchAt(names, text, at);
  if (named === undefined && matchAt(separate, text, at) === undefined) return undefined;
  if (at > floor && attached.test(text.charAt(at - 1))) return undefined;
  if (named === undefined && isWord(scan, at)) return undefined;
  return { start: at, end: named ?? at + 1, role: 'word' };
};

function isWord({ text, lead }: Scan, at: number): boolean {
  if (matchAt(label, text, at) !== undefined) return false;
  const own = text.slice(Math.max(0, at - contextMax), at);
  const before = at < contextMax && tags.test(lead) ? lead.replace(tags, '') + own : own;
  return (
    beginning.test(before) || text[at] === 'I' || (titled.test(before) && matchAt(title, text, at + 1) !== undefined)
  );
}
