/** A segment written otherwise, and the way back for its translation. */
export type Written = { readonly text: string; restore(translation: string): string };
