import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { ModelFile } from '../src/model-file.ts';
import { type Arithmetic, probeArithmetics } from '../src/probe.ts';
import { Abandoned, type PieceTranslation, PieceTranslator } from '../src/translator.ts';
import { UnusableModel } from '../src/unusable-model.ts';
import { packModel } from '../src/weights.ts';
import { type ModelShape, randomModel } from './random-model.ts';

const special = { end: 0, unknown: 1 };
const everything = {
  lengthFactor: 1.5,
  hasScores: true,
  hasAlignments: true,
  isAbandoned: () => false,
};
const kinds = probeArithmetics();

type Opening = { readonly arithmetic?: Arithmetic; readonly hasShortlist?: boolean; readonly scratchBytes?: number };
function open(file: ModelFile, { arithmetic = 'wide', hasShortlist = false, scratchBytes = 2 ** 22 }: Opening = {}) {
  const model = packModel(file, { arithmetic, hasShortlist, scratchBytes, isShared: true, slots: 2 });
  return new PieceTranslator(model, 1, special);
}

const shape: fc.Arbitrary<ModelShape> = fc
  .record({
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    encoderDepth: fc.integer({ min: 1, max: 2 }),
    decoderDepth: fc.integer({ min: 1, max: 3 }),
    heads: fc.integer({ min: 1, max: 3 }),
    headWidth: fc.constantFrom(16, 32, 48),
    ffn: fc.integer({ min: 1, max: 8 }).map((groups) => 16 * groups),
    source: fc.integer({ min: 20, max: 90 }),
    target: fc.integer({ min: 20, max: 90 }),
    embeddings: fc.constantFrom('joint' as const, 'separate' as const, 'untied' as const),
    weights: fc.constantFrom('alphas' as const, 'integers' as const, 'floats' as const),
  })
  .map(({ headWidth, ...rest }) => ({ ...rest, width: headWidth * rest.heads }));
const sentences = fc.array(fc.array(fc.integer({ min: 2, max: 19 }), { maxLength: 20 }), {
  minLength: 1,
  maxLength: 9,
});
const sourcesOf = (pieces: readonly (readonly number[])[]) => pieces.map((some) => Int32Array.of(...some, 0));

const aModel: ModelShape = {
  ...{ seed: 7, encoderDepth: 2, decoderDepth: 2, width: 64, ffn: 96, heads: 2, source: 60, target: 60 },
  ...({ embeddings: 'joint', weights: 'alphas' } as const),
};
const aSentence = Int32Array.of(5, 9, 12, 33, 47, 2, 0);

