import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Even, so that no UTF-16 unit is cut. Small, because each chunk is parsed without a pause, in a few milliseconds. */
export const chunkBytes = 8 * 1024;

export type TextChunk = { readonly text: string; readonly bytesDone: number };

/**
 * Yields the text of a file in pieces. Reads UTF-8, and UTF-16 with or without a byte order mark.
 *
 * @throws UnreadableFile with the line of the first invalid byte
 */
export function* decodeText(bytes: Uint8Array): Generator<TextChunk> {
  const { encoding, start } = encodingOf(bytes);
  const decoderOf = () => new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decoder = decoderOf();
  const lines = new LineCount();
  let decoded = start;
  for (let at = start; at < bytes.length; at += chunkBytes) {
    const end = Math.min(at + chunkBytes, bytes.length);
    const text = decode(decoder, at, end) ?? findFault(end);
    lines.add(text);
    decoded += encoding === 'utf-8' ? Buffer.byteLength(text) : text.length * 2;
    yield { text, bytesDone: end };
  }

  function decode(from: InstanceType<typeof TextDecoder>, at: number, end: number): string | undefined {
    try {
      return from.decode(bytes.subarray(at, end), { stream: end < bytes.length });
    } catch {
      return undefined;
    }
  }

  /** Decodes a chunk again, byte by byte, to find the line of the error. */
  function findFault(end: number): never {
    const careful = decoderOf();
    for (let at = decoded, text: string | undefined = ''; at < end && text !== undefined; at++) {
      text = decode(careful, at, at + 1);
      lines.add(text ?? '');
    }
    const name = encoding === 'utf-8' ? 'UTF-8' : 'UTF-16';
    throw new UnreadableFile(lines.line, `This line is not ${name}. Save the file as UTF-8.`);
  }
}

function encodingOf(bytes: Uint8Array): { readonly encoding: Encoding; readonly start: number } {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', start: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', start: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', start: 2 };
  return { encoding: encodingByZeros(bytes), start: 0 };
}

/** Bytes of a file that are checked for its encoding. */
const sampleBytes = 4 * 1024;
/** Minimum share of units with a zero byte in UTF-16: separators and line breaks have one in every script. */
const zerosShareMin = 1 / 40;
/** Above this share a file is UTF-16 even if it is valid UTF-8, which rarely has zero bytes. */
const zerosShareSure = 1 / 3;

/** Detects UTF-16 by zero bytes in one half of its units. UTF-8 has none. */
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

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Counts lines like an editor. */
class LineCount {
  line = 1;
  #last = 0;

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === carriageReturn || (unit === lineFeed && this.#last !== carriageReturn)) this.line++;
      this.#last = unit;
    }
  }
}

/** A file that cannot be read at all; caught by `readGlossaryFile`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** Undefined for a problem of the whole file. */
  readonly line: number | undefined;

  constructor(line: number | undefined, message: string) {
    super(message);
    this.line = line;
  }
}
