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
