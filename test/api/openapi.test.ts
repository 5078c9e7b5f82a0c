import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { type OpenApiDocument, openApiDocument } from '../../src/api/openapi-document.ts';
import { problemSchema } from '../../src/api/problem-schema.ts';
import { problemReferences } from '../../src/calls/problem.ts';
import { post, read, translate } from '../support/call.ts';
import { startService } from '../support/service.ts';

type Content = { readonly 'application/json'?: { readonly schema: object; readonly example: unknown } };
type Operation = {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly content?: Content }>>;
  readonly security?: readonly object[];
};

function operationsOf(document: OpenApiDocument): Readonly<Record<string, Operation>> {
  const operations: Record<string, Operation> = {};
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) operations[`${method} ${path}`] = operation as Operation;
  }
  return operations;
}

test('the document is OpenAPI 3.1 with every endpoint and every status that it promises', async () => {
  await using service = await startService();
  const { status, headers, body } = await read<OpenApiDocument>(`${service.url}/api/v1/openapi.json`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.match(body.openapi, /^3\.1\./);
  const documented = Object.keys(operationsOf(body));
  const expected = endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path}`);
  assert.deepEqual(documented, expected);
  assert.deepEqual(Object.keys(operationsOf(body)['post /api/v1/translate']?.responses ?? {}), [
    ...['200', '400', '401', '402', '429', '500'],
  ]);
});

test('every reference in the document leads somewhere', () => {
  const document = openApiDocument('https://translate.example.com');
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  const names = new Set([...references].map(([, name]) => name ?? ''));
  for (const name of names) assert.ok(document.components?.schemas?.[name], name);
  assert.deepEqual(document.servers, [{ url: 'https://translate.example.com' }]);
});

test('declares a key for the operations that require one, and for no others', () => {
  const operations = operationsOf(openApiDocument(''));
  assert.deepEqual(operations['post /api/v1/translate']?.security, [{ key: [] }]);
  assert.deepEqual(operations['get /api/v1/usage']?.security, [{ key: [] }]);
  assert.deepEqual(operations['get /api/v1/languages']?.security, []);
});

test('every example satisfies the schema that it stands beside', () => {
  const operations = operationsOf(openApiDocument(''));
  for (const { method, path, reply, ...endpoint } of endpoints) {
    const operation = operations[`${method.toLowerCase()} ${path}`] ?? assert.fail(path);
    const body = endpoint.access === 'key' ? endpoint.body : undefined;
    if (body !== undefined) assert.partialDeepStrictEqual(body.schema.parse(body.example), body.example, path);
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const media = content?.['application/json'];
      const schema = status === '200' || status === '202' ? reply.schema : problemSchema;
      assert.equal(media === undefined, status === '304' || status === '204' || schema === undefined);
      if (media === undefined || schema === undefined) continue;
      assert.deepEqual(schema.parse(media.example), media.example, `${path} ${status}`);
    }
  }
});

test('the fields of the body are documented as they are validated', () => {
  const { TranslateBody } = openApiDocument('').components?.schemas ?? {};
  assert.ok(TranslateBody && 'properties' in TranslateBody);
  const { text, source_lang, target_lang } = (TranslateBody.properties ?? {}) as Record<
    string,
    Record<string, unknown>
  >;
  assert.deepEqual(TranslateBody.required, ['text']);
  assert.equal(TranslateBody.additionalProperties, false);
  assert.deepEqual([text?.['minLength'], text?.['maxLength']], [1, 100_000]);
  assert.deepEqual([source_lang?.['default'], target_lang?.['default']], ['auto', 'en']);
});

/** Other replies need a form, or what was made before: the tests of their endpoints have them. */
const hasOwnReply = (endpoint: Endpoint): boolean =>
  endpoint.reply.schema !== undefined && !endpoint.path.startsWith('/api/v1/documents');

test('the service’s own replies satisfy the documented schemas, to the last member', async () => {
  const limit = endpoints.filter((endpoint) => endpoint.access === 'key' && hasOwnReply(endpoint)).length + 3;
  await using service = await startService({ RATE_LIMIT_PER_MINUTE: String(limit) });
  const { key } = await service.customer(72);
  const body = { text: 'La casa es grande.', source_lang: 'es' };
  for (const { path, reply, ...endpoint } of endpoints.filter(hasOwnReply)) {
    const { body: json, file } = endpoint.access === 'key' ? endpoint : {};
    const headers = file && { headers: { 'Content-Type': file.types[0] ?? '' } };
    const sent = json?.example ?? file?.example;
    const address = `${service.url}${path}`;
    reply.schema?.parse((await (sent ? post(address, { key, body: sent, ...headers }) : read(address, { key }))).body);
  }
  const refusals = [
    await translate(service.url, { key, body: { q: 'x' } }),
    await translate(service.url, { body }),
    await translate(service.url, { key, body }),
    await translate(service.url, { key, body: { text: 'revienta', source_lang: 'es' } }),
    await translate(service.url, { key, body }),
    await read(`${service.url}/nothing`),
    await read(`${service.url}/api/v1/translate`),
  ];
  const statuses = refusals.map(({ status }) => status);
  assert.deepEqual(statuses, [400, 401, 402, 500, 429, 404, 405]);
  for (const { body: problem } of refusals) problemSchema.parse(problem);
});

test('the example of every error code has this code', () => {
  for (const { code, example } of problemReferences('')) assert.equal(example.error.code, code);
});
