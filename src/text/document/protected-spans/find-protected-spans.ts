import { finish, type Steps } from '../../../ground/steps.ts';
import { inOrder, type ProtectedSpan, type ProtectedText, type Span, type SpelledCharacter, shifted } from '../span.ts';
import { UnitKinds } from '../unit-kinds.ts';
import { findStrings } from './code-strings.ts';
import { type SpanDraft, settle } from './draft.ts';
import { type ElementRoles, readElements } from './elements.ts';
import { addEmphasis, mayHoldEmphasis } from './emphasis.ts';
import { addBlanks, addEscapes, readEscapedLetters } from './escapes.ts';
import { readInlineSpans } from './inline-spans.ts';
import { findCells, findKeyedValues, findMessages } from './key-lines.ts';
import { beginWalk, readMarkup } from './markup.ts';
import { isLower, type SpanFinding, scanOf, unspacedLetterSet } from './scan.ts';
import { lengthAt } from './search.ts';
import { findSpokenLines } from './subtitles.ts';

/** Finds spans that a translation must not change, in linear time; see README.md. `<` in `a < b` is text. */
export function findProtectedSpans(text: string): ProtectedText {
  return finish(readProtectedSpans(text));
}

export function* readProtectedSpans(text: string, roles?: ElementRoles): Steps<ProtectedText> {
  if (isProse(text)) return { spans: [], spelled: [] };
  // Of a data file, only its texts are translated.
  const values =
    findStrings(text) ?? findMessages(text) ?? findSpokenLines(text) ?? findKeyedValues(text) ?? findCells(text);
  return yield* values ? readSpansOfTexts(text, values, { firstPair: 0, roles }) : readSpansOfText(text, 0, roles);
}

/** Other units may begin a protected span in one line. */
const proseUnits = new UnitKinds(/\p{Lu}/u, / /, /\./, /'/, /[,?!¿¡«“”]/, /[[\p{L}\p{M}’]--[\uFE0F]]/v);
const [other, capital, space, fullStop, apostrophe, sign, plain] = [0, 1, 2, 3, 4, 5, 6];
const exclamation = 0x21;

/**
 * Whether nothing in a text is protected: one line of words and usual punctuation, like most. Not with capitals inside
 * words or alone (names), a point or exclamation mark before a letter (address, placeholder), or two apostrophes (ICU).
 */
function isProse(text: string): boolean {
  let before = space;
  let isLone = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = proseUnits.of(unit);
    if (unit === exclamation && isLower(text.charCodeAt(at + 1))) return false;
    if (kind === other || (kind === capital && before === plain)) return false;
    if (kind === apostrophe && before === apostrophe) return false;
    if (kind === fullStop ? before < sign : before === fullStop && kind !== space) return false;
    const endsWord = kind !== plain && kind !== capital && kind !== apostrophe;
    if (isLone && endsWord && (kind !== space || !mayBeWord(text, at - 1))) return false;
    isLone = kind === capital && before !== capital;
    before = kind;
  }
  return !isLone || text.length === 1;
}

/** Whether a capital that stands alone is at the start of a sentence, or the English "I". */
function mayBeWord(text: string, at: number): boolean {
  return at === 0 || text[at] === 'I' || (text[at - 1] === ' ' && '.?!'.includes(text.charAt(at - 2)));
}

type Numbering = { readonly firstPair: number; readonly roles: ElementRoles | undefined };

/** Everything between the texts is a bound. */
function* readSpansOfTexts(
  text: string,
  values: readonly Span[],
  { firstPair, roles }: Numbering,
): Steps<ProtectedText> {
  yield;
  const spans: ProtectedSpan[] = [];
  const spelled: SpelledCharacter[] = [];
  let from = 0;
  for (const { start, end } of values) {
    bound(spans, from, start);
    const found = yield* readSpansOfText(text.slice(start, end), firstPair + spans.length, roles);
    for (const span of found.spans) spans.push(shifted(span, start));
    for (const character of found.spelled) spelled.push(shifted(character, start));
    from = end;
    yield;
  }
  bound(spans, from, text.length);
  return { spans, spelled };
}

function bound(spans: ProtectedSpan[], start: number, end: number): void {
  if (end > start) spans.push({ start, end, role: 'bound' });
}

