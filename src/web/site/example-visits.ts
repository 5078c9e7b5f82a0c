import type { AccountId } from '../../core/accounts/account.ts';
import { clientBlock } from '../../core/client-block.ts';
import type { LanguagePair, LanguageTag } from '../../core/languages/language.ts';
import { ExactWindowLimiter } from '../../core/limits/exact-window.ts';
import { type Showcase, visitorTextCharactersMax } from '../../core/trial/showcase.ts';
import { countCharacters } from '../../core/units.ts';
import type { Form } from '../form.ts';
import { byName } from '../language-order.ts';
import type { Visit } from '../visit.ts';
import type { ExampleParts, ExampleResult, Named } from './example-box.ts';
import type { QualityCatalogue } from './quality-table.ts';

export type ExampleVisitsParts = {
  readonly baseUrl: () => string;
  readonly catalogue: QualityCatalogue;
  readonly showcase: Showcase;
  readonly takesVisitorText: boolean;
  readonly elapsedMs: () => number;
};

/** Own texts of one address, and addresses in memory. */
const textsPerMinute = 12;
const addressesMax = 10_000;

const formBytesMax = 16 * 1_024;

/** Translates what visitors of the front page choose or type. */
export class ExampleVisits {
  readonly #parts: ExampleVisitsParts;
  readonly #limiter: ExactWindowLimiter;

  constructor(parts: ExampleVisitsParts) {
    this.#parts = parts;
    this.#limiter = new ExactWindowLimiter(textsPerMinute, parts.elapsedMs);
  }

  /** The sample sentence of the pair in the address if it can be shown; else Spanish to English, or the first pair. */
  sample(wanted: URLSearchParams): Promise<ExampleParts> {
    return this.#sample(this.#choose(wanted.get('from'), wanted.get('to')));
  }

  /** The visitor's text, or a sample sentence where there is none. */
  async translate(visit: Visit): Promise<ExampleParts> {
    const { showcase, takesVisitorText, elapsedMs } = this.#parts;
    const form = await visit.readForm(formBytesMax);
    const { pair, text } = this.#chosenBy(form);
    if (!takesVisitorText || text === '' || showcase.isSentence(text)) return this.#sample(pair);
    const refusal = await this.#refusalOf(visit, text);
    if (refusal !== undefined) return this.#shown(pair, text, refusal);
    const begunAt = elapsedMs();
    const result = await showcase.translate(pair, text);
    const tookMs = elapsedMs() - begunAt;
    return this.#shown(pair, text, result.kind === 'translated' ? { ...result, tookMs } : result);
  }

  /** After a swap, the translation is the text. */
  #chosenBy(form: Form): { readonly pair: LanguagePair; readonly text: string } {
    const [from, to, text] = [form.text('from'), form.text('to'), form.text('text').trim()];
    if (form.text('act') !== 'swap') return { pair: this.#choose(from, to), text };
    const isSample = text === '' || this.#parts.showcase.isSentence(text);
    return { pair: this.#choose(to, from), text: isSample ? '' : form.text('translation').trim() || text };
  }

  async #refusalOf({ caller }: Visit, text: string): Promise<ExampleResult | undefined> {
    if (countCharacters(text) > visitorTextCharactersMax) return { kind: 'too_long' };
    if (this.#limiter.accountCount >= addressesMax) return { kind: 'busy' };
    const { admitted, retryAfterSeconds } = await this.#limiter.admit(clientBlock(caller.address) as AccountId);
    return admitted ? undefined : { kind: 'limited', retryAfterSeconds };
  }

  async #sample(pair: LanguagePair): Promise<ExampleParts> {
    const { showcase } = this.#parts;
    const translation = await showcase.show(pair);
    const result =
      translation === undefined ? ({ kind: 'failed' } as const) : { kind: 'translated' as const, translation };
    return this.#shown(pair, showcase.sentence(pair.source) ?? '', result);
  }

  #choose(from: string | null, to: string | null): LanguagePair {
    const { showcase } = this.#parts;
    const source = chosen(showcase.sources(), from, 'es');
    return { source, target: chosen(showcase.targets(source), to, 'en') };
  }

  #shown(pair: LanguagePair, text: string, result: ExampleResult): ExampleParts {
    const { showcase, catalogue, baseUrl, takesVisitorText } = this.#parts;
    const languages = byName(catalogue.entries());
    const named = (codes: readonly LanguageTag[]): readonly Named[] =>
      languages.filter(({ code }) => codes.includes(code));
    const choice = catalogue.chooseRoutes(pair);
    const best = choice.kind === 'routes' ? choice.routes[0] : undefined;
    return {
      baseUrl: baseUrl(),
      pair,
      text,
      result,
      score: best?.engine.measuredScore(best.path),
      takesText: takesVisitorText,
      sources: named(showcase.sources()),
      targets: named(showcase.targets(pair.source)),
    };
  }
}

function chosen(among: readonly LanguageTag[], wanted: string | null, favourite: string): LanguageTag {
  const found = among.find((code) => code === wanted) ?? among.find((code) => code === favourite) ?? among[0];
  return found ?? (favourite as LanguageTag);
}
