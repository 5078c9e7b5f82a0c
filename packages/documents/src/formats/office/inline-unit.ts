/** The unit of a paragraph: its text with pairs for formatting, and its slot. */
import { type CodedText, codedText, type Piece } from '../../codes.ts';
import type { PartReader } from '../../part-reader.ts';
import type { Place, Slot } from '../../skeleton.ts';
import { around, type Format, type Inline, type Item } from './inline.ts';
import { type Dialect, InlineWriter, type Step } from './inline-writer.ts';

/** The unit's text and the slot of a paragraph; `undefined` if it has no letters. */
export function codedInline(
  part: PartReader,
  { items }: Inline,
  dialect: Dialect,
): { readonly coded: CodedText; readonly slot: Omit<Slot, 'unit'> } | undefined {
  const bases = basesOf(items, dialect.plain);
  const steps = stepsOf(items, bases);
  const { source, pieces } = piecesOf(part.text, steps);
  const coded = codedText(source, pieces);
  if (coded === undefined) return undefined;
  const kept = steps.filter((_, index) => {
    const { start, end } = pieces[index] as Piece;
    return end > coded.start && start < coded.end;
  });
  const places = kept.flatMap(({ place }) => place ?? []);
  const slot = around(places[0] as Place, places.at(-1) as Place);
  const writer = { coded, steps, pieces, slot, base: bases[0] as Format, dialect };
  const write: Slot['write'] = (translation, target, { written }) =>
    new InlineWriter(writer, target, written).write(translation);
  return { coded, slot: { ...slot, write } };
}

/**
 * The plainest formatting of words: of the paragraph, then of each container, in their order. It is the same in a
 * translation. The formatting of most of the text may be another one, as translations are shorter or longer.
 */
function basesOf(items: readonly Item[], plain: Format): readonly Format[] {
  const frames: TextItem[][] = [[]];
  const open = [0];
  for (const item of items) {
    if (item.kind === 'open') open.push(frames.push([]) - 1);
    else if (item.kind === 'close') open.pop();
    else if (item.kind === 'text') frames[open.at(-1) ?? 0]?.push(item);
  }
  const isWord = ({ text }: TextItem): boolean => /[\p{L}\p{N}]/u.test(text);
  return frames.map((texts) => plainest(texts.filter(isWord)) ?? plainest(texts) ?? plain);
}

const plainest = (texts: readonly TextItem[]): Format | undefined =>
  texts.reduce<Format | undefined>((least, { format }) => {
    const [one, other] = [format.key, least?.key ?? format.key];
    const isPlainer = one.length === other.length ? one < other : one.length < other.length;
    return least === undefined || isPlainer ? format : least;
  }, undefined);

/** Formatting that shows on white space. */
const showsOnSpace = /\b(?:u|shd|bdr|highlight)\b|strike|underline|line-through|background/i;

/** The items with pairs around text of other formatting than that of most text around it. */
function stepsOf(items: readonly Item[], bases: readonly Format[]): readonly Step[] {
  const steps: Step[] = [];
  const frames: Frame[] = [{ base: bases[0] as Format }];
  let containers = 0;
  const texts = items.filter((item) => item.kind === 'text' && item.text.trim() !== '');
  for (const item of items) {
    const frame = frames.at(-1) as Frame;
    if (item.kind === 'text') addText(steps, frame, item, item !== texts[0] && item !== texts.at(-1));
    else if (item.kind === 'open') {
      endPair(steps, frame);
      const format = bases[++containers] as Format;
      frames.push({ base: format });
      steps.push({ ...item, kind: 'open', format });
    } else if (item.kind === 'close') {
      endPair(steps, frame);
      frames.pop();
      steps.push({ ...item, kind: 'close' });
    } else steps.push({ ...item, kind: item.kind });
  }
  endPair(steps, frames[0] as Frame);
  return steps;
}

/** White space at the ends of a pair is outside of it, unless the formatting shows on it, or it ends the paragraph. */
function addText(steps: Step[], frame: Frame, { text, format, place }: TextItem, isInside: boolean): void {
  const isOwn = format.key !== frame.base.key;
  const isCut = isOwn && (isInside || text.trim() === '') && !showsOnSpace.test(format.key);
  const core = isCut ? text.trim() : text;
  const start = core === '' ? text.length : text.indexOf(core);
  const add = (part: string): void => {
    if (part !== '') steps.push({ kind: 'text', text: part, place });
  };
  if (core === '') {
    add(text);
    return;
  }
  if (frame.pair?.key !== format.key) endPair(steps, frame);
  add(text.slice(0, start));
  if (isOwn && frame.pair === undefined) {
    steps.push({ kind: 'open', format, raws: [] });
    frame.pair = { key: format.key, end: 0 };
  }
  add(core);
  if (frame.pair !== undefined) frame.pair.end = steps.length;
  add(text.slice(start + core.length));
}

/** A pair ends after its last text: codes that follow are not in it. */
function endPair(steps: Step[], frame: Frame): void {
  if (frame.pair !== undefined) steps.splice(frame.pair.end, 0, { kind: 'close', raws: [] });
  frame.pair = undefined;
}

type TextItem = Extract<Item, { kind: 'text' }>;
type Frame = { readonly base: Format; pair?: { readonly key: string; end: number } | undefined };

/** Pieces in a text made for them: the file's has tags between the letters of a word. */
function piecesOf(
  file: string,
  steps: readonly Step[],
): { readonly source: string; readonly pieces: readonly Piece[] } {
  const labels: string[] = [];
  let start = 0;
  const pieces = steps.map((step): Piece => {
    const label = step.kind === 'text' ? step.text : labelOf(file, step);
    labels.push(label);
    const place = { start, end: start + label.length };
    start = place.end;
    return step.kind === 'text' ? { kind: 'text', text: step.text, ...place } : { kind: step.kind, ...place };
  });
  return { source: labels.join(''), pieces };
}

/** What shows a code: its first tag, as a code may be as large as the file. */
function labelOf(file: string, step: Exclude<Step, { kind: 'text' }>): string {
  const [raw] = step.raws;
  if (raw === undefined) return (step.kind === 'open' && step.format.key) || '<>';
  const end = file.indexOf('>', raw.start) + 1;
  return file.slice(raw.start, Math.min(end === 0 ? raw.end : end, raw.start + 200)) || '<>';
}
