import { findProtectedSpans } from '../../text/document/protected-spans/find-protected-spans.ts';
import type { XmlElement } from './xml-units.ts';

/** A pair of tags, or a point. */
type Code = {
  kind: 'pair' | 'point';
  /** The same in source and target, if the file says so. */
  readonly id: string | undefined;
  /** What the original document has there. */
  readonly open: string;
  close: string;
  /** The number in the text, unless it has the original. */
  number?: number | undefined;
};

type Part = string | { readonly code: Code; readonly side: 'open' | 'close' };

/** What the inline elements of TMX, XLIFF 1.2 (section 3) and 2.1 (4.2.3) are in a text. Others stand for their content. */
const namesByRole = {
  pair: ['hi', 'g', 'pc'],
  open: ['bpt', 'bx', 'sc'],
  close: ['ept', 'ex', 'ec'],
  point: ['ph', 'it', 'ut', 'x'],
  // A part that is to translate itself.
  sub: ['sub'],
  none: ['sm', 'em'],
  character: ['cp', 'mq:ch'],
} as const;
type Role = keyof typeof namesByRole;
const roles: ReadonlyMap<string, Role> = new Map(
  Object.entries(namesByRole).flatMap(([role, names]) => names.map((name) => [name, role as Role] as const)),
);

/** `data`: the original codes of a unit of XLIFF 2 by their ids. */
export type OriginalData = ReadonlyMap<string, string>;

const noData: OriginalData = new Map();

/**
 * Returns the texts of a translation. A code whose original is itself a tag or placeholder becomes that original, any
 * other a numbered tag. Undefined if a code contains text to translate (`sub`).
 */
export function codedTexts(
  sides: { readonly source: XmlElement; readonly target: XmlElement },
  data: OriginalData = noData,
): { readonly source: string; readonly target: string } | undefined {
  const source = readParts(sides.source, data);
  const target = readParts(sides.target, data);
  if (source === undefined || target === undefined) return undefined;
  if (!source.some(isNumbered) && !target.some(isNumbered)) return { source: plain(source), target: plain(target) };
  const taken = new Set(
    Array.from(`${plain(source)}\n${plain(target)}`.matchAll(/[<{]\/?(\d{1,4})/g), ([, digits]) => Number(digits)),
  );
  let next = 0;
  const numberFree = (code: Code) => {
    while (taken.has(next)) next++;
    code.number ??= next++;
  };
  const [ofSource, ofTarget] = [codesOf(source), codesOf(target)];
  ofSource.forEach(numberFree);
  matchCodes(ofSource, ofTarget);
  ofTarget.filter(({ number }) => number === undefined).forEach(numberFree);
  return { source: written(source), target: written(target) };
}

const isNumbered = (part: Part): boolean => typeof part !== 'string';

function codesOf(parts: readonly Part[]): readonly Code[] {
  return parts.flatMap((part) => (typeof part === 'string' || part.side === 'close' ? [] : [part.code]));
}

/** Gives each code of a target the number of a code of the source: of the same id, else the same original, else kind. */
function matchCodes(source: readonly Code[], target: readonly Code[]): void {
  const used = new Set<Code | undefined>();
  const keys: readonly ((code: Code) => string | undefined)[] = [
    ({ kind, id }) => (id === undefined ? undefined : `${kind} ${id}`),
    ({ kind, open, close }) => `${kind} ${open} ${close}`,
    ({ kind }) => kind,
  ];
  for (const keyOf of keys) {
    const free = Map.groupBy(source.toReversed(), keyOf);
    for (const code of target) {
      const key = keyOf(code);
      if (code.number !== undefined || key === undefined) continue;
      const mates = free.get(key) ?? [];
      while (used.has(mates.at(-1))) mates.pop();
      const mate = mates.pop();
      if (mate === undefined) continue;
      code.number = mate.number;
      used.add(mate);
    }
  }
}

function plain(parts: readonly Part[]): string {
  if (parts.length === 1 && typeof parts[0] === 'string') return parts[0];
  return parts.map((part) => (typeof part === 'string' ? part : ' ')).join('');
}

function written(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const { kind, number } = part.code;
      if (kind === 'point') return `<${number}/>`;
      return part.side === 'open' ? `<${number}>` : `</${number}>`;
    })
    .join('');
}

/** Returns the parts of an element, with codes that are their originals as text; undefined for one with a `sub`. */
function readParts(element: XmlElement, data: OriginalData): readonly Part[] | undefined {
  const { children } = element;
  // Most texts have no code.
  if (children.every((child) => typeof child === 'string')) return children;
  const reader = new PartReader(data);
  return reader.read(element) ? reader.parts().map(kept) : undefined;
}

function kept(part: Part): Part {
  if (typeof part === 'string') return part;
  const { kind, open, close } = part.code;
  const original = { open: originalOf(open), close: kind === 'point' ? '' : originalOf(close) };
  return original.open === undefined || original.close === undefined ? part : (original[part.side] ?? part);
}

