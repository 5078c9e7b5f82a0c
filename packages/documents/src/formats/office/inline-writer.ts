import { type CodedText, type Piece, tokensOf } from '../../codes.ts';
import type { Place, WriteContext } from '../../skeleton.ts';
import type { Format, Raw } from './inline.ts';

export type Dialect = {
  /** For text where the paragraph had none. */
  readonly plain: Format;
  /** The start of a run with text. */
  readonly open: (format: Format, target: string) => string;
  /** The content of a run. `isAfterSpace`: it follows white space, or nothing. */
  readonly encode: (text: string, isAfterSpace: boolean) => string;
};

/** What a paragraph consists of: its items and, between them, where other formatting begins and ends. */
export type Step =
  | { readonly kind: 'text'; readonly text: string; readonly place: Place }
  | { readonly kind: 'break' | 'point' | 'word' | 'close'; readonly raws: readonly Raw[]; readonly place?: Place }
  | { readonly kind: 'open'; readonly format: Format; readonly raws: readonly Raw[]; readonly place?: Place };

type Written = WriteContext['written'];
type Writable = {
  readonly coded: CodedText;
  readonly steps: readonly Step[];
  readonly pieces: readonly Piece[];
  readonly slot: Place;
  readonly base: Format;
  readonly dialect: Dialect;
};

type Run = { readonly format: Format; readonly content: string[]; hasText: boolean };

/** Writes the translation of a paragraph as runs. */
export class InlineWriter {
  readonly #of: Writable;
  readonly #target: string;
  readonly #written: Written;
  readonly #formats: Format[];
  readonly #output: string[] = [];
  #text = '';
  #isAfterSpace = true;
  /** The run that is written. Content of equal formatting is added to it. */
  #run: Run | undefined;

  constructor(of: Writable, target: string, written: Written) {
    this.#of = of;
    this.#target = target;
    this.#written = written;
    this.#formats = [of.base];
  }

  write(translation: string): string {
    const { coded, steps, pieces } = this.#of;
    const stepAt = new Map(pieces.map(({ start }, index) => [start, steps[index] as Step]));
    this.#writeRest(
      (start) => start < coded.start,
      (text, { start }) => text.slice(0, coded.start - start),
    );
    const breaks = this.#breaks();
    for (const token of tokensOf(translation, coded.codes)) {
      if (token.kind === 'text') this.#writeLines(token.text, breaks);
      else {
        const place = coded.places.get(token.code)?.[token.kind === 'close' ? 'close' : 'open'];
        this.#writeStep(stepAt.get(place?.start ?? -1) as Step);
      }
    }
    this.#writeRest(
      (_, end) => end > coded.end,
      (text, { end }) => text.slice(text.length - (end - coded.end)),
    );
    this.#endRun();
    return this.#output.join('');
  }

  #breaks(): Iterator<Step> {
    const { coded, steps, pieces } = this.#of;
    return steps
      .filter((step, index) => {
        const { start } = pieces[index] as Piece;
        return step.kind === 'break' && start >= coded.start && start < coded.end;
      })
      .values();
  }

  /** Writes what is around the unit's text and in the slot. What is outside the slot still sets the formatting. */
  #writeRest(isRest: (start: number, end: number) => boolean, cut: (text: string, place: Place) => string): void {
    const { steps, pieces, slot } = this.#of;
    for (const [index, step] of steps.entries()) {
      const piece = pieces[index] as Piece;
      if (!isRest(piece.start, piece.end)) continue;
      const isInSlot = step.place !== undefined && step.place.end > slot.start && step.place.start < slot.end;
      if (step.kind === 'text') this.#text += isInSlot ? cut(step.text, piece) : '';
      else
        this.#writeStep({
          ...step,
          raws: isInSlot ? step.raws.filter(({ start, end }) => start >= slot.start && end <= slot.end) : [],
        });
    }
  }

  #writeStep(step: Step): void {
    if (step.kind === 'text') return;
    this.#flush();
    if (step.kind !== 'open' && step.kind !== 'close') this.#isAfterSpace = false;
    for (const raw of step.raws) {
      if (raw.run === undefined) {
        this.#endRun();
        this.#output.push(this.#written(raw));
      } else this.#runOf(raw.run).content.push(this.#written(raw));
    }
    if (step.kind === 'open') this.#formats.push(step.format);
    if (step.kind === 'close') this.#formats.pop();
  }

  #writeLines(text: string, breaks: Iterator<Step>): void {
    for (const [index, line] of text.split('\n').entries()) {
      const step = index === 0 ? undefined : breaks.next();
      if (step !== undefined && !step.done) this.#writeStep(step.value);
      else if (step !== undefined) this.#text += '\n';
      this.#text += line;
    }
  }

  #flush(): void {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    const run = this.#runOf(this.#formats.at(-1) ?? this.#of.base);
    run.content.push(this.#of.dialect.encode(text, this.#isAfterSpace));
    this.#isAfterSpace = text.endsWith(' ');
    run.hasText = true;
  }

  #runOf(format: Format): Run {
    if (this.#run?.format.key !== format.key) this.#endRun();
    this.#run ??= { format, content: [], hasText: false };
    return this.#run;
  }

  #endRun(): void {
    this.#flush();
    if (this.#run === undefined) return;
    const { format, content, hasText } = this.#run;
    const open = hasText ? this.#of.dialect.open(format, this.#target) : format.open;
    this.#output.push(open, content.join(''), format.close);
    this.#run = undefined;
  }
}
