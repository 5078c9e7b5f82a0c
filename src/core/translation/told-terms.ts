import type { Span } from '../marks/mark.ts';
import type { TextLayout } from '../segments/text-layout.ts';
import type { TermId } from '../terms/term.ts';
import type { FaithfulSentences } from './faithful-text.ts';
import { placeTerms } from './term-trial.ts';
import type { TermOutcome } from './terms-on-route.ts';

/** A term of the account in one text, as whoever asked for its translation is told of it. */
export type ToldTerm = {
  readonly id: TermId;
  /** As they stand in the text. */
  readonly words: string;
  /** What the term base wants for them. */
  readonly wanted: string;
  /** Whether the term is not to be translated. */
  readonly isKept: boolean;
  readonly outcome: TermOutcome;
  /** UTF-16 offsets in the text; left out where it cannot be told. */
  readonly inText?: Span | undefined;
  /** The same in the translated text. */
  readonly inTranslation?: Span | undefined;
};

/** Nobody reads more, and a reply that is kept is not to grow without end. */
const toldMax = 1_000;

/** The text is put together anew for each sentence of which it is hard to tell; more would keep others waiting for long. */
const placedLengthMax = 5_000;

/** What became of the terms in a text, in its order; of the first `toldMax`. In a long text their places are not told. */
export function tellTerms(
  sentences: Pick<FaithfulSentences, 'translations' | 'applied'>,
  texts: { readonly text: string; readonly translatedText: string; readonly layout: TextLayout },
): readonly ToldTerm[] {
  if (sentences.applied.size === 0) return [];
  if (texts.text.length > placedLengthMax) return tellWithoutPlaces(sentences, texts.layout);
  return placeTerms(sentences, texts)
    .slice(0, toldMax)
    .map(({ use, outcome, inText, inTranslation }): ToldTerm => {
      return { ...toldOf(use), outcome, inText, inTranslation };
    });
}

type Applied = Pick<FaithfulSentences, 'applied'>;

function tellWithoutPlaces({ applied }: Applied, { sentences }: TextLayout): readonly ToldTerm[] {
  const told: ToldTerm[] = [];
  for (const sentence of sentences) {
    for (const { use, outcome } of applied.get(sentence) ?? []) told.push({ ...toldOf(use), outcome });
    if (told.length >= toldMax) return told.slice(0, toldMax);
  }
  return told;
}

type Use = ReturnType<typeof placeTerms>[number]['use'];

function toldOf({ term, words, wanted }: Use): Pick<ToldTerm, 'id' | 'words' | 'wanted' | 'isKept'> {
  return { id: term.id, words, wanted, isKept: term.translation === undefined };
}
