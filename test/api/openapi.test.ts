import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OpenApiDocument, openApiDocument } from '../../src/api/openapi-document.ts';
import { statuses } from '../../src/api/problem.ts';
import { problemReferences } from '../../src/api/problem-reference.ts';
import {
  languageSchema,
  problemSchema,
  translateBodySchema,
  translationSchema,
  usageSchema,
} from '../../src/api/schemas.ts';
import { read, translate } from '../support/call.ts';
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

test('the document is OpenAPI 3.1 with the three endpoints and every status that they promise', async () => {
  await using service = await startService();
  const { status, headers, body } = await read<OpenApiDocument>(`${service.url}/api/v1/openapi.json`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.match(body.openapi, /^3\.1\./);
  const documented = Object.entries(operationsOf(body)).map(([address, { responses }]) => [
    address,
    Object.keys(responses),
  ]);
  assert.deepEqual(Object.fromEntries(documented), {
    'post /api/v1/translate': ['200', '400', '401', '402', '429', '500'],
    'get /api/v1/usage': ['200', '400', '401', '429', '500'],
    'get /api/v1/languages': ['200', '304', '500'],
  });
});

test('every reference in the document leads somewhere', () => {
  const document = openApiDocument('https://translate.example.com');
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  const names = new Set([...references].map(([, name]) => name ?? ''));
  assert.deepEqual([...names].toSorted(), ['Language', 'Problem', 'TranslateBody', 'Translation', 'Usage']);
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
  const successes: Readonly<Record<string, { parse(value: unknown): unknown }>> = {
    'post /api/v1/translate': translationSchema,
    'get /api/v1/usage': usageSchema,
    'get /api/v1/languages': languageSchema.array(),
  };
  let examples = 0;
  for (const [address, operation] of Object.entries(operationsOf(openApiDocument('')))) {
    const asked = operation.requestBody?.content['application/json'];
    if (asked !== undefined) assert.deepEqual(translateBodySchema.parse(asked.example), asked.example);
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const media = content?.['application/json'];
      if (media === undefined) continue;
      const schema = status === '200' ? successes[address] : problemSchema;
      assert.deepEqual(schema?.parse(media.example), media.example, `${address} ${status}`);
      examples++;
    }
  }
  assert.equal(examples, 13);
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

test('the service’s own replies satisfy the documented schemas, to the last member', async () => {
  await using service = await startService({ RATE_LIMIT_PER_MINUTE: '5' });
  const { key } = await service.customer(30);
  const body = { text: 'La casa es grande.', source_lang: 'es' };
  translationSchema.parse((await translate(service.url, { key, body })).body);
  usageSchema.parse((await read(`${service.url}/api/v1/usage`, { key })).body);
  languageSchema.array().parse((await read(`${service.url}/api/v1/languages`)).body);
  const refusals = [
    await translate(service.url, { key, body: { q: 'x' } }),
    await translate(service.url, { body }),
    await translate(service.url, { key, body }),
    await translate(service.url, { key, body: { text: 'revienta', source_lang: 'es' } }),
    await translate(service.url, { key, body }),
    await read(`${service.url}/nothing`),
    await read(`${service.url}/api/v1/translate`),
  ];
  assert.deepEqual(
    refusals.map(({ status }) => status),
    [400, 401, 402, 500, 429, 404, 405],
  );
  for (const { body: problem } of refusals) problemSchema.parse(problem);
});

test('every failure that the service can tell has its reference, once', () => {
  const references = problemReferences('');
  const codes = references.map(({ code }) => code);
  assert.deepEqual(codes.toSorted(), Object.keys(statuses).toSorted());
  for (const { status, code } of references) assert.equal(status, statuses[code]);
});
