import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from './unreadable-file.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Even, so that no UTF-16 unit is cut; small, so that others soon have their turn. */
const chunkBytes = 16 * 1024;

export type TextChunk = { readonly text: string; readonly bytesDone: number };

/**
 * The text of a file, in pieces: UTF-8, or UTF-16 with a byte order mark, or without one where it is recognisable.
 *
 * @throws UnreadableFile with the line of the first byte that is no text
 */
export function* decodeText(bytes: Uint8Array): Generator<TextChunk> {
  const { encoding, start } = encodingOf(bytes);
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  for (let at = start; at < bytes.length; at += chunkBytes) {
    const end = Math.min(at + chunkBytes, bytes.length);
    yield { text: decode(decoder, bytes.subarray(at, end), end === bytes.length), bytesDone: end };
  }

  function decode(from: InstanceType<typeof TextDecoder>, chunk: Uint8Array, isLast: boolean): string {
    try {
      return from.decode(chunk, { stream: !isLast });
    } catch {
      const name = encoding === 'utf-8' ? 'UTF-8' : 'UTF-16';
      const line = faultLine(bytes.subarray(start), encoding);
      throw new UnreadableFile(line, `This line is not ${name}: save the file as UTF-8.`);
    }
  }
}

function encodingOf(bytes: Uint8Array): { readonly encoding: Encoding; readonly start: number } {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', start: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', start: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', start: 2 };
  return { encoding: encodingByZeros(bytes), start: 0 };
}

/** How much of a file is looked at. */
const sampleBytes = 4 * 1024;
/** Of the units in the sample: separators and line breaks at least have a zero byte, in whatever script the words are. */
const zerosShareMin = 1 / 40;
/** With so many, it is UTF-16 even if it could be UTF-8, of which a stray zero byte makes nothing else. */
const zerosShareSure = 1 / 3;

/** UTF-8 has no zero bytes, and UTF-16 has them in one half of its units. */
function encodingByZeros(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0] as [number, number];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[(at % 2) as 0 | 1]++;
  const most = Math.max(...zeros);
  const share = most / (sample.length / 2);
  const isUtf16 = share >= zerosShareSure || (share >= zerosShareMin && !isUtf8(sample));
  if (!isUtf16 || Math.min(...zeros) * 4 > most) return 'utf-8';
  return zeros[1] === most ? 'utf-16le' : 'utf-16be';
}

function faultLine(bytes: Uint8Array, encoding: Encoding): number {
  return encoding === 'utf-8' ? faultLineOfUtf8(bytes) : faultLineOfUtf16(bytes, encoding === 'utf-16le');
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

function faultLineOfUtf8(bytes: Uint8Array): number {
  let [line, start] = [1, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (!isLineEnd(bytes[at], bytes[at + 1])) continue;
    if (!isUtf8(bytes.subarray(start, at))) return line;
    line++;
    start = at + 1;
  }
  return line;
}

function faultLineOfUtf16(bytes: Uint8Array, isLittle: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unitAt = (at: number) => (at + 1 < bytes.length ? view.getUint16(at, isLittle) : undefined);
  let line = 1;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [unit = 0, next = 0] = [unitAt(at), unitAt(at + 2)];
    const isPair = isBetween(unit, 0xd800, 0xdbff) && isBetween(next, 0xdc00, 0xdfff);
    if (isPair) at += 2;
    else if (isBetween(unit, 0xd800, 0xdfff)) return line;
    else if (isLineEnd(unit, next)) line++;
  }
  return line;
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

function isLineEnd(unit: number | undefined, next: number | undefined): boolean {
  return unit === lineFeed || (unit === carriageReturn && next !== lineFeed);
}
