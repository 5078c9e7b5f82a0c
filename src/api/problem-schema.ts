import { z } from '@hono/zod-openapi';
import { problemCodes } from '../calls/problem.ts';

const fieldProblem = z.strictObject({
  param: z.string().openapi({ example: 'target' }),
  message: z.string().openapi({ example: 'is unknown; did you mean `target_lang`?' }),
});

const retryAfter = z.int().min(1).openapi({ description: 'On 429: whole seconds after which a retry succeeds.' });

export const problemCode = z.enum(problemCodes);

export const problemSchema = z
  .strictObject({
    error: z.strictObject({
      code: problemCode,
      message: z.string().openapi({ description: 'For people; it may change. Programs read `code`.' }),
      param: z
        .string()
        .nullable()
        .openapi({ description: 'The invalid field, header or query parameter; otherwise `null`.' }),
      doc_url: z.url().openapi({ description: 'A page for people: what the code means and what to do about it.' }),
      request_id: z.string().openapi({ description: 'The same as the header `X-Request-Id`.' }),
      retry_after: retryAfter.optional(),
      errors: z.array(fieldProblem).readonly().optional().openapi({
        description: 'If `param` is not `null`: all invalid fields, or texts of a batch, the one in `param` first.',
      }),
      candidates: z
        .array(z.string())
        .readonly()
        .optional()
        .openapi({ description: 'On 400 if the language could not be detected: the candidates, most likely first.' }),
      characters_required: z
        .int()
        .min(0)
        .optional()
        .openapi({ description: 'On 402: the characters that this text needs.' }),
      characters_balance: z
        .int()
        .min(0)
        .optional()
        .openapi({ description: 'On 402: the characters that the account has.' }),
    }),
    retry_after: retryAfter.optional(),
  })
  .openapi('Problem');
