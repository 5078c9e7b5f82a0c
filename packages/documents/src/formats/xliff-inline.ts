import type { Piece } from '../codes.ts';
import { attributeOf, cdataParts, decodeXml, endTagOf, type XmlElement, type XmlToken } from '../xml.ts';

/** A file's text and tokens, and the prefix of its XLIFF names: usually none. */
export type XliffText = { readonly text: string; readonly tokens: readonly XmlToken[]; readonly prefix: string };

/** The pieces of a source or target. Spaces after line breaks are indentation. */
export function inlinePieces(xliff: XliffText, { first, last }: XmlElement): readonly Piece[] {
  const { text, tokens } = xliff;
  const pieces: Piece[] = [];
  for (let index = first + 1; index < last; index++) {
    const token = tokens[index] as XmlToken;
    const { kind, start, end } = token;
    if (kind === 'text') addText(pieces, text, { start, end, decode: decodeXml });
    else if (kind === 'cdata') {
      const { contentStart, contentEnd } = cdataParts(token);
      pieces.push({ kind: 'text', text: '', start, end: contentStart });
      addText(pieces, text, { start: contentStart, end: contentEnd, decode: (raw) => raw });
      pieces.push({ kind: 'text', text: '', start: contentEnd, end });
    } else {
      const piece = codeOf(xliff, token);
      // The content of such a code is not text of the unit.
      if (piece.isWhole) index = endTagOf(tokens, index);
      pieces.push({ ...piece, start, end: tokens[index]?.end ?? end });
    }
  }
  return pieces;
}

type Range = { readonly start: number; readonly end: number; readonly decode: (raw: string) => string };

function addText(pieces: Piece[], text: string, { start, end, decode }: Range): void {
  const parts = text.slice(start, end).matchAll(/&[^;&]*;|(?:\r\n|[\r\n])[ \t]*|[^&\r\n]+|&/g);
  for (const { 0: raw, index } of parts) {
    const place = { start: start + index, end: start + index + raw.length };
    if (/^[\r\n]/.test(raw)) pieces.push({ kind: 'break', ...place });
    else pieces.push({ kind: 'text', text: decode(raw), ...place });
  }
}

type InlineCode = {
  readonly kind: 'open' | 'close' | 'point' | 'word' | 'break';
  readonly name?: string;
  /** The code is the element with its content, and not only its tag. */
  readonly isWhole?: true;
};

/** What an inline element of XLIFF 1.2 or 2 is in a unit. */
function codeOf({ text, prefix }: XliffText, token: XmlToken): InlineCode {
  const name = token.name.startsWith(prefix) ? token.name.slice(prefix.length) : '';
  const attribute = (of: string): string | undefined => attributeOf(text, token, of)?.value;
  const id = (...names: readonly string[]): string => `${names.map(attribute).find((value) => value !== undefined)}`;
  if (token.kind === 'other') return { kind: 'point' };
  switch (name) {
    case 'x':
      return standaloneOf(attribute('id') ?? '', attribute('ctype'));
    case 'ph':
      return attribute('subType') === 'xlf:lb' || attribute('ctype') === 'lb'
        ? { kind: 'break', isWhole: true }
        : { kind: 'word', isWhole: true };
    case 'bx':
    case 'bpt':
      return { kind: 'open', name: `b ${id('rid', 'id')}`, isWhole: true };
    case 'ex':
    case 'ept':
      return { kind: 'close', name: `b ${id('rid', 'id')}`, isWhole: true };
    case 'sc':
    case 'sm':
      return { kind: 'open', name: `s ${id('id')}`, isWhole: true };
    case 'ec':
    case 'em':
      return { kind: 'close', name: `s ${id('startRef', 'id')}`, isWhole: true };
    case 'it':
    case 'cp':
      return { kind: 'point', isWhole: true };
    default:
      if (attribute('translate') === 'no' || attribute('mtype') === 'protected') return { kind: 'word', isWhole: true };
      return { kind: token.kind === 'empty' ? 'point' : token.kind === 'open' ? 'open' : 'close', name: token.name };
  }
}

/** Angular writes tags as `<x id="START_LINK_1"/>` and `<x id="CLOSE_LINK"/>`. */
function standaloneOf(id: string, type: string | undefined): InlineCode {
  if (type === 'lb') return { kind: 'break', isWhole: true };
  const [, side, name] = /^(START|CLOSE)_([A-Z\d_]*?)(?:_\d+)?$/.exec(id) ?? [];
  if (side === undefined) return { kind: 'word', isWhole: true };
  return { kind: side === 'START' ? 'open' : 'close', name: `x ${name}`, isWhole: true };
}
