import { type CodedText, codedText, type Piece, withCodes } from '../codes.ts';
import { xmlEncoding } from '../encoding.ts';
import type { ParseOptions } from '../file.ts';
import type { PartReader } from '../part-reader.ts';
import { type PluralCategory, pluralCategories } from '../plurals.ts';
import type { Slot } from '../skeleton.ts';
import { spelledAs } from '../spelling.ts';
import { textFilter } from '../text-filter.ts';
import {
  attributeOf,
  cdataParts,
  decodeXml,
  endTagOf,
  escapeCdata,
  escapeXml,
  isCdataOnly,
  readXml,
  type XmlElement,
  type XmlToken,
  xmlRoot,
} from '../xml.ts';

/** Android's string resources (https://developer.android.com/guide/topics/resources/string-resource). */
export const android = textFilter({
  id: 'android',
  extensions: ['.xml'],
  mediaTypes: ['application/xml', 'text/xml'],
  otherEncoding: xmlEncoding,
  // Only comments may be longer than what is seen of the file.
  matches: (start) => /<resources[\s>/]/.test(start) || /^\ufeff?\s*(?:<\?[^>]*>\s*)?<!--(?:(?!-->)[^])*$/.test(start),
  read(file, options) {
    const tokens = readXml(file);
    const root = xmlRoot(tokens);
    if (root?.name !== 'resources') throw file.error('wrong_format', 'the root element is not resources', root?.start);
    const resources = { file, tokens, options };
    for (const element of root.children) addResource(resources, element);
  },
});

type Resources = { readonly file: PartReader; readonly tokens: readonly XmlToken[]; readonly options: ParseOptions };

function addResource(resources: Resources, element: XmlElement): void {
  const { file, tokens } = resources;
  const attribute = (name: string): string | undefined => attributeOf(file.text, element.tag, name)?.value;
  if (attribute('translatable') === 'false') return;
  const notes = { key: attribute('name') ?? element.name, ...commentBefore(file.text, tokens, element) };
  if (element.name === 'string') addString(resources, element, notes);
  else if (element.name === 'plurals') addPlurals(resources, element, notes);
  else if (element.name === 'string-array') {
    for (const [index, item] of element.children.entries()) {
      addString(resources, item, { ...notes, key: `${notes.key}.${index}` });
    }
  }
}

type Notes = { readonly key: string; readonly context?: string };

/** The comment before an element, which is for translators. */
function commentBefore(
  text: string,
  tokens: readonly XmlToken[],
  { first }: XmlElement,
): { readonly context?: string } {
  const space = tokens[first - 1];
  if (space?.kind === 'text' && text.slice(space.start, space.end).trim() !== '') return {};
  const token = space?.kind === 'text' ? tokens[first - 2] : space;
  const comment = token?.kind === 'other' ? text.slice(token.start, token.end) : '';
  return comment.startsWith('<!--') ? { context: comment.slice(4, -3).trim() } : {};
}

type StringSlot = { readonly id: string; readonly coded: CodedText; readonly write: (translation: string) => string };

function addString({ file, tokens }: Resources, element: XmlElement, notes: Notes): StringSlot | undefined {
  const { text } = file;
  if (reference.test(text.slice(element.contentStart, element.contentEnd))) return undefined;
  const { pieces, isCdata } = contentPieces(text, tokens, element);
  const coded = codedText(text, pieces, { needsLetters: file.needsLetters });
  if (coded === undefined) return undefined;
  const { id } = file.addUnit(coded, notes);
  const encode = encoderFor(text.slice(coded.start, coded.end), isCdata);
  const spelled = spelledAs(text, pieces, encode);
  // A second space would be lost.
  const encodeAll = (part: string): string => spelled(part).replaceAll(/(?<= ) /g, String.raw`\u0020`);
  const write = (translation: string): string => withCodes(translation, coded, encodeAll).replace(/^[@?]/, '\\$&');
  file.slots.push({ start: coded.start, end: coded.end, unit: id, write });
  return { id, coded, write };
}

/** A value of another resource, or of the theme. */
const reference = /^\s*(?:[@?](?:\+?[\w.]+:)?[\w.]+\/[\w.]+|@null|@empty)\s*$/;

/** Adds the items of a plural. The written one has the items that the target needs; new ones are as that of `other`. */
function addPlurals(resources: Resources, element: XmlElement, notes: Notes): void {
  const { file, tokens, options } = resources;
  const { text } = file;
  const quantityOf = (item: XmlElement): string => attributeOf(text, item.tag, 'quantity')?.value ?? '';
  const { sourceLang, targetLang } = options;
  const has = (language: string, quantity: string): boolean =>
    language === sourceLang || pluralCategories(language).some((category) => category === quantity);
  const quantities = new Set(element.children.map(quantityOf));
  const spaceBefore = ({ first, start }: XmlElement): string => {
    const before = text.slice(tokens[first - 1]?.start ?? start, start);
    return before.slice(before.trimEnd().length);
  };
  for (const item of element.children) {
    const quantity = quantityOf(item);
    const isNeeded = targetLang === undefined || has(targetLang, quantity);
    const slot = isNeeded ? addString(resources, item, { ...notes, key: `${notes.key}.${quantity}` }) : undefined;
    const space = spaceBefore(item);
    if (quantity === 'other') {
      const missing = (language: string): readonly PluralCategory[] =>
        pluralCategories(language).filter((category) => has(language, category) && !quantities.has(category));
      const write: Slot['write'] = (other, language, { form }) => {
        const items = missing(language).map((category) => {
          const translation = form(category) ?? other;
          return itemOf(text, { item, category, slot, translation }) + space;
        });
        return language === sourceLang ? undefined : items.join('');
      };
      file.slots.push({ start: item.start, end: item.start, ...(slot && { unit: slot.id }), isTarget: true, write });
    } else if (quantities.has('other')) {
      const write = (_: string, language: string): string | undefined => (has(language, quantity) ? undefined : '');
      file.slots.push({ start: item.start - space.length, end: item.end, isTarget: true, write });
    }
  }
}

