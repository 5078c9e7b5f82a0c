import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModelFile } from '../packages/marian/src/model-file.ts';
import { type Fields, message } from '../packages/marian/test/altered-vocabulary.ts';
import { randomModel } from '../packages/marian/test/random-model.ts';
import type { ModelFiles } from '../src/adapters/bergamot/model.ts';

const pieces = 32_000;
const size = { encoderDepth: 6, decoderDepth: 4, width: 384, ffn: 1536, heads: 8, source: pieces, target: pieces };
const shape = { ...size, seed: 1, embeddings: 'joint', weights: 'alphas' } as const;

/**
 * Writes a model in the shape of Mozilla's `base-memory` into a folder, with random weights and a shortlist of 50 pieces
 * for each one. Its vocabulary is `base`'s and pieces that no text has. It never ends a translation before its limit.
 */
export function writeRandomModel(folder: string, base: ModelFiles): ModelFiles {
  const files = {
    model: join(folder, 'model.esen.intgemm.alphas.bin'),
    shortlist: join(folder, 'lex.50.50.esen.s2t.bin'),
    vocabularies: [join(folder, 'vocab.esen.spm')],
  } as const;
  writeFileSync(files.model, modelFile(readModelFile(readFileSync(base.model)).options));
  writeFileSync(files.shortlist, shortlistFile());
  const vocabulary = readFileSync(base.vocabularies[0]);
  writeFileSync(files.vocabularies[0], Buffer.concat([vocabulary, morePieces()]));
  return files;
}

/** Source: `SentencePiece` in `sentencepiece_model.proto`. */
function morePieces(): Uint8Array {
  const fields = (index: number): Fields => [
    [1, `\u2581piece${index}`],
    [2, { float: -20 }],
  ];
  return message(Array.from({ length: pieces - 16_000 }, (_, index) => [1, message(fields(index))]));
}

const u64 = (...values: readonly number[]): Uint8Array => bytesOf(BigUint64Array.from(values, BigInt));
const bytesOf = ({ buffer }: { readonly buffer: ArrayBuffer }): Uint8Array => new Uint8Array(buffer);

/** Source: marian-dev, `src/common/binary.cpp`. */
function modelFile(trained: ReadonlyMap<string, string>): Uint8Array {
  const random = randomModel(shape);
  const options = new Map([...trained, ...random.options]);
  options.set('dim-vocabs', `[${pieces}, ${pieces}]`).set('transformer-dim-ffn', `${shape.ffn}`);
  const lines = Array.from(options, ([name, value]) => `${name}: ${value || '[]'}\n`);
  const text = Buffer.from(`${lines.join('')}\0`);
  // Neither `</s>` nor a byte, which might be no UTF-8, is ever chosen.
  random.items.get('decoder_ff_logit_out_b')?.data.set(bytesOf(new Float32Array(300).fill(-1e6)));
  const items = [
    ...[...random.items.values()].map(({ name, shape: sizes, multiplier, ...item }) => ({
      name,
      type: item.type === 'float32' ? 0x0404 : 0x4101,
      sizes,
      data: padded([item.data, ...(multiplier === undefined ? [] : [bytesOf(Float32Array.of(multiplier))])]),
    })),
    { name: 'special:model.yml', type: 0x0101, sizes: [text.length], data: text },
  ];
  const head = Buffer.concat([
    u64(1, items.length),
    ...items.map(({ name, type, sizes, data }) => u64(name.length + 1, type, sizes.length, data.length)),
    Buffer.from(items.map(({ name }) => `${name}\0`).join('')),
    ...items.map(({ sizes }) => bytesOf(Int32Array.from(sizes))),
  ]);
  const padding = 255 - ((head.length + 7) % 256);
  return Buffer.concat([head, u64(padding), Buffer.alloc(padding), ...items.map(({ data }) => data)]);
}

/** Pads to a multiple of 256 bytes, where Marian expects numbers to begin. */
function padded(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 255)]);
}

/** Source: marian-dev, `src/data/shortlist.h` and, for the checksum, `src/common/hash.h`. */
function shortlistFile(): Uint8Array {
  const each = 50;
  let state = 1;
  // Frequent pieces are on the lists of many others.
  const listed = Uint32Array.from({ length: each * pieces }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor(pieces * (state / 2_147_483_647) ** 3);
  });
  const offsets = Array.from({ length: pieces + 1 }, (_, piece) => each * piece);
  const rest = Buffer.concat([u64(each, each, offsets.length, listed.length, ...offsets), bytesOf(listed)]);
  let checksum = 0n;
  for (let at = 0; at < rest.length; at += 8) {
    const mixed = rest.readBigUInt64LE(at) + 0x9e37_79b9n + (checksum << 6n) + (checksum >> 2n);
    checksum = BigInt.asUintN(64, checksum ^ mixed);
  }
  return Buffer.concat([bytesOf(BigUint64Array.of(0xf11a_48d5_0134_17f5n, checksum)), rest]);
}
