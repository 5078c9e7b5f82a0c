import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../../src/app.ts';
import { placesOf, shapes } from '../../src/compat/compat.ts';
import type { Shape, ShapeEndpoint } from '../../src/compat/shape.ts';
import { loadConfig } from '../../src/config.ts';
import { temporaryFolder } from '../support/stores.ts';

function shapeOf(name: string, paths: readonly `/${string}`[], more: Partial<Shape> = {}): Shape {
  const endpoints = paths.map((path): ShapeEndpoint => {
    return { name: path, methods: ['GET'], path, access: 'open', open: () => new Response() };
  });
  return { name, endpoints, key: {}, words: () => ({}), problem: () => ({ status: 400, body: {} }), ...more };
}

const find = placesOf([
  shapeOf('microsoft', ['/translate', '/detect'], { rootParameter: 'api-version' }),
  shapeOf('apy', ['/translate', '/listPairs'], { rootParameter: 'langpair' }),
  shapeOf('libre', ['/translate', '/detect']),
  shapeOf('deepl', ['/v3/glossaries/{id}', '/v3/glossaries/{id}/entries'], { rootPrefixes: ['/v3/'] }),
]);

/** The shape and the endpoint at an address, with the parameters of its path. */
function placeAt(target: string) {
  const place = find(target);
  return place && [place.shape.name, place.endpoints[0]?.name, ...Object.values(place.path)];
}

test('a parameter of the query, or the prefix, selects the shape of a path that several have', () => {
  for (const [target, expected] of [
    ['/translate?api-version=3.0&to=en', ['microsoft', '/translate']],
    ['/translate?langpair=spa|eng', ['apy', '/translate']],
    ['/translate', ['libre', '/translate']],
    ['/translate?q=langpair', ['libre', '/translate']],
    ['/detect?langpair=a', ['libre', '/detect']],
    ['/listPairs', ['apy', '/listPairs']],
    ['/compat/microsoft/translate', ['microsoft', '/translate']],
    ['/compat/apy/translate?api-version=3.0', ['apy', '/translate']],
    ['/compat/v3/glossaries/a', ['deepl', '/v3/glossaries/{id}', 'a']],
  ] as const)
    assert.deepEqual(placeAt(target), expected, target);
});

test('an unknown path belongs to a shape by its prefix, and to none otherwise', () => {
  assert.deepEqual(placeAt('/v3/write'), ['deepl', undefined]);
  assert.deepEqual(placeAt('/compat/libre/nothing'), ['libre', undefined]);
  assert.deepEqual(placeAt('/compat/libre'), ['libre', undefined]);
  const targets = '/ /nothing /v2/translate /compat /compat/unknown/translate /compat/Libre/detect'.split(' ');
  for (const target of targets) assert.equal(placeAt(target), undefined, target);
});

test('parameters of a path never contain a slash', () => {
  assert.deepEqual(placeAt('/v3/glossaries/a%20b'), ['deepl', '/v3/glossaries/{id}', 'a%20b']);
  assert.deepEqual(placeAt('//v3/glossaries//%ff/entries/?x=/'), ['deepl', '/v3/glossaries/{id}/entries', '%ff']);
  assert.deepEqual(placeAt('/v3/glossaries/a/b'), ['deepl', undefined]);
});

test('no shape hides a page', async () => {
  await using folder = await temporaryFolder();
  const env = { DATA_DIR: folder.path, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'silent', ENGINES: 'apertium' };
  await using app = await createApp(loadConfig(env));
  const own = placesOf(Object.values(shapes));
  const taken = app.routes.map(({ path }) => path).filter((path) => own(path) !== undefined);
  assert.deepEqual(taken, []);
});