class PartReader {
  readonly #data: OriginalData;
  readonly #parts: Part[] = [];
  /** Codes without an end yet, by the key that their ends have. */
  readonly #open = new Map<string, Code[]>();

  constructor(data: OriginalData) {
    this.#data = data;
  }

  /** A pair without its end is a point. */
  parts(): readonly Part[] {
    for (const codes of this.#open.values()) for (const code of codes) code.kind = 'point';
    return this.#parts;
  }

  /** Returns false if there is text to translate inside a code. */
  read({ children }: XmlElement): boolean {
    return children.every((child) => (typeof child === 'string' ? this.#push(child) : this.#readElement(child)));
  }

  #push(part: Part): true {
    this.#parts.push(part);
    return true;
  }

  #readElement(element: XmlElement): boolean {
    const { name, attributes } = element;
    const role = roles.get(name);
    if (role === undefined) return this.read(element);
    if (role === 'sub') return false;
    if (role === 'none') return true;
    if (role === 'character') return this.#push(attributes['val'] ?? characterOf(attributes['hex']));
    if (attributes['ctype'] === 'lb' || attributes['subType'] === 'xlf:lb') return this.#push('\n');
    const id = attributes['x'] ?? attributes['i'] ?? attributes['id'];
    if (role === 'pair') {
      const open = this.#original(attributes, ['equiv-text', 'dataRefStart', 'equivStart']);
      const code: Code = { kind: 'pair', id, open, close: this.#original(attributes, ['dataRefEnd', 'equivEnd']) };
      return this.#push({ code, side: 'open' }) && this.read(element) && this.#push({ code, side: 'close' });
    }
    const content = contentOf(element);
    if (content === undefined) return false;
    const original = content || this.#original(attributes, ['equiv-text', 'dataRef', 'equiv']);
    const key = attributes['i'] ?? attributes['rid'] ?? attributes['startRef'] ?? attributes['id'] ?? '';
    const opened = role === 'close' ? this.#open.get(key)?.pop() : undefined;
    if (opened !== undefined) {
      opened.close = original;
      return this.#push({ code: opened, side: 'close' });
    }
    const code: Code = { kind: role === 'open' ? 'pair' : 'point', id, open: original, close: '' };
    if (role === 'open') {
      const same = this.#open.get(key) ?? [];
      same.push(code);
      this.#open.set(key, same);
    }
    return this.#push({ code, side: 'open' });
  }

  #original(attributes: XmlElement['attributes'], names: readonly string[]): string {
    const found = names.map((name) => {
      const value = attributes[name];
      return value !== undefined && name.startsWith('dataRef') ? this.#data.get(value) : value;
    });
    return found.find((value) => value !== undefined) ?? '';
  }
}

/** Returns all text of a code; undefined if a part of it is to translate. */
function contentOf({ name, children }: XmlElement): string | undefined {
  if (name === 'sub') return undefined;
  let content = '';
  for (const child of children) {
    const part = typeof child === 'string' ? child : contentOf(child);
    if (part === undefined) return undefined;
    content += part;
  }
  return content;
}

/** A character by its code, such as one that XML cannot have (XLIFF 2.1, section 4.2.3.3). */
function characterOf(hex = ''): string {
  const code = Number.parseInt(hex, 16);
  return code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

/** memoQ's tag for a part of the text that matched a pattern (`mq:rxt`, `mq:rxt-req`). It has the part itself. */
const matchedPart = /\sval="([^"]{0,500})"/;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const originalsSeen = new Map<string, string | undefined>();
const originalsSeenMax = 1_000;
/** Maximum of UTF-16 units of a tag that stays in a text. */
const originalLengthMax = 2_000;

/**
 * Returns what a text has for the original of a code: the original if it is only tags and placeholders. Undefined for
 * any other, and for memoQ's `{}`, which stands for formatting.
 */
export function originalOf(content: string): string | undefined {
  if (content === '' || content === '{}' || content.length > originalLengthMax) return undefined;
  if (originalsSeen.has(content)) return originalsSeen.get(content);
  if (originalsSeen.size >= originalsSeenMax) originalsSeen.clear();
  const matched = content.startsWith('<mq:rxt') ? matchedPart.exec(content)?.[1] : undefined;
  const original = matched?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all);
  const found = isOnlyCodes(original ?? content) ? (original ?? content) : undefined;
  originalsSeen.set(content, found);
  return found;
}

/** How tags and placeholders begin, unlike addresses, names and quantities. */
const codeStart = /^[<{%$#@&[:\\]/;

function isOnlyCodes(content: string): boolean {
  let end = 0;
  for (const span of findProtectedSpans(content).spans) {
    if (span.start !== end || !codeStart.test(content.slice(span.start))) return false;
    end = span.end;
  }
  return end === content.length;
}
