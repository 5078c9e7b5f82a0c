import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Pair = 'es-en' | 'en-es';

/** Returns the folder of a starter model of the repository, and the paths of its files. */
export function starterPaths(pair: Pair) {
  const parent = fileURLToPath(new URL(`../../../models/${pair}/`, import.meta.url));
  const folder = `${parent}${readdirSync(parent).join('')}`;
  const code = pair.replace('-', '');
  return {
    folder,
    model: `${folder}/model.${code}.intgemm.alphas.bin`,
    shortlist: `${folder}/lex.${code}.s2t.bin`,
    vocabulary: `${folder}/vocab.${code}.spm`,
  };
}

/** Reads the files of a starter model. */
export function readStarterModel(pair: Pair) {
  const { model, shortlist, vocabulary } = starterPaths(pair);
  return { model: readFileSync(model), shortlist: readFileSync(shortlist), vocabulary: readFileSync(vocabulary) };
}
