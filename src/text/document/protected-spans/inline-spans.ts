import type { ProtectedText } from '../span.ts';
import * as addresses from './addresses.ts';
import * as emoji from './emoji.ts';
import { findEntity } from './entities.ts';
import { findIcuArgument } from './icu-message.ts';
import * as names from './identifiers.ts';
import * as notes from './notes.ts';
import * as placeholders from './placeholders.ts';
import { findAmount, findPhone, findQuantity } from './quantities.ts';
import { type Finder, finderOf, isLower, isWordAt, matchAt, type Scan, scanOf } from './scan.ts';

/** UTF-16 units between two pauses; a span may extend beyond. */
const unitsInTurn = 2_048;

export function findInlineSpans(text: string): ProtectedText {
  const scan = scanOf(text);
  while (!readInlineSpans(scan));
  return {
    spans: scan.findings.filter((each) => 'role' in each),
    spelled: scan.findings.filter((each) => 'spelling' in each),
  };
}

/**
 * Finds protected spans without markup, such as addresses, quantities and code, as `word` or `point`. Ambiguous ones
 * are text: a wrong span leaves a word untranslated. Returns false if text remains: call again.
 */
export function readInlineSpans(scan: Scan): boolean {
  const { text, findings } = scan;
  const end = Math.min(scan.at + unitsInTurn, text.length);
  let { at } = scan;
  while (at < end) {
    const kind = kinds[text.charCodeAt(at)] ?? 0;
    const found = kind === 0 ? undefined : finders[kind]?.(scan, at);
    if (!found || splitsKey(text, found.end)) {
      at++;
      continue;
    }
    findings.push(found);
    if (!('role' in found)) scan.spelledEnd = found.end;
    at = scan.floor = found.end;
  }
  scan.at = at;
  return at >= text.length;
}

