import { type Finder, finderOf, isDigit, isLower, isWordAt, opensAt } from './scan.ts';

/** A name in a program with a property path: `user.name`, `items[0]`. */
const name = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_.$-]{0,63}(?:\[[\p{L}\p{N}_'"]{1,32}\][\p{L}\p{N}_.]{0,64}){0,4}`;

/** Suffix of a name or a number in braces: a conversion, a width, a filter. */
const format = String.raw`(?:![rsa])?(?:,-?\d{1,3})?(?::[^\s{}]{1,30})?(?:\s?\|\s?[\w.:'"]{1,40}){0,4}`;

const mustache = finderOf(/\{\{\{?(?!\s{0,9}[{}])[^{}\n]{1,500}\}\}\}?/y, 'word');
const braces = finderOf(
  new RegExp(String.raw`\{(?:[ ]?-?(?:${name}|\d{1,3})${format}[ ]?|:[^\s{}]{1,20})?\}`, 'uy'),
  'word',
);

/** `{name}`, `{0:N2}`, `{}`, `{{ user.name | upper }}`: by the first brace. */
export const findBraces: Finder = (scan, at) =>
  mustache(scan, at) ?? (isCommand(scan.text, at) ? undefined : braces(scan, at));

const command = /\\[A-Za-z]{1,30}\*?$/;

/** Whether a TeX command is before the brace. Then the braces enclose text. */
function isCommand(text: string, at: number): boolean {
  return isWordAt(text, at - 1) && command.test(text.slice(Math.max(0, at - 32), at));
}

/** `#{x}` and `@{x}`, by their first character. */
export const findInterpolation = finderOf(/[$#%@]\{[^{}\n]{1,500}\}|\$\[[\w.]{1,64}\]/y, 'word');
const nested = finderOf(/\$t\((?:[^()\n]|\([^()\n]{0,100}\)){1,300}\)/y, 'word');
const variable = finderOf(/\$[A-Za-z_][A-Za-z0-9_]{0,63}(?:\$|\(\))?(?![\p{L}\p{M}\p{N}_$])/uy, 'word');

/** `${x}`, `$t(key)`, `$name$`, `$name`: by the dollar. */
export const findDollar: Finder = (scan, at) =>
  findInterpolation(scan, at) ?? nested(scan, at) ?? (isWordAt(scan.text, at - 1) ? undefined : variable(scan, at));

const doubled = finderOf(/%%[A-Za-z_][\w.-]{1,63}%%/y, 'word');
const percents = finderOf(/%%/y, 'point');
const conversion = finderOf(
  /%(?:L\d|\([\w.-]{1,64}\)[-+#0]{0,3}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]|[A-Za-z][\w.-]{2,63}%|\d{1,2}%|(?:\d{1,2}\$)?[-+#0]{0,3}(?:\d{1,3}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[Lqjzt])?[@A-Za-z]|[1-9](?![\d\p{M}]|[.,]\d|['’]\p{L}))/uy,
  'word',
);

/** `%s`, `%1$s`, `%(name)s`, `%{name}`, `%1`: by a percent sign that is not after a digit ("20%" is a quantity). */
export const findPercent: Finder = (scan, at) => {
  if (isDigit(scan.text.charCodeAt(at - 1)) && at > scan.floor) return undefined;
  return findInterpolation(scan, at) ?? doubled(scan, at) ?? percents(scan, at) ?? conversion(scan, at);
};

const shortcode = finderOf(/:[a-z0-9][a-z0-9_+-]{1,31}:(?![\p{L}\p{N}_])/uy, 'point');
const parameter = finderOf(/:[a-z][A-Za-z0-9_]{0,63}(?![\p{L}\p{M}\p{N}_:])/uy, 'word');

/** `:name` and `:smile:`, by a colon where a word may begin. */
export const findColon: Finder = (scan, at) => {
  const { text } = scan;
  if (!isLower(text.charCodeAt(at + 1)) && !isDigit(text.charCodeAt(at + 1))) return undefined;
  if (!opensAt(scan, at)) return undefined;
  return shortcode(scan, at) ?? parameter(scan, at);
};

/** `@@name@@`, and message references of Vue I18n, `@:common.name`. */
export const findFenced = finderOf(
  /@@[A-Za-z0-9_.-]{1,64}@@|@(?:\.[a-z]{1,20})?:[A-Za-z_]\w{0,63}(?:\.\w{1,64}){0,8}/y,
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

/** An escaped character in a program, `\u00e9`, and the codes of games, `\c[3]`. */
export const findEscape = finderOf(/(?:\\u[0-9a-fA-F]{4})+|\\[a-zA-Z]{1,2}\[\w{1,10}\]/y, 'point');

/** A single `#`: the number in a case of an ICU plural. */
export const findNumberSign: Finder = ({ text }, at) => {
  const isAlone =
    !isWordAt(text, at - 1) && !isWordAt(text, at + 1) && !/[#&]/.test(text.charAt(at - 1)) && text[at + 1] !== '#';
  return isAlone ? { start: at, end: at + 1, role: 'word' } : undefined;
};
