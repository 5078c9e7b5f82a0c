import type { Unit } from '../../documents/src/index.ts';
import type { UnitRecord } from './lock-file.ts';

/** Hashes of a unit now, and what the last run recorded of it. */
export type UnitState = {
  readonly source: string;
  /** Of the translation in the target file; undefined if there is none. */
  readonly target?: string | undefined;
  /** Whether the target file has the source text in its place. */
  readonly isSourceText?: boolean;
  readonly record?: UnitRecord | undefined;
};

/** What happens to a unit, and why, as reports name it. */
export type Decision =
  | { readonly send: true; readonly why: 'missing' | 'stale' | 'correction_replaced' }
  | { readonly send: false; readonly why?: 'correction_kept'; readonly record: UnitRecord };

/** Decides whether a unit is sent. A correction by hand stays until the source changes after a run has seen it. */
export function decide({ source, target, isSourceText, record }: UnitState): Decision {
  if (target === undefined) return { send: true, why: 'missing' };
  if (record === undefined) return { send: false, record: [source, target] };
  const [recordedSource, written, seen] = record;
  if (written === undefined) {
    return isSourceText ? { send: true, why: 'missing' } : { send: false, record: [source, source, target] };
  }
  const isCorrected = target !== written;
  if (source === recordedSource)
    return { send: false, record: isCorrected ? [source, written, target] : [source, written] };
  if (!isCorrected) return { send: true, why: 'stale' };
  if (seen === target) return { send: true, why: 'correction_replaced' };
  return { send: false, why: 'correction_kept', record: [source, written, target] };
}

/** What happens to a unit of a source. */
export type UnitPlan = {
  readonly unit: Unit;
  readonly why?: Decision['why'];
  /** The translation that stays; undefined: the unit is sent. */
  readonly kept?: string;
  /** With the hash of a correction by hand. */
  readonly record?: UnitRecord;
  /** Of that translation in the target file. */
  readonly line?: number | undefined;
  /** Whether it has links or formatting that the source text lacks: it stays until the file is written. */
  readonly hasOtherCodes?: true;
};

export const isSent = ({ kept }: UnitPlan): boolean => kept === undefined;
