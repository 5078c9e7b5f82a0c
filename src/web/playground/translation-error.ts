import { hasReason } from '../../ground/service-error.ts';
import { pageFailure } from '../pages.ts';
import type { FormProblem } from '../pieces.ts';

/** Why a text was not translated; nothing was charged. */
export type TranslationError = {
  readonly status: number;
  /** As the API reports it, or `caller_gone`. */
  readonly code: string;
  readonly message: string;
  readonly problems: readonly FormProblem[];
  /** The candidates when the language cannot be detected. */
  readonly candidates: readonly string[];
  readonly retryAfterSeconds?: number | undefined;
};

/** Describes a failure for a visitor. A fault of the service is not explained. */
export function translationErrorOf(error: unknown): TranslationError {
  const failure = pageFailure(error);
  const candidates = hasReason(error, 'undecided_language') ? error.data.candidates : [];
  const code = failure.status < 500 || failure.code === 'caller_gone' ? failure.code : 'server_error';
  return { ...failure, code, problems: failure.param === '' ? [] : [failure], candidates };
}

/** An error of a form that was not translated. */
export function draftError(problems: readonly FormProblem[]): TranslationError {
  const message = problems.map((problem) => problem.message).join(' ');
  return { status: 400, code: 'validation_error', message, problems, candidates: [] };
}
