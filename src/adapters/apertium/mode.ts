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

/**
 * Returns the mode with the two programs that word-bound blanks need. One attaches the blank to each enclosed word,
 * once there are words. The other closes the blanks before words are generated.
 * A rule program that also looks words up in the bilingual dictionary garbles such blanks. The lookup then becomes a
 * separate program, as in newer modes. Of 95 modes of Debian 12 this changes the translations of three, for the better
 * (hin-urd, urd-hin, spa-ast: inflected forms that were in dictionary form). Source: apertium-wblank-mode(1), which
 * does the same to a mode file
 */
export function carryWordBlanks(mode: Mode): Mode {
  const stages = mode.stages.flatMap(lookUpApart);
  const analysis = stages.findIndex(isWordProgram);
  const generator = stages.findLastIndex(
    (stage) => isWordProgram(stage) && stage.some((word) => word.endsWith('.autogen.bin')),
  );
  if (analysis === -1 || generator <= analysis) return mode;
  const between = stages.slice(analysis + 1, generator);
  return {
    name: mode.name,
    stages: [
      ...stages.slice(0, analysis + 1),
      ['apertium-wblank-attach'],
      ...between,
      ['apertium-wblank-detach'],
      ...stages.slice(generator),
    ],
  };
}

function isWordProgram([program]: Stage): boolean {
  return basename(program) === 'lt-proc';
}

/** A rule program with three files: its rules, the same compiled, and the dictionary. Source: apertium-transfer(1). */
function lookUpApart(stage: Stage): readonly Stage[] {
  const [program, ...rest] = stage;
  const files = rest.filter((argument) => !argument.startsWith('-'));
  const [rules, compiled, dictionary] = files;
  if (basename(program) !== 'apertium-transfer' || files.length !== rest.length) return [stage];
  if (rules === undefined || compiled === undefined || dictionary === undefined) return [stage];
  return [
    ['lt-proc', '-b', dictionary],
    [program, '-b', rules, compiled],
  ];
}
