import { z } from '@hono/zod-openapi';
import { countCharacters } from '../ground/units.ts';
import { textCharactersMax } from '../shop/sale/translate.ts';

// Worst case: a code point beyond the Basic Multilingual Plane is 12 bytes as two \u escapes.
const escapedBytesMax = 12;
const otherFieldsBytesMax = 16_384;

/** The largest body with one text. */
export const textBodyBytesMax = textCharactersMax * escapedBytesMax + otherFieldsBytesMax;

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

function textProblem(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  const count = countCharacters(value);
  if (count > textCharactersMax) return `has ${count} characters; the maximum is ${textCharactersMax}`;
  return value.isWellFormed() ? undefined : 'contains half of a surrogate pair, which is not a character';
}
