import type { LanguageTag } from './language.ts';

/** The longest tag that makes sense: language, script, region and two variants. */
export const tagLengthMax = 35;

/** Languages have two or three letters. Longer ones are well-formed, but none was ever registered; they are names. */
const shape = /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/;

/** Codes beyond BCP 47's canonical form: default variants, other translation services, Apertium's Aranese. */
const aliases: Readonly<Record<string, string>> = {
  no: 'nb',
  zlm: 'ms',
  pb: 'pt-BR',
  zt: 'zh-Hant',
  zh: 'zh-Hans',
  'zh-CN': 'zh-Hans',
  'zh-SG': 'zh-Hans',
  'zh-MY': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
  'zh-MO': 'zh-Hant',
  'oc-Aran': 'oc-aranese',
};

/**
 * Parses a language code as users write it: any case, `_` or `-`, ISO 639-1, 639-2 or 639-3, or an alias; not a name.
 * Returns the canonical tag, served or not; undefined if malformed. Source: RFC 5646, section 2.1; CLDR, languageAlias.
 */
export function parseLanguageTag(input: string): LanguageTag | undefined {
  if (input.length > tagLengthMax) return undefined;
  const written = input.trim().toLowerCase().replaceAll('_', '-');
  if (!shape.test(written)) return undefined;
  const canonical = canonicalTag(aliases[written] ?? written);
  return canonical === undefined ? undefined : ((aliases[canonical] ?? canonical) as LanguageTag);
}

/** The parts of a tag, with the likely script and region where it omits them. */
export type TagParts = {
  readonly language: string;
  /** Undefined when the language is unknown. */
  readonly script: string | undefined;
  readonly region: string | undefined;
  /** Joined by `-`; empty when there are none. */
  readonly variants: string;
  readonly saysScript: boolean;
  readonly saysRegion: boolean;
};

const partsSeen = new Map<string, TagParts>();
const partsSeenMax = 1_000;

/** @param tag canonical */
export function tagParts(tag: LanguageTag): TagParts {
  const seen = partsSeen.get(tag);
  if (seen) return seen;
  const locale = new Intl.Locale(tag);
  const likely = locale.maximize();
  const subtags = tag.split('-').slice(1);
  const parts = {
    language: locale.language,
    script: likely.script,
    region: likely.region,
    // Source: RFC 5646, section 2.1: five to eight letters or digits, or four that begin with a digit.
    variants: subtags.filter((subtag) => subtag.length >= 5 || /^\d.{3}$/.test(subtag)).join('-'),
    saysScript: locale.script !== undefined,
    saysRegion: locale.region !== undefined,
  };
  if (partsSeen.size >= partsSeenMax) partsSeen.clear();
  partsSeen.set(tag, parts);
  return parts;
}

/** Returns the tag and those that begin it, the most specific first: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function tagAndShorter(tag: LanguageTag): readonly LanguageTag[] {
  const subtags = tag.split('-');
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-') as LanguageTag);
}

/** True for `en` and `en-US`, `pt` and `pt-BR`; false for tags of other scripts or with other variants. */
export function differOnlyByRegion(one: LanguageTag, other: LanguageTag): boolean {
  const [a, b] = [tagParts(one), tagParts(other)];
  return a.language === b.language && a.script === b.script && a.variants === b.variants;
}

function canonicalTag(written: string): string | undefined {
  try {
    return new Intl.Locale(written).baseName;
  } catch {
    return undefined;
  }
}
