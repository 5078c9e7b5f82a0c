/** Even, so that no UTF-16 unit is cut. Small, because each chunk is parsed without a pause, in a few milliseconds. */
export const chunkBytes = 8 * 1024;

const characterBytesMax = 4;

export type TextChunk = { readonly text: string; readonly bytesDone: number };

/** Reads UTF-8, and UTF-16 with a byte order mark. @throws UnreadableFile with the line of the first invalid byte */
export function* decodeText(bytes: Uint8Array): Generator<TextChunk> {
  const encoding = encodingOf(bytes);
  // UTF-16 without a byte order mark, which is valid UTF-8 in most languages.
  const zero = encoding === 'utf-8' ? bytes.subarray(0, chunkBytes).indexOf(0) : -1;
  if (zero >= 0) throw notText(1 + lineBreaksIn(new TextDecoder().decode(bytes.subarray(0, zero))), encoding);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  let endsInReturn = false;
  const breaksIn = (text: string) => lineBreaksIn(text) - (endsInReturn && text.startsWith('\n') ? 1 : 0);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const end = Math.min(at + chunkBytes, bytes.length);
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
    } catch {
      const careful = new TextDecoder(encoding);
      // The chunk may begin inside a character.
      careful.decode(bytes.subarray(Math.max(0, at - characterBytesMax), at), { stream: true });
      const [valid = ''] = careful.decode(bytes.subarray(at, end)).split('\u{FFFD}', 1);
      throw notText(line + breaksIn(valid), encoding);
    }
    line += breaksIn(text);
    endsInReturn = text.endsWith('\r');
    yield { text, bytesDone: end };
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function notText(line: number, encoding: Encoding): UnreadableFile {
  const name = encoding === 'utf-8' ? 'UTF-8' : 'UTF-16';
  return new UnreadableFile(line, `This line is not ${name}. Save the file as UTF-8.`);
}

/** Counts line breaks like an editor. */
export function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** A file that cannot be read at all; caught by `readEntryFile`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** Undefined for a problem of the whole file. */
  readonly line: number | undefined;

  constructor(line: number | undefined, message: string) {
    super(message);
    this.line = line;
  }
}