/** A whole text that is a route, a path, a key or a slug: `/about-us`, `home.title`, `my-first-post`; not `check-in`. */
const address = new RegExp(
  String.raw`^\s*(?:\.{0,2}\/[[\p{L}\p{M}\p{N}._~:\/?#@!$&'*+,;=%\-]--${unspacedLetterSet}]{1,256}|(?=[a-z0-9]+(?:[._]|-[a-z0-9]*[._\-]))[a-z0-9._\-]{2,256}(?<![._\-]))\s*$`,
  'v',
);

/** UTF-16 units before a gap between markup that show whether a sentence begins there. */
const leadMax = 40;
/** Such gaps, between two yields. */
const gapsInTurn = 64;

function* readSpansOfText(text: string, firstPair: number, roles?: ElementRoles): Steps<ProtectedText> {
  if (address.test(text)) return { spans: [{ start: 0, end: text.length, role: 'word' }], spelled: [] };
  const alternatives = findAlternatives(text);
  if (alternatives) return yield* readSpansOfTexts(text, alternatives, { firstPair, roles });
  const walk = beginWalk(text);
  while (!readMarkup(walk)) yield;
  const markup = readElements(text, walk.drafts, roles);
  const found: Drafts = { drafts: [], spelled: [] };
  let from = 0;
  for (let index = 0; from < text.length; index++) {
    const next = markup[index];
    const to = next?.start ?? text.length;
    if (to > from) {
      const scan = scanOf(text.slice(from, to), text.slice(Math.max(0, from - leadMax), from));
      while (!readInlineSpans(scan)) yield;
      if (scan.findings.length > 0) addFindings(text, scan.findings, { from, found });
    }
    from = next?.end ?? to;
    if ((index + 1) % gapsInTurn === 0) yield;
  }
  const escapes = addEscapes(text, inOrder(markup, found.drafts));
  if (found.drafts.length > 0) yield;
  let drafts = addBlanks(text, escapes.drafts);
  if (mayHoldEmphasis(text)) drafts = yield* addEmphasis(text, drafts);
  return { spans: settle(drafts, firstPair), spelled: inOrder(found.spelled, escapes.spelled) };
}

type Drafts = { readonly drafts: SpanDraft[]; readonly spelled: SpelledCharacter[] };

/** Spelled characters also become drafts, without a role, so that later steps find nothing in them. */
function addFindings(
  text: string,
  findings: readonly SpanFinding[],
  { from, found }: { readonly from: number; readonly found: Drafts },
): void {
  for (const finding of findings) {
    const whole = shifted<SpanFinding>(finding, from);
    for (const each of readEscapedLetters(text, whole) ?? [whole]) {
      if ('role' in each) found.drafts.push(each);
      else {
        found.drafts.push({ start: each.start, end: each.end, role: undefined });
        found.spelled.push(each);
      }
    }
  }
}

/** `{0}`, `{1,2}`, `[2,*]` and `]1,Inf[`, before the numbers' text. */
const selector =
  /\s*(?:\{\s*-?\d{1,9}(?:\s*,\s*-?\d{1,9}){0,9}\s*\}|[[\]]\s*(?:-Inf|\*|-?\d{1,9})\s*,\s*(?:\+?Inf|\*|-?\d{1,9})\s*[[\]])\s*/y;
/** Between words, without spaces. */
const besideWords = /(?<=[\p{L}\p{M}\p{N}.!?…)\]}%>"'»”’])\|(?=[\p{L}\p{N}¿¡:%@({<"'«“‘-])/uy;
const brackets: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

/**
 * Returns the texts of a message of Laravel or Symfony with a text for each number, `{0} None|[2,*] Many`, or
 * `one apple|many apples`. Undefined for other texts.
 */
function findAlternatives(text: string): readonly Span[] | undefined {
  if (!text.includes('|') || text.includes('\n')) return undefined;
  const texts: Span[] = [];
  let start = lengthAt(selector, text, 0);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    depth += brackets[text.charAt(at)] ?? 0;
    if (text[at] !== '|' || depth !== 0) continue;
    const selected = lengthAt(selector, text, at + 1);
    if (selected === 0 && lengthAt(besideWords, text, at) === 0) return undefined;
    texts.push({ start, end: at });
    start = at + 1 + selected;
    at = start - 1;
  }
  return texts.length > 0 && depth === 0 ? [...texts, { start, end: text.length }] : undefined;
}
