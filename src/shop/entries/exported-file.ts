/** Bytes of a file of entries from a user: about as much as a full glossary has. */
export const importBytesMax = 16 * 1024 * 1024;

/** How long a client may take to read an exported file. */
export const exportReadingMsMax = 600_000;

/** A file of entries whose pieces are written as they are taken. */
export type ExportedFile = { readonly name: string; readonly type: string; readonly pieces: AsyncIterable<string> };

/** Characters in one piece. */
const pieceLength = 64 * 1024;

/** Joins short pieces of a file, such as rows. */
export async function* joinedPieces(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let whole = '';
  for await (const piece of pieces) {
    whole += piece;
    if (whole.length < pieceLength) continue;
    yield whole;
    whole = '';
  }
  if (whole !== '') yield whole;
}
