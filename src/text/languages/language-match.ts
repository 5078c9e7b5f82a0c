import type { LanguageTag } from './language.ts';
import { type TagParts, tagParts } from './language-tag.ts';

export type LanguageRole = 'source' | 'target';

/** Regions implied by a bare tag beside the likely one in Unicode CLDR (`pt`: Brazil, `en`: the United States). */
const furtherHomes: Readonly<Record<string, readonly string[]>> = { en: ['GB'], pt: ['PT'] };

/**
 * Returns the served language for `tag`: the tag, or a less specific one. As a source, any region or variant may fall
 * back to its base. As a target, only a region that the base implies is dropped. The script never changes.
 */
export function matchLanguage(
  tag: LanguageTag,
  served: ReadonlySet<LanguageTag>,
  role: LanguageRole,
): LanguageTag | undefined {
  if (served.has(tag)) return tag;
  const wanted = tagParts(tag);
  return spellings(wanted, role).find((spelling) => {
    return served.has(spelling) && tagParts(spelling).script === wanted.script;
  });
}

/** Returns tags that say no more than `asked`, the closest first. */
function spellings(wanted: TagParts, role: LanguageRole): readonly LanguageTag[] {
  const { language, script, region, variants } = wanted;
  const regions = wanted.saysRegion ? [region, ...(mayDropRegion(wanted, role) ? [''] : [])] : ['', region];
  const variantChoices = role === 'source' && variants !== '' ? [variants, ''] : [variants];
  const tags: LanguageTag[] = [];
  for (const variant of variantChoices) {
    for (const place of regions) {
      for (const letters of ['', script]) {
        tags.push([language, letters, place, variant].filter(Boolean).join('-') as LanguageTag);
      }
    }
  }
  return tags;
}

function mayDropRegion(wanted: TagParts, role: LanguageRole): boolean {
  if (role === 'source') return true;
  const { language, script, region = '' } = wanted;
  const base = (wanted.saysScript ? `${language}-${script}` : language) as LanguageTag;
  return tagParts(base).region === region || (furtherHomes[language] ?? []).includes(region);
}
