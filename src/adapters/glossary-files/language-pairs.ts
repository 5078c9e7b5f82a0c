import { anyLanguage } from '../../text/glossary/glossary-entry.ts';
import type { FileLanguages } from './columns.ts';

/** Maximum of languages of one concept, which becomes one entry for each pair. */
export const languagesMax = 50;

/** `from` and `to` are languages of the file; `source` and `target` are languages of the entry. */
type FilePair = { readonly source: string; readonly target: string; readonly from: string; readonly to: string };

/**
 * Returns the pairs of a concept with several languages: the requested ones, or all, each in both directions. A more
 * specific tag matches a requested one: `en-GB` for `en`.
 *
 * @param languages at most `languagesMax`
 */
export function languagePairs(languages: readonly string[], asked: FileLanguages): readonly FilePair[] {
  const spoken = languages.filter((language) => language !== anyLanguage);
  const sources = sidesOf(spoken, asked.source);
  const targets = sidesOf(spoken, asked.target);
  return sources.flatMap((source) => {
    const others = targets.filter((target) => target.from !== source.from && target.as !== source.as);
    return others.map((target) => ({ source: source.as, target: target.as, from: source.from, to: target.from }));
  });
}

type Side = { readonly from: string; readonly as: string };

function sidesOf(languages: readonly string[], asked: string | undefined): readonly Side[] {
  if (asked === undefined) return languages.map((language) => ({ from: language, as: language }));
  const same = languages.filter((language) => language === asked);
  const kin = same.length > 0 ? same : languages.filter((language) => language.startsWith(`${asked}-`));
  return kin.slice(0, 1).map((language) => ({ from: language, as: asked }));
}
