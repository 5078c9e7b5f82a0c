import { readAngle } from './angles.ts';
import { endLine, readLineStart } from './line-starts.ts';
import { readBacktick, readClosingBracket, readDollar, readEscape, readOpeningBracket } from './markdown.ts';
import { lineEnd } from './search.ts';
import { readBrace } from './templates.ts';
import { Walk } from './walk.ts';

/** Possible starts of markup between two pauses. */
const triggersInTurn = 256;

/** Every character that may begin markup, and the line end. */
const triggers = /[\n<`[\]{}$|\\]/g;

export function beginWalk(text: string): Walk {
  const walk = new Walk(text);
  takeFrontMatter(walk);
  if (walk.at === 0) readLineStart(walk);
  return walk;
}

/** Finds markup, except emphasis and inside code, comments and tags. Returns false if text remains: call again. */
export function readMarkup(walk: Walk): boolean {
  for (let count = 0; count < triggersInTurn; count++) {
    const found = nextTrigger(walk);
    if (found === undefined) {
      walk.at = walk.text.length;
      endLine(walk);
      return true;
    }
    read(found, walk);
  }
  return false;
}

function nextTrigger(walk: Walk): string | undefined {
  triggers.lastIndex = walk.at;
  const found = triggers.exec(walk.text);
  if (!found) return undefined;
  walk.at = found.index;
  return found[0];
}

/** Braces close the argument of a command; other braces are text. */
function readClosingBrace(walk: Walk): void {
  const due = walk.dueCloses?.get(walk.at);
  if (due) walk.drafts.push(due);
  walk.at += 1;
}

function read(trigger: string, walk: Walk): void {
  switch (trigger) {
    case '\n':
      endLine(walk);
      return readLineStart(walk);
    case '<':
      return readAngle(walk);
    case '`':
      return readBacktick(walk);
    case '[':
      return readOpeningBracket(walk);
    case ']':
      return readClosingBracket(walk);
    case '{':
      return readBrace(walk);
    case '}':
      return readClosingBrace(walk);
    case '$':
      return readDollar(walk);
    case '\\':
      return readEscape(walk);
    default:
      walk.line.bars.push(walk.take(walk.at + 1, undefined));
  }
}

const opening = /^(?:\uFEFF?)(---|\+\+\+)[ \t]*\r?\n/;
/** The first line of data, which distinguishes front matter from a horizontal rule. */
const data = /^\s*(?:#|\[|[\w"'-]+[ \t]*[:=])/;

/** Reads front matter, YAML or TOML between two fences at the beginning of a text. */
function takeFrontMatter(walk: Walk): void {
  const { text } = walk;
  const fence = opening.exec(text);
  if (!fence || !data.test(text.slice(fence[0].length, fence[0].length + 200))) return;
  for (let start = fence[0].length; start < text.length; start = lineEnd(text, start) + 1) {
    const line = text.slice(start, lineEnd(text, start)).trimEnd();
    if (line === fence[1] || (line === '...' && fence[1] === '---')) {
      walk.take(start + line.length, 'bound');
      return;
    }
  }
}
