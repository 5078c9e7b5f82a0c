import { RefusedRequest } from '../../calls/problem.ts';
import { anyLanguage, type EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import type { LanguageRole } from '../../text/languages/language-match.ts';
import { nameLanguage } from '../../text/languages/language-name.ts';
import { tagParts } from '../../text/languages/language-tag.ts';
import { FaultyRequest } from '../failure.ts';
import type { Parameters } from '../parameters.ts';
import { type CompatParts, keyed, type ShapeEndpoint, type ShapeRequest } from '../shape.ts';
import { readPair } from '../translate-texts.ts';
import { chosen } from './options.ts';

/** The languages of a request. */
export function deeplPair(request: ShapeRequest, parts: CompatParts) {
  return readPair(request, parts, ['source_lang', 'target_lang']);
}

/** Returns the code of a source, without a region or script: `PT`, `ZH`. */
export function sourceCode(tag: LanguageTag): string {
  return tagParts(tag).language.toUpperCase();
}

/** Returns a language without its region: those of entries have none. */
export function baseOf<Language extends EntryLanguage>(language: Language): Language {
  if (language === anyLanguage) return language;
  const { saysScript, script, ...parts } = tagParts(language);
  return (saysScript ? `${parts.language}-${script}` : parts.language) as Language;
}

/** Returns the languages of entries. @throws FaultyRequest, RefusedRequest */
export function glossaryPair(parameters: Parameters, { catalogue }: Pick<CompatParts, 'catalogue'>): LanguagePair {
  const read = (role: LanguageRole) => {
    const name = `${role}_lang`;
    const written = parameters.requiredWord(name);
    const lookup = catalogue.parse(written, role);
    if (lookup.kind === 'unknown') throw new FaultyRequest({ kind: 'unknown_language', name, written });
    return baseOf(lookup.tag);
  };
  const pair = { source: read('source'), target: read('target') };
  if (pair.source !== pair.target) return pair;
  throw new RefusedRequest({ message: 'Unsupported glossary source and target language pair', param: 'target_lang' });
}

/** Returns the pairs that the service translates, each once. */
export function glossaryPairs(catalogue: LanguageCatalogue): readonly LanguagePair[] {
  const all = catalogue.entries().flatMap(({ code, targets }) => targets.map((target) => [code, target] as const));
  const pairs = all.map(([source, target]) => ({ source: baseOf(source), target: baseOf(target) }));
  const others = pairs.filter(({ source, target }) => source !== target);
  return [...new Map(others.map((pair) => [`${pair.source} ${pair.target}`, pair])).values()];
}

/** Returns the code of a language of entries. */
export function glossaryCode(language: LanguageTag): string {
  return language === 'zh-Hans' ? 'zh' : language.toLowerCase();
}

/** Targets that clients name with a region, and the name of simplified Chinese in older clients. */
const namedTargets: Readonly<Record<string, readonly string[]>> = {
  en: ['en-GB', 'en-US'],
  pt: ['pt-BR', 'pt-PT'],
  'zh-Hans': ['zh', 'zh-Hans'],
};

function targetsOf(catalogue: LanguageCatalogue): readonly string[] {
  const tags = catalogue.entries().filter(({ target }) => target);
  const served = (tag: string) => catalogue.parse(tag, 'target').kind === 'tag';
  return [...new Set(tags.flatMap(({ code }) => namedTargets[code]?.filter(served) ?? [code]))].toSorted();
}

/** Returns the languages that the service translates from, without a region or script. */
function sourcesOf(catalogue: LanguageCatalogue): readonly string[] {
  const tags = catalogue.entries().filter(({ source }) => source);
  return [...new Set(tags.map(({ code }) => tagParts(code).language))].toSorted();
}

const nameOf = (tag: string) => nameLanguage(tag as LanguageTag).name;

const v2 = keyed('deepl-languages', 'GET POST /v2/languages', ({ parameters }, { catalogue }) => {
  const isTarget = chosen(parameters, 'type', ['source', 'target']) === 'target';
  const reply = (isTarget ? targetsOf : sourcesOf)(catalogue).map((tag) => ({
    language: tag.toUpperCase(),
    name: nameOf(tag),
    ...(isTarget && { supports_formality: false }),
  }));
  return { reply };
});

/** The features of each resource, and the resources that the service does not have. */
const resources: Readonly<Record<string, readonly string[]>> = {
  translate_text: ['tag_handling', 'glossary'],
  translate_document: ['glossary'],
  glossary: [],
};
const others = ['write', 'voice', 'style_rules', 'translation_memory'];

const v3 = keyed('deepl-languages-v3', 'GET /v3/languages', ({ parameters }, { catalogue }) => {
  const resource = chosen(parameters, 'resource', [...Object.keys(resources), ...others]);
  if (resource === undefined) throw new FaultyRequest({ kind: 'missing', name: 'resource' });
  const features = resources[resource]?.map((name) => [name, { status: 'stable' }] as const);
  if (features === undefined) return { reply: [] };
  const [sources, targets] = [sourcesOf(catalogue), targetsOf(catalogue)];
  const reply = [...new Set([...sources, ...targets])].toSorted().map((tag) => ({
    lang: tag,
    name: nameOf(tag),
    usable_as_source: sources.includes(tag),
    usable_as_target: targets.includes(tag),
    status: 'stable',
    features: Object.fromEntries(features),
  }));
  return { reply };
});

const v3Resources = keyed('deepl-language-resources', 'GET /v3/languages/resources', () => {
  const featureOf = (name: string) => ({ name, needs_source_support: true, needs_target_support: true });
  const reply = Object.entries(resources).map(([name, features]) => ({ name, features: features.map(featureOf) }));
  return { reply };
});

export const deeplLanguages: readonly ShapeEndpoint[] = [v2, v3, v3Resources];
