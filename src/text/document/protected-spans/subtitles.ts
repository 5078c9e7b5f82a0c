import type { Span } from '../span.ts';
import { blankLine, lengthAt, lineEnd } from './search.ts';
import type { Walk } from './walk.ts';

/** SubRip and WebVTT: start and end time, and WebVTT's settings. */
const cueTimes = /(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]+-->[^\n\r]*/y;
const lyricTimes = /(?:\[(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.:]\d{1,3})?\][ \t]*)+/y;
const lyricHeader = /\[(?:al|ar|au|by|id|la|length|offset|re|ti|tool|ve):[^\]\n]*\](?=[ \t]*\r?(?:\n|$))/y;
/** Advanced SubStation: nine fields before the text of a line. */
const dialogue = /(?:Dialogue|Comment): ?(?:[^,\n]{0,200},){9}/y;
/** The time of a message in an exported chat. */
const chatTimes = /\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?(?:\] ?| - )/iy;
const webVttBlock = /(?:NOTE|STYLE|REGION)(?=[ \t\r\n])/y;

/** Reads the parts of subtitles that are not speech, at the start of a line. */
export function readCue(walk: Walk): boolean {
  const { text, at } = walk;
  const first = text.charAt(at);
  if (first >= '0' && first <= '9') return takeTimes(walk) || walk.takeMatch(chatTimes);
  if (first === '[') return walk.takeMatch(lyricTimes) || walk.takeMatch(chatTimes) || walk.takeMatch(lyricHeader);
  const end = text.startsWith('WEBVTT') ? webVttEnd(walk) : undefined;
  if (end === undefined) return walk.takeMatch(dialogue);
  walk.take(end, 'bound');
  return true;
}

/** The end of WebVTT's header, or of a block without speech. */
function webVttEnd(walk: Walk): number | undefined {
  const { text, at, search } = walk;
  if (at === 0) return lineEnd(text, 0);
  return walk.lengthOf(webVttBlock) > 0 ? (search.next(blankLine, at) ?? text.length) : undefined;
}

/** The line before the times is the name or number of the cue. */
function takeTimes(walk: Walk): boolean {
  const { text, previousLine } = walk;
  if (walk.lengthOf(cueTimes) === 0) return false;
  if (previousLine?.followsBlank === true && !previousLine.isBlank) {
    while ((walk.drafts.at(-1)?.start ?? -1) >= previousLine.start) walk.drafts.pop();
    walk.drafts.push({ start: previousLine.start, end: lineEnd(text, previousLine.start), role: 'bound' });
  }
  return walk.takeMatch(cueTimes);
}

/** Returns the speech in an Advanced SubStation script. Undefined for other texts. */
export function findSpokenLines(text: string): readonly Span[] | undefined {
  if (!/^\uFEFF?\[(?:Script Info|Events|V4\+? Styles)\]/.test(text.slice(0, 50))) return undefined;
  const spoken: Span[] = [];
  for (let at = 0; at < text.length; at = lineEnd(text, at) + 1) {
    const length = lengthAt(dialogue, text, at);
    if (length > 0 && text.startsWith('D', at)) spoken.push({ start: at + length, end: lineEnd(text, at) });
  }
  return spoken;
}
