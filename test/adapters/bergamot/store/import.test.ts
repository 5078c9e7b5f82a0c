import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { tryModel } from '../../../../src/adapters/bergamot/worker-thread.ts';
import { starterFolder } from '../../../support/starter-model.ts';
import { temporaryFolder } from '../../../support/stores.ts';
import { esEn, leftOvers, openWorld, pairOf, patience, type StoreWorld } from './store-world.ts';

/** A world without a network, and a folder to import from. */
async function setup(options: Parameters<typeof openWorld>[0] = {}) {
  await using opening = new AsyncDisposableStack();
  const world = opening.use(await openWorld({ indexUrl: undefined, ...options }));
  const outside = opening.use(await temporaryFolder());
  const opened = opening.move();
  return { ...world, outside: outside.path, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type ImportWorld = StoreWorld & { readonly outside: string };

function putPlainFiles({ outside }: ImportWorld, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(outside, name), content);
}

/** Imports, which must fail, and returns the code and the line. */
async function refusalOf({ store, outside }: ImportWorld, wish = {}): Promise<readonly [string, string]> {
  const failure = await store.importFrom(outside, wish, patience()).then(
    () => assert.fail('it was imported'),
    (error: unknown) => error as { code: string; message: string; detail: { reason?: string } },
  );
  assert.deepEqual(store.installed(), []);
  return [failure.code, (failure.detail.reason ?? failure.message).replaceAll(outside, 'OUTSIDE')];
}

describe('the import of a folder with plain files', () => {
  test('imports the starter model with the name, pair and hashes of metadata.json', async () => {
    await using world = await setup({ tryModel });
    const [model] = await world.store.importFrom(starterFolder, {}, patience());
    assert.deepEqual([model?.pair, model?.name, model?.version], [esEn, 'esen-starter', '']);
    assert.deepEqual(world.store.installed(), [model]);
    const inside = (name: string) => readFileSync(join(model?.files.model ?? '', '..', name));
    for (const name of ['model.esen.intgemm.alphas.bin', 'lex.esen.s2t.bin', 'vocab.esen.spm']) {
      assert.deepEqual(inside(name), readFileSync(join(starterFolder, name)));
    }
    assert.deepEqual(leftOvers(world), []);
    const [again] = await world.store.importFrom(starterFolder, {}, patience());
    assert.equal(again?.digest, model?.digest);
  });

  test('uses the given pair and name, and needs no shortlist', async () => {
    await using world = await setup();
    putPlainFiles(world, { 'model.bin': 'm', 'srcvocab.spm': 's', 'trgvocab.spm': 't', 'notes.txt': 'x' });
    const wish = { pair: pairOf('pt-BR>gl'), name: 'our-own' };
    const [model] = await world.store.importFrom(world.outside, wish, patience());
    const facts = [model?.name, model?.files.shortlist, model?.files.vocabularies.length];
    assert.deepEqual(facts, ['our-own', undefined, 2]);
    assert.equal(dirname(dirname(model?.files.model ?? '')), join(world.dir, 'pt-BR-gl'));
  });

  test('uses two vocabularies of the same content as one', async () => {
    await using world = await setup();
    putPlainFiles(world, { 'model.bin': 'm', 'srcvocab.spm': 's', 'trgvocab.spm': 's' });
    const [model] = await world.store.importFrom(world.outside, { pair: esEn, name: 'x' }, patience());
    assert.equal(model?.files.vocabularies.length, 1);
    assert.deepEqual((await world.open()).installed(), [model]);
  });

  test('renames one model of another store, and refuses to give several one name', async () => {
    await using world = await setup();
    const models = { ...world, outside: join(starterFolder, '../..') };
    const refused = 'OUTSIDE contains 2 models; choose the one to name with --pair';
    assert.deepEqual(await refusalOf(models, { name: 'ours' }), ['validation_error', refused]);
    const invalid = 'names of models and files have up to 100 letters, digits and ". _ + -"';
    assert.deepEqual(await refusalOf(models, { pair: esEn, name: 'a/b' }), ['validation_error', invalid]);
    const [model] = await world.store.importFrom(models.outside, { pair: esEn, name: 'ours' }, patience());
    assert.equal(model?.name, 'ours');
    assert.deepEqual((await world.open()).installed(), [model]);
  });

  test('follows links to the files', async () => {
    await using world = await setup();
    for (const name of ['model.esen.intgemm.alphas.bin', 'vocab.esen.spm', 'metadata.json']) {
      symlinkSync(join(starterFolder, name), join(world.outside, name));
    }
    const [model] = await world.store.importFrom(world.outside, {}, patience());
    const published = readFileSync(join(starterFolder, 'model.esen.intgemm.alphas.bin'));
    assert.deepEqual(readFileSync(model?.files.model ?? ''), published);
  });

  test('refuses a pipe, a folder and a dangling link', async () => {
    await using world = await setup();
    putPlainFiles(world, { 'vocab.spm': 'v' });
    const model = join(world.outside, 'model.bin');
    const refused = ['validation_error', 'OUTSIDE/model.bin is not a readable file'];
    execFileSync('mkfifo', [model]);
    assert.deepEqual(await refusalOf(world, { pair: esEn, name: 'x' }), refused);
    rmSync(model);
    mkdirSync(model);
    assert.deepEqual(await refusalOf(world, { pair: esEn, name: 'x' }), refused);
    rmSync(model, { recursive: true });
    symlinkSync('nowhere', model);
    assert.deepEqual(await refusalOf(world, { pair: esEn, name: 'x' }), refused);
  });

  test('reports what is missing or invalid', async () => {
    await using world = await setup();
    const refused = (reason: string) => ['validation_error', reason] as const;
    assert.deepEqual(await refusalOf(world), refused('OUTSIDE contains no complete model'));
    putPlainFiles(world, { 'model.bin': 'm' });
    const unknown = refused('the languages of the model in OUTSIDE are unknown; name the pair');
    assert.deepEqual(await refusalOf(world), unknown);
    const wish = { pair: esEn, name: 'x' };
    const incomplete =
      'OUTSIDE must contain one model*.bin, at most one lex*.bin, and one vocab*.spm (or srcvocab*.spm and trgvocab*.spm)';
    assert.deepEqual(await refusalOf(world, wish), refused(incomplete));
    putPlainFiles(world, { 'vocab.a.spm': 'v', 'vocab.b.spm': 'v' });
    assert.deepEqual(await refusalOf(world, wish), refused(incomplete));
    const [code] = await refusalOf(world, { pair: esEn, name: '../up' });
    assert.equal(code, 'validation_error');
    rmSync(world.outside, { recursive: true });
    assert.deepEqual(await refusalOf(world), refused('OUTSIDE cannot be read'));
  });

  test('refuses files with another hash than in metadata.json', async () => {
    await using world = await setup();
    cpSync(starterFolder, world.outside, { recursive: true });
    writeFileSync(join(world.outside, 'vocab.esen.spm'), 'another vocabulary');
    assert.deepEqual(await refusalOf(world), [
      'engine_unavailable',
      'vocab.esen.spm: its content is damaged (its SHA-256 differs)',
    ]);
    assert.deepEqual(leftOvers(world), []);
  });
});

describe('the import from another store', () => {
  test('imports a whole folder of models, a pair or a single model', async () => {
    await using online = await openWorld();
    const model = await online.store.download(esEn, { signal: patience() });
    for (const [from, to] of [
      [online.dir, '.'],
      [join(online.dir, 'es-en'), 'es-en'],
      [dirname(model.files.model), 'copy'],
    ] as const) {
      await using world = await setup();
      cpSync(from, join(world.outside, to), { recursive: true });
      const [copy] = await world.store.importFrom(join(world.outside, to), {}, patience());
      assert.deepEqual([copy?.digest, copy?.name, copy?.version], [model.digest, model.name, model.version]);
      assert.ok((await world.store.verify(undefined, patience())).every(({ fault }) => fault === undefined));
    }
  });

  test('repairs a model with a changed byte on disk', async () => {
    await using online = await openWorld();
    await online.store.download(esEn, { signal: patience() });
    await using world = await setup();
    const [model] = await world.store.importFrom(online.dir, {}, patience());
    writeFileSync(model?.files.vocabularies[0] ?? '', Buffer.alloc(20_000));
    const faults = async () => (await world.store.verify(esEn, patience())).map(({ fault }) => fault);
    assert.match(String(await faults()), /^vocab\.esen\.spm is damaged/);
    await world.store.importFrom(online.dir, {}, patience());
    assert.deepEqual(await faults(), [undefined]);
  });
  test('refuses a damaged copy and a damaged manifest', async () => {
    await using online = await openWorld();
    const model = await online.store.download(esEn, { signal: patience() });
    await using world = await setup();
    cpSync(dirname(model.files.model), world.outside, { recursive: true });
    const shortlist = join(world.outside, 'lex.50.50.esen.s2t.bin');
    renameSync(shortlist, `${shortlist}.away`);
    writeFileSync(shortlist, Buffer.alloc(40_000));
    assert.deepEqual(await refusalOf(world), [
      'engine_unavailable',
      'lex.50.50.esen.s2t.bin: its content is damaged (its SHA-256 differs)',
    ]);
    const manifest = join(world.outside, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(model.digest, '0'.repeat(64)));
    assert.deepEqual(await refusalOf(world), [
      'validation_error',
      'OUTSIDE cannot be imported: its manifest.json is damaged',
    ]);
  });
});
