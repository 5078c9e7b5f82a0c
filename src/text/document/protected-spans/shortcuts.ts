import { type Finder, finderOf, isWordAt, matchAt } from './scan.ts';

const modifiers =
  'Ctrl|Control|Alt|AltGr|Shift|Cmd|Command|Comando|Option|Opción|Opt|Meta|Super|Win|Windows|Fn|Strg|Umschalt|May[uú]s|Mayúsculas|Maj|Maiusc|[⌘⌥⇧⌃⎇]';
const named =
  'Enter|Return|Intro|Entr[ée]e|Esc|Escape|[ÉE]chap|Tab|Del|Delete|Supr|Suppr|Entf|Canc|Ins|Insert|Home|Inicio|End|Fin|PgUp|PgDn|PageUp|PageDown|[RA]e?v?P[áa]g|Space|Spacebar|Espacio|Espace|Backspace|Up|Down|Left|Right|Plus|Minus|Break|Pause|PrtSc|PrintScreen|ImpPant';
const key = String.raw`(?:${modifiers}|${named}|F\d{1,2}|\d{1,4}|\p{L}|[←↑→↓↵⌫⏎\-+=\/\\]|[.,;](?=[\s)]|$))(?![\p{L}\p{M}\p{N}_])`;

const modifierBefore = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_-])(?:${modifiers})( ?)$`, 'iu');
const joined = new RegExp(String.raw`(?:\+${key}){1,4}`, 'iuy');
/** Not "alt-right". */
const dashed = new RegExp(String.raw`(?:(?<=Ctrl|Control|Alt|AltGr|Shift|Cmd|Strg)-(?=\p{Lu})${key}){1,4}`, 'uy');
/** With spaces a letter must be a capital: "Option + a" may be text. */
const spaced = new RegExp(String.raw`(?:\+ (?!\p{Ll}(?!\p{L}))${key} ?){1,4}(?<! )`, 'uy');

/** `Ctrl+C`, `Ctrl + A`, `Ctrl-Alt-Del`: by the first plus or dash. */
export const findShortcut: Finder = ({ text, floor }, at) => {
  if (!isWordAt(text, at - 1) && !/[ ⌘⌥⇧⌃⎇]/.test(text.charAt(at - 1))) return undefined;
  const before = modifierBefore.exec(text.slice(Math.max(floor, at - 11), at));
  const keys = before?.[1] === ' ' ? spaced : text[at] === '-' ? dashed : joined;
  const end = before ? matchAt(keys, text, at) : undefined;
  return before && end !== undefined ? { start: at - before[0].length, end, role: 'word' } : undefined;
};

/** `⇧⌘T`: by the first symbol. */
export const findSymbols = finderOf(/[⌘⌥⇧⌃⎇]{1,4}(?:\p{Lu}|\d|F\d{1,2}|[←↑→↓↵⌫⏎])(?![\p{L}\p{M}\p{N}_])/uy, 'word');
