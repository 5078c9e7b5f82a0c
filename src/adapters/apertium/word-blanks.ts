import { basename } from 'node:path';
import type { Mode, Stage } from './mode.ts';

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
