import { basename } from 'node:path';

/** One program of a pipeline: its name or path, then its arguments. */
export type Stage = readonly [program: string, ...arguments_: readonly string[]];

/** One installed direction of a language pair. */
export type Mode = { readonly name: string; readonly stages: readonly Stage[] };

/** Placeholders in a mode file for the option that marks unknown words and for options of the tagger. */
const placeholders = { marks: '$1', tagger: '$2' };

/** Generates without marks on words that cannot be generated. Source: lt-proc(1). */
const generateWithoutMarks = '-n';

/**
 * Reads a `.mode` file: one shell line, with programs separated by `|`, and arguments bare or in single quotes.
 *
 * @returns undefined if the line contains other shell syntax
 */
export function readMode(name: string, text: string): Mode | undefined {
  const stages = text.split('|').map(readStage);
  return stages.every((stage) => stage !== undefined) ? { name, stages } : undefined;
}

function readStage(text: string): Stage | undefined {
  if (!/^\s*(?:[\w./@:+=,-]+|'[^'\n]*'|\$[12]|\s+)+$/.test(text)) return undefined;
  const words = text.match(/'[^']*'|[^\s']+/g) ?? [];
  const [program, ...rest] = words.map((word) => word.replaceAll("'", ''));
  return program === undefined ? undefined : [program, ...rest];
}

/**
 * The stages as long-running programs: each flushes at a NUL (`-z`), and unknown words have no marks. Some modes
 * explicitly request marks (`lt-proc -g`); the option is removed.
 */
export function persistentStages(mode: Mode): readonly Stage[] {
  return mode.stages.map(([program, ...rest]) => {
    const kept = rest.filter((argument) => argument !== placeholders.tagger);
    const marks = basename(program) === 'lt-proc' ? [placeholders.marks, '-g'] : [placeholders.marks];
    return [program, '-z', ...kept.map((argument) => (marks.includes(argument) ? generateWithoutMarks : argument))];
  });
}

/** The data files that the mode's programs read. */
export function modeFiles(mode: Mode): readonly string[] {
  return mode.stages.flatMap((stage) => stage.slice(1)).filter((argument) => argument.startsWith('/'));
}

export function modePrograms(mode: Mode): readonly string[] {
  return [...new Set(mode.stages.map(([program]) => program))];
}

/**
 * Returns the stage of a tagger with a hidden Markov model, which changes its data as it works, and its data file;
 * undefined if there is none. `-x` (perceptron), `-w` (sliding window) and `-u` (unigrams) are other kinds.
 * Source: apertium-tagger(1).
 */
export function markovTagger(
  stages: readonly Stage[],
): { readonly index: number; readonly dataFile: string } | undefined {
  const index = stages.findIndex(([program, ...rest]) => {
    return basename(program) === 'apertium-tagger' && !rest.some((argument) => /^-\w*[xwu]/.test(argument));
  });
  const dataFile = stages[index]?.at(-1);
  return dataFile === undefined ? undefined : { index, dataFile };
}

/** Returns the stages with that tagger reading `dataFile` instead, and reporting unknown classes on standard error. */
export function withTaggerData(stages: readonly Stage[], dataFile: string): readonly Stage[] {
  const tagger = markovTagger(stages)?.index;
  return stages.map((stage, index): Stage => {
    const [program, ...rest] = stage;
    return index === tagger ? [program, '-d', ...rest.slice(0, -1), dataFile] : stage;
  });
}
