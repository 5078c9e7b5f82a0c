import { createHash } from 'node:crypto';
import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { cachedReply } from '../calls/cached-reply.ts';
import { type ProblemReference, problemReferences } from '../calls/problem.ts';
import type { HttpBindings } from '../http/answering.ts';
import { admittedHeaders, failureHeaders, openHeaders, requestIdHeader } from './documented-headers.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { idempotencyHeaders, replayedHeaders } from './idempotency.ts';
import { problemSchema } from './problem-schema.ts';

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type ResponseConfig = RouteConfig['responses'][string];

// A reserved name (source: RFC 2606); each service replaces it with its own.
const references = problemReferences('https://translate.example');

/** Returns the OpenAPI 3.1 document, generated from the endpoints and the schemas that validate requests. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  // Only its registry is used: handlers call the schemas themselves, after they have checked the key and the limit.
  const documented = new OpenAPIHono();
  documented.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, created in the account area.',
  });
  for (const endpoint of endpoints) documented.openAPIRegistry.registerPath(operationOf(endpoint));
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

const methods = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

function operationOf(endpoint: Endpoint): RouteConfig {
  const { name, method, path, summary, description } = endpoint;
  return {
    method: methods[method],
    path,
    operationId: name,
    summary,
    description,
    security: endpoint.access === 'key' ? [{ key: [] }] : [],
    ...requestOf(endpoint),
    responses: responsesOf(endpoint),
  };
}

function requestOf(endpoint: Endpoint): Pick<RouteConfig, 'request'> {
  if (endpoint.access === 'open') return {};
  const { method, path, body, file, query } = endpoint;
  const content = body
    ? { [body.isForm ? 'multipart/form-data' : 'application/json']: { schema: body.schema, example: body.example } }
    : file && Object.fromEntries(file.types.map((type) => [type, { schema: fileSchema }]));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()] as const);
  return {
    request: {
      ...(names.length > 0 && { params: z.object(Object.fromEntries(names)) }),
      ...(query && { query }),
      ...(method === 'POST' && { headers: idempotencyHeaders }),
      ...(content && { body: { required: true, content } }),
    },
  };
}

const fileSchema = z.string().openapi({ format: 'binary' });

function responsesOf({ access, method, reply, errors }: Endpoint): Record<string, ResponseConfig> {
  const { description, schema, example, files } = reply;
  const headers = {
    ...(access === 'key' ? admittedHeaders : openHeaders),
    ...(method === 'POST' && replayedHeaders),
    ...reply.headers,
  };
  const content = schema
    ? { 'application/json': { schema, example } }
    : files && Object.fromEntries(files.map((type) => [type, { schema: fileSchema }]));
  const failures = references.filter(({ status }) => errors.includes(status));
  return {
    [content ? (reply.status ?? 200) : 204]: { description, headers, ...(content && { content }) },
    ...(access === 'open' && {
      304: { description: 'Nothing has changed since the copy that `If-None-Match` names.', headers },
    }),
    ...Object.fromEntries(failures.map((failure) => [String(failure.status), problemResponse(failure)])),
  };
}

function problemResponse({ status, code, when, example }: ProblemReference): ResponseConfig {
  return {
    description: `\`${code}\`: ${when}`,
    headers: { ...(status === 401 ? requestIdHeader : admittedHeaders), ...failureHeaders[status] },
    content: { 'application/json': { schema: problemSchema, example } },
  };
}

/** `GET /api/v1/openapi.json`. Not in the list of endpoints, which the document is made from. */
export function openApiReply(document: OpenApiDocument): (bindings: HttpBindings) => Response {
  const body = JSON.stringify(document);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return ({ incoming }) => cachedReply(incoming, { body, version });
}