describe('translation of pieces', () => {
  it('is the same to the bit alone, in any batch, in any order, and with every kind of arithmetic', () => {
    fc.assert(
      fc.property(shape, sentences, fc.boolean(), (given, pieces, hasShortlist) => {
        const file = randomModel(given);
        const sources = sourcesOf(pieces);
        const size = given.embeddings === 'joint' ? given.source : given.target;
        const candidates = (source: ArrayLike<number>): Int32Array =>
          Int32Array.from({ length: 16 }, (_, index) => (index < 2 ? index : index + (source.length % (size - 15))));
        const options = { ...everything, candidates };
        const results = kinds.flatMap((arithmetic) => {
          const translator = open(file, { arithmetic, hasShortlist });
          const together = translator.translate(sources, options);
          const alone = sources.flatMap((source) => translator.translate([source], options));
          const reversed = translator.translate(sources.toReversed(), options).toReversed();
          return [together, alone, reversed];
        });
        for (const result of results) assert.deepEqual(result, results[0]);
        results[0]?.forEach((result, index) => assertSound(result, sources[index] as Int32Array));
      }),
    );
  });

  function assertSound(result: PieceTranslation, source: Int32Array): void {
    const { pieces, isComplete, scores, alignment } = result;
    const limit = Math.max(1, Math.floor(everything.lengthFactor * source.length));
    assert.ok(isComplete ? pieces.length < limit : pieces.length === limit);
    assert.ok(pieces.every((piece) => piece > 1));
    assert.equal(scores.length, pieces.length + (isComplete ? 1 : 0));
    assert.ok(scores.every((score) => score <= 1e-5 && score > -100));
    assert.equal(alignment.length, pieces.length * source.length);
    for (let at = 0; at < alignment.length; at += source.length) {
      const sum = alignment.subarray(at, at + source.length).reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 1e-5);
    }
  }

  it('splits the few weights of a model that would saturate in pairs, and is wide for a model with many', () => {
    const packed = (weights: ModelShape['weights'], hasShortlist: boolean) =>
      packModel(randomModel({ ...aModel, weights }), { ...options, arithmetic: 'pairs', hasShortlist });
    const options = { scratchBytes: 2 ** 22, isShared: true, slots: 1 };
    assert.deepEqual([packed('alphas', false).arithmetic, packed('floats', false).arithmetic], ['pairs', 'wide']);
    const { arithmetic, unsafe } = packed('alphas', true);
    assert.ok(arithmetic === 'pairs' && unsafe > 0, `${unsafe} of the rows are split`);
  });

  it('needs no more than the scratch space that it reports', () => {
    const reported = open(randomModel(aModel)).scratchBytesFor({ length: aSentence.length, candidates: 0 });
    const sources = [aSentence, aSentence.slice(2), aSentence.slice(4), aSentence];
    const expected = open(randomModel(aModel)).translate(sources, everything);
    const tight = Math.ceil(reported / 64) * 64;
    assert.deepEqual(open(randomModel(aModel), { scratchBytes: tight }).translate(sources, everything), expected);
    const longer = Int32Array.of(...new Int32Array(40).fill(3), 0);
    const translator = open(randomModel(aModel), { scratchBytes: tight });
    assert.throws(
      () => translator.translate([aSentence, longer], everything),
      /^RangeError: a sentence needs \d+ bytes/,
    );
  });

  it('does not change the scratch space of other threads', () => {
    const model = packModel(randomModel(aModel), {
      ...{ arithmetic: 'wide', hasShortlist: false, scratchBytes: 2 ** 18, isShared: true, slots: 3 },
    });
    const { start, bytes } = model.scratch;
    const memory = new Uint8Array(model.memory.buffer);
    memory.fill(0xaa, start);
    const before = memory.slice();
    new PieceTranslator(model, 1, special).translate([aSentence, aSentence.slice(3)], everything);
    const after = memory.slice();
    assert.notDeepEqual(
      after.subarray(start + bytes, start + 2 * bytes),
      before.subarray(start + bytes, start + 2 * bytes),
    );
    for (const view of [before, after]) view.fill(0, start + bytes, start + 2 * bytes);
    assert.ok(Buffer.from(after.buffer).equals(Buffer.from(before.buffer)));
  });

  it('ends when it is abandoned, and works again afterwards', () => {
    const translator = open(randomModel(aModel));
    const expected = translator.translate([aSentence], everything);
    for (let left = 0; left < 6; left++) {
      let asked = 0;
      const isAbandoned = (): boolean => asked++ === left;
      assert.throws(() => translator.translate([aSentence], { ...everything, isAbandoned }), Abandoned);
      assert.deepEqual(translator.translate([aSentence], everything), expected);
    }
  });

  it('chooses among all pieces as among a list of all', () => {
    const all = Int32Array.from({ length: 64 }, (_, piece) => Math.min(piece, aModel.source - 1));
    const listed = open(randomModel(aModel), { hasShortlist: true });
    assert.deepEqual(
      listed.translate([aSentence], { ...everything, candidates: () => all })[0]?.pieces,
      open(randomModel(aModel)).translate([aSentence], everything)[0]?.pieces,
    );
  });

  it('scores a piece by its share of all candidates, the unknown one included', () => {
    const translator = open(randomModel(aModel), { hasShortlist: true });
    for (const listed of [new Int32Array(8).fill(5), Int32Array.of(1, 5, 5, 5, 5, 5, 5, 5)]) {
      const [result] = translator.translate([aSentence], { ...everything, candidates: () => listed });
      const score = result?.scores[0] ?? Number.NaN;
      assert.ok(listed[0] === 5 ? Math.abs(score + Math.log(8)) < 1e-6 : score < -Math.log(7) && score > -10);
    }
  });
});