/** Whether a protected span that ends at `end` would split an emoji, such as the digit of a keycap. */
function splitsKey(text: string, end: number): boolean {
  const unit = text.charCodeAt(end);
  return (unit === 0xfe0f || unit === 0x20e3) && /[0-9#*]/.test(text.charAt(end - 1));
}

/** The finders, and by UTF-16 unit the index of its finder. Most units have none and are skipped. */
const finders: (Finder | undefined)[] = [undefined];
const kinds = new Uint8Array(0x1_00_00);

function trigger(finder: Finder, leads: readonly number[]): void {
  finders.push(finder);
  for (const unit of leads) kinds[unit] = finders.length - 1;
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function unitsOf(characters: string): readonly number[] {
  return [...characters].map((character) => character.charCodeAt(0));
}

function firstOf(...asked: readonly Finder[]): Finder {
  return (scan, at) => {
    for (const finder of asked) {
      const found = finder(scan, at);
      if (found) return found;
    }
    return undefined;
  };
}

/**
 * `N/A`, `R&D`, initials before a name; not "and/or" of Romance languages, French "M. Reid", nor an English `I` at the end.
 * The full stop of a sentence is left out: before a short word, or after one such as `plan` and not `Ana`.
 */
const singleNames =
  /(?![YEIO]\/[OU](?!\/)|M\.[ \u00a0]\p{Lu}\p{Ll}|(?<=\S\s?)I\.)(?:\p{Lu}(?:[/&]\p{Lu}){1,4}(?![\p{L}\p{M}\p{N}_/&;'’])|\p{Lu}(?:\.[ \u00a0]\p{Lu}){0,5}(?=\.(?:\p{Lu}\p{Ll}|[ \u00a0]\p{L}[\p{L}'’]))(?:\.(?![ \u00a0](?:\p{Lu}(?:\p{L}{1,2}[ \u00a0]|\p{L}{3}[ \u00a0]\p{Ll})|(?<=(?:^|[^\p{L}\p{M}])(?:\p{Ll}{3,30}|\p{Lu}{3,30})\s\p{Lu}\..))))?)/uy;
/** Other signs after a letter make it part of a name, such as `C++`, `R$` and `A.B`. */
const separate = /(?!M\.[ \u00a0]\p{Lu}\p{Ll}).(?:[\s,;!?)\]»”"…|*]|:(?!\S)|\.(?![\p{L}\p{M}\p{N}.])|$)/uy;
/** A label or a variable: before another one, `A y B`, `A + B`, `A Y` (not `Y A`), or a closing bracket, or a sign. */
const labelled =
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
/** The Roman numeral of a Spanish century, also in a list. English writes it in figures, so it is not protected. */
const century = /[IVX](?<=(?<!\p{L})siglos?\s(?:[IVX]{1,5},?\s(?:[yeoa]\s)?){0,4}.)(?![\p{L}\p{M}\p{N}])/iuy;
/** Tags between two words: `Opción <b>A</b>`. */
const tags = /(?<=\s)(?:<[^<>\n]{0,30}>)+$/;

/** A single capital is a name, `plan B`, unless it starts a sentence, is between capitalised words, or English `I`. */
const findLetter: Finder = (scan, at) => {
  const { text, floor } = scan;
  if (at > floor && matchAt(attached, text, at) !== undefined) return undefined;
  if (matchAt(century, text, at) !== undefined) return undefined;
  const named = matchAt(singleNames, text, at);
  if (named === undefined && (matchAt(separate, text, at) === undefined || isWord(scan, at))) return undefined;
  return { start: at, end: named ?? at + 1, role: 'word' };
};

function isWord({ text, lead }: Scan, at: number): boolean {
  if (matchAt(labelled, text, at) !== undefined) return false;
  const own = text.slice(Math.max(0, at - 40), at);
  const before = own.length === at ? lead.replace(tags, '') + own : own;
  if (beginning.test(before) || matchAt(clause, text, at) !== undefined) return true;
  return titled.test(before) && matchAt(title, text, at) !== undefined;
}

/** A capital after a small letter may be part of an identifier. */
const findHump: Finder = (scan, at) =>
  isLower(scan.text.charCodeAt(at - 1)) ? names.findIdentifier(scan, at) : undefined;

trigger(emoji.findEmoji, emoji.leadsOf('emoji'));
trigger(emoji.findOddCharacters, emoji.leadsOf('odd'));
trigger(emoji.findBeyond, range(0xd800, 0xdbff));
trigger(findQuantity, [...range(0x30, 0x39), ...unitsOf('¼½¾'), ...range(0x2150, 0x215e)]);
trigger(firstOf(findHump, findLetter), range(0x41, 0x5a));
trigger(findLetter, [...range(0xc0, 0xde), ...range(0x391, 0x3a9), ...range(0x410, 0x42f)]);
trigger(notes.findRaised, unitsOf('¹²³⁰⁴⁵⁶⁷⁸⁹⁺⁻'));
trigger(firstOf(notes.findEnding, notes.findSeparator), unitsOf('·'));
trigger(notes.findSeparator, unitsOf('•»›→←⋅∙‧●—–'));
trigger(firstOf(notes.findSoftHyphen, emoji.findOddCharacters), unitsOf('\u00AD'));

const sign = /&amp;|&(?!(?:amp|lt|gt|quot|nbsp|copy|reg)\b)|_/y;
/** UTF-16 units of a label on each side of its sign. */
const sideMax = 60;
const words = String.raw`(?:[^\s&_;=<>@]+ ){0,5}`;
const atWordStart = new RegExp(`(?:^|\\n)[ \\t]*${words}$`, 'u');
/** In the first word, if it has a capital and the sign is near one of its ends: not "Rock&roll". */
const insideWord = /(?:^|\n)[ \t]*\p{Lu}[\p{Ll}\p{M}]*$/u;
const nearEnd = /(?<!\p{L}\p{M}*\p{L}\p{M}*\p{L}\p{M}*)\p{L}\p{M}*$/u;
const shortEnd = /^(?:\p{L}\p{M}*){1,3}(?!\p{L})/u;
const behind = /^\p{L}[\p{Ll}\p{M}]*(?: [^\s&_;=<>@]+){0,5}(?:\.{3}|…|:)?[ \t]*(?:\r?\n|$)/u;
const lower = /^\p{Ll}/u;
const shortWord = /(?<!\p{L})\p{L}?(?:&amp;|[&_])\p{L}(?!\p{L})/u;

/** The sign of a key in a label, which is a short line with one such sign: `Guar&dar`, `&amp;File`, `Save _As`. */
const findMnemonic: Finder = ({ text, floor }, at) => {
  const end = matchAt(sign, text, at);
  if (end === undefined) return undefined;
  const [start, to] = [Math.max(0, at - sideMax), Math.min(text.length, end + sideMax)];
  const [before, after] = [text.slice(start, at), text.slice(end, to)];
  const isWhole = (start === 0 || before.includes('\n')) && (to === text.length || after.includes('\n'));
  if (!isWhole || at < floor || !behind.test(after) || shortWord.test(text.slice(Math.max(start, at - 2), end + 2)))
    return undefined;
  const isMnemonic =
    (atWordStart.test(before) && (text[at] !== '_' || !lower.test(after))) ||
    (lower.test(after) && insideWord.test(before) && (nearEnd.test(before) || shortEnd.test(after)));
  return isMnemonic ? { start: at, end, character: '', spelling: 'mnemonic' } : undefined;
};

trigger(firstOf(findMnemonic, names.findIdentifier, placeholders.findUnderscored), unitsOf('_'));
trigger(placeholders.findExclaimed, unitsOf('!'));
trigger(findAmount, unitsOf('€£¥₹₽₩₺₴₫₪₱₦₡₲₵₸₾฿¢'));
trigger(firstOf(addresses.findRootedPath, names.findDotted, names.findHiddenFile), unitsOf('.'));
trigger(
  firstOf(
    addresses.findUrl,
    addresses.findDrive,
    addresses.findIpv6,
    names.findScoped,
    placeholders.findColon,
    emoji.findSmiley,
  ),
  unitsOf(':'),
);
trigger(firstOf(addresses.findRootedPath, names.findPath, notes.findEnding), unitsOf('/'));
trigger(firstOf(addresses.findRootedPath, notes.findSeparator), unitsOf('~'));
trigger(firstOf(addresses.findRootedPath, placeholders.findSwift, placeholders.findEscape), unitsOf('\\'));
trigger(
  firstOf(placeholders.findFenced, placeholders.findInterpolation, addresses.findEmail, addresses.findHandle),
  unitsOf('@'),
);
trigger(
  firstOf(
    placeholders.findInterpolation,
    emoji.findKeycaps,
    addresses.findHashtag,
    names.findSignedName,
    placeholders.findNumberSign,
  ),
  unitsOf('#'),
);
trigger(firstOf(findIcuArgument, placeholders.findBraces), unitsOf('{'));
trigger(firstOf(placeholders.findDollar, findAmount), unitsOf('$'));
trigger(placeholders.findPercent, unitsOf('%'));
trigger(firstOf(placeholders.findBracketed, notes.findNote), unitsOf('['));
trigger(firstOf(findMnemonic, findEntity), unitsOf('&'));
trigger(firstOf(names.findCall, notes.findEnding), unitsOf('('));

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
const findShortcut: Finder = ({ text, floor }, at) => {
  if (!isWordAt(text, at - 1) && !/[ ⌘⌥⇧⌃⎇]/.test(text.charAt(at - 1))) return undefined;
  const before = modifierBefore.exec(text.slice(Math.max(floor, at - 11), at));
  const keys = before?.[1] === ' ' ? spaced : text[at] === '-' ? dashed : joined;
  const end = before ? matchAt(keys, text, at) : undefined;
  return before && end !== undefined ? { start: at - before[0].length, end, role: 'word' } : undefined;
};

/** `⇧⌘T`: by the first symbol. */
const findSymbols = finderOf(/[⌘⌥⇧⌃⎇]{1,4}(?:\p{Lu}|\d|F\d{1,2}|[←↑→↓↵⌫⏎])(?![\p{L}\p{M}\p{N}_])/uy, 'word');

trigger(firstOf(placeholders.findOption, emoji.findFace, findShortcut), unitsOf('-'));
trigger(firstOf(findPhone, names.findSignedName, findShortcut), unitsOf('+'));
trigger(findSymbols, unitsOf('⌘⌥⇧⌃⎇'));
trigger(firstOf(notes.findSeparator, emoji.findSmiley, emoji.findFace), unitsOf('<>'));
trigger(emoji.findSmiley, unitsOf(';='));
trigger(emoji.findFace, unitsOf('^'));
trigger(firstOf(emoji.findKeycaps, placeholders.findMerged), unitsOf('*'));
trigger(emoji.findShrug, unitsOf('¯'));
