/** A segment in a form that small models translate better. */
export type Normalised = {
  /** Empty if the model has nothing to translate: `restore('')` is the translation then. */
  readonly text: string;
  /** Returns the translation of the segment from one of `text`. An empty one, which the engine gave up, stays empty. */
  restore(translation: string): string;
};
