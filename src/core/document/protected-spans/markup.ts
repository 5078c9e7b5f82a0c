import type { Steps } from '../../steps.ts';
import { readAngle } from './angles.ts';
import type { Draft } from './draft.ts';
import { takeFrontMatter } from './front-matter.ts';
import { endLine, readLineStart } from './line-starts.ts';
import { readBacktick, readClosingBracket, readDollar, readEscape, readOpeningBracket } from './markdown.ts';
import { readBrace } from './templates.ts';
import { Walk } from './walk.ts';

/** Possible starts of markup between two yields. */
const triggersInTurn = 256;

/** Every character with which markup may begin, or a line end. */
const triggers = /[\n<`[\]{}$|\\]/g;

/** Finds markup, except emphasis, from left to right: nothing is read inside code, comments and tags. */
export function* readMarkup(text: string): Steps<Draft[]> {
  const walk = new Walk(text);
  takeFrontMatter(walk);
  if (walk.at === 0) readLineStart(walk);
  let count = 0;
  for (let found = nextTrigger(walk); found !== undefined; found = nextTrigger(walk)) {
    read(found, walk);
    if (++count % triggersInTurn === 0) yield;
  }
  walk.at = text.length;
  endLine(walk);
  return walk.drafts;
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
  const due = walk.dueCloses.get(walk.at);
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
