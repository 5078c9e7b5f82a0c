import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { chooseOffers, compareVersions, readRecords } from '../../../../src/adapters/bergamot/store/offers.ts';
import { type ModelDescription, publishedModel } from '../../../support/published-model.ts';

const tiny = { model: Buffer.from('model'), lex: Buffer.from('lex'), vocab: Buffer.from('vocab') };
const apart = {
  model: Buffer.from('m'),
  lex: Buffer.from('l'),
  srcvocab: Buffer.from('s'),
  trgvocab: Buffer.from('t'),
};

const android = "env.appinfo.OS == 'Android'";
const desktop = "env.appinfo.OS != 'Android'";
const nightly = "env.channel == 'default' || env.channel == 'nightly'";

function recordsOf(models: readonly ModelDescription[]): readonly unknown[] {
  return models.flatMap((model) => publishedModel({ contents: tiny, ...model })).map((file) => file.record);
}

/** What is chosen of `models`, as lines. */
function chosen(models: readonly ModelDescription[], version?: string): readonly string[] {
  const read = readRecords({ data: recordsOf(models) });
  assert.equal(read?.length, recordsOf(models).length);
  return chooseOffers(read ?? [], version).map(
    ({ pair, name, version: chosenVersion }) => `${pair.source}>${pair.target} ${name} ${chosenVersion}`,
  );
}

describe('the model of a pair', () => {
  test('is of the highest version', () => {
    const versions = ['3.2', '3.10', '2.99'].map((version) => ({ version }));
    assert.deepEqual(chosen(versions), ['es>en base-memory 3.10']);
  });

  test('is none for telephones, none of a nightly build and no pre-release', () => {
    assert.deepEqual(
      chosen([
        { version: '3.1', filter: android },
        { version: '3.0', filter: desktop, architecture: 'base' },
        { version: '3.3', filter: nightly },
        { version: '3.4a1' },
      ]),
      ['es>en base 3.0'],
    );
    assert.deepEqual(chosen([{ filter: android }, { source: 'fr', version: '3.0a1' }]), []);
  });

  test('may be of any requested version', () => {
    const models = [{ version: '3.0' }, { version: '3.1', filter: android }, { version: '3.2a1', filter: nightly }];
    for (const { version } of models) assert.deepEqual(chosen(models, version), [`es>en base-memory ${version}`]);
  });

  test('is the one for all, then the larger one, if versions are equal', () => {
    const sizes = ['tiny', 'base', 'unheard-of', 'base-memory'].map((architecture) => ({ architecture }));
    assert.deepEqual(chosen(sizes), ['es>en base 3.0']);
    const audiences = [{ architecture: 'base', filter: desktop }, { architecture: 'tiny' }];
    assert.deepEqual(chosen(audiences), ['es>en tiny 3.0']);
  });

  test('is complete: files of different versions or architectures form none', () => {
    const [model, lex, vocab] = publishedModel({ contents: tiny });
    const [, other] = publishedModel({ contents: tiny, version: '3.1' });
    const [, , larger] = publishedModel({ contents: tiny, architecture: 'base' });
    const pick = (files: readonly (typeof model)[]) => {
      const read = readRecords({ changes: files.map((file) => file?.record) });
      return chooseOffers(read ?? []).length;
    };
    assert.equal(pick([model, lex, vocab]), 1);
    assert.equal(pick([model, other, vocab]), 0);
    assert.equal(pick([model, lex, larger]), 0);
    assert.equal(pick([model, lex]), 0);
    assert.equal(pick([lex, vocab]), 0);
  });

  test('may have two vocabularies, but not one of two', () => {
    assert.deepEqual(chosen([{ contents: apart, target: 'zh-Hans' }]), ['es>zh-Hans base-memory 3.0']);
    const { trgvocab: _, ...half } = apart;
    assert.deepEqual(chosen([{ contents: half }]), []);
  });

  test('has a digest that changes with the content of each file and with nothing else', () => {
    const digest = (model: ModelDescription) =>
      chooseOffers(readRecords({ data: recordsOf([model]) }) ?? [])[0]?.digest;
    assert.equal(digest({}), digest({ version: '3.7', source: 'pt', architecture: 'base' }));
    for (const name of ['model', 'lex', 'vocab']) {
      assert.notEqual(digest({}), digest({ contents: { ...tiny, [name]: Buffer.from('other') } }));
    }
  });

  test('has canonical tags, whatever the index writes', () => {
    assert.deepEqual(chosen([{ source: 'zh_hans' }, { source: 'no' }, { source: 'en', target: 'pt-br' }]), [
      'en>pt-BR base-memory 3.0',
      'nb>en base-memory 3.0',
      'zh-Hans>en base-memory 3.0',
    ]);
    assert.deepEqual(chosen([{ source: 'en' }, { source: 'x' }]), []);
  });
});

describe('a record', () => {
  test('that is invalid is left out, and the others are read', () => {
    const [good] = recordsOf([{}]) as readonly [Readonly<Record<string, unknown>>];
    const attachment = good['attachment'] as Readonly<Record<string, unknown>>;
    const wrong: readonly unknown[] = [
      null,
      7,
      'a string',
      [],
      { id: 'gone', deleted: true },
      { ...good, fileType: 'qualityModel' },
      { ...good, decompressedHash: 'none' },
      { ...good, decompressedSize: -1 },
      { ...good, decompressedSize: 1e15 },
      { ...good, version: '3.0; rm' },
      { ...good, name: '../../etc/passwd' },
      { ...good, name: '.hidden' },
      { ...good, attachment: undefined },
      { ...good, attachment: { ...attachment, location: '../outside.zst' } },
      { ...good, attachment: { ...attachment, location: '/absolute.zst' } },
      { ...good, attachment: { ...attachment, location: 'https://elsewhere.example/x.zst' } },
      { ...good, attachment: { ...attachment, location: 'a/../../b' } },
      { ...good, attachment: { ...attachment, size: '12' } },
    ];
    const read = readRecords({ data: [good, ...wrong, good] });
    assert.equal(read?.length, 2);
  });

  test('is not found in a reply that is no list of records', () => {
    for (const reply of [undefined, null, 7, [], {}, { data: {} }, { data: null }, { changes: 'none' }]) {
      assert.equal(readRecords(reply), undefined);
    }
  });

  test('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (data) => {
        chooseOffers(readRecords({ data }) ?? []);
      }),
    );
  });
});

describe('versions', () => {
  test('are ordered by their numbers', () => {
    const ascending = ['', '2.9', '3.0', '3.0.1', '3.1', '3.10', '10.0'];
    const shuffled = fc.shuffledSubarray(ascending, { minLength: ascending.length, maxLength: ascending.length });
    fc.assert(
      fc.property(shuffled, (versions) => {
        assert.deepEqual(versions.toSorted(compareVersions), ascending);
      }),
    );
  });
});
