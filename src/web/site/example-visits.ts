import { clientBlock } from '../../ground/client-block.ts';
import { countCharacters } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import { ExactWindowLimiter } from '../../shop/limits/exact-window.ts';
import { type Showcase, visitorTextCharactersMax } from '../../shop/trial/showcase.ts';
import { type Detector, languageOfText } from '../../text/languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import { nameLanguage } from '../../text/languages/language-name.ts';
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
  readonly detector: Detector;
  readonly showcase: Showcase;
  readonly takesVisitorText: boolean;
  readonly elapsedMs: () => number;
};

/** The shown pair, and all pairs that the example offers. */
type Choice = { readonly pairs: readonly RatedPair[] } & Pick<ExampleParts, 'pair' | 'detects' | 'quality'>;

/** The languages as chosen; null for none. */
type Wanted = { readonly from: string | null; readonly to: string | null };

/** Own texts of one address, and addresses in memory. */
const textsPerMinute = 12;
const addressesMax = 10_000;

const formBytesMax = 16 * 1_024;

/** What a sample shows while no pair is installed. */
const uninstalled = { source: 'es', target: 'en' } as LanguagePair;

export class ExampleVisits {
  readonly #parts: ExampleVisitsParts;
  readonly #limiter: ExactWindowLimiter;

  constructor(parts: ExampleVisitsParts) {
    this.#parts = parts;
    this.#limiter = new ExactWindowLimiter(textsPerMinute, parts.elapsedMs);
  }

  /** The sample sentence of the pair in the address if the example offers it; else of the favourite pair. */
  sample(wanted: URLSearchParams): Promise<ExampleParts> {
    return this.#sample(this.#choose({ from: wanted.get('from'), to: wanted.get('to') }));
  }

  /** The sample sentence of the favourite pair, translated. */
  async favouriteSample(): Promise<Sample> {
    const { showcase } = this.#parts;
    const { pair } = this.#choose({ from: null, to: null });
    return { pair, text: showcase.sentence(pair.source) ?? '', translation: await showcase.show(pair) };
  }

  /** The visitor's text, or a sample sentence where there is none. */
  async translate(visit: Visit): Promise<ExampleParts> {
    const { showcase, takesVisitorText, elapsedMs } = this.#parts;
    const form = await visit.readForm(formBytesMax);
    const { wanted, text } = wishOf(form, showcase);
    if (!takesVisitorText || text === '' || showcase.isSentence(text)) return this.#sample(this.#choose(wanted, text));
    const refusal = await this.#refusalOf(visit, text);
    if (refusal !== undefined) return this.#shown(this.#choose(wanted), text, refusal);
    const choice = this.#chooseFor(wanted, text);
    if ('message' in choice) return this.#shown(this.#choose(wanted), text, { kind: 'refused', ...choice });
    const begunAt = elapsedMs();
    const result = await showcase.translate(choice.pair, text);
    const tookMs = elapsedMs() - begunAt;
    return this.#shown(choice, text, result.kind === 'translated' ? { ...result, tookMs } : result);
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

  /** The wanted pair, or the closest one. A source to detect is that of the sample sentence, if it has the target. */
  #choose({ from, to }: Wanted, text = ''): Choice {
    const { showcase } = this.#parts;
    const pairs = showcase.pairs();
    const ofSource = pairs.filter(({ source }) => source === from);
    const detects = ofSource.length === 0;
    const ofTarget = pairs.filter(({ target }) => target === to);
    const chosen = detects
      ? (ofTarget.find(({ source }) => showcase.sentence(source) === text) ?? ofTarget[0])
      : (ofSource.find(({ target }) => target === to) ?? favourite(bestOfGrade(ofSource)));
    const closest = chosen ?? favourite(bestOfGrade(pairs));
    const pair = closest === undefined ? uninstalled : { source: closest.source, target: closest.target };
    return { pair, pairs, detects, quality: closest?.quality };
  }

  /** As `#choose`, for a text whose language may have to be detected; or why it is not translated. */
  #chooseFor(wanted: Wanted, text: string): Choice | { readonly message: string } {
    const choice = this.#choose(wanted);
    if (!choice.detects) return choice;
    const { detector } = this.#parts;
    const sources = new Set(choice.pairs.map(({ source }) => source));
    const detection = detector.detect(text, sources);
    if (detection.kind === 'undecided') {
      const language = languageOfText(detector, text);
      return {
        message:
          language === undefined
            ? 'Language not detected. Choose it under From.'
            : `This text is in ${nameLanguage(language).name}, which is not available here.`,
      };
    }
    const { language } = detection;
    const { target } = choice.pair;
    const pair = choice.pairs.find((each) => each.source === language && each.target === target);
    if (pair !== undefined) return { ...choice, pair: { source: language, target }, quality: pair.quality };
    const name = nameLanguage(language).name;
    if (language === target) return { message: `This text is in ${name} already. Choose another language under To.` };
    const targets = byName(this.#parts.catalogue.entries()).filter(({ code }) =>
      choice.pairs.some((each) => each.source === language && each.target === code),
    );
    return {
      message: `This text is in ${name}, which is not translated to ${nameLanguage(target).name} here. Choose under To: ${targets.map((each) => each.name).join(', ')}.`,
    };
  }

  #shown({ pair, pairs, detects, quality }: Choice, text: string, result: ExampleResult): ExampleParts {
    const { catalogue, baseUrl, takesVisitorText } = this.#parts;
    const languages = byName(catalogue.entries());
    const named = (codes: readonly LanguageTag[]): readonly Named[] =>
      languages.filter(({ code }) => codes.includes(code));
    const ofSource = pairs.filter(({ source }) => source === pair.source);
    const basic = ofSource.filter((each) => each.quality.grade === 'basic').map(({ target }) => target);
    const isKnown = result.kind !== 'refused';
    return {
      baseUrl: baseUrl(),
      pair,
      detects,
      text,
      result,
      quality: isKnown ? quality : undefined,
      takesText: takesVisitorText,
      canSwap: isKnown && pairs.some(({ source, target }) => source === pair.target && target === pair.source),
      sources: named(pairs.map(({ source }) => source)),
      targets: named((detects ? pairs : ofSource).map(({ target }) => target)),
      basicTargets: basic,
    };
  }
}

/** The chosen languages and the text. After a swap, the translation is the text, and its languages are the chosen ones. */
function wishOf(form: Form, showcase: Showcase): { readonly wanted: Wanted; readonly text: string } {
  const [from, to, text] = [form.text('from'), form.text('to'), form.text('text').trim()];
  if (form.text('act') !== 'swap') return { wanted: { from, to }, text };
  const [source = ''] = from === 'auto' ? form.text('translated').split(' ') : [from];
  const isSample = text === '' || showcase.isSentence(text);
  return { wanted: { from: to, to: source }, text: isSample ? '' : form.text('translation').trim() || text };
}

/** Returns the best pair into the language of these pages, or else the best one. */
function favourite(pairs: readonly RatedPair[]): RatedPair | undefined {
  return pairs.find(({ target }) => target === 'en') ?? pairs[0];
}
