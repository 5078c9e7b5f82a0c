import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

/** Related languages may spell whole clauses alike. */
const families: readonly ReadonlySet<string>[] = [
  ['nb', 'nn', 'no', 'da', 'sv'],
  ['is', 'fo'],
  ['id', 'ms'],
  ['bs', 'hr', 'sr', 'cnr', 'sl', 'mk', 'bg'],
  ['es', 'gl', 'ast', 'an', 'pt', 'ca', 'oc', 'it', 'sc', 'fr', 'frp', 'ro'],
  ['ru', 'uk', 'be', 'bg', 'mk', 'sr'],
  ['cs', 'sk', 'pl', 'szl'],
  ['nl', 'af'],
  ['kk', 'tt', 'ky', 'ba'],
  ['tr', 'az'],
  ['hi', 'mr', 'ne'],
  ['ar', 'arz', 'ary'],
  ['fa', 'prs', 'tg'],
].map((languages) => new Set(languages));

export function areRelated({ source, target }: LanguagePair): boolean {
  const [one, other] = [tagParts(source).language, tagParts(target).language];
  return one === other || families.some((family) => family.has(one) && family.has(other));
}

/** The tag without region and variants: what a detector can tell. */
export function plainTag(tag: LanguageTag): LanguageTag {
  const { language, script, saysScript } = tagParts(tag);
  return (saysScript ? `${language}-${script}` : language) as LanguageTag;
}
