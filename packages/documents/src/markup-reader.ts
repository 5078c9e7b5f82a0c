/** Tags in a text: which of them are codes of a unit, which end it, and what between them is not translated. */
import type { Piece } from './codes.ts';
import type { ParseOptions } from './file.ts';
import {
  blockElements,
  emptyElements,
  htmlAttributes,
  impliedEnds,
  metaNames,
  paragraphScope,
  skippedElements,
  wordElements,
} from './html-elements.ts';
import { htmlEncoder, htmlPieces } from './html-text.ts';
import { primary } from './language-names.ts';
import type { PartReader } from './part-reader.ts';
import type { Place } from './skeleton.ts';

export type Attribute = Place & {
  /** The place is that of the value between the quotes. */
  readonly quote: '"' | "'" | '';
  readonly value: string;
};

export type Tag = Place & {
  /** In lower case, except in MDX. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** It has no content and no end tag. */
  readonly isEmpty: boolean;
};

type Element = {
  readonly name: string;
  readonly start: number;
  readonly isBlock: boolean;
  /** Its content is not translated. */
  readonly skips: boolean;
  /** So is no attribute in it, as the file says `translate="no"`. */
  readonly refuses: boolean;
  /** The unit around an element that is translated in one that is not. */
  readonly around?: Piece[];
};

/** Tags between an element and one that ends it. More are not searched, as the search is repeated for each tag. */
const impliedDepthMax = 100;

/** Translated elements inside others that are not. The text of each is searched again for those around it. */
const nestedMax = 100;

export class MarkupReader {
  readonly #file: PartReader;
  readonly #options: ParseOptions;
  readonly #attributes: ReadonlySet<string>;
  readonly #elements: Element[] = [];
  readonly #counts = new Map<string, number>();
  #pieces: Piece[] = [];
  #nested = 0;
  /** Adds a unit of pieces. */
  add: (pieces: readonly Piece[]) => void;

  constructor(file: PartReader, options: ParseOptions, { attributes = htmlAttributes } = {}) {
    this.#file = file;
    this.#options = options;
    this.#attributes = attributes;
    this.add = this.addHtml;
  }

  readonly addHtml = (pieces: readonly Piece[]): void => {
    this.#file.add(pieces, htmlEncoder(this.#file.text, pieces));
  };

  get skips(): boolean {
    return this.#elements.at(-1)?.skips ?? false;
  }

  get depth(): number {
    return this.#elements.length;
  }

