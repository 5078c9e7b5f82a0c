/** XML as a list of tokens with their places, for formats that are XML. Names are qualified, as the file writes them. */
import { SaxesParser } from 'saxes';
import type { Piece } from './codes.ts';
import type { PartReader } from './part-reader.ts';

export type XmlToken = {
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'other';
  /** Of a tag; otherwise empty. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
};

const depthMax = 1_000;

/** @throws {FileError} if the text is not well-formed, is nested too deeply, or declares entities. */
export function readXml(file: PartReader): readonly XmlToken[] {
  checkWellFormed(file);
  return Array.from(file.text.matchAll(token), ({ 0: raw, 1: close, 2: name = '', 3: empty, index: start }) => {
    const kind = raw.startsWith('<![CDATA[') ? 'cdata' : raw.startsWith('<') ? 'other' : 'text';
    const tagKind = close === '/' ? 'close' : empty === '/' ? 'empty' : 'open';
    return { kind: name === '' ? kind : tagKind, name, start, end: start + raw.length };
  });
}

export type XmlElement = {
  readonly name: string;
  readonly tag: XmlToken;
  readonly start: number;
  readonly end: number;
  /** Of what is between its tags. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The indexes of its tags in the list of tokens, one index if it is an empty tag. */
  readonly first: number;
  readonly last: number;
  readonly children: readonly XmlElement[];
};

/** The root element of a text. */
export function xmlRoot(tokens: readonly XmlToken[]): XmlElement | undefined {
  const open: { readonly first: number; readonly children: XmlElement[] }[] = [{ first: -1, children: [] }];
  for (const [last, token] of tokens.entries()) {
    if (token.kind === 'open' || token.kind === 'empty') open.push({ first: last, children: [] });
    if (token.kind !== 'close' && token.kind !== 'empty') continue;
    const { first, children } = open.pop() ?? { first: last, children: [] };
    const tag = tokens[first] ?? token;
    const { name, start } = tag;
    const contentEnd = token.kind === 'empty' ? tag.end : token.start;
    open
      .at(-1)
      ?.children.push({ name, tag, start, end: token.end, contentStart: tag.end, contentEnd, first, last, children });
  }
  return open[0]?.children[0];
}

/** The index of the end tag of the element whose tag has this index, which is the same for an empty tag. */
export function endTagOf(tokens: readonly XmlToken[], index: number): number {
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const kind = tokens[at]?.kind;
    if (kind === 'open') depth++;
    else if (kind === 'close') depth--;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
}

/** Comments and the like, then tags, then text. The text was checked, so each `<` starts one of them. */
const token =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE[^>["']*(?:(?:"[^"]*"|'[^']*'|\[[^\]]*\])[^>["']*)*>|<(\/?)([^\s/>!?]+)[^>"'/]*(?:(?:"[^"]*"|'[^']*'|\/(?!>))[^>"'/]*)*(\/?)>|[^<]+/g;

function checkWellFormed(file: PartReader): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  parser.on('error', () => {
    throw file.error('damaged', 'this is not well-formed XML', Math.min(parser.position, file.text.length));
  });
  parser.on('doctype', (declaration) => {
    if (!declaration.includes('<!ENTITY')) return;
    throw file.error('damaged', 'declarations of entities are refused', parser.position);
  });
  parser.on('opentag', () => {
    if (++depth > depthMax) throw file.error('too_deep', `more than ${depthMax} nested tags`, parser.position);
  });
  parser.on('closetag', () => depth--);
  parser.write(file.text).close();
}

export type XmlAttribute = { readonly value: string; readonly start: number; readonly end: number };

/** An attribute of a tag, with the place of its value between the quotes. */
export function attributeOf(text: string, { start, end }: XmlToken, name: string): XmlAttribute | undefined {
  for (const found of text.slice(start, end).matchAll(/\s([^\s=<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (found[1] !== name) continue;
    const raw = found[2] ?? found[3] ?? '';
    const valueEnd = start + found.index + found[0].length - 1;
    return { value: decodeXml(raw), start: valueEnd - raw.length, end: valueEnd };
  }
  return undefined;
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** A reference that names no character does not change: comments and CDATA sections may have one. */
function decodeEntity(entity: string): string {
  const [, hex, decimal = ''] = /^&#(?:x([\da-f]+)|(\d+));$/i.exec(entity) ?? [];
  const code = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : (entities.get(entity.slice(1, -1)) ?? entity);
}

export const decodeXml = (raw: string): string => raw.replaceAll(/&[^;&]*;/g, decodeEntity);

/** The text between two offsets of a file as pieces, with entities decoded. */
export function xmlPieces(text: string, start: number, end: number): readonly Piece[] {
  return Array.from(text.slice(start, end).matchAll(/&[^;&]*;|[^&]+|&/g), ({ 0: raw, index }): Piece => {
    const decoded = raw.length > 2 && raw.startsWith('&') ? decodeEntity(raw) : raw;
    return { kind: 'text', text: decoded, start: start + index, end: start + index + raw.length };
  });
}

/** Escapes text for an element. Control characters, which XML cannot hold, are left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r\u0080-\u009f]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Escapes text for an attribute in either kind of quotes. */
export const escapeXmlAttribute = (text: string): string =>
  escapeXml(text).replaceAll('"', '&quot;').replaceAll("'", '&apos;').replaceAll('\n', '&#10;');

/** Whether a CDATA section is all that tokens have, apart from white space. */
export function isCdataOnly(text: string, tokens: readonly XmlToken[]): boolean {
  const filled = tokens.filter(({ kind, start, end }) => kind !== 'text' || text.slice(start, end).trim() !== '');
  return filled.length === 1 && filled[0]?.kind === 'cdata';
}

/** The place of what is between the marks of a CDATA section. */
export function cdataParts({ start, end }: XmlToken): { readonly contentStart: number; readonly contentEnd: number } {
  return { contentStart: start + '<![CDATA['.length, contentEnd: end - ']]>'.length };
}

/** Escapes text for a CDATA section. */
export const escapeCdata = (text: string): string => text.replaceAll(']]>', ']]]]><![CDATA[>');
