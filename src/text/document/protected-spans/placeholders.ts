import { type Finder, finderOf, isDigit, isLower, isWordAt, matchAt, opensAt, unspacedLetterSet } from './scan.ts';

const words = (...patterns: readonly string[]): Finder => finderOf(new RegExp(patterns.join('|'), 'uy'), 'word');
const notInWord = String.raw`(?<!(?!${unspacedLetterSet})[\p{L}\p{M}\p{N}_])`;

/** A name in a program with a property path: `user.name`, `items[0]`, `user->name`. */
const name = String.raw`[\p{L}_$](?:[\p{L}\p{M}\p{N}_.$-]|->){0,63}(?:\[[\p{L}\p{N}_'"]{1,32}\][\p{L}\p{N}_.]{0,64}){0,4}`;
const index = String.raw`\d{1,3}(?:\.\w{1,40}|\[\w{1,40}\]){0,4}`;
/** The format of a date, which may have spaces: `dd MMM yyyy`, `%d/%m/%Y %H:%M`. */
const date = String.raw`(?:%[^{}\n]{1,60}|(?! )(?:[yMdHhmsfFtTzEaGkKSL\/:.,-]|'[^'{}\n]{1,20}'| (?![ }])){2,60})`;
/** Suffix of a name or a number in braces: a conversion, a width, a filter. */
const format = String.raw`(?:![rsa])?(?:,[ ]?-?\d{1,3})?(?::(?:[^\s{}]|[ ](?=[<>^=])|\{\w{0,20}\}){1,30}|:${date})?(?:\s?\|\s?[\w.:'"]{1,40}){0,4}`;
/** Braces with a variable or a function of Smarty, Latte, Moodle, MessageFormat 2 or Fluent. */
export const variableBraces = String.raw`\{ {0,3}(?:[=_(!]{0,2}\$[\p{L}_]|(?:[A-Z][A-Z_]{1,30}|-[a-z][\w-]{0,40})\()(?:(?! ->)[^{}\n]){0,200}\}`;

const mustache = words(String.raw`\{\{\{?(?!\s{0,9}[{}])[^{}\n]{1,500}\}\}\}?`);
const braces = words(
  String.raw`\{(?:[ ]?[-!=?]?(?:${name}|${index})${format}[ ]?|\d{1,3}:[^\s{}][^{}\n]{0,60}|:[^\s{}]{1,20}|:${date})?\}`,
  variableBraces,
);

/** `{name}`, `{0:N2}`, `{}`, `{{ user.name | upper }}`: by the first brace. */
export const findBraces: Finder = (scan, at) => {
  // After a TeX command, braces enclose text.
  const isCommand = isWordAt(scan.text, at - 1) && command.test(scan.text.slice(Math.max(0, at - 32), at));
  return mustache(scan, at) ?? (isCommand ? undefined : braces(scan, at));
};

const command = /\\[A-Za-z]{1,30}\*?$/;

const pathPart = String.raw`(?:[\p{L}\p{M}\p{N}_@~+-]|\.(?=[\p{L}\p{N}_])){1,100}`;
/** A path of Windows with a further backslash after a name with spaces. */
const windowsPath = String.raw`(?:\\{1,2}(?:${pathPart}| (?=[\p{L}\p{N}_ -]{1,40}\\)){1,4}){0,20}`;
const interpolation = String.raw`[$#%@]\{[^{}\n]{1,500}\}|\$\[[\w.]{1,64}\]`;

/** `#{x}` and `@{x}`, by their first character. */
export const findInterpolation = words(interpolation);
/** `${x}`, `$t(key)`, `$(x)`, `$HOME/x`, `$name$`, `$name`: by the dollar. */
export const findDollar = words(
  String.raw`(?:\$[A-Z][A-Z0-9_]{0,63}|\$\{[A-Z][A-Z0-9_]{0,63}\})(?:\/${pathPart}){1,20}\/?`,
  String.raw`\$env:\w{1,64}${windowsPath}`,
  interpolation,
  String.raw`\$t\((?:[^()\n]|\([^()\n]{0,100}\)){1,300}\)`,
  String.raw`\$\([\p{L}_][\p{L}\p{M}\p{N}_.:-]{0,63}\)`,
  // A command of a shell, unlike a unit of money: "$(en miles)".
  String.raw`\$\([a-z]{2,20} (?=[^()\n]{0,60}(?:[/+%$"'_=]|-\w|\.\w))[^()\n]{1,100}\)`,
  String.raw`${notInWord}\$[A-Za-zÀ-ɏ_][A-Za-z0-9À-ɏ_]{0,63}(?:(?:->[A-Za-z_]\w{0,63}){1,8}|\$|\(\))?(?![\p{L}\p{M}\p{N}_$])`,
);

const percents = finderOf(/%%/y, 'point');
const star = String.raw`(?:\d{1,3}|(?:\[\d{1,2}\])?\*(?:\d{1,2}\$)?)`;
const place = String.raw`(?:\d{1,2}\$|\[\d{1,2}\]|<)?`;
/** printf of C, Go, Java, Objective-C, PHP and Python, and names of Windows, Drupal and Qt. */
const conversion = words(
  interpolation,
  String.raw`%%[A-Za-z_][\w.-]{1,63}%%`,
  String.raw`%[A-Za-z][\w.()-]{2,63}%${windowsPath}`,
  String.raw`%(?:L\d|\d{1,2}%|(?:\d{1,2}\$)?#@\w{1,64}@)`,
  String.raw`%\([\p{L}\p{N}_. -]{1,64}\)[-+#0]{0,3}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]`,
  String.raw`%(?!ll)[a-z][a-z0-9_]{2,30}(?:-[a-z0-9_]{1,30}){1,4}(?![\p{L}\p{M}\p{N}_-])`,
  String.raw`%${place}[-+#0]{0,4}${star}?(?:\.${star}?)?(?:\[\d{1,2}\])?(?:hh?|ll?|[Lqjzt]|I64|I32)?[@A-Za-z]`,
  // With flags that may be punctuation: before a number, or a conversion without a letter after it.
  String.raw`%${place}(?:[-+#0,'_]|'[^\s\p{L}\p{N}](?=\d)|[ (](?=[,\d.])){1,5}${star}?(?:\.\d{1,3})?l{0,2}[diuxXfFeEgGs](?!\p{L})`,
  String.raw`%[1-9](?![\d\p{M}]|[.,]\d|['’]\p{L})`,
);

