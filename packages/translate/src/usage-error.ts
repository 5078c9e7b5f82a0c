/** A wrong command line or configuration: exit status 2, and nothing was done. `message` is a sentence for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
