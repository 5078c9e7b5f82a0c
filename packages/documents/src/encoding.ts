import { codePageOf, isPlausible } from './code-pages.ts';
import { FileError } from './file-error.ts';

export type Encoding = { readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1'; readonly hasBom: boolean };
type Decoded = { readonly text: string; readonly encoding: Encoding };

const byteOrderMarks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** How a format reads bytes that are not valid UTF-8: as declared, where a match ends in the label of the encoding. */
export type OtherEncoding = RegExp | 'code page' | 'iso-8859-1';

const xmlLabel = String.raw`^<\?xml\s[^>]{0,200}encoding\s*=\s*["'][\w.:-]+`;
const htmlLabel = String.raw`<meta\s[^>]{0,200}charset\s*=\s*["']?[\w.:-]+`;
export const xmlEncoding = new RegExp(xmlLabel, 'i');
export const htmlEncoding = new RegExp(`${xmlLabel}|${htmlLabel}`, 'gi');

const label = /(?<![\w.:-])[\w.:-]+$/;
/** Characters in which a declaration is looked for. */
const headLength = 32_768;

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, which is not part of the text, or else another encoding. A text that is
 * to be written as UTF-8 declares it.
 *
 * @param language of the text, which has a code page
 * @throws {FileError} `unknown_encoding`, with the offset of the first byte that is not text
 */
export function decode(bytes: Uint8Array, other?: OtherEncoding, language?: string): Decoded {
  const mark = byteOrderMarks.find(([, values]) => values.every((value, index) => bytes[index] === value));
  const unicode = { name: mark?.[0] ?? 'utf-8', hasBom: mark !== undefined } as const;
  const content = bytes.subarray(mark?.[1].length ?? 0);
  const own = decodeAs(unicode.name, content);
  const text = own ?? (mark || !other ? undefined : decodeOther(content, other, language));
  if (text !== undefined && !text.includes('\0')) {
    // Programs that expect a code page recognise UTF-8 by its mark.
    const written = { name: other === 'iso-8859-1' ? other : 'utf-8', hasBom: other === 'code page' } as const;
    const encoding = own === undefined ? written : unicode;
    const declares = encoding.name === 'utf-8' && other instanceof RegExp;
    return { text: declares ? declaredAsUtf8(text, other) : text, encoding };
  }
  const readable = new TextDecoder(unicode.name, { ignoreBOM: true }).decode(content).split('\0', 1)[0] ?? '';
  const again = encode(readable, unicode);
  const offset = bytes.findIndex((byte, index) => byte !== again[index]);
  const place = `(at byte ${offset < 0 ? bytes.length : offset})`;
  const message = `the file is neither UTF-8 nor UTF-16 with a byte order mark ${place}: save it as UTF-8`;
  throw new FileError('unknown_encoding', message);
}

function decodeAs(name: string, bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
    // Some versions of Node take it for ISO-8859-1.
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
    return decodeUnits(new Uint16Array(bytes).map((byte) => windows1252.charCodeAt(byte - 128) || byte));
  } catch {
    return undefined;
  }
}

const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decodeOther(bytes: Uint8Array, other: OtherEncoding, language?: string): string | undefined {
  if (other === 'iso-8859-1') return decodeUnits(bytes);
  const asUtf8 = new TextDecoder().decode(bytes);
  // UTF-8 with some wrong bytes.
  if (asUtf8.replaceAll(/[\0-\x7f\ufffd]+/g, '').length > asUtf8.replaceAll(/[^\ufffd]+/g, '').length) return undefined;
  if (other instanceof RegExp) {
    const declared = decodeUnits(bytes.subarray(0, headLength)).match(other)?.[0] ?? '';
    const name = label.exec(declared)?.[0] ?? '';
    return /utf|ucs|unicode/i.test(name) ? undefined : decodeAs(name, bytes);
  }
  const page = codePageOf(language);
  const text = page && decodeAs(page, bytes);
  return text && isPlausible(text, /125[02478]$/.test(page)) ? text : undefined;
}

function declaredAsUtf8(text: string, declaration: RegExp): string {
  const rename = (match: string): string => match.replace(label, (name) => (/^utf-?8$/i.test(name) ? name : 'UTF-8'));
  return text.slice(0, headLength).replace(declaration, rename) + text.slice(headLength);
}

function decodeUnits(units: Uint8Array | Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += 8_192) parts.push(String.fromCharCode(...units.subarray(at, at + 8_192)));
  return parts.join('');
}

/** Encodes text. ISO-8859-1 gets `?` for what it has no byte for; its filters escape that before. */
export function encode(text: string, { name, hasBom }: Encoding): Uint8Array {
  const whole = hasBom ? `\ufeff${text}` : text;
  if (name === 'utf-8') return new TextEncoder().encode(whole);
  if (name === 'iso-8859-1') {
    return Uint8Array.from({ length: whole.length }, (_, index) => {
      const unit = whole.charCodeAt(index);
      return unit < 256 ? unit : 63;
    });
  }
  const view = new DataView(new ArrayBuffer(2 * whole.length));
  for (let index = 0; index < whole.length; index++) {
    view.setUint16(2 * index, whole.charCodeAt(index), name === 'utf-16le');
  }
  return new Uint8Array(view.buffer);
}
