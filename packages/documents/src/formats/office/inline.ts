/**
 * Paragraphs whose text is in runs. A translation moves text and codes, so the runs of a paragraph are written again: text
 * in the formatting around it, each code with the run that it was in.
 */
import type { Place } from '../../skeleton.ts';
import type { XmlNode } from './xml-tree.ts';

/** What encloses text in the file. Equal formatting has equal keys. */
export type Format = { readonly key: string; readonly open: string; readonly close: string };

/** A place of the file and the run that it was in, if any. */
export type Raw = Place & { readonly run?: Format | undefined };

/** `place` is that of the run, which is written as a whole. */
export type Item = { readonly place: Place } & (
  | { readonly kind: 'text'; readonly text: string; readonly format: Format }
  | { readonly kind: 'break' | 'point' | 'word' | 'open' | 'close'; readonly raws: Raw[] }
);

/** Collects the content of a paragraph, in its order. */
export class Inline {
  readonly items: Item[] = [];
  /** Elements in codes, which may contain paragraphs of their own. */
  readonly nested: XmlNode[] = [];
  readonly #open: { readonly index: number; readonly letters: number }[] = [];
  #letters = 0;
  /** The pair that was closed last, by the indices of its items. */
  #closed = { open: -1, close: -1 };

  text(text: string, format: Format, place: Place): void {
    if (text === '') return;
    if (/\p{L}/u.test(text)) this.#letters++;
    const last = this.items.at(-1);
    if (last?.kind === 'text' && last.format.key === format.key) {
      this.items[this.items.length - 1] = { ...last, text: last.text + text, place: around(last.place, place) };
    } else this.items.push({ kind: 'text', text, format, place });
  }

  code(kind: 'break' | 'point' | 'word', raws: readonly Raw[], place: Place): void {
    const last = this.items.at(-1);
    if (kind === 'point' && last?.kind === 'point') {
      for (const raw of raws) last.raws.push(raw);
      this.items[this.items.length - 1] = { kind, raws: last.raws, place: around(last.place, place) };
    } else this.items.push({ kind, raws: [...raws], place });
  }

  open(raws: readonly Raw[], place: Place): void {
    this.#open.push({ index: this.items.length, letters: this.#letters });
    this.items.push({ kind: 'open', raws: [...raws], place });
  }

  /** `whole` is written instead of a pair if there are no letters in it. */
  close(raws: readonly Raw[], place: Place, whole: readonly Raw[]): void {
    const { index = 0, letters } = this.#open.pop() ?? {};
    if (letters !== this.#letters) {
      this.#closePair(index, { raws: [...raws], place });
      return;
    }
    const inside = this.items.splice(index);
    const isWord = inside.some((item) => item.kind === 'word' || (item.kind === 'text' && /\p{N}/u.test(item.text)));
    this.code(isWord ? 'word' : 'point', whole, around(inside[0]?.place ?? place, place));
  }

  /** A pair around nothing but another pair is one with it. */
  #closePair(index: number, closing: Pick<Extract<Item, { raws: readonly Raw[] }>, 'place' | 'raws'>): void {
    const { open, close } = this.#closed;
    const outer = this.items[index];
    const inner = this.items[open];
    const last = this.items.at(-1);
    let { raws, place } = closing;
    if (
      open === index + 1 &&
      close === this.items.length - 1 &&
      outer?.kind === 'open' &&
      inner?.kind === 'open' &&
      last?.kind === 'close'
    ) {
      this.items[index] = {
        kind: 'open',
        raws: [...outer.raws, ...inner.raws],
        place: around(outer.place, inner.place),
      };
      this.items.splice(open, 1);
      this.items.pop();
      raws = [...last.raws, ...raws];
      place = around(last.place, place);
    }
    this.#closed = { open: index, close: this.items.push({ kind: 'close', raws, place }) - 1 };
  }
}

export const around = ({ start }: Place, { end }: Place): Place => ({ start, end });
