import type { Engine } from '../engine/engine.ts';
import type { LanguagePair, LanguageTag } from './language.ts';
import { type LanguageRole, matchLanguage } from './language-match.ts';
import { type LanguageName, nameLanguage } from './language-name.ts';
import languageNames from './language-names.json' with { type: 'json' };
import { differOnlyByRegion, parseLanguageTag, tagLengthMax, tagParts } from './language-tag.ts';
import { type EnginePreference, preferredEngine } from './preferred-engines.ts';
import { type PairQuality, qualityOf } from './quality.ts';
import { findRoutesFrom, type Route } from './routes.ts';

export type LanguageEntry = LanguageName & {
  readonly code: LanguageTag;
  readonly source: boolean;
  readonly target: boolean;
  /** Languages it can be translated to, also through pivots, in code-unit order; never the language itself. */
  readonly targets: readonly LanguageTag[];
};

export type LanguageLookup =
  | { readonly kind: 'tag'; readonly tag: LanguageTag }
  /** Served earlier since the start, but not now: an outage, not the caller's mistake. */
  | { readonly kind: 'withdrawn'; readonly tag: LanguageTag }
  /** `nearest` is the language most likely meant; undefined only when no language was ever served. */
  | { readonly kind: 'unknown'; readonly nearest: LanguageTag | undefined };

export type RouteChoice =
  | { readonly kind: 'same' }
  /** Best first, at least one. */
  | { readonly kind: 'routes'; readonly routes: readonly Route[] }
  /** There were routes earlier since the start, but not now. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'none' };

/** Cached lookups of written codes; when full, the cache is emptied. */
const lookupsMax = 2_000;

/**
 * The languages of all engines and the routes between them. It knows which languages were ever served, to distinguish
 * an outage from a mistake. Recomputed only when an engine returns another array of pairs.
 */
export class LanguageCatalogue {
  readonly #engines: readonly Engine[];
  readonly #preferences: readonly EnginePreference[];
  readonly #names = new Map<LanguageTag, LanguageName>();
  /** All targets that were ever served, by source. */
  readonly #offered = new Map<LanguageTag, Set<LanguageTag>>();
  #view: View;

  /** `engines`: in order of preference. `preferences`: the operator's, for some pairs; the first match decides. */
  constructor(engines: readonly Engine[], preferences: readonly EnginePreference[] = []) {
    this.#engines = engines;
    this.#preferences = preferences;
    this.#view = this.#computeView();
  }

  /** In code-unit order of their codes. The same array until something changes. */
  entries(): readonly LanguageEntry[] {
    return this.#current().entries;
  }

  /** Sources served now or earlier, in code-unit order. The same set until something changes. */
  sourcesOffered(): ReadonlySet<LanguageTag> {
    return this.#current().offered.source;
  }

  /** All languages served now or earlier; undefined without any. */
  offered(): ReadonlySet<LanguageTag> | undefined {
    const served = new Set([...this.sourcesOffered(), ...this.entries().map(({ code }) => code)]);
    return served.size === 0 ? undefined : served;
  }

  /** Sixteen hexadecimal digits that change exactly when `entries` does. */
  get version(): string {
    return this.#current().version;
  }

  /** A new object whenever routes or their measured quality may have changed; `version` covers only languages. */
  get routing(): object {
    return this.#current().routes;
  }