/** `%s`, `%1$s`, `%(name)s`, `%{name}`, `%1`: by a percent sign that is not after a digit ("20%" is a quantity). */
export const findPercent: Finder = (scan, at) => {
  if (isDigit(scan.text.charCodeAt(at - 1)) && at > scan.floor) return undefined;
  return conversion(scan, at) ?? percents(scan, at);
};

const shortcode = finderOf(/:(?:[+-]1|[\p{L}\p{N}][\p{L}\p{M}\p{N}_+-]{0,31}):(?![\p{L}\p{N}_])/uy, 'point');
const hyphenated = String.raw`[A-Za-z0-9_]{0,63}(?:-[a-z0-9_]{1,30}){0,4}(?![\p{L}\p{M}\p{N}_`;
const parameter = words(String.raw`:(?:[a-z]|[A-Z](?=[A-Za-z]{2}))${hyphenated}:])`);

/** `:name`, `:Name` and `:smile:`, by a colon where a word may begin. */
export const findColon: Finder = (scan, at) => {
  if (opensAt(scan, at)) return shortcode(scan, at) ?? parameter(scan, at);
  return /[.!?…]/.test(scan.text.charAt(at - 1)) ? shortcode(scan, at) : undefined;
};

const exclaimed = words(String.raw`![a-z]${hyphenated}!(=])`);
/** A mark that another one closes: "!viva la casa!". */
const exclamation = /![^.!?¡\n]{0,200}[\p{L}\p{N})]!/uy;

/** `!name` of Drupal, by the exclamation mark. */
export const findExclaimed: Finder = (scan, at) =>
  isLower(scan.text.charCodeAt(at + 1)) && opensAt(scan, at) && matchAt(exclamation, scan.text, at) === undefined
    ? exclaimed(scan, at)
    : undefined;

/** `__name__`, by the first underscore. With a space inside, the underscores are emphasis. */
export const findUnderscored = words(
  String.raw`${notInWord}__[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.:-]|_(?!_)){0,63}(?<![.:-])__(?![\p{L}\p{M}\p{N}_])`,
);

/** `@@name@@`, and message references of Vue I18n, `@:common.name`, `@:(common.name)`, `@:{'common.name'}`. */
export const findFenced = finderOf(
  /@@[A-Za-z0-9_.-]{1,64}@@|@(?:\.[a-z]{1,20})?:(?:[A-Za-z_]\w{0,63}(?:\.\w{1,64}){0,8}|\([\w.-]{1,200}\)|\{'?[\w.-]{1,200}'?\})/y,
  'word',
);
/** A merge field of a mail template, `*|NAME|*`. */
export const findMerged = finderOf(/\*\|[A-Z][\w:.]{0,63}\|\*/y, 'word');
/** `[[name]]` and `[USER_NAME]`, by the bracket. */
export const findBracketed = finderOf(
  /\[\[[\p{L}_$][\p{L}\p{N}_.$:-]{0,63}\]\]|\[[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){1,8}\]/uy,
  'word',
);

/** Accepted options of one word. Others may be text after a dash: "--said he". */
const options =
  'all|amend|build|cached|check|clean|color|config|debug|delete|dev|dir|dry|exact|exclude|file|filter|fix|force|format|global|hard|help|host|ignore|include|init|input|install|json|list|log|name|output|path|port|prod|production|quiet|rebase|recursive|reset|save|silent|soft|squash|strict|test|update|upgrade|user|verbose|version|watch|yes';
const option = finderOf(
  new RegExp(
    String.raw`--(?:[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){1,6}(?:=[^\s"'<>,;]{1,200})?|[a-z][a-z0-9]{0,30}=[^\s"'<>,;]{1,200}|(?:${options}))(?![\p{L}\p{M}\p{N}_-])`,
    'uy',
  ),
  'word',
);

/** `--long-option`, by its first dash. */
export const findOption: Finder = (scan, at) =>
  scan.text.charCodeAt(at + 1) === 0x2d && opensAt(scan, at) && scan.text[at - 1] !== '-'
    ? option(scan, at)
    : undefined;

/** `\(x)` of Swift. */
export const findSwift = words(
  String.raw`\\\((?:[^()\\\n ]|\([^()\\\n]{0,100}\)| (?=[-+*\/?:&\|=<>"'.])|(?<=[-+*\/?:,&\|=<>]) ){1,100}\)`,
);
/** An escaped character in a program, `\u00e9`, and the codes of games, `\c[3]`. */
export const findEscape = finderOf(/(?:\\u[0-9a-fA-F]{4})+|\\[a-zA-Z]{1,2}\[\w{1,10}\]/y, 'point');

/** A single `#`: the number in a case of an ICU plural. */
export const findNumberSign: Finder = ({ text }, at) => {
  const isAlone =
    !isWordAt(text, at - 1) && !isWordAt(text, at + 1) && !/[#&]/.test(text.charAt(at - 1)) && text[at + 1] !== '#';
  return isAlone ? { start: at, end: at + 1, role: 'word' } : undefined;
};
