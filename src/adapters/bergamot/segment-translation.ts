import { setImmediate } from 'node:timers/promises';
import { readWords } from '../../text/checks/words.ts';
import type { Ask } from '../../text/engine/waiting-requests.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import { type EngineText, type ModelInput, type ModelSegment, modelInputOf } from './model-input.ts';
import { type HasCharacter, writeForModel } from './post-edit/model-characters.ts';
import type { Normalised } from './post-edit/normalised.ts';
import { isMoreConfident, normaliseSegment } from './post-edit/normalised-segment.ts';
import type { EngineTranslation } from './worker.ts';

export type PreparedSegment = Pick<Normalised, 'restore'> & {
  readonly input: ModelInput;
  /** Another variant of it; the variant with the higher confidence is used. */
  readonly other: ModelInput | undefined;
  /** Returns the segment as it was written, if `translation` lacks a figure or another form that replaced a word. */
  asWritten(translation: string): PreparedSegment | undefined;
};

/** How long preparing segments may block other work. */
const sliceMs = 2;

/** The languages of the segments, and the characters that the model has. */
export type PreparedFor = { readonly pair: LanguagePair; readonly hasCharacter: HasCharacter };

/** @throws the signal's reason when it aborts in a pause */
export async function prepareSegments(
  segments: readonly ModelSegment[],
  preparedFor: PreparedFor,
  signal: AbortSignal,
): Promise<readonly PreparedSegment[]> {
  const prepared: PreparedSegment[] = [];
  let pausedAt = performance.now();
  for (const segment of segments) {
    prepared.push(prepareSegment(segment, preparedFor));
    if (performance.now() - pausedAt < sliceMs) continue;
    await setImmediate();
    signal.throwIfAborted();
    pausedAt = performance.now();
  }
  return prepared;
}

/** Models translate the words better without the quotation marks or brackets around all of them. */
const quoted = /^(["“«([])([^"“”„«»()[\]]+)(["”»)\]])$/;

function prepareSegment(
  { segment, entries }: ModelSegment,
  preparedFor: PreparedFor,
  options: { readonly keepsWords?: boolean } = {},
): PreparedSegment {
  const { pair } = preparedFor;
  const [, opening = '', inner = segment, closing = ''] = quoted.exec(segment) ?? [];
  const known = writeForModel(inner, preparedFor, options);
  const { text, other, restore, hasFigures } = normaliseSegment(known.text, pair, options);
  const inputOf = (variant: string) => modelInputOf({ segment: variant, entries }, pair.target);
  return {
    input: inputOf(text),
    other: other === undefined ? undefined : inputOf(other),
    restore: (translation) => {
      const restored = known.restore(restore(translation));
      return restored === '' ? '' : opening + restored + closing;
    },
    asWritten: (translation) =>
      options.keepsWords || (hasFigures(translation) && known.hasWords(translation))
        ? undefined
        : prepareSegment({ segment, entries }, preparedFor, { keepsWords: true }),
  };
}

/** A text for a model, and whether the confidence of its translation is needed. */
export type TextToTranslate = { readonly text: EngineText; readonly isScored: boolean };

/** Returns the translation of a segment; empty if one of its texts was given up. Requests its first texts immediately. */
export async function translateSegment(
  prepared: PreparedSegment,
  ask: Ask<TextToTranslate, EngineTranslation>,
): Promise<string> {
  const translation = await translateInput(prepared, ask);
  const asWritten = translation === '' ? undefined : prepared.asWritten(translation);
  const other = asWritten === undefined ? '' : asWritten.restore(await translateInput(asWritten, ask));
  return other === '' ? prepared.restore(translation) : other;
}

async function translateInput(
  { input, other }: PreparedSegment,
  ask: Ask<TextToTranslate, EngineTranslation>,
): Promise<string> {
  const isScored = other !== undefined;
  const translate = (variant: ModelInput) => translateVariant(variant, (text) => ask({ text, isScored }));
  if (other === undefined) return (await translate(input))?.text ?? '';
  const [one, two] = await Promise.all([translate(input), translate(other)]);
  if (one === undefined || two === undefined) return '';
  const wordsOf = (text: string) => readWords(text.toLowerCase()).join(' ');
  const isCopy = wordsOf(input.texts.map(({ text }) => text).join(' ')) === wordsOf(one.text);
  const isOther = one.text.trim() === '' || isMoreConfident(two.confidence, one.confidence, { isCopy });
  return isOther ? two.text : one.text;
}

/** The confidence is the lowest among its texts. */
async function translateVariant(
  variant: ModelInput,
  ask: Ask<EngineText, EngineTranslation>,
): Promise<{ readonly text: string; readonly confidence: number } | undefined> {
  let input = variant;
  let confidence = 1;
  for (;;) {
    const answers = await Promise.all(input.texts.map(ask));
    const translations = answers.filter((answer) => answer !== undefined);
    if (translations.length < answers.length) return undefined;
    confidence = translations.reduce((least, one) => Math.min(least, one.confidence ?? 0), confidence);
    const outcome = input.read(translations);
    if (typeof outcome === 'string') return { text: outcome, confidence };
    input = outcome;
  }
}
