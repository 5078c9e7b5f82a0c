import { setImmediate } from 'node:timers/promises';
import type { Ask } from '../../core/engine-runtime/pending-job.ts';
import type { LanguagePair } from '../../core/languages/language.ts';
import type { Carried, EngineText, SegmentToCarry } from './carried.ts';
import { carry } from './marked-text.ts';
import { type Eased, easeSegment, isSurer } from './post-edit/post-edit.ts';
import { aroundUnknownSigns, type Knows } from './post-edit/unknown-signs.ts';
import type { EngineTranslation } from './worker.ts';

/** A segment in the form that a model receives. */
export type PreparedSegment = {
  readonly eased: Eased;
  readonly carried: Carried;
  /** Another variant of it; the variant with the higher confidence is used. */
  readonly other: Carried | undefined;
};

/** Longest pause of other work while segments are prepared. */
const sliceMs = 2;

/** The languages of the segments, and the characters that the model has. */
export type PreparedFor = { readonly pair: LanguagePair; readonly knows: Knows };

/** @throws the signal's reason when it aborts in a pause */
export async function prepareSegments(
  segments: readonly SegmentToCarry[],
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

function prepareSegment({ segment, terms }: SegmentToCarry, { pair, knows }: PreparedFor): PreparedSegment {
  const around = aroundUnknownSigns(segment, pair, knows);
  const inner = easeSegment(around.text, pair);
  const eased = { ...inner, restore: (translation: string) => around.restore(inner.restore(translation)) };
  const carryThis = (text: string): Carried => carry({ segment: text, terms }, pair.target);
  const carried = eased.text === '' ? { texts: [], read: () => '' } : carryThis(eased.text);
  return { eased, carried, other: eased.other === undefined ? undefined : carryThis(eased.other) };
}

/** A text for a model, and whether the confidence of its translation is needed. */
export type TextToTranslate = { readonly text: EngineText; readonly isScored: boolean };

/** Returns the translation of a segment; empty if one of its texts was given up. Requests its first texts immediately. */
export async function translateSegment(
  { eased, carried, other }: PreparedSegment,
  ask: Ask<TextToTranslate, EngineTranslation>,
): Promise<string> {
  const isScored = other !== undefined;
  const translate = (variant: Carried) => translateVariant(variant, (text) => ask({ text, isScored }));
  if (other === undefined) return eased.restore((await translate(carried))?.text ?? '');
  const [one, two] = await Promise.all([translate(carried), translate(other)]);
  if (one === undefined || two === undefined) return '';
  const isLost = one.text.trim() === '';
  const isOther = isLost || isSurer({ text: one.confidence, other: two.confidence });
  return eased.restore(isOther ? two.text : one.text);
}

/** The confidence is the lowest among its texts. */
async function translateVariant(
  variant: Carried,
  ask: Ask<EngineText, EngineTranslation>,
): Promise<{ readonly text: string; readonly confidence: number } | undefined> {
  let carried = variant;
  let confidence = 1;
  for (;;) {
    const answers = await Promise.all(carried.texts.map(ask));
    const translations = answers.filter((answer) => answer !== undefined);
    if (translations.length < answers.length) return undefined;
    confidence = translations.reduce((least, one) => Math.min(least, one.confidence ?? 0), confidence);
    const outcome = carried.read(translations);
    if (typeof outcome === 'string') return { text: outcome, confidence };
    carried = outcome;
  }
}
