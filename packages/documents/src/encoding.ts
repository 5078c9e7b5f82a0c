import { FileError } from './file-error.ts';

export type Encoding = { readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1'; readonly hasBom: boolean };

const byteOrderMarks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, which is not part of the text.
 *
 * @param fallback for bytes that are not valid UTF-8
 * @throws {FileError} `unknown_encoding`, with the offset of the first byte that is not text
 */
export function decode(
  bytes: Uint8Array,
  fallback?: 'iso-8859-1',
): { readonly text: string; readonly encoding: Encoding } {
  const mark = byteOrderMarks.find(([, values]) => values.every((value, index) => bytes[index] === value));
  const name = mark?.[0] ?? 'utf-8';
  const content = bytes.subarray(mark?.[1].length ?? 0);
  const encoding = { name, hasBom: mark !== undefined };
  try {
    const text = new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(content);
    const nul = text.indexOf('\0');
    if (nul >= 0) throw unknownEncoding(encode(text.slice(0, nul), encoding).length);
    return { text, encoding };
  } catch (error) {
    if (error instanceof FileError) throw error;
    if (fallback !== undefined && mark === undefined && !content.includes(0)) {
      return { text: decodeLatin1(content), encoding: { name: fallback, hasBom: false } };
    }
    const again = encode(new TextDecoder(name, { ignoreBOM: true }).decode(content), encoding);
    const offset = bytes.findIndex((byte, index) => byte !== again[index]);
    throw unknownEncoding(offset < 0 ? bytes.length : offset);
  }
}

/** `TextDecoder` takes ISO-8859-1 for windows-1252. */
function decodeLatin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return parts.join('');
}

const unknownEncoding = (offset: number): FileError =>
  new FileError('unknown_encoding', `the file is neither UTF-8 nor UTF-16 with a byte order mark (at byte ${offset})`);

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
