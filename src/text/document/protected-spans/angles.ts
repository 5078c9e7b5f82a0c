import type { Span } from '../span.ts';
import { isBound, opaqueElement } from './html-names.ts';
import { lengthAt } from './search.ts';
import { addressLength, readTag, type Tag } from './tag.ts';
import { takeTemplate } from './templates.ts';
import type { Walk } from './walk.ts';

const declaration = /<![A-Za-z][^<>]*>/y;
/** A document type with its own declarations, from one square bracket to the next. */
const documentType = /<!DOCTYPE[^<>[]*\[/iy;
const documentTypeEnd = /\]\s*>/y;
const instruction = /<\?[A-Za-z=]/y;
/** The time of the next word in WebVTT and enhanced LRC, and an emoji of Discord. */
const moment = /<(?:(?:\d{1,3}:)?\d{1,2}:\d{2}[.:]\d{1,3}|:\w{2,32}:\d{1,20})>/y;

/** Ruby: `%<price>.2f`. */
const rubyFormat = /%<[\p{L}\p{N}_]{1,60}>[-+#0-9.]{0,9}[a-zA-Z]/uy;

export function readAngle(walk: Walk): void {
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
  const length = addressLength(text, at);
  if (length > 0) walk.take(at + length, 'word');
  else if (!walk.takeMatch(moment, 'point')) walk.at = at + 1;
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
  const element = tag.kind === 'open' ? opaqueElement(tag.name) : undefined;
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
