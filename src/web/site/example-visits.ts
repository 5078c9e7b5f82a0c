import { clientBlock } from '../../ground/client-block.ts';
import { countCharacters } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import { ExactWindowLimiter } from '../../shop/limits/exact-window.ts';
import { type Showcase, visitorTextCharactersMax } from '../../shop/trial/showcase.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import { bestOfGrade, type RatedPair } from '../../text/languages/quality.ts';
import type { Form } from '../form.ts';
import { byName } from '../language-names.ts';
import type { Visit } from '../visit.ts';
import type { ExampleParts, ExampleResult, Named } from './example-box.ts';
import type { Sample } from './guides.ts';
import type { QualityCatalogue } from './quality-table.ts';

export type ExampleVisitsParts = {
  readonly baseUrl: () => string;
  readonly catalogue: QualityCatalogue;
  readonly showcase: Showcase;
  readonly takesVisitorText: boolean;
  readonly elapsedMs: () => number;
};

/** The shown pair, and all pairs that the example offers. */
type Choice = { readonly pair: LanguagePair; readonly pairs: readonly RatedPair[] } & Pick<ExampleParts, 'quality'>;

/** Own texts of one address, and addresses in memory. */
const textsPerMinute = 12;
const addressesMax = 10_000;

const formBytesMax = 16 * 1_024;

/** What a sample shows while no pair is installed. */
const uninstalled = { source: 'es', target: 'en' } as LanguagePair;

/** Translates what visitors of the front page choose or type. */
export class ExampleVisits {
  readonly #parts: ExampleVisitsParts;
  readonly #limiter: ExactWindowLimiter;

  constructor(parts: ExampleVisitsParts) {
    this.#parts = parts;
    this.#limiter = new ExactWindowLimiter(textsPerMinute, parts.elapsedMs);
  }

  /** The sample sentence of the pair in the address if the example offers it; else of the favourite pair. */
  sample(wanted: URLSearchParams): Promise<ExampleParts> {
    return this.#sample(this.#choose(wanted.get('from'), wanted.get('to')));
  }

  /** The sample sentence of the favourite pair, translated. */
  async favouriteSample(): Promise<Sample> {
    const { showcase } = this.#parts;
    const { pair } = this.#choose(null, null);
    return { pair, text: showcase.sentence(pair.source) ?? '', translation: await showcase.show(pair) };
  }

  /** The visitor's text, or a sample sentence where there is none. */
  async translate(visit: Visit): Promise<ExampleParts> {
    const { showcase, takesVisitorText, elapsedMs } = this.#parts;
    const form = await visit.readForm(formBytesMax);
    const { choice, text } = this.#chosenBy(form);
    if (!takesVisitorText || text === '' || showcase.isSentence(text)) return this.#sample(choice);
    const refusal = await this.#refusalOf(visit, text);
    if (refusal !== undefined) return this.#shown(choice, text, refusal);
    const begunAt = elapsedMs();
    const result = await showcase.translate(choice.pair, text);
    const tookMs = elapsedMs() - begunAt;
    return this.#shown(choice, text, result.kind === 'translated' ? { ...result, tookMs } : result);
  }

  /** After a swap, the translation is the text. */
  #chosenBy(form: Form): { readonly choice: Choice; readonly text: string } {
    const [from, to, text] = [form.text('from'), form.text('to'), form.text('text').trim()];
    if (form.text('act') !== 'swap') return { choice: this.#choose(from, to), text };
    const isSample = text === '' || this.#parts.showcase.isSentence(text);
    return { choice: this.#choose(to, from), text: isSample ? '' : form.text('translation').trim() || text };
  }

  async #refusalOf({ caller }: Visit, text: string): Promise<ExampleResult | undefined> {
    if (countCharacters(text) > visitorTextCharactersMax) return { kind: 'too_long' };
    if (this.#limiter.accountCount >= addressesMax) return { kind: 'busy' };
    const { admitted, retryAfterSeconds } = await this.#limiter.admit(clientBlock(caller.address) as AccountId);
    return admitted ? undefined : { kind: 'limited', retryAfterSeconds };
  }

  async #sample(choice: Choice): Promise<ExampleParts> {
    const { showcase } = this.#parts;
    const translation = await showcase.show(choice.pair);
    const result =
      translation === undefined ? ({ kind: 'failed' } as const) : { kind: 'translated' as const, translation };
    return this.#shown(choice, showcase.sentence(choice.pair.source) ?? '', result);
  }

  #choose(from: string | null, to: string | null): Choice {
    const pairs = this.#parts.showcase.pairs();
    const ofSource = pairs.filter(({ source }) => source === from);
    const chosen =
      ofSource.find(({ target }) => target === to) ?? favourite(bestOfGrade(ofSource)) ?? favourite(bestOfGrade(pairs));
    const pair = chosen === undefined ? uninstalled : { source: chosen.source, target: chosen.target };
    return { pair, pairs, quality: chosen?.quality };
  }

  #shown({ pair, pairs, quality }: Choice, text: string, result: ExampleResult): ExampleParts {
    const { catalogue, baseUrl, takesVisitorText } = this.#parts;
    const languages = byName(catalogue.entries());
    const named = (codes: readonly LanguageTag[]): readonly Named[] =>
      languages.filter(({ code }) => codes.includes(code));
    const ofSource = pairs.filter(({ source }) => source === pair.source);
    const basic = ofSource.filter((each) => each.quality.grade === 'basic').map(({ target }) => target);
    return {
      baseUrl: baseUrl(),
      pair,
      text,
      result,
      quality,
      takesText: takesVisitorText,
      canSwap: pairs.some(({ source, target }) => source === pair.target && target === pair.source),
      sources: named(pairs.map(({ source }) => source)),
      targets: named(ofSource.map(({ target }) => target)),
      basicTargets: basic,
    };
  }
}

/** Returns the best pair into the language of these pages, or else the best one. */
function favourite(pairs: readonly RatedPair[]): RatedPair | undefined {
  return pairs.find(({ target }) => target === 'en') ?? pairs[0];
}
