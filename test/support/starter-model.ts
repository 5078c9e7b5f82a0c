import { starterPaths } from '../../packages/marian/test/starter-model.ts';
import type { ModelFiles } from '../../src/adapters/bergamot/model.ts';

/** The repository's starter model, es>en. */
const { folder, model, shortlist, vocabulary } = starterPaths('es-en');

export { folder as starterFolder, shortlist as starterShortlist };

/** Its files without the shortlist, so that a translation is the same in any batch. */
export const starterFiles: ModelFiles = { model, shortlist: undefined, vocabularies: [vocabulary] };

const reverse = starterPaths('en-es');

/** The same of the starter model en>es. */
export const reverseFiles: ModelFiles = {
  model: reverse.model,
  shortlist: undefined,
  vocabularies: [reverse.vocabulary],
};
