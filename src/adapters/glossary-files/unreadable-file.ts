/** A file without any readable entry; caught where reading begins. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** Undefined where the whole file is meant. */
  readonly line: number | undefined;

  constructor(line: number | undefined, message: string) {
    super(message);
    this.line = line;
  }
}
