import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { LanguageTag } from '../../text/languages/language.ts';
import { bytesPerProgram, growth, readCatalogue, type ServedMode } from './catalogue.ts';
import type { Stage } from './mode.ts';

/** A data file of a language, and the long-running program that reads it. */
export type Dictionary = {
  readonly name: string;
  readonly stage: Stage;
  readonly bytesEstimated: number;
  /** The folder of its package. Files of one package are compatible. */
  readonly folder: string;
};

export type Dictionaries = {
  readonly analysers: ReadonlyMap<LanguageTag, Dictionary>;
  readonly generators: ReadonlyMap<LanguageTag, Dictionary>;
};

type Found = Dictionary & { readonly language: LanguageTag };

/** Apertium's dictionaries have Serbian in Latin script only. */
const cyrillic = 'sr';

/** Prefers newer packages, then the largest within `bytesMax`, and a generator from the analyser's package. */
export async function findDictionaries(modesDir: string | undefined, bytesMax: number): Promise<Dictionaries> {
  const { served } = await readCatalogue(modesDir);
  const [analysers, generators] = await Promise.all([
    Promise.all(served.flatMap((mode) => analysersIn(mode))),
    Promise.all(served.flatMap((mode) => generatorsIn(mode))),
  ]);
  const chosen = largest(analysers, bytesMax, () => false);
  return {
    analysers: chosen,
    generators: largest(generators, bytesMax, ({ language, folder }) => chosen.get(language)?.folder === folder),
  };
}

function analysersIn({ mode, pairs }: ServedMode): readonly Promise<Found>[] {
  const [program, ...rest] = mode.stages[0] ?? [''];
  const file = rest.at(-1);
  if (basename(program) !== 'lt-proc' || file?.endsWith('.automorf.bin') !== true) return [];
  // `-w`: words in the dictionary's own case.
  const options = [...new Set(['-w', ...rest.slice(0, -1).filter((option) => /^-[aew]$/.test(option))])];
  const sources = pairs.map(({ source }) => source).filter((source) => source !== cyrillic);
  return sources.map((language) => examine(language, [program, ...options, file]));
}

function generatorsIn({ mode, pairs: [pair] }: ServedMode): readonly Promise<Found>[] {
  const stage = mode.stages.findLast(
    ([program, ...rest]) => basename(program) === 'lt-proc' && rest.at(-1)?.endsWith('.autogen.bin') === true,
  );
  const [program, file] = [stage?.[0], stage?.at(-1)];
  return program === undefined || file === undefined || pair === undefined
    ? []
    : [examine(pair.target, [program, '-n', file])];
}

async function examine(language: LanguageTag, stage: Stage): Promise<Found> {
  const file = stage.at(-1) ?? '';
  const bytes = await stat(file).then(({ size }) => size);
  const name = basename(file, '.bin');
  return { language, name, stage, folder: dirname(file), bytesEstimated: bytesPerProgram + bytes * growth };
}

/** Newer packages, with codes of three letters. For French, theirs has 86 of 100 words; an older, larger one 83. */
const isNewer = /^[a-z]{3}(?=[-_@])/;

function largest(
  found: readonly Found[],
  bytesMax: number,
  isPreferred: (one: Found) => boolean,
): ReadonlyMap<LanguageTag, Dictionary> {
  const rank = (one: Found): number =>
    one.bytesEstimated + (isPreferred(one) ? 2 * bytesMax : 0) + (isNewer.test(one.name) ? bytesMax : 0);
  const usable = found.filter(({ bytesEstimated }) => bytesEstimated <= bytesMax);
  // The last of equal ones wins: those with the plain names of modes.
  const sorted = usable.toSorted((one, other) => rank(one) - rank(other) || other.name.localeCompare(one.name));
  return new Map(sorted.map((one) => [one.language, one]));
}