  /** Finds the served language for any `input`. A withdrawn one is not replaced: `pt-BR` must not become `pt` today. */
  parse(input: string, role: LanguageRole): LanguageLookup {
    const view = this.#current();
    const known = view.lookups[role].get(input);
    if (known) return known;
    const written = parseLanguageTag(input);
    const tag = written && matchLanguage(written, view.offered[role], role);
    if (tag === undefined) {
      const candidates = [...view.offered[role]].map((code) => ({ code, ...this.#name(code) }));
      return { kind: 'unknown', nearest: nearestLanguage(input, candidates) };
    }
    if (!view.served[role].has(tag)) return { kind: 'withdrawn', tag };
    if (view.lookups[role].size >= lookupsMax) view.lookups[role].clear();
    const lookup: LanguageLookup = { kind: 'tag', tag };
    view.lookups[role].set(input, lookup);
    return lookup;
  }

  chooseRoutes(pair: LanguagePair): RouteChoice {
    if (pair.source === pair.target) return { kind: 'same' };
    const routes = this.#current().routes.get(pair.source)?.get(pair.target);
    if (routes) return { kind: 'routes', routes };
    if (this.#offered.get(pair.source)?.has(pair.target)) return { kind: 'withdrawn' };
    return differOnlyByRegion(pair.source, pair.target) ? { kind: 'same' } : { kind: 'none' };
  }

  /** Returns the quality of the first route of a pair; undefined if it has none now. */
  qualityOf(pair: LanguagePair): PairQuality | undefined {
    const choice = this.chooseRoutes(pair);
    return choice.kind === 'routes' && choice.routes[0] ? qualityOf(choice.routes[0]) : undefined;
  }

  #current(): View {
    const { pairs } = this.#view;
    if (this.#engines.every((engine, index) => engine.pairs() === pairs[index])) return this.#view;
    const next = this.#computeView();
    const { version, entries, served, offered } = this.#view;
    this.#view = next.version === version ? { ...next, entries, served, offered } : next;
    return this.#view;
  }

  #computeView(): View {
    const pairs = this.#engines.map((engine) => engine.pairs());
    const tags = pairs.flat().flatMap((pair) => [pair.source, pair.target]);
    const preferred = (pair: LanguagePair) => preferredEngine(this.#preferences, pair);
    const sources = [...new Set(tags)].toSorted();
    const routes = new Map(sources.map((source) => [source, findRoutesFrom(this.#engines, source, preferred)]));
    const reached = new Set(pairs.flat().map((pair) => pair.target));
    const entries = [...routes].map(([code, byTarget]) => this.#describe(code, reached, [...byTarget.keys()]));
    for (const { code, targets } of entries) {
      if (targets.length > 0) this.#offered.set(code, new Set([...(this.#offered.get(code) ?? []), ...targets]));
    }
    return {
      pairs,
      routes,
      entries,
      version: hash(JSON.stringify(entries)),
      served: {
        source: new Set(entries.filter((entry) => entry.source).map((entry) => entry.code)),
        target: new Set(entries.filter((entry) => entry.target).map((entry) => entry.code)),
      },
      offered: {
        source: new Set([...this.#offered.keys()].toSorted()),
        target: new Set([...this.#offered.values()].flatMap((targets) => [...targets]).toSorted()),
      },
      lookups: { source: new Map(), target: new Map() },
    };
  }

  #name(code: LanguageTag): LanguageName {
    const named = this.#names.get(code) ?? nameLanguage(code);
    this.#names.set(code, named);
    return named;
  }

  #describe(code: LanguageTag, reached: ReadonlySet<LanguageTag>, targets: readonly LanguageTag[]): LanguageEntry {
    const [source, target] = [targets.length > 0, reached.has(code)];
    return { code, ...this.#name(code), source, target, targets: targets.toSorted() };
  }
}

type View = {
  readonly pairs: readonly (readonly LanguagePair[])[];
  readonly routes: ReadonlyMap<LanguageTag, ReadonlyMap<LanguageTag, readonly Route[]>>;
  readonly entries: readonly LanguageEntry[];
  readonly version: string;
  readonly served: Readonly<Record<LanguageRole, ReadonlySet<LanguageTag>>>;
  /** Languages served now or earlier. */
  readonly offered: Readonly<Record<LanguageRole, ReadonlySet<LanguageTag>>>;
  readonly lookups: Readonly<Record<LanguageRole, Map<string, LanguageLookup>>>;
};

/** Source: FNV-1a (Fowler, Noll, Vo), over UTF-16 code units, twice with different offsets. */
function hash(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

type NamedLanguage = { readonly code: LanguageTag; readonly name: string; readonly nativeName: string };

/** What users write for a language instead of its code and names: country codes, and other names. */
const misnomers: Readonly<Record<string, string>> = languageNames.misnomers;

/** A code or name that differs by more than this share of its length is no typing error. */
const differenceMax = 0.5;

/** Returns the language that `input` most likely means, in its first 35 characters; English when none is similar. */
function nearestLanguage(input: string, served: readonly NamedLanguage[]): LanguageTag | undefined {
  const written = fold(input.slice(0, tagLengthMax).trim());
  return (
    sameLanguage(written, served) ??
    served.find(({ code }) => code === misnomers[written])?.code ??
    mostSimilar(written, served)
  );
}

/** Returns another tag of the same language, preferably with the same script. */
function sameLanguage(written: string, served: readonly NamedLanguage[]): LanguageTag | undefined {
  const tag = parseLanguageTag(written);
  if (tag === undefined) return undefined;
  const { language, script } = tagParts(tag);
  const codes = served.map(({ code }) => code).filter((code) => tagParts(code).language === language);
  return codes.find((code) => tagParts(code).script === script) ?? codes[0];
}

function mostSimilar(written: string, served: readonly NamedLanguage[]): LanguageTag | undefined {
  const fallback = served.find(({ code }) => code === 'en') ?? served[0];
  let nearest = fallback?.code;
  let least = differenceMax;
  for (const { code, name, nativeName } of served) {
    const distance = Math.min(...[code, name, nativeName].map((word) => difference(written, fold(word))));
    if (distance < least) [nearest, least] = [code, distance];
  }
  return nearest;
}

/** Returns the edits in proportion to the length; a shared beginning counts as similar, as in `span` for `spanish`. */
function difference(written: string, word: string): number {
  const longest = Math.max(written.length, word.length, 1);
  let shared = 0;
  while (shared < Math.min(written.length, word.length) && written[shared] === word[shared]) shared++;
  return edits(written, word) / longest - shared / longest / 2;
}

/** Source: Levenshtein (1966), by rows. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
