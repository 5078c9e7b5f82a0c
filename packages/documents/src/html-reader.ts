import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { htmlPieces } from './html-text.ts';
import type { Attribute, MarkupReader } from './markup-reader.ts';
import type { MaskedText } from './opaque.ts';
import type { Place } from './skeleton.ts';

/**
 * Reads a place of a text as HTML. The tokens of parse5 are enough, and its tree would have nodes in another order than the
 * file, as HTML moves what is misplaced in tables and formatting.
 */
export function readHtml(masked: MaskedText, place: Place, reader: MarkupReader): void {
  const html = masked.text.slice(place.start, place.end);
  const text = { start: -1, end: -1 };
  const placeOf = ({ location }: Token.Token): Place => ({
    start: place.start + (location?.startOffset ?? 0),
    end: place.start + (location?.endOffset ?? 0),
  });
  const onText = (token: Token.CharacterToken): void => {
    const { start, end } = placeOf(token);
    if (text.start < 0) text.start = start;
    text.end = end;
  };
  const finishText = (): void => {
    const keepsSpace = reader.isIn('pre');
    if (text.start >= 0 && !reader.skips)
      reader.push(masked.pieces({ ...text }, (between) => htmlPieces(masked.text, between, keepsSpace)));
    text.start = -1;
  };
  const markInSvg = (): void => {
    tokenizer.inForeignNode = reader.isIn('svg', 'math');
  };
  const onStartTag = (tag: Token.TagToken): void => {
    finishText();
    const isEmpty = tag.selfClosing && tokenizer.inForeignNode;
    reader.open({ name: tag.tagName, ...placeOf(tag), attributes: attributesOf(html, tag, place.start), isEmpty });
    markInSvg();
    const mode = textModes.get(tag.tagName);
    if (mode !== undefined && !tokenizer.inForeignNode) tokenizer.state = mode;
  };
  const onEndTag = (tag: Token.TagToken): void => {
    finishText();
    reader.close(tag.tagName, placeOf(tag));
    markInSvg();
  };
  const onPoint = (token: Token.Token): void => {
    finishText();
    reader.push([{ kind: 'point', ...placeOf(token) }]);
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag,
      onEndTag,
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: onText,
      onComment: onPoint,
      onDoctype: onPoint,
      onEof: finishText,
    },
  );
  markInSvg();
  tokenizer.write(html, true);
}

const { RCDATA, RAWTEXT, SCRIPT_DATA, PLAINTEXT } = TokenizerMode;
/** Elements whose tags are text. */
const textModes = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['title', RCDATA],
  ['textarea', RCDATA],
  ['style', RAWTEXT],
  ['xmp', RAWTEXT],
  ['iframe', RAWTEXT],
  ['noembed', RAWTEXT],
  ['noframes', RAWTEXT],
  ['script', SCRIPT_DATA],
  ['plaintext', PLAINTEXT],
]);

function attributesOf(
  html: string,
  { attrs, location }: Token.TagToken,
  offset: number,
): ReadonlyMap<string, Attribute> {
  return new Map(
    attrs.map(({ name, value }) => {
      const place = location?.attrs?.[name];
      const { start, end, quote } = attributeAt(
        html,
        { start: place?.startOffset ?? 0, end: place?.endOffset ?? 0 },
        value,
      );
      return [name, { value, quote, start: offset + start, end: offset + end }];
    }),
  );
}

/** Finds the value in the place of an attribute with its name. */
export function attributeAt(text: string, { start, end }: Place, value: string): Attribute {
  const equals = text.slice(start, end).indexOf('=', 1);
  if (equals < 0) return { value, quote: '', start: end, end };
  const raw = text.slice(start + equals + 1, end).trimStart();
  const quote = raw.startsWith('"') ? '"' : raw.startsWith("'") ? "'" : '';
  return { value, quote, start: end - raw.length + quote.length, end: end - quote.length };
}
