import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { type ProblemReference, problemReferences } from './problem-reference.ts';
import { languageSchema, problemSchema, translateBodySchema, translationSchema, usageSchema } from './schemas.ts';

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type ResponseConfig = RouteConfig['responses'][string];
type Headers = { readonly [name: string]: { readonly description: string; readonly schema: object } };

const stringHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const, examples: [example] },
});
const wholeHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, examples: [example] },
});

const requestIdHeader = {
  'X-Request-Id': stringHeader(
    'The id of this request. If you send your own (1 to 128 of `A-Za-z0-9._-`), it is used.',
    'job-17',
  ),
};

const admittedHeaders = {
  ...requestIdHeader,
  'RateLimit-Policy': stringHeader('The limit `q` and its window `w` in seconds.', '"account";q=60;w=60'),
  RateLimit: stringHeader(
    'Requests left `r`, and seconds `t` until the oldest one stops counting.',
    '"account";r=41;t=12',
  ),
  'X-RateLimit-Limit': wholeHeader('The same limit as in `RateLimit-Policy`.', 60),
  'X-RateLimit-Remaining': wholeHeader('Requests left.', 41),
  'X-RateLimit-Reset': wholeHeader('Seconds until the oldest request stops counting.', 12),
  'Server-Timing': stringHeader(
    'How long each part took, in milliseconds.',
    'auth;dur=0.2, engine;dur=14.1, total;dur=15.6',
  ),
};

const furtherHeaders: { readonly [status: number]: Headers } = {
  401: { 'WWW-Authenticate': stringHeader('The required scheme.', 'Bearer') },
  429: { 'Retry-After': wholeHeader('Seconds after which a retry succeeds.', 7) },
};

function problemResponse({ status, code, when, example }: ProblemReference): ResponseConfig {
  return {
    description: `\`${code}\`: ${when}`,
    headers: { ...(status === 401 ? requestIdHeader : admittedHeaders), ...furtherHeaders[status] },
    content: { 'application/json': { schema: problemSchema, example } },
  };
}

// A reserved name (source: RFC 2606); each service replaces it with its own.
const references = problemReferences('https://translate.example');

function problemResponses(statuses: readonly number[]): Record<string, ResponseConfig> {
  return Object.fromEntries(
    references
      .filter(({ status }) => statuses.includes(status))
      .map((reference) => [String(reference.status), problemResponse(reference)]),
  );
}

const translate: RouteConfig = {
  method: 'post',
  path: '/api/v1/translate',
  operationId: 'translate',
  summary: 'Translate a text',
  description:
    'A success charges exactly the characters of `text`, or nothing if there is nothing to translate. ' +
    'Checks run in this order: key (401), rate limit (429), request (400), balance (402).',
  security: [{ key: [] }],
  request: {
    headers: z.object({
      'Idempotency-Key': z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .openapi({
          description:
            'Your own name for this request. Within 24 hours, the same key and request return the stored reply, with ' +
            '`Idempotency-Replayed: true`, and charge nothing more. The same key with another request gets status 400. ' +
            'Failures are not stored.',
          example: 'order-1017',
        }),
    }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: translateBodySchema,
          example: { text: 'La maison est grande.', source_lang: 'fr', target_lang: 'en' },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The translation, and what it cost.',
      headers: {
        ...admittedHeaders,
        'Idempotency-Replayed': stringHeader('`true` when this is the stored reply of an earlier request.', 'true'),
      },
      content: {
        'application/json': {
          schema: translationSchema,
          example: {
            translated_text: 'The house is big.',
            characters_charged: 21,
            source_lang: 'fr',
            target_lang: 'en',
          },
        },
      },
    },
    ...problemResponses([400, 401, 402, 429, 500]),
  },
};

const usage: RouteConfig = {
  method: 'get',
  path: '/api/v1/usage',
  operationId: 'usage',
  summary: 'Read the balance',
  description: 'Returns the balance, its expiry and the characters used so far. Takes no parameters.',
  security: [{ key: [] }],
  responses: {
    200: {
      description: 'The account at this moment.',
      headers: admittedHeaders,
      content: {
        'application/json': {
          schema: usageSchema,
          example: {
            characters_balance: 1_250_000,
            characters_used: 750_000,
            characters_expires_at: '2027-11-20T00:00:00',
          },
        },
      },
    },
    ...problemResponses([400, 401, 429, 500]),
  },
};

const languagesHeaders = {
  ...requestIdHeader,
  ETag: stringHeader('Send it as `If-None-Match`: the reply is a 304 if nothing has changed.', '"9f86d081884c7d65"'),
  'Cache-Control': stringHeader('How long a copy may be used.', 'public, max-age=3600'),
};

const languages: RouteConfig = {
  method: 'get',
  path: '/api/v1/languages',
  operationId: 'languages',
  summary: 'List the languages',
  description:
    'Returns the languages that can be translated now, sorted by code. Needs no key. Pages of any origin may read it.',
  security: [],
  responses: {
    200: {
      description: 'Every language, with its target languages.',
      headers: languagesHeaders,
      content: {
        'application/json': {
          schema: z.array(languageSchema),
          example: [
            {
              code: 'fr',
              name: 'French',
              native_name: 'français',
              direction: 'ltr',
              source: true,
              target: true,
              targets: ['ca', 'en', 'es'],
            },
          ],
        },
      },
    },
    304: { description: 'Nothing has changed since the copy that `If-None-Match` names.', headers: languagesHeaders },
    ...problemResponses([500]),
  },
};

/** Returns the OpenAPI 3.1 document, generated from the schemas that validate requests. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  // Only its registry is used: handlers call the schemas themselves, after they have checked the key and the limit.
  const documented = new OpenAPIHono();
  documented.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, created in the account area.',
  });
  for (const route of [translate, usage, languages]) documented.openAPIRegistry.registerPath(route);
  return documented.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Dragoman API',
      version: '1',
      description: 'Translates text and charges a prepaid balance of characters.',
    },
    ...(baseUrl === '' ? {} : { servers: [{ url: baseUrl }] }),
  });
}
