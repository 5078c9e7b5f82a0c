import { ServiceError } from '../ground/service-error.ts';
import type { KeyHolder } from '../shop/keys/key-store.ts';
import type { TranslateRequest } from '../shop/sale/translate.ts';
import type { LanguageTag } from '../text/languages/language.ts';
import type { LanguageRole } from '../text/languages/language-match.ts';
import type { ApiParts } from './api-parts.ts';
import { nearestField } from './field-names.ts';
import { quoted, shortened } from './json-object.ts';
import { type FieldProblem, RefusedRequest } from './problem.ts';
import { translateBodySchema } from './schemas.ts';

const fields = Object.keys(translateBodySchema.shape);
const problemsMax = 20;
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

type Input = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  readonly holder: KeyHolder;
};

/**
 * Returns the validated request.
 *
 * @throws RefusedRequest that lists all invalid fields; ServiceError `engine_unavailable` if the request is valid, but
 * one of its languages cannot be translated at the moment
 */
export function parseTranslateInput(catalogue: ApiParts['catalogue'], input: Input): TranslateRequest {
  const parsed = translateBodySchema.safeParse(input.body);
  const source = parseLanguage(catalogue, 'source', input.body['source_lang'] ?? 'auto');
  const target = parseLanguage(catalogue, 'target', input.body['target_lang'] ?? 'en');
  const keyProblem = idempotencyKeyProblem(input.idempotencyKey);
  if (parsed.success && source.problem === undefined && target.problem === undefined && keyProblem === undefined) {
    if (source.away || target.away) {
      throw new ServiceError('engine_unavailable', { detail: { source: source.tag, target: target.tag } });
    }
    const { accountId, keyId, termsVersion } = input.holder;
    return {
      accountId,
      keyId,
      termsVersion,
      text: parsed.data.text,
      source: source.tag,
      target: target.tag as LanguageTag,
      idempotencyKey: input.idempotencyKey,
    };
  }
  // Unknown fields come first: a missing field was usually sent under another name.
  const issues = parsed.success ? [] : parsed.error.issues.toSorted((one, other) => rankOf(one) - rankOf(other));
  const ofCodes = [source.problem, target.problem, keyProblem].filter((problem) => problem !== undefined);
  throw refusal([...issues.flatMap(fieldProblemsOf), ...ofCodes]);
}

type ParsedLanguage = {
  readonly tag: LanguageTag | 'auto';
  readonly problem?: FieldProblem;
  /** Whether the code may be valid, but its language, or every language, is unavailable at the moment. */
  readonly away?: boolean;
};

function parseLanguage(catalogue: ApiParts['catalogue'], role: LanguageRole, written: unknown): ParsedLanguage {
  // The schema refuses any other type.
  if (typeof written !== 'string') return { tag: 'auto' };
  const param = `${role}_lang`;
  if (written.toLowerCase() === 'auto') {
    if (role === 'source') return { tag: 'auto' };
    return { tag: 'auto', problem: { param, message: 'must name a language; only source_lang may be `auto`' } };
  }
  const lookup = catalogue.parse(written, role);
  if (lookup.kind === 'tag') return { tag: lookup.tag };
  if (lookup.kind === 'withdrawn') return { tag: lookup.tag, away: true };
  if (lookup.nearest === undefined) return { tag: 'auto', away: true };
  const message = `names the unknown ${role} language ${quoted(written)}. The nearest is \`${lookup.nearest}\`. See /api/v1/languages`;
  return { tag: 'auto', problem: { param, message } };
}

function idempotencyKeyProblem(key: string | undefined): FieldProblem | undefined {
  if (key === undefined || visibleAscii.test(key)) return undefined;
  return { param: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' };
}

type Issue = NonNullable<ReturnType<typeof translateBodySchema.safeParse>['error']>['issues'][number];

function rankOf(issue: Issue): number {
  return issue.code === 'unrecognized_keys' ? 0 : 1;
}

function fieldProblemsOf(issue: Issue): readonly FieldProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ param: issue.path.map(String).join('.'), message: issue.message }];
  return issue.keys.slice(0, problemsMax).map((name) => {
    const nearest = nearestField(name, fields);
    const hint = nearest === undefined ? `the fields are ${fields.join(', ')}` : `did you mean \`${nearest}\`?`;
    return { param: shortened(name), message: `is unknown; ${hint}` };
  });
}

function refusal(problems: readonly FieldProblem[]): RefusedRequest {
  const [first, ...others] = problems.slice(0, problemsMax);
  const { param, message } = first ?? { param: '', message: 'is not valid' };
  const more = others.length === 0 ? '' : ` (and ${others.length} more, see errors)`;
  return new RefusedRequest({
    message: `${quoted(param)} ${message}${more}.`.replace('?.', '?'),
    param,
    ...(first && { errors: [first, ...others] }),
  });
}
