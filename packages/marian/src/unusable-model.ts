/** A file of a model that is damaged or of an unknown kind. `message` is the reason, in one line. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';
}