type NewItem = {
  readonly item: XmlElement;
  readonly category: PluralCategory;
  readonly slot: StringSlot | undefined;
  readonly translation: string;
};

/** The item of `other` for another category. */
function itemOf(text: string, { item, category, slot, translation }: NewItem): string {
  const quantity = attributeOf(text, item.tag, 'quantity') ?? { start: item.start, end: item.start };
  const head = text.slice(item.start, quantity.start) + category;
  if (slot === undefined) return head + text.slice(quantity.end, item.end);
  const { coded, write } = slot;
  return head + text.slice(quantity.end, coded.start) + write(translation) + text.slice(coded.end, item.end);
}

type Content = { readonly pieces: readonly Piece[]; readonly isCdata: boolean };

/** The pieces of an element. If a CDATA section is all of it, they are in the section. */
function contentPieces(text: string, tokens: readonly XmlToken[], { first, last }: XmlElement): Content {
  const reader = new StringReader(text);
  const content = tokens.slice(first + 1, last);
  for (let index = 0; index < content.length; index++) {
    const { kind, name, start, end } = content[index] as XmlToken;
    if (kind === 'text') reader.readText(start, end, decodeXml);
    else if (kind === 'cdata') {
      const { contentStart, contentEnd } = cdataParts(content[index] as XmlToken);
      reader.add({ kind: 'text', text: '', start, end: contentStart });
      reader.readText(contentStart, contentEnd, (raw) => raw);
      reader.add({ kind: 'text', text: '', start: contentEnd, end });
    } else if (name.endsWith(':g')) {
      // What is in <xliff:g> is not translated.
      index = endTagOf(content, index);
      reader.add({ kind: 'word', start, end: content[index]?.end ?? end });
    } else if (kind === 'open' || kind === 'close') reader.add({ kind, name, start, end });
    else reader.add({ kind: name === 'br' ? 'break' : 'point', start, end });
  }
  return { pieces: reader.pieces, isCdata: isCdataOnly(text, content) };
}

/** Decodes strings as aapt does: escapes, and white space that is one space outside quotation marks. */
class StringReader {
  readonly pieces: Piece[] = [];
  readonly #text: string;
  #isQuoted = false;

  constructor(text: string) {
    this.#text = text;
  }

  add(piece: Piece): void {
    this.pieces.push(piece);
  }

  readText(from: number, to: number, decode: (raw: string) => string): void {
    for (const { 0: raw, index } of this.#text.slice(from, to).matchAll(parts)) {
      const place = { start: from + index, end: from + index + raw.length };
      if (raw === '\\n') this.add({ kind: 'break', ...place });
      else if (/^["&]/.test(raw) && decode(raw) === '"') {
        // Not shown. Kept or moved as a pair, so that it still quotes.
        this.#isQuoted = !this.#isQuoted;
        this.add({ kind: this.#isQuoted ? 'open' : 'close', name: '"', ...place });
      } else this.add({ kind: 'text', text: this.#decoded(raw, decode), ...place });
    }
  }

  #decoded(raw: string, decode: (raw: string) => string): string {
    if (/^\\u[\da-f]{4}$/i.test(raw)) return String.fromCharCode(Number.parseInt(raw.slice(2), 16));
    if (raw === '\\t') return '\t';
    if (raw.startsWith('\\') && raw.length > 1) return decode(raw.slice(1)).replace(/^\s+$/, ' ');
    const decoded = raw.startsWith('&') ? decode(raw) : raw;
    return /^[ \t\r\n]/.test(decoded) && !this.#isQuoted ? ' ' : decoded.replaceAll(/\r\n?/g, '\n');
  }
}

/** Escapes, entities, white space, quotation marks and what is between them. */
const parts = /\\u[\da-f]{4}|\\&[^;&\s<]{1,10};|\\[^]|\\|&[^;&\s]{1,10};|&|"|[ \t\r\n]+|[^\\&" \t\r\n]+/gi;

/** Escapes text in the style of a string: letters as `\u00e9` where it has such letters. */
function encoderFor(raw: string, isCdata: boolean): (text: string) => string {
  const codePoints = Array.from(raw.matchAll(/\\u([\da-f]{4})/gi), ([, digits = '']) => Number.parseInt(digits, 16));
  const isAscii = codePoints.some((code) => /\p{L}/u.test(String.fromCharCode(code)));
  return (text) => {
    const escaped = text
      .replaceAll(/[\\'"]/g, '\\$&')
      .replaceAll('\n', '\\n')
      .replaceAll('\t', '\\t');
    const safe = isCdata ? escapeCdata(escaped) : escapeXml(escaped);
    if (!isAscii) return safe;
    return safe.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  };
}
