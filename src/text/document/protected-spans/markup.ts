import type { Span } from '../span.ts';
import { isBound, opaqueByName } from './html-names.ts';
import { endLine, readLineStart } from './line-starts.ts';
import { readBacktick, readClosingBracket, readDollar, readEscape, readOpeningBracket } from './markdown.ts';
import { lengthAt, lineEnd } from './search.ts';
import { readTag, type Tag } from './tag.ts';
import { readBrace, takeTemplate } from './templates.ts';
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
    readers[found]?.(walk);
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

const readers: Readonly<Record<string, (walk: Walk) => void>> = {
  '\n': (walk) => {
    endLine(walk);
    readLineStart(walk);
  },
  '<': readAngle,
  '`': readBacktick,
  '[': readOpeningBracket,
  ']': readClosingBracket,
  '{': readBrace,
  '}': readClosingBrace,
  $: readDollar,
  '\\': readEscape,
  '|': (walk) => walk.line.bars.push(walk.take(walk.at + 1, undefined)),
};

const frontMatter = /^(?:\uFEFF?)(---|\+\+\+)[ \t]*\r?\n/;
/** The first line of data, which distinguishes front matter from a horizontal rule. */
const data = /^\s*(?:#|\[|[\w"'-]+[ \t]*[:=])/;

/** Reads front matter, YAML or TOML between two fences at the beginning of a text. */
function takeFrontMatter(walk: Walk): void {
  const { text } = walk;
  const fence = frontMatter.exec(text);
  if (!fence || !data.test(text.slice(fence[0].length, fence[0].length + 200))) return;
  for (let start = fence[0].length; start < text.length; start = lineEnd(text, start) + 1) {
    const line = text.slice(start, lineEnd(text, start)).trimEnd();
    if (line === fence[1] || (line === '...' && fence[1] === '---')) {
      walk.take(start + line.length, 'bound');
      return;
    }
  }
}

const declaration = /<![A-Za-z][^<>]*>/y;
/** A document type with its own declarations, from one square bracket to the next. */
const documentType = /<!DOCTYPE[^<>[]*\[/iy;
const documentTypeEnd = /\]\s*>/y;
const instruction = /<\?[A-Za-z=]/y;
/** The time of the next word in WebVTT and enhanced LRC, and an emoji of Discord. */
const moment = /<(?:(?:\d{1,3}:)?\d{1,2}:\d{2}[.:]\d{1,3}|:\w{2,32}:\d{1,20})>/y;

/** `<https://example.org>` or `<ana@example.org>`. */
const address = /<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]+|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,255})>/iuy;
/** Ruby: `%<price>.2f`. */
const rubyFormat = /%<[\p{L}\p{N}_]{1,60}>[-+#0-9.]{0,9}[a-zA-Z]/uy;

function readAngle(walk: Walk): void {
  const { text, at, search } = walk;
  const rubyLength = text[at - 1] === '%' ? lengthAt(rubyFormat, text, at - 1) : 0;
  if (rubyLength > 0) {
    walk.at--;
    return void walk.take(at - 1 + rubyLength, 'word');
  }
  const second = text[at + 1];
  if (second === '!') return readDeclaration(walk);
  if (second === '?') return readInstruction(walk);
  if (second === '%')
    return takeTemplate(walk, search.next('%>', at + 2), /[=-]/.test(text[at + 2] ?? '') ? 'word' : 'point');
  const read = readTag(text, at);
  if (read) return takeTag(walk, read.tag, read.end);
  if (!walk.takeMatch(address, 'word') && !walk.takeMatch(moment, 'point')) walk.at = at + 1;
}

function readDeclaration(walk: Walk): void {
  const { text, at, search } = walk;
  if (text.startsWith('<!--', at)) return takeTo(walk, search.next('-->', at + 4), 'point');
  if (text.startsWith('<![CDATA[', at)) return takeTo(walk, search.next(']]>', at + 9), 'word');
  const length = documentTypeLength(walk) || walk.lengthOf(declaration);
  if (length > 0) walk.take(at + length, 'bound');
  else walk.at = at + 1;
}

function documentTypeLength(walk: Walk): number {
  const { text, at, search } = walk;
  const opening = walk.lengthOf(documentType);
  const close = opening > 0 ? search.next(']', at + opening) : undefined;
  const ending = close === undefined ? 0 : lengthAt(documentTypeEnd, text, close);
  return close === undefined || ending === 0 ? 0 : close + ending - at;
}

/** A PHP program at the end of the text may have no closing tag. */
function readInstruction(walk: Walk): void {
  const { text, at, search } = walk;
  if (walk.lengthOf(instruction) === 0) walk.at = at + 1;
  else if (text.startsWith('<?=', at)) takeTemplate(walk, search.next('?>', at + 3), 'word');
  else {
    const end = search.next('?>', at + 2);
    if (end === undefined && text.startsWith('<?php', at)) walk.take(text.length, 'bound');
    else takeTemplate(walk, end, 'point');
  }
}

/** @param ending the index of the three characters that end it */
function takeTo(walk: Walk, ending: number | undefined, role: 'word' | 'point'): void {
  if (ending === undefined) walk.at += 1;
  else walk.takeBoundOr(role, ending + 3);
}

function takeTag(walk: Walk, tag: Tag, end: number): void {
  const element = tag.kind === 'open' ? opaqueByName.get(tag.name) : undefined;
  const closing = element && walk.search.next(element.end, end);
  if (element && closing !== undefined && !holdsText(walk, tag, { start: end, end: closing })) {
    return walk.takeBoundOr(element.role, walk.text.indexOf('>', closing) + 1);
  }
  walk.drafts.push({ start: walk.at, end, role: isBound(tag.name) || tag.name === 'svg' ? 'bound' : undefined, tag });
  walk.at = end;
}

/** Whether a drawing contains words. */
function holdsText({ search }: Walk, tag: Tag, { start, end }: Span): boolean {
  return tag.name === 'svg' && (search.next('<text', start) ?? end) < end;
}
