import { z } from '@hono/zod-openapi';
import { quoted, shortened } from '../calls/json-object.ts';
import { type FieldProblem, RefusedRequest } from '../calls/problem.ts';
import { textBodyBytesMax } from '../calls/request-content.ts';
import { countCharacters } from '../ground/units.ts';
import { editDistance } from '../ops/edit-distance.ts';
import { batchTextsMax, textCharactersMax } from '../shop/sale/translate.ts';

/** Problems of members of a list are all reported, because a client may send the other members again. */
const problemsMax = 20;

/**
 * Returns the members of a body, validated.
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
  throw refusal([...issues.flatMap((issue) => fieldProblemsOf(issue, schema)), ...others]);
}

type Issue = z.core.$ZodIssue;

function rankOf(issue: Issue): number {
  return issue.code === 'unrecognized_keys' ? 0 : 1;
}

function fieldProblemsOf(issue: Issue, schema: z.ZodObject): readonly FieldProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ param: paramOf(issue.path), message: issue.message }];
  const fields = fieldsAt(schema, issue.path);
  return issue.keys.slice(0, problemsMax).map((name) => {
    const nearest = nearestField(name, fields);
    const hint = nearest === undefined ? `the fields are ${fields.join(', ')}` : `did you mean \`${nearest}\`?`;
    return { param: paramOf([...issue.path, shortened(name)]), message: `is unknown; ${hint}` };
  });
}

/** The fields of a body, or of the members of a list in it. */
function fieldsAt(schema: z.ZodObject, [list]: readonly PropertyKey[]): readonly string[] {
  const field: unknown = list === undefined ? undefined : schema.shape[String(list)];
  const member: unknown = field instanceof z.ZodArray ? field.element : schema;
  return member instanceof z.ZodObject ? Object.keys(member.shape) : [];
}

/** As in `texts[17]` and `entries[3].term`. */
function paramOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');
}

function refusal(problems: readonly FieldProblem[]): RefusedRequest {
  const [first, ...others] = problems.filter(({ param }, at) => at < problemsMax || param.includes('['));
  const { param, message } = first ?? { param: '', message: 'is not valid' };
  const more = others.length === 0 ? '' : ` (and ${others.length} more, see errors)`;
  return new RefusedRequest({
    message: `${quoted(param)} ${message}${more}.`.replace('?.', '?'),
    param,
    ...(first && { errors: [first, ...others] }),
  });
}

/** The field `text` of a body: 1 to 100,000 characters. */
export function textField(what: string): z.ZodType<string> {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .check((context) => {
      const message = textProblem(context.value);
      if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
    })
    .openapi({
      description:
        `${what} A character is a Unicode code point of this string exactly as received: spaces, line ` +
        'breaks and markup count, and nothing is normalised. Lone surrogates are refused.',
      minLength: 1,
      maxLength: textCharactersMax,
      example: 'La maison est grande.',
    });
}

/** The field `texts` of a body: 1 to 1,000 texts of 100,000 characters in all. */
export const textsField = z
  .array(
    z.string({ error: 'must be a string' }).check(({ value, issues }) => {
      const message = textProblem(value, Number.POSITIVE_INFINITY);
      if (message !== undefined) issues.push({ code: 'custom', message, input: value });
    }),
    { error: ({ input }) => (input === undefined ? 'is required' : 'must be a list of strings') },
  )
  .min(1, 'must not be empty')
  .check(({ value, issues }) => {
    const count = value.reduce((sum, text) => sum + countCharacters(text), 0);
    const message = `has ${count} characters in all; the maximum is ${textCharactersMax}`;
    if (count > textCharactersMax) issues.push({ code: 'custom', message, input: value });
  })
  .openapi({
    description:
      'The texts to translate, at most 100,000 characters in all. None is empty. A character is a Unicode code point, ' +
      'as in `/translate`.',
    maxItems: batchTextsMax,
    example: ['La maison est grande.', 'Le chat dort.'],
  });

/** The largest body with texts. */
export const textsBodyBytesMax = textBodyBytesMax + 16 * batchTextsMax;

/** Checks the length of a list in a body before its members are. @throws RefusedRequest */
export function checkListLength(body: Readonly<Record<string, unknown>>, param: string, max: number): void {
  const { [param]: list } = body;
  if (!Array.isArray(list) || list.length <= max) return;
  throw refusal([{ param, message: `has ${list.length} members; the maximum is ${max}` }]);
}

function textProblem(value: string, max = textCharactersMax): string | undefined {
  if (value === '') return 'must not be empty';
  const count = countCharacters(value);
  if (count > max) return `has ${count} characters; the maximum is ${max}`;
  return value.isWellFormed() ? undefined : 'contains half of a surrogate pair, which is not a character';
}

/** Names in other translation APIs for the fields of this one, in lower case and without `_` and `-`. */
const namesElsewhere: Readonly<Record<string, string>> = {
  q: 'text',
  texts: 'text',
  content: 'text',
  contents: 'text',
  input: 'text',
  source: 'source_lang',
  from: 'source_lang',
  sl: 'source_lang',
  src: 'source_lang',
  srclang: 'source_lang',
  sourcelanguage: 'source_lang',
  sourcelanguagecode: 'source_lang',
  target: 'target_lang',
  to: 'target_lang',
  tl: 'target_lang',
  tgt: 'target_lang',
  dest: 'target_lang',
  trglang: 'target_lang',
  targetlanguage: 'target_lang',
  targetlanguagecode: 'target_lang',
};

const nameLengthMax = 32;

/** Returns the field of `known` that is most similar to `name`; undefined if none is similar. */
function nearestField(name: string, known: readonly string[]): string | undefined {
  if (name.length > nameLengthMax) return undefined;
  const folded = fold(name);
  const elsewhere = Object.hasOwn(namesElsewhere, folded) ? namesElsewhere[folded] : undefined;
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  const near = known
    .map((field) => ({ field, distance: editDistance(folded, fold(field)) }))
    .toSorted((one, other) => one.distance - other.distance)[0];
  return near !== undefined && near.distance <= Math.ceil(near.field.length / 4) ? near.field : undefined;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
