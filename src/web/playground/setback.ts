import { hasReason } from '../../core/service-error.ts';
import { failureOf } from '../pages.ts';
import type { FieldProblem } from '../pieces.ts';

/** Why a text was not translated; nothing was charged. */
export type Setback = {
  readonly status: number;
  readonly message: string;
  readonly problems: readonly FieldProblem[];
  /** Languages that the text may be in, when that cannot be detected. */
  readonly candidates: readonly string[];
  readonly retryAfterSeconds?: number | undefined;
};

/** What a visitor reads of a failure. Of a fault of the service, only that it happened. */
export function setbackOf(error: unknown): Setback {
  const failure = failureOf(error);
  const candidates = hasReason(error, 'undecided_language') ? error.data.candidates : [];
  return { ...failure, problems: failure.param === '' ? [] : [failure], candidates };
}

/** A draft that was not sent to be translated. */
export function draftSetback(problems: readonly FieldProblem[]): Setback {
  return { status: 400, message: 'Something is missing.', problems, candidates: [] };
}
