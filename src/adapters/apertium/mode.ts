import { basename } from 'node:path';

export type Stage = readonly [program: string, ...arguments_: readonly string[]];

/** One installed direction of a language pair. */
export type Mode = { readonly name: string; readonly stages: readonly Stage[] };

/** Placeholders in a mode file for the option that marks unknown words and for options of the tagger. */
const placeholders = { marks: '$1', tagger: '$2' };

/** Generates without marks on words that cannot be generated. Source: lt-proc(1). */
const generateWithoutMarks = '-n';

/** Reads a `.mode` file: a shell line of programs with bare or quoted arguments. Undefined for other syntax. */
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

/** Each stage flushes at a NUL (`-z`), and marks no unknown words, even if the mode requests marks (`-g`). */
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
 * Returns the stage and data file of a hidden Markov tagger, which changes its data as it works. Other kinds: `-x`
 * (perceptron), `-w` (sliding window), `-u` (unigrams). Source: apertium-tagger(1).
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
 * Adds the two programs that word-bound blanks need: one attaches the blank to each enclosed word, the other closes the
 * blanks before words are generated. A rule program that also looks words up garbles such blanks, so the lookup becomes
 * a separate program, as in newer modes. Of 95 modes of Debian 12 this changes three, for the better (hin-urd, urd-hin,
 * spa-ast). Source: apertium-wblank-mode(1).
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
