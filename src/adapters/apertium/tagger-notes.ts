/**
 * Reads what `apertium-tagger -d` writes to its standard error and finds the ambiguity classes that its data lacks.
 * Keeps nothing else of it, because it contains customer text.
 */
export type TaggerNotes = {
  /** @returns the names of the tags of each class that this chunk completes */
  read(chunk: Buffer): readonly (readonly string[])[];
};

/** Source: the tagger's own message, apertium 3.8. */
const classLine = /^New ambiguity class: \{([^{}]*)\}$/;

/** A line with a class contains tag names only, and is much shorter. */
const lineBytesMax = 16 * 1024;

export function openTaggerNotes(): TaggerNotes {
  let rest = '';
  return {
    read(chunk) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = (lines.pop() ?? '').slice(0, lineBytesMax);
      return lines.flatMap((line) => {
        const names = classLine.exec(line)?.[1];
        return names === undefined ? [] : [names.split(',').filter(Boolean)];
      });
    },
  };
}
