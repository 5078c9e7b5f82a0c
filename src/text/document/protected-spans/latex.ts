import { join, type SpanDraft } from './draft.ts';
import type { Walk } from './walk.ts';

const argumentPattern = String.raw`\*?(?:\[[^\]\n]{0,200}\])?(?:\{[^{}\n]{0,500}\}){1,3}`;
/** Commands that replace a word: a reference, a picture, an address. */
const reference = new RegExp(
  String.raw`\\(?:[a-z]*cite[a-z]*|(?:eq|page|auto|c|C)?ref|label|url|includegraphics|input|include|index|gls|[hv]space)${argumentPattern}`,
  'y',
);
const instruction = new RegExp(
  String.raw`\\(?:begin|end|documentclass|usepackage|bibliography[a-z]*|newcommand|pagestyle|setlength)${argumentPattern}|\\(?:item|maketitle|tableofcontents|newpage|noindent|par)(?![A-Za-z])(?:\[[^\]\n]{0,100}\])?`,
  'y',
);
const opaqueEnvironment = /\\begin\{(verbatim|lstlisting|equation|align|math|displaymath|gather|tikzpicture)(\*?)\}/y;
const heading =
  /\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title|author|caption)\*?(?:\[[^\]\n]{0,200}\])?\{/y;
const style = /\\(?:text(?:bf|it|sc|tt|rm|sf|up|md|sl)|emph|underline|footnote|mbox|href\{[^{}\n]{0,500}\})\{/y;

/** An unknown command. Its name is protected; its arguments may be words. */
const unknown = /\\(?![nrt](?:[A-Z]|\b))[A-Za-z]{2,40}\*?(?=\{)/y;

/** Maximum nesting of braces in a command; bounds the time for thousands of open braces. */
const depthMax = 8;

export function readCommand(walk: Walk): boolean {
  const { text, at } = walk;
  const second = text.charAt(at + 1);
  if (second < 'A' || second > 'z') return false;
  return takeEnvironment(walk) || takeWhole(walk) || takeEnclosing(walk) || walk.takeMatch(unknown, 'point');
}

function takeEnvironment(walk: Walk): boolean {
  const { text, at, search } = walk;
  opaqueEnvironment.lastIndex = at;
  const found = opaqueEnvironment.exec(text);
  if (!found) return false;
  const ending = `\\end{${found[1]}${found[2]}}`;
  const close = search.next(ending, at);
  if (close === undefined) return false;
  walk.take(close + ending.length, 'bound');
  return true;
}

function takeWhole(walk: Walk): boolean {
  const length = walk.lengthOf(reference);
  if (length === 0) return walk.takeMatch(instruction);
  walk.takeBoundOr('word', walk.at + length);
  return true;
}

function takeEnclosing(walk: Walk): boolean {
  const { text, at } = walk;
  const isHeading = walk.lengthOf(heading) > 0;
  const length = walk.lengthOf(heading) || walk.lengthOf(style);
  const close = length > 0 ? closingBrace(text, at + length) : undefined;
  if (close === undefined) return false;
  const open = walk.take(at + length, 'bound');
  const closing: SpanDraft = { start: close, end: close + 1, role: 'bound' };
  if (!isHeading) join(open, closing);
  walk.closeLater(closing);
  return true;
}

function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (let index = from; index < text.length && depth <= depthMax; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth < 0) return index;
    else if (character === '\n' && text[index + 1] === '\n') return undefined;
  }
  return undefined;
}