  isIn(...names: readonly string[]): boolean {
    return names.some((name) => this.#count(name, 0) > 0);
  }

  push(pieces: readonly Piece[]): void {
    if (!this.skips) for (const piece of pieces) this.#pieces.push(piece);
  }

  /** Ends a unit. */
  flush(): void {
    const pieces = joinBreaks(this.#pieces);
    this.#pieces = [];
    if (pieces.length > 0) this.add(pieces);
  }

  /** Closes what is still open. */
  closeTo(depth: number, at: number): void {
    while (this.depth > depth) this.#close(this.#elements.pop() as Element, { start: at, end: at });
  }

  /** Closes elements that are not translated although the file does not say so: their end is missing. */
  closeCode(at: number): void {
    for (let last = this.#elements.at(-1); last?.skips && !last.refuses; last = this.#elements.at(-1))
      this.closeTo(this.depth - 1, at);
  }

  open(tag: Tag): void {
    const { name, start, end } = tag;
    this.#closeImplied(name, start);
    const outer = this.#elements.at(-1);
    const wish = wishOf(tag);
    const refuses = wish === 'no' || (wish === undefined && (outer?.refuses ?? false));
    const skips = refuses || (wish === undefined && (this.skips || skippedElements.has(name)));
    if (!refuses) this.#readAttributes(tag);
    this.#readLanguage(tag);
    const isBlock = blockElements.has(name);
    const isEmpty = tag.isEmpty || emptyElements.has(name);
    if (!this.skips) {
      if (isBlock) this.flush();
      else if (name === 'br') this.#pieces.push({ kind: 'break', start, end });
      else if (isEmpty) this.#pieces.push({ kind: skips && wordElements.has(name) ? 'word' : 'point', start, end });
      else if (!skips) this.#pieces.push({ kind: 'open', name, start, end });
    }
    if (isEmpty) return;
    const element = { name, start, isBlock, skips, refuses };
    if (this.skips && !skips) {
      if (++this.#nested > nestedMax)
        throw this.#file.error('too_deep', `more than ${nestedMax} nested translated elements`, start);
      this.#elements.push({ ...element, around: this.#pieces });
      this.#pieces = [];
    } else this.#elements.push(element);
    this.#count(name, 1);
  }

  close(name: string, place: Place): void {
    if (this.#count(name, 0) === 0) {
      if (blockElements.has(name) && !this.skips) this.flush();
      else this.push([{ kind: 'point', ...place }]);
      return;
    }
    for (let last = this.#elements.pop(); last !== undefined; last = this.#elements.pop()) {
      this.#close(last, last.name === name ? place : { start: place.start, end: place.start });
      if (last.name === name) break;
    }
  }

  #close({ name, start, isBlock, skips, refuses, around }: Element, place: Place): void {
    this.#count(name, -1);
    if (around !== undefined) {
      this.#nested--;
      this.flush();
      this.#pieces = around;
    } else if (!this.skips) {
      if (isBlock) this.flush();
      else if (skips)
        this.#pieces.push({ kind: refuses || wordElements.has(name) ? 'word' : 'point', start, end: place.end });
      else if (place.end > place.start) this.#pieces.push({ kind: 'close', name, ...place });
    }
  }

  #count(name: string, change: number): number {
    const count = (this.#counts.get(name) ?? 0) + change;
    if (change !== 0) this.#counts.set(name, count);
    return count;
  }

  /** A start tag of a block ends an open paragraph, `<li>` ends an open `<li>`, and so on. */
  #closeImplied(name: string, at: number): void {
    if (!blockElements.has(name)) return;
    this.#closeNearest('p', paragraphScope, at);
    for (const { starts, ends, in: scope } of impliedEnds)
      if (starts.has(name)) for (const ended of ends) this.#closeNearest(ended, scope, at);
  }

  #closeNearest(name: string, scope: ReadonlySet<string>, at: number): void {
    if (!this.isIn(name)) return;
    const lowest = Math.max(0, this.depth - impliedDepthMax);
    for (let index = this.depth - 1; index >= lowest; index--) {
      const element = this.#elements[index] as Element;
      if (element.name === name) return this.closeTo(index, at);
      if (scope.has(element.name)) return;
    }
  }

  #readAttributes({ name, attributes }: Tag): void {
    for (const [key, attribute] of attributes) {
      if (this.#attributes.has(key) || (key === 'title' && name !== 'link')) this.addAttribute(attribute);
      else if (key === 'value' && name === 'input' && isButton(attributes)) this.addAttribute(attribute);
      else if (key === 'content' && name === 'meta' && isDescription(attributes)) this.addAttribute(attribute);
    }
  }

  /** Adds a unit for the value of an attribute. */
  addAttribute(attribute: Attribute): void {
    const { text } = this.#file;
    const raw = text.slice(attribute.start, attribute.end);
    // In attributes, fewer references are decoded. Code of templates is not translated.
    if (/<[%?]|\{\{|\{%/.test(raw)) return;
    const pieces = htmlPieces(text, attribute, true);
    const isSame = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('') === attribute.value;
    const whole = { kind: 'text', text: attribute.value, start: attribute.start, end: attribute.end } as const;
    const unitPieces = isSame ? pieces : [whole];
    this.#file.add(unitPieces, htmlEncoder(text, unitPieces, attribute.quote));
  }

  /** `lang` becomes the target where it named the source. */
  #readLanguage({ name, attributes }: Tag): void {
    for (const key of ['lang', 'xml:lang']) {
      const attribute = attributes.get(key);
      if (attribute === undefined || attribute.value === '') continue;
      if (name === 'html') this.#file.source ??= attribute.value;
      const source = this.#options.sourceLang ?? this.#file.source;
      if (source === undefined || primary(attribute.value) !== primary(source)) continue;
      const write = (_: string, target: string) => (primary(target) === primary(source) ? undefined : target);
      this.#file.slots.push({ start: attribute.start, end: attribute.end, write });
    }
  }
}

/** White space around a line break belongs to it. */
function joinBreaks(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isSpace = (one: Piece | undefined): boolean => one?.kind === 'text' && one.text === ' ';
    const { end } = piece;
    if (last?.kind === 'break' && isSpace(piece)) joined[joined.length - 1] = { ...last, end };
    else if (last !== undefined && isSpace(last) && piece.kind === 'break')
      joined[joined.length - 1] = { kind: 'break', start: last.start, end };
    else joined.push(piece);
  }
  return joined;
}

const lower = (attributes: Tag['attributes'], name: string): string =>
  (attributes.get(name)?.value ?? '').toLowerCase();

const isButton = (attributes: Tag['attributes']): boolean =>
  /^(?:submit|button|reset)$/.test(lower(attributes, 'type'));

const isDescription = (attributes: Tag['attributes']): boolean =>
  metaNames.has(lower(attributes, 'name')) || metaNames.has(lower(attributes, 'property'));

function wishOf({ attributes }: Tag): 'yes' | 'no' | undefined {
  const translate = attributes.get('translate')?.value.toLowerCase();
  const classes = attributes.get('class') ?? attributes.get('classname');
  if (translate === 'no' || /(?:^|\s)notranslate(?:\s|$)/.test(classes?.value ?? '')) return 'no';
  return translate === 'yes' || translate === '' ? 'yes' : undefined;
}