describe('forms of a model', () => {
  const translated = (file: ModelFile) => open(file).translate([aSentence, aSentence.slice(1)], everything);
  const items = (given: Partial<ModelShape>) => new Map(randomModel({ ...aModel, ...given }).items);

  it('translates the same with one shared embedding matrix and with three copies of it', () => {
    const file = randomModel({ ...aModel, weights: 'integers' });
    const embedding = file.items.get('Wemb');
    assert.ok(embedding);
    const copies = new Map(file.items);
    copies.delete('Wemb');
    const reversed = embedding.shape.toReversed();
    copies.set('encoder_Wemb', embedding).set('decoder_Wemb', embedding);
    assert.deepEqual(translated({ ...file, items: copies }), translated(file));
    copies.set('decoder_ff_logit_out_W', { ...embedding, shape: reversed });
    assert.deepEqual(translated({ ...file, items: copies }), translated(file));
  });

  it('rounds f32 weights to the weights of the same model in 8 bits', () => {
    const file = randomModel({ ...aModel, weights: 'integers' });
    const floats = [...file.items].map(([name, item]): [string, typeof item] => {
      if (item.type === 'float32') return [name, item];
      const { data, multiplier = 1 } = item;
      const [rows = 0, columns = 0] = item.shape;
      const numbers = new Float32Array(rows * columns);
      new Int8Array(data.buffer).forEach((number, index) => {
        const at = name === 'Wemb' ? index : (index % rows) * columns + Math.floor(index / rows);
        numbers[at] = number / multiplier;
      });
      return [name, { ...item, type: 'float32', data: new Uint8Array(numbers.buffer), multiplier: undefined }];
    });
    const [expected, actual] = [translated(file), translated({ ...file, items: new Map(floats) })];
    assert.deepEqual(
      actual.map(({ pieces }) => pieces),
      expected.map(({ pieces }) => pieces),
    );
  });

  it('reads multipliers in 8 bits, and prefers the one measured with a shortlist', () => {
    const [plain, other] = [items({}), items({})];
    const alpha = plain.get('none_QuantMultA');
    assert.ok(alpha);
    const value = new Float32Array(alpha.data.buffer)[0] ?? 0;
    const data = Uint8Array.of(127);
    other.set('none_QuantMultA', { ...alpha, type: 'intgemm8', data, multiplier: Math.fround(127 / value) });
    other.set('Wemb_QuantMultA', { ...alpha, data: new Uint8Array(Float32Array.of(1).buffer) });
    const { options } = randomModel(aModel);
    assert.deepEqual(
      translated({ options, items: other }).map(({ pieces }) => pieces),
      translated({ options, items: plain }).map(({ pieces }) => pieces),
    );
  });

  it('chooses only valid pieces for any weights', () => {
    const extreme = fc.constantFrom(0, 3e38, -3e38, 1e-38, 1e20, -1);
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(), extreme), { minLength: 1, maxLength: 20 });
    const weights = fc.constantFrom('alphas' as const, 'integers' as const, 'floats' as const);
    fc.assert(
      fc.property(weights, changes, fc.boolean(), (form, altered, hasShortlist) => {
        const file = randomModel({ ...aModel, weights: form, decoderDepth: 1 });
        const all = [...file.items.values()].filter(({ type }) => type === 'float32');
        for (const [which, where, value] of altered) {
          const numbers = new Float32Array(all[which % all.length]?.data.buffer ?? new ArrayBuffer());
          numbers[where % numbers.length] = value;
        }
        const candidates = (): Int32Array => Int32Array.of(0, 1, 2, 10, 11, 12, 13, 59);
        let translator: PieceTranslator;
        try {
          translator = open(file, { hasShortlist });
        } catch (error) {
          return assert.ok(error instanceof UnusableModel);
        }
        for (const { pieces } of translator.translate([aSentence], { ...everything, candidates })) {
          assert.ok(pieces.length <= 1.5 * aSentence.length && pieces.every((piece) => piece > 1 && piece < 60));
        }
      }),
    );
  });

  it('refuses every other form before it takes memory', () => {
    const good = randomModel(aModel);
    const impossible = { scratchBytes: 2 ** 50 };
    assert.throws(() => open(good, impossible), RangeError);
    const refused = (file: ModelFile, why: RegExp): void => {
      assert.throws(
        () => open(file, impossible),
        (error) => error instanceof UnusableModel && why.test(error.message),
      );
    };
    for (const [name, item] of good.items) {
      const without = new Map(good.items);
      without.delete(name);
      if (!name.endsWith('_QuantMultA') && name !== 'decoder_ff_logit_out_b') {
        refused({ ...good, items: without }, /no weights|unknown use/);
      }
      for (const changed of [[...item.shape, 2], item.shape.map((size) => size + 8), [0, 0], [16, 16], []]) {
        const altered = new Map(good.items).set(name, { ...item, shape: changed });
        if (!name.endsWith('_QuantMultA')) refused({ ...good, items: altered }, /unknown form|unknown use/);
      }
      const extra = new Map(good.items).set(`${name}_extra`, item);
      refused({ ...good, items: extra }, /unknown use/);
    }
    for (const [name, value] of [
      ['type', 's2s'],
      ['transformer-decoder-autoreg', 'self-attention'],
      ['dec-cell', 'gru'],
      ['transformer-ffn-activation', 'swish'],
      ['transformer-preprocess', 'n'],
      ['transformer-postprocess', 'dna'],
      ['transformer-heads', '3'],
      ['transformer-heads', '0'],
      ['dim-emb', '128'],
      ['dim-emb', '1e9'],
      ['enc-depth', '3'],
      ['dec-depth', '-1'],
      ['dec-depth', '65'],
      ['transformer-guided-alignment-layer', '3'],
    ] as const) {
      refused({ ...good, options: new Map(good.options).set(name, value) }, /./);
    }
  });
});
