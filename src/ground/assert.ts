/** A state that the program's own logic rules out: a bug, never the caller's doing. */
export class ImpossibleError extends Error {
  override readonly name = 'ImpossibleError';
}

/** Stops when the program itself is wrong. Never used for input, the network or a database's answer. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ImpossibleError(message);
}
