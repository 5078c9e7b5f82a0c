import { type ErrorCode, type FieldProblem, ServiceError } from '../../core/service-error.ts';
import { isPassing, passingSeconds } from '../pages.ts';

/** Why a text was not translated; nothing was charged. */
export type Setback = {
  readonly status: number;
  readonly kind:
    | 'not_sent'
    | 'suspended'
    | 'undecided'
    | 'insufficient_balance'
    | 'rate_limit_exceeded'
    | 'server_error';
  readonly message: string;
  readonly problems: readonly FieldProblem[];
  /** Languages that the text may be in, when that cannot be told. */
  readonly candidates: readonly string[];
  readonly retryAfterSeconds: number | undefined;
};

/** Names of fields on the wire, by which the use case calls them, and on the page. */
const pageFields: Readonly<Record<string, string>> = { source_lang: 'source', target_lang: 'target' };

/** Those that a visitor can do something about; all others are ours to mend. */
const known: Partial<Readonly<Record<ErrorCode, Pick<Setback, 'status' | 'kind'>>>> = {
  validation_error: { status: 400, kind: 'not_sent' },
  insufficient_balance: { status: 402, kind: 'insufficient_balance' },
  rate_limit_exceeded: { status: 429, kind: 'rate_limit_exceeded' },
};

/** What a visitor is told of a failure; nothing of one of ours but that it happened. */
export function setbackOf(error: unknown): Setback {
  const told = error instanceof ServiceError ? known[error.code] : undefined;
  if (told === undefined || !(error instanceof ServiceError)) {
    return isPassing(error) ? { ...serverSetback, status: 503, retryAfterSeconds: passingSeconds } : serverSetback;
  }
  const candidates = candidatesOf(error);
  const { message, retryAfterSeconds } = error;
  const kind = candidates.length > 0 ? 'undecided' : told.kind;
  return { ...told, kind, message, problems: problemsOf(error), candidates, retryAfterSeconds };
}

const nothingToSay = { message: '', problems: [], candidates: [], retryAfterSeconds: undefined } as const;

const serverSetback: Setback = { ...nothingToSay, status: 500, kind: 'server_error' };

export const suspendedSetback: Setback = { ...nothingToSay, status: 400, kind: 'suspended' };

function problemsOf({ problems, param, message }: ServiceError): readonly FieldProblem[] {
  if (problems.length > 0 || param === undefined) return problems;
  return [{ param: pageFields[param] ?? param, message }];
}

function candidatesOf({ body }: ServiceError): readonly string[] {
  const { candidates } = body;
  return Array.isArray(candidates) ? candidates : [];
}
