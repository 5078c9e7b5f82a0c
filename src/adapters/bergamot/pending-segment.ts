import { setImmediate } from 'node:timers/promises';
import { assert } from '../../core/assert.ts';
import type { LanguagePair } from '../../core/languages/language.ts';
import { type Eased, easeSegment, isSurer } from '../../core/neural/ease.ts';
import { aroundUnknownSigns, type Knows } from '../../core/neural/unknown-signs.ts';
import type { AlignedText } from './aligned-text.ts';
import type { Carried, EngineText, SegmentToCarry } from './carried.ts';
import { carry } from './marked-text.ts';
import type { EngineTranslation } from './worker.ts';

/** A segment as it goes through a model. */
export type PreparedSegment = {
  readonly eased: Eased;
  readonly carried: Carried;
  /** Another wording of it, of which it has to be known how sure the model is of both. */
  readonly other: Carried | undefined;
};

/** A text of a segment that is to be translated. */
export type SegmentText = {
  readonly wording: Wording;
  readonly index: number;
  readonly text: EngineText;
  /** Whether the confidence of its translation is needed. */
  readonly isScored: boolean;
};

/** How often one wording is carried in another way. More would be a fault of what carries it. */
const triesMax = 8;

/** So long others wait at most while segments are prepared. */
const sliceMs = 5;

/** Into which language segments go, and what the model knows of the one that they are in. */
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
  const carryThis = (wording: string): Carried => carry({ segment: wording, terms }, pair.target);
  const carried = eased.text === '' ? { texts: [], read: () => '' } : carryThis(eased.text);
  return { eased, carried, other: eased.other === undefined ? undefined : carryThis(eased.other) };
}

/** One wording of a segment until it is translated. */
class Wording {
  readonly #isScored: boolean;
  #carried: Carried;
  #translations: AlignedText[] = [];
  #missing = 0;
  #tries = 0;
  #translation: string | undefined;
  /** Of the text of which the model was least sure. */
  #confidence: number | undefined;

  constructor(carried: Carried, options: { readonly isScored: boolean }) {
    this.#isScored = options.isScored;
    this.#carried = carried;
  }

  /** Undefined until all of it is translated. */
  get translation(): string | undefined {
    return this.#translation;
  }

  get confidence(): number | undefined {
    return this.#confidence;
  }

  /** What is to be translated of it next; nothing once it is translated. */
  begin(): readonly SegmentText[] {
    for (;;) {
      assert(this.#tries++ < triesMax, 'a segment is carried in one way or another');
      const { texts } = this.#carried;
      this.#translations = [];
      this.#missing = texts.length;
      if (texts.length > 0)
        return texts.map((text, index) => ({ wording: this, index, text, isScored: this.#isScored }));
      if (this.#read()) return [];
    }
  }

  /** @returns what is to be translated next */
  translated(index: number, translation: EngineTranslation): readonly SegmentText[] {
    this.#translations[index] = translation;
    this.#confidence = Math.min(this.#confidence ?? 1, translation.confidence ?? 0);
    this.#missing--;
    if (this.#missing > 0 || this.#read()) return [];
    return this.begin();
  }

  /** @returns whether that is all, or it is to be carried in another way */
  #read(): boolean {
    const outcome = this.#carried.read(this.#translations);
    if (typeof outcome === 'string') this.#translation = outcome;
    else this.#carried = outcome;
    return typeof outcome === 'string';
  }
}

/** A segment until its wordings are translated. */
export class PendingSegment {
  readonly position: number;
  readonly #eased: Eased;
  readonly #wordings: readonly Wording[];
  #isGivenUp = false;

  constructor({ eased, carried, other }: PreparedSegment, position: number) {
    this.position = position;
    this.#eased = eased;
    const isScored = other !== undefined;
    this.#wordings = [carried, other].filter((one) => one !== undefined).map((one) => new Wording(one, { isScored }));
  }

  get isDone(): boolean {
    return this.#isGivenUp || this.#wordings.every(({ translation }) => translation !== undefined);
  }

  /** Undefined until it is done; empty when it was given up. */
  get translation(): string | undefined {
    if (this.#isGivenUp) return '';
    const [text, other] = this.#wordings;
    if (text?.translation === undefined || (other !== undefined && other.translation === undefined)) return undefined;
    const isLost = text.translation.trim() === '';
    const isOther = other !== undefined && (isLost || isSurer({ text: text.confidence, other: other.confidence }));
    return this.#eased.restore((isOther ? other.translation : text.translation) ?? '');
  }

  begin(): readonly SegmentText[] {
    return this.#wordings.flatMap((wording) => wording.begin());
  }

  giveUp(): void {
    this.#isGivenUp = true;
  }
}
