import { basename } from 'node:path';
import type { Mode, Stage } from './mode.ts';

/**
 * The mode with the two programs that word-bound blanks need: one gives a blank to each word that it encloses, once
 * there are words, the other closes the blanks again before words are generated.
 *
 * A rule program that looks words up in the bilingual dictionary by itself garbles such blanks. The look-up becomes a
 * program of its own then, as in newer modes: of 95 modes of Debian 12 three translate otherwise for it, and better
 * (hin-urd, urd-hin, spa-ast: inflected forms that came out as in a dictionary).
 * Source: apertium-wblank-mode(1), which does the same to a mode file
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
