import { encodeInteger, type TagSet } from '../../../src/adapters/apertium/tagger-data.ts';

const tagNames = ['NOUN', 'VERB', 'ADV', 'PREP', 'PREADV'];

/**
 * The bytes of a tagger's data with these classes; the first three tags are the class of unknown words. Emission
 * probabilities differ by their bytes: those of class `n` are all `n`.
 */
export function probFile(classes: readonly TagSet[]): Uint8Array {
  const text = (value: string): number[] => {
    return [value.length, ...[...value].flatMap((letter) => encodeInteger(letter.charCodeAt(0)))];
  };
  const emissions = classes.flatMap((tags, classNumber) => tags.map((tag) => [tag, classNumber]));
  return Uint8Array.from([
    ...[3, 0, 1, 1],
    ...[1, 2, 3],
    ...[tagNames.length, ...tagNames.flatMap(text)],
    ...[1, ...text('NOUN'), 0],
    ...[1, 3, 2, 0, 1],
    ...[1, ...text('<n>')],
    ...[1, ...text('kEOF'), 4],
    ...[classes.length, ...classes.flatMap((tags) => [tags.length, ...tags])],
    ...[2, classes.length],
    ...Array.from({ length: 2 * 2 * 8 }, (_, index) => index),
    ...[
      emissions.length,
      ...emissions.flatMap(([tag = 0, classNumber = 0]) => [tag, classNumber, ...eightTimes(classNumber)]),
    ],
    ...[9, 8, 7],
  ]);
}

const eightTimes = (byte: number): number[] => new Array<number>(8).fill(byte);
