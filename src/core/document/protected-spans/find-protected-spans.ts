import { finish, type Steps } from '../../steps.ts';
import { inOrder, type ProtectedSpan, type ProtectedText, type Span, type SpelledCharacter, shifted } from '../span.ts';
import { findCells } from './cells.ts';
import type { Draft, Drafted } from './draft.ts';
import { readElements } from './elements.ts';
import { addEmphasis } from './emphasis.ts';
import { readEscapedLetters } from './escaped-letters.ts';
import { addBlanks, addEscapes } from './escapes.ts';
import { glueTags } from './formulas.ts';
import { findMessages } from './gettext.ts';
import { readInlineSpans } from './inline-spans.ts';
import { findJsonValues } from './json-values.ts';
import { findKeyedValues } from './key-lines.ts';
import { readMarkup } from './markup.ts';
import { settle } from './nesting.ts';
import { findSpokenLines } from './subtitles.ts';

/**
 * Finds what a translation must not change: markup, code, addresses, placeholders and the like. What is not clearly a
 * protected span is text, such as `<` in `a < b`. Time grows in proportion to the length. The steps are in README.md.
 */
export function findProtectedSpans(text: string): ProtectedText {
  return finish(readProtectedSpans(text));
}

/** The same in steps. */
export function* readProtectedSpans(text: string): Steps<ProtectedText> {
  const values = findTextsOfFile(text);
  if (!values) return yield* readSpansOfText(text, 0);
  yield;
  const spans: ProtectedSpan[] = [];
  const spelled: SpelledCharacter[] = [];
  let from = 0;
  for (const { start, end } of values) {
    bound(spans, from, start);
    const found = yield* readSpansOfText(text.slice(start, end), spans.length);
    for (const span of found.spans) spans.push(shifted(span, start));
    for (const character of found.spelled) spelled.push(shifted(character, start));
    from = end;
    yield;
  }
  bound(spans, from, text.length);
  return { spans, spelled };
}

/** The texts of a data file: nothing else in it is translated. Undefined for other texts. */
function findTextsOfFile(text: string): readonly Span[] | undefined {
  return (
    findJsonValues(text) ?? findMessages(text) ?? findSpokenLines(text) ?? findKeyedValues(text) ?? findCells(text)
  );
}

function bound(spans: ProtectedSpan[], start: number, end: number): void {
  if (end > start) spans.push({ start, end, role: 'bound' });
}

/** @param firstPair the number of the first pair */
function* readSpansOfText(text: string, firstPair: number): Steps<ProtectedText> {
  const elements = readElements(text, yield* readMarkup(text));
  const markup = glueTags(
    text,
    elements.filter((draft) => draft.role !== undefined),
  );
  const between = yield* findBetween(text, markup);
  const escapes = addEscapes(text, inOrder([...markup, ...between.drafts]));
  yield;
  const drafts = yield* addEmphasis(text, addBlanks(text, escapes.drafts));
  yield;
  return { spans: settle(drafts, firstPair), spelled: inOrder([...between.spelled, ...escapes.spelled]) };
}

/** Gaps between markup, between two yields. */
const gapsInTurn = 64;

/**
 * Finds the protected spans that need no markup, between those of `markup`. Spelled characters are drafts without a role,
 * so that nothing else is found in them.
 */
function* findBetween(text: string, markup: readonly Draft[]): Steps<Drafted> {
  const drafts: Draft[] = [];
  const spelled: SpelledCharacter[] = [];
  let [from, gaps] = [0, 0];
  for (const { start, end } of [...markup, { start: text.length, end: text.length }]) {
    if (++gaps % gapsInTurn === 0) yield;
    const found = start > from ? yield* readInlineSpans(text, from, start) : [];
    for (const each of found.flatMap((finding) => readEscapedLetters(text, finding) ?? [finding])) {
      if ('role' in each) drafts.push(each);
      else {
        drafts.push({ start: each.start, end: each.end, role: undefined });
        spelled.push(each);
      }
    }
    from = end;
  }
  return { drafts, spelled };
}
