import type { z } from '@hono/zod-openapi';
import { nearestField } from './field-names.ts';
import { quoted, shortened } from './json-object.ts';
import { type FieldProblem, RefusedRequest } from './problem.ts';

const problemsMax = 20;

/**
 * Returns the members of a body, validated.
 *
 * @param further problems that the schema cannot find; undefined for none
 * @throws RefusedRequest that lists all invalid fields
 */
export function parseBody<Schema extends z.ZodObject>(
  schema: Schema,
  body: Readonly<Record<string, unknown>>,
  further: readonly (FieldProblem | undefined)[] = [],
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  const others = further.filter((problem) => problem !== undefined);
  if (parsed.success && others.length === 0) return parsed.data;
  // Unknown fields come first: a missing field was usually sent under another name.
  const issues = parsed.success ? [] : parsed.error.issues.toSorted((one, other) => rankOf(one) - rankOf(other));
  const fields = Object.keys(schema.shape);
  throw refusal([...issues.flatMap((issue) => fieldProblemsOf(issue, fields)), ...others]);
}

type Issue = z.core.$ZodIssue;

function rankOf(issue: Issue): number {
  return issue.code === 'unrecognized_keys' ? 0 : 1;
}

function fieldProblemsOf(issue: Issue, fields: readonly string[]): readonly FieldProblem[] {
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
