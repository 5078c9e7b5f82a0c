import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import listed from './related-languages.json' with { type: 'json' };

/** Related languages may have identical clauses. */
const families = listed.map((languages) => new Set(languages.split(' ')));

export function areRelated({ source, target }: LanguagePair): boolean {
  const [one, other] = [tagParts(source).language, tagParts(target).language];
  return one === other || families.some((family) => family.has(one) && family.has(other));
}

/** Returns the tag without region and variants, which a detector cannot distinguish. */
export function plainTag(tag: LanguageTag): LanguageTag {
  const { language, script, saysScript } = tagParts(tag);
  return (saysScript ? `${language}-${script}` : language) as LanguageTag;
}
