import shipped from './known-classes.json' with { type: 'json' };

/**
 * Ambiguity classes that taggers lack. The keys are the names of the modes that share the tagger's data, separated by
 * spaces. A class is the names of its tags, joined by commas.
 */
export type ClassesByModes = Readonly<Record<string, readonly string[]>>;

/** Classes found in running text so far (written by `eval/apertium-classes.ts`). */
export const knownClasses: ClassesByModes = shipped;

export function classesOf(known: ClassesByModes, modeName: string): readonly string[] {
  const lists = Object.entries(known).filter(([modes]) => modes.split(' ').includes(modeName));
  return lists.flatMap(([, names]) => names);
}
