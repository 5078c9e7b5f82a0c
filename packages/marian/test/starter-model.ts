import { readdirSync, readFileSync } from 'node:fs';

const models = new URL('../../../models/', import.meta.url);

export type StarterModel = {
  readonly model: Uint8Array;
  readonly shortlist: Uint8Array;
  readonly vocabulary: Uint8Array;
};

/** Reads a starter model of the repository. */
export function readStarterModel(pair: 'es-en' | 'en-es'): StarterModel {
  const [name = ''] = readdirSync(new URL(`${pair}/`, models));
  const folder = new URL(`${pair}/${name}/`, models);
  const code = pair.replace('-', '');
  const read = (file: string) => readFileSync(new URL(file, folder));
  return {
    model: read(`model.${code}.intgemm.alphas.bin`),
    shortlist: read(`lex.${code}.s2t.bin`),
    vocabulary: read(`vocab.${code}.spm`),
  };
}
