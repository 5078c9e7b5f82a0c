import type { LanguageTag } from '../../text/languages/language.ts';

/** The source languages and the target language of a mode, read from its name. */
export type ModeLanguages = { readonly sources: readonly LanguageTag[]; readonly target: LanguageTag };

/** Apertium's `hbs` in Latin script. As a target it is one of them. `sr`, in Cyrillic, is transliterated first. */
const readAsHbs = ['bs', 'hr', 'sr-Latn', 'sr'];
const writtenAsHbs: Readonly<Record<string, string>> = { HR: 'hr', BS: 'bs', SR: 'sr-Latn' };

/** Codes of ISO 639-3 whose usual tag differs from the canonical one of BCP 47. */
const usualTags: Readonly<Record<string, string>> = { zlm: 'ms' };

/** Source: IANA language subtag registry, variants `aranese`, `gascon` (prefix oc) and `valencia` (prefix ca). */
const registeredVariants: Readonly<Record<string, string>> = {
  aran: 'aranese',
  aranese: 'aranese',
  gascon: 'gascon',
  valencia: 'valencia',
};

/** Reads `eng-cat_valencia` as en > ca-valencia. Undefined without a pair, or for an unregistered variant. */
export function readModeName(name: string): ModeLanguages | undefined {
  const [, source, target] = /^([a-z]{2,3}(?:_\w+)?)-([a-z]{2,3}(?:_\w+)?)$/.exec(name) ?? [];
  if (source === undefined || target === undefined) return undefined;
  const sources = source === 'hbs' ? readAsHbs.map((tag) => tag as LanguageTag) : [languageTag(source)];
  const targetTag = languageTag(target);
  const known = sources.filter((tag) => tag !== undefined);
  return targetTag === undefined || known.length === 0 ? undefined : { sources: known, target: targetTag };
}

function languageTag(code: string): LanguageTag | undefined {
  const [language = '', variant, ...more] = code.split('_');
  if (more.length > 0) return undefined;
  if (language === 'hbs') return (variant === undefined ? undefined : writtenAsHbs[variant]) as LanguageTag | undefined;
  const base = usualTags[language] ?? language;
  const subtag = variant === undefined ? '' : variantSubtag(variant);
  if (subtag === undefined) return undefined;
  return Intl.getCanonicalLocales(base + subtag)[0] as LanguageTag | undefined;
}

function variantSubtag(variant: string): string | undefined {
  if (/^[A-Z]{2}$/.test(variant)) return `-${variant}`;
  const registered = registeredVariants[variant];
  return registered === undefined ? undefined : `-${registered}`;
}
