import { counted } from '../../ground/counts.ts';
import type { Throttled, Unusable } from '../../shop/people/people.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, notice, problemSummary } from '../pieces.ts';
import { retryHeaders } from '../reply.ts';
import { personWordings } from '../wordings.ts';

/** Why a form was refused, as its page shows it. */
export type FormError = {
  readonly problems: readonly FormProblem[];
  /** Shown above the form. */
  readonly above: Piece | string;
  readonly reply: Pick<Page, 'status' | 'headers'>;
};

/** The first visit of a page. */
export const noError: FormError = { problems: [], above: '', reply: {} };

export function formErrorOf(outcome: Throttled | Unusable): FormError {
  if (outcome.kind === 'unusable') {
    const problems = outcome.faults.map((fault) => personWordings[fault]);
    return { problems, above: problemSummary(problems), reply: { status: 400 } };
  }
  const reply = { status: 429, headers: retryHeaders(outcome) };
  return { problems: [], above: notice('bad', tooMany(outcome)), reply };
}

export function formError(text: string): FormError {
  return { problems: [], above: notice('bad', text), reply: { status: 400 } };
}

/** As `formErrorOf`, for an outcome that can also be a wrong password or code: then with this text. */
export function proofErrorOf(outcome: Throttled | Unusable | { readonly kind: 'refused' }, text: string): FormError {
  return outcome.kind === 'refused' ? formError(text) : formErrorOf(outcome);
}

export function tooMany({ retryAfterSeconds }: Throttled): string {
  return `Too many attempts. Please wait ${waitInWords(retryAfterSeconds)}, then try again.`;
}

/** Rounded up, so that a retry after it is not too early: `40 seconds`, `2 minutes`, `1 hour`. */
export function waitInWords(seconds: number): string {
  if (seconds < 90) return counted(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 90 * 60) return counted(Math.ceil(seconds / 60), 'minute');
  return counted(Math.ceil(seconds / 3_600), 'hour');
}
