import type { Unit } from '../../ground/units.ts';

/** A canonical BCP-47 tag: `es`, `pt-BR`, `zh-Hans`, `ca-valencia` (source: RFC 5646, section 2.1.1). */
export type LanguageTag = Unit<string, 'LanguageTag'>;

export type LanguagePair = { readonly source: LanguageTag; readonly target: LanguageTag };

export function pairName(pair: LanguagePair): string {
  return `${pair.source}>${pair.target}`;
}

export function isSamePair(one: LanguagePair, other: LanguagePair): boolean {
  return one.source === other.source && one.target === other.target;
}
