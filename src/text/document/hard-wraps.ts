import { labelLength, type RowSource, type TextRow } from './rows.ts';
import { characterAt, characterBefore, columnsOf } from './scripts.ts';
import type { ProtectedSpan } from './span.ts';

/** Columns. In narrower texts line breaks are intended, and lines without a sentence end are a list. */
const widthMin = 40;
/** Minimum rows of a wrapped paragraph without lower-case starts. Fewer may be equally long by chance. */
const rowsMin = 3;

const tab = ' '.repeat(8);

const opener = /[\s\p{Ps}\p{Pi}\p{Pf}"'*_~¿¡]/u;
const closer = /[\s\p{Pe}\p{Pi}\p{Pf}"'*_~]/u;
const sentenceEnd = /[.!?…:]|\p{Sentence_Terminal}/u;
const lowercase = /\p{Ll}/u;
const caseless = /[\p{Lo}\p{Lm}]/u;
const letter = /\p{L}/u;
const capitals = /\p{Lu}\p{Lu}/u;
const entry = /^[-\p{L}\p{N}][\p{L}\p{N} _.-]{0,30}[:=](?:\s|$)/u;

/** Groups rows, separated by single line breaks, into hard-wrapped paragraphs and sentences. */
export function unwrap(rows: readonly TextRow[], source: RowSource): readonly (readonly TextRow[])[] {
  // In HTML a line break is white space.
  const isHtml = rows[0]?.gap.closesWithTag === true && isFollowedByTag(rows, source);
  const lines = rows.map((row) => readLine(row, source));
  return groupsOf(lines)
    .flatMap((group) => (isHtml ? [group] : paragraphsOf(group)))
    .flatMap((paragraph) => (isHtml || isWrapped(paragraph) ? [paragraph] : joinSmall(paragraph)))
    .map((group) => group.map(({ row }) => row));
}

function isFollowedByTag(rows: readonly TextRow[], { text, spans }: RowSource): boolean {
  const last = rows.at(-1);
  const next = last && spans[last.spanTo];
  return next?.role === 'bound' && text.startsWith('<', next.start) && text.slice(last?.end, next.start).trim() === '';
}

/** The properties of a row that decide whether its sentence continues in the next row. Widths are in columns. */
type Line = ReturnType<typeof readLine>;

function readLine(row: TextRow, source: RowSource) {
  const text = source.text.slice(row.start, row.end);
  const before = source.text.slice(row.lineStart, row.start);
  return {
    row,
    // Includes indentation and the quote signs of a mail.
    width: columnsOf(before) + columnsOf(text),
    firstWordWidth: firstWordWidth(text),
    indentation: columnsOf(before.replaceAll('\t', tab)),
    begins: beginning(row, source),
    endsSentence: endsSentence(row, source),
    hasLetter: letter.test(text),
    isOneWord: !/\s/.test(text),
    isInCapitals: !lowercase.test(text) && capitals.test(text),
    isRowOfCells: text.includes('\t') || text.includes('   '),
    hasLabel: labelLength(source.text, row.start, row.end) > 0,
    isEntry: entry.test(text.slice(0, 40)),
  };
}

/** A script without spaces may be wrapped at every character. */
function firstWordWidth(text: string): number {
  const first = characterAt(text, 0);
  return columnsOf(first) > first.length ? 2 : text.slice(0, 80).search(/\s|$/);
}

function beginning(
  { start, end, spanFrom, spanTo }: TextRow,
  source: RowSource,
): 'small' | 'capital' | 'caseless' | 'word' | 'otherwise' {
  const spans = source.spans.slice(spanFrom, Math.min(spanTo, spanFrom + 20));
  let at = start;
  for (let span = 0; at < end; ) {
    const next = spans[span];
    if (next?.start === at) {
      if (next.role === 'word') return 'word';
      at = next.end;
      span++;
    } else if (opener.test(source.text.charAt(at))) at++;
    else break;
  }
  const first = characterAt(source.text, at);
  if (lowercase.test(first)) return 'small';
  if (caseless.test(first)) return 'caseless';
  if (letter.test(first)) return 'capital';
  return /\p{N}/u.test(first) ? 'word' : 'otherwise';
}

function endsSentence({ start, end, spanFrom, spanTo }: TextRow, source: RowSource): boolean {
  const spans = source.spans.slice(Math.max(spanFrom, spanTo - 20), spanTo);
  let at = end;
  while (at > start) {
    const last: ProtectedSpan | undefined = spans.at(-1);
    if (last?.end === at) {
      if (last.role === 'word') return false;
      at = last.start;
      spans.pop();
    } else if (closer.test(characterBefore(source.text, at))) at--;
    else break;
  }
  return sentenceEnd.test(source.text.charAt(at - 1));
}

/** Cuts where a sentence cannot continue: at lists, at text without letters, and between the fields of a form. */
function groupsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const groups: Line[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const goesOn = before !== undefined && before.hasLetter && line.hasLetter && !line.hasLabel;
    const isForm = before?.isEntry === true && line.isEntry;
    const isTable = before?.isRowOfCells === true || line.isRowOfCells;
    if (goesOn && !isForm && !isTable) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Cuts after each line that ends a sentence and had room for the first word of the next line. */
function paragraphsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const width = widest(lines);
  const paragraphs: Line[][] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before === undefined || (before.endsSentence && hasRoom(before, line, width))) paragraphs.push([line]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs;
}

/** Whether each line is filled up to a common width. */
function isWrapped(lines: readonly Line[]): boolean {
  const width = widest(lines);
  if (lines.length < 2 || width < widthMin) return false;
  // Headings, verses and addresses may have equal lengths by chance. Only prose has rows that begin in lower case.
  const later = lines.slice(1);
  const isProse = later.some(({ begins }) => begins === 'small');
  const isCaseless = lines.length >= rowsMin && later.every(({ begins }) => begins === 'caseless');
  if (!isProse && !isCaseless) return false;
  return later.every((line, index) => {
    const before = lines[index];
    return before !== undefined && !hasRoom(before, line, width);
  });
}

function hasRoom(line: Line, next: Line, width: number): boolean {
  // In Chinese and Japanese some characters cannot end a line, so a full line may be one or two characters shorter.
  const slack = next.begins === 'caseless' && next.firstWordWidth === 2 ? 2 : 0;
  return line.width + slack + 1 + next.firstWordWidth <= width;
}

function widest(lines: readonly Line[]): number {
  return lines.reduce((width, line) => Math.max(width, line.width), 0);
}

/** Joins lines that begin in lower case to the capitalised line before them. */
function joinSmall(lines: readonly Line[]): readonly (readonly Line[])[] {
  const runs: Line[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && beginsSentence(run[0]) && goesOnInSmall(line, run.at(-1))) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => (isList(run) ? run.map((line) => [line]) : [run]));
}

/** Whether a line may begin a sentence. Lines of a program, and single words in lower case, do not. */
function beginsSentence(line: Line | undefined): boolean {
  return line !== undefined && line.begins !== 'small' && line.begins !== 'otherwise';
}

function goesOnInSmall(line: Line, before: Line | undefined): boolean {
  if (line.begins !== 'small' || before === undefined || before.endsSentence || before.isInCapitals) return false;
  // Deeper indentation shows verses.
  return line.indentation <= before.indentation + 1;
}

/** Whether lines are a list: short lines without a sentence end, "Ingredients", "flour", "sugar". */
function isList(run: readonly Line[]): boolean {
  if (run.length < 2 || run.at(-1)?.endsSentence === true || widest(run) >= widthMin) return false;
  return run.length > 2 || run[0]?.isOneWord === true;
}
