import { within } from '../../ground/abort.ts';
import { type Clock, later, type UnixMs } from '../../ground/units.ts';
import { type DocumentParts, translateText } from '../../text/attempts/translate-text.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import { compareQuality, qualityOf, type RatedPair } from '../../text/languages/quality.ts';
import { isReady, type Route } from '../../text/languages/routes.ts';
import samples from './sample-sentences.json' with { type: 'json' };

export type ShowcaseParts = DocumentParts & { readonly catalogue: LanguageCatalogue; readonly now: Clock };

/** Queue share of sample translations, which belong to no account. */
const showcaseShare = 'showcase';

const underWayMax = 2;

/** Timeout of a translation; visitors wait only `patienceMs`. */
const translationMsMax = 10_000;

/** Maximum wait of a visitor for a translation that is not cached. */
const patienceMs = 2_000;

/** Pause before a failed pair is tried again. */
const restMs = 10_000;

/** Longest text of a visitor, in code points: enough to judge the quality, too little for real work. */
export const visitorTextCharactersMax = 200;

const sentences: Readonly<Record<string, string>> = samples;

type Attempt = {
  /** Undefined if it failed. */
  readonly translation: Promise<string | undefined>;
  failedAt: UnixMs | undefined;
};

/** The result for a visitor's text. Nothing is stored or charged. `busy`: too many translations are running. */
export type VisitorTranslation =
  | { readonly kind: 'translated'; readonly translation: string }
  | { readonly kind: 'busy' | 'failed' };

/**
 * Translates a sample sentence, once, or a short text of a visitor, in installed pairs: anonymous visitors must not
 * start a model download. All visitors have the queue share of one account, and two translations at a time.
 */
export class Showcase {
  readonly #parts: ShowcaseParts;
  /** At most one for each sentence, target and engine. */
  readonly #attempts = new Map<string, Attempt>();
  #routing: object | undefined;
  #underWay = 0;

  constructor(parts: ShowcaseParts) {
    this.#parts = parts;
  }

  /** Returns the installed pairs, the best first. */
  pairs(): readonly RatedPair[] {
    const withSentence = this.#parts.catalogue.entries().filter(({ code }) => sentences[code] !== undefined);
    const pairs = withSentence.flatMap(({ code: source, targets }): readonly RatedPair[] =>
      targets.flatMap((target) => {
        const choice = this.#parts.catalogue.chooseRoutes({ source, target });
        const route = choice.kind === 'routes' ? choice.routes.find(isReady) : undefined;
        return route === undefined ? [] : [{ source, target, quality: qualityOf(route) }];
      }),
    );
    return pairs.toSorted(compareQuality);
  }

  sentence(source: LanguageTag): string | undefined {
    return sentences[source];
  }

  /** Returns undefined if the pair is not installed, fails or is too slow, or if too many translations are running. */
  show(pair: LanguagePair): Promise<string | undefined> {
    return within(this.#attempt(pair), patienceMs, undefined);
  }

  /** @param text 1 to 200 code points, no lone surrogate */
  async translate(pair: LanguagePair, text: string): Promise<VisitorTranslation> {
    const routes = this.#readyRoutes(pair);
    if (routes.length === 0) return { kind: 'failed' };
    if (this.#underWay >= underWayMax) return { kind: 'busy' };
    // The page shows the failure; engine errors are reported by their own events.
    const translation = await this.#translate({ pair, text, routes }).catch(() => undefined);
    return translation === undefined ? { kind: 'failed' } : { kind: 'translated', translation };
  }

  /** Returns whether `text` is the sample sentence of an installed source. */
  isSentence(text: string): boolean {
    return this.pairs().some(({ source }) => sentences[source] === text);
  }

  #attempt(pair: LanguagePair): Promise<string | undefined> {
    const { catalogue, now } = this.#parts;
    if (this.#routing !== catalogue.routing) this.#attempts.clear();
    this.#routing = catalogue.routing;
    const routes = this.#readyRoutes(pair);
    const text = sentences[pair.source];
    const [best] = routes;
    if (text === undefined || best === undefined) return Promise.resolve(undefined);
    // Keyed by the best route, because a new model gives another translation.
    const name = `${best.engine.name} ${best.path.join('>')}`;
    const known = this.#attempts.get(name);
    const isStanding = known?.failedAt === undefined || now() < later(known.failedAt, restMs);
    if (known !== undefined && isStanding) return known.translation;
    if (this.#underWay >= underWayMax) return Promise.resolve(undefined);
    const failed = () => {
      attempt.failedAt = now();
      // The front page works without an example; engine errors are reported by their own events.
      return undefined;
    };
    const attempt: Attempt = {
      translation: this.#translate({ pair, text, routes }).catch(failed),
      failedAt: undefined,
    };
    this.#attempts.set(name, attempt);
    return attempt.translation;
  }

  #readyRoutes(pair: LanguagePair): readonly Route[] {
    const choice = this.#parts.catalogue.chooseRoutes(pair);
    return choice.kind === 'routes' ? choice.routes.filter(isReady) : [];
  }

  async #translate({ pair, text, routes }: ShowcaseExample): Promise<string> {
    this.#underWay++;
    try {
      const signal = AbortSignal.timeout(translationMsMax);
      const work = { text, pair, routes, share: showcaseShare, glossary: undefined };
      return (await translateText(this.#parts, work, signal))?.translatedText ?? text;
    } finally {
      this.#underWay--;
    }
  }
}

type ShowcaseExample = { readonly pair: LanguagePair; readonly text: string; readonly routes: readonly Route[] };
