import type { AccountId } from '../accounts/account.ts';
import type { LanguageCatalogue } from '../languages/catalogue.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { pairName } from '../languages/language.ts';
import { chooseRoutes } from './chosen-routes.ts';
import { type FaithfulParts, translateFaithfully } from './faithful-text.ts';
import { type FindSentencesParts, findSentences } from './sentences-with-terms.ts';

export type ShowcaseParts = FaithfulParts &
  FindSentencesParts & {
    readonly catalogue: LanguageCatalogue;
    /** A signal that ends one translation in good time. */
    readonly deadline: () => AbortSignal;
  };

/** One sentence of the program's own, and what an engine made of it. */
export type Exhibit = { readonly pair: LanguagePair; readonly text: string; readonly translatedText: string };

/** In whose turn exhibits are translated: nobody's, who is charged nothing. */
const nobody = 'showcase' as AccountId;

const underWayMax = 2;

/** What is said in each language. Nothing that a visitor wrote is ever translated here, so that there is nothing to abuse. */
const sentences: Readonly<Record<string, string>> = {
  ca: 'La nova biblioteca és gran i té un jardí.',
  da: 'Det nye bibliotek er stort og har en have.',
  de: 'Die neue Bibliothek ist groß und hat einen Garten.',
  en: 'The new library is big and has a garden.',
  es: 'La nueva biblioteca es grande y tiene un jardín.',
  fr: 'La nouvelle bibliothèque est grande et a un jardin.',
  gl: 'A nova biblioteca é grande e ten un xardín.',
  it: 'La nuova biblioteca è grande e ha un giardino.',
  nb: 'Det nye biblioteket er stort og har en hage.',
  nl: 'De nieuwe bibliotheek is groot en heeft een tuin.',
  pl: 'Nowa biblioteka jest duża i ma ogród.',
  pt: 'A nova biblioteca é grande e tem um jardim.',
  ru: 'Новая библиотека большая, и у неё есть сад.',
  sv: 'Det nya biblioteket är stort och har en trädgård.',
  uk: 'Нова бібліотека велика і має сад.',
};

/** Shows what the engines of this service make of one sentence, in any pair that is served. Each pair is translated once. */
export class Showcase {
  readonly #parts: ShowcaseParts;
  /** By pair: as many as there are sentences and targets at most. */
  readonly #exhibits = new Map<string, Exhibit>();
  #version = '';
  #underWay = 0;

  constructor(parts: ShowcaseParts) {
    this.#parts = parts;
  }

  /** Languages with a sentence that are served now. */
  sources(): readonly LanguageTag[] {
    return this.#parts.catalogue
      .entries()
      .filter(({ code, targets }) => sentences[code] !== undefined && targets.length > 0)
      .map(({ code }) => code);
  }

  /** Undefined when the pair is not served, cannot be translated now, or too many others are being translated. */
  async show(pair: LanguagePair): Promise<Exhibit | undefined> {
    const { catalogue } = this.#parts;
    if (this.#version !== catalogue.version) this.#exhibits.clear();
    this.#version = catalogue.version;
    const known = this.#exhibits.get(pairName(pair));
    if (known !== undefined) return known;
    const text = sentences[pair.source];
    if (text === undefined || this.#underWay >= underWayMax) return undefined;
    this.#underWay++;
    try {
      const exhibit = { pair, text, translatedText: await this.#translate(pair, text) };
      this.#exhibits.set(pairName(pair), exhibit);
      return exhibit;
    } catch {
      // The front page stands without an example; what ails the engines is told by their own events.
      return undefined;
    } finally {
      this.#underWay--;
    }
  }

  async #translate(pair: LanguagePair, text: string): Promise<string> {
    const signal = this.#parts.deadline();
    const routes = chooseRoutes(this.#parts.catalogue, pair);
    if (routes.length === 0) return text;
    const found = await findSentences(this.#parts, { text, pair, accountId: nobody, termsVersion: 0 }, signal);
    const work = { ...found, text, pair, routes, accountId: nobody };
    const { translatedText } = await translateFaithfully(this.#parts, work, signal);
    return translatedText;
  }
}
