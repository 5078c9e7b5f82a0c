import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '../../src/adapters/bergamot/model.ts';

const pairFolder = fileURLToPath(new URL('../../models/es-en/', import.meta.url));

/** The folder of the repository's starter model, es>en. */
export const starterFolder = join(pairFolder, ...readdirSync(pairFolder));

/** Its files without the shortlist, so that a translation is the same in any batch. */
export const starterFiles: ModelFiles = {
  model: join(starterFolder, 'model.esen.intgemm.alphas.bin'),
  shortlist: undefined,
  vocabularies: [join(starterFolder, 'vocab.esen.spm')],
};

export const starterShortlist = join(starterFolder, 'lex.esen.s2t.bin');
