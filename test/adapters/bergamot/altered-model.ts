import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFiles } from '../../../src/adapters/bergamot/model.ts';
import { microFiles, microFolder } from '../../support/folder-models.ts';

/** One item of a model's file, to be changed as a test needs it. */
export type Item = { name: string; type: number; dimensions: number[]; data: Buffer };

export const types = { float32: 0x0404, int8: 0x0101, intgemm8: 0x4101 } as const;

export const microShortlist = new URL('lex.esen.s2t.bin', microFolder);

/** The items of a model's file; of the small model for tests unless another is given. */
export async function readItems(given?: Buffer): Promise<Item[]> {
  const file = given ?? (await readFile(microFiles.model));
  let at = 8;
  const u64 = (): number => Number(file.readBigUInt64LE((at += 8) - 8));
  const take = (bytes: number): Buffer => file.subarray(at, (at += bytes));
  const headers = Array.from({ length: u64() }, () => [u64(), u64(), u64(), u64()] as const);
  const names = headers.map(([bytes]) => take(bytes).toString('latin1').replace(/\0$/, ''));
  const dimensions = headers.map(([, , count]) =>
    Array.from({ length: count }, () => file.readUInt32LE((at += 4) - 4)),
  );
  take(u64());
  return headers.map(([, type, , bytes], index) => ({
    name: names[index] ?? '',
    type,
    dimensions: dimensions[index] ?? [],
    data: take(bytes),
  }));
}

/** A model's file of these items. */
export function writeItems(items: readonly Item[]): Buffer {
  const u64 = (...values: readonly number[]): Buffer => Buffer.from(BigUint64Array.from(values, BigInt).buffer);
  const names = items.map(({ name }) => Buffer.from(`${name}\0`, 'latin1'));
  const head = Buffer.concat([
    u64(1, items.length),
    ...items.map(({ type, dimensions, data }, index) =>
      u64(names[index]?.byteLength ?? 0, type, dimensions.length, data.byteLength),
    ),
    ...names,
    ...items.map(({ dimensions }) => Buffer.from(Uint32Array.from(dimensions).buffer)),
  ]);
  const padding = -(head.byteLength + 8) & 255;
  return Buffer.concat([head, u64(padding), Buffer.alloc(padding), ...items.map(({ data }) => data)]);
}

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc(-data.byteLength & 255)]);

/** Files of their own in `folder`, with contents in the place of the small model's. */
export async function writeModel(
  folder: string,
  contents: { readonly model?: Buffer; readonly shortlist?: Buffer; readonly vocabulary?: Buffer },
): Promise<ModelFiles> {
  const [model, shortlist, vocabulary] = ['model.bin', 'lex.bin', 'vocab.spm'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(model, contents.model ?? (await readFile(microFiles.model)));
  await writeFile(vocabulary, contents.vocabulary ?? (await readFile(microFiles.vocabularies[0])));
  if (contents.shortlist !== undefined) await writeFile(shortlist, contents.shortlist);
  return { model, shortlist: contents.shortlist && shortlist, vocabularies: [vocabulary] };
}

/** The small model with a vocabulary of `pieces`, of which those beyond its own never come up. */
export async function widened(
  pieces: number,
): Promise<{ readonly model: Buffer; readonly shortlist: Buffer; readonly vocabulary: Buffer }> {
  const own = 6_000;
  const items = await readItems();
  for (const item of items) {
    if (item.name === 'Wemb') {
      const rows = Array.from({ length: pieces }, (_, row) =>
        item.data.subarray((row % own) * 256, ((row % own) + 1) * 256),
      );
      item.data = padded(Buffer.concat([...rows, item.data.subarray(own * 256, own * 256 + 4)]));
      item.dimensions = [pieces, 256];
    } else if (item.name === 'decoder_ff_logit_out_b') {
      const never = Buffer.from(new Float32Array(pieces - own).fill(-1_000).buffer);
      item.data = padded(Buffer.concat([item.data.subarray(0, own * 4), never]));
      item.dimensions = [1, pieces];
    } else if (item.name === 'special:model.yml') {
      item.data = Buffer.from(item.data.toString('latin1').replaceAll(`- ${own}\n`, `- ${pieces}\n`), 'latin1');
      item.dimensions = [item.data.byteLength];
    }
  }
  const vocabulary = Buffer.concat([
    await readFile(microFiles.vocabularies[0]),
    ...Array.from({ length: pieces - own }, (_, index) => unusedPiece(`\u2581zq${index}qz`)),
  ]);
  return { model: writeItems(items), shortlist: widenedShortlist(await readFile(microShortlist), pieces), vocabulary };
}

/**
 * The small model with a vocabulary for each language, as Mozilla's newer models have them: the source's has `pieces`, of
 * which those beyond its own never come up, the target's is as it was.
 */
export async function parted(pieces: number): Promise<{ readonly model: Buffer; readonly vocabulary: Buffer }> {
  const { model, vocabulary } = await widened(pieces);
  const [wide, own] = [await readItems(model), await readItems()];
  const embeddings = wide.filter(({ name }) => name === 'Wemb').map((item) => ({ ...item, name: 'encoder_Wemb' }));
  const others = own.map((item) => {
    if (item.name !== 'special:model.yml') return { ...item, name: item.name.replace(/^Wemb/, 'decoder_Wemb') };
    const options = item.data
      .toString('latin1')
      .replace('dim-vocabs:\n  - 6000\n', `dim-vocabs:\n  - ${pieces}\n`)
      .replace('tied-embeddings: false', 'tied-embeddings: true')
      .replace('tied-embeddings-all: true', 'tied-embeddings-all: false');
    const data = Buffer.from(options, 'latin1');
    return { ...item, data, dimensions: [data.byteLength] };
  });
  return { model: writeItems([...embeddings, ...others]), vocabulary };
}

/** A piece as protocol buffers write it: its text, and a score of -50. */
function unusedPiece(text: string): Buffer {
  const bytes = Buffer.from(text);
  const message = Buffer.concat([Buffer.from([0x0a, bytes.byteLength]), bytes, Buffer.from([0x15, 0, 0, 0x48, 0xc2])]);
  return Buffer.concat([Buffer.from([0x0a, message.byteLength]), message]);
}

/** Further pieces of the source have no candidates. */
function widenedShortlist(shortlist: Buffer, pieces: number): Buffer {
  const offsets = Number(shortlist.readBigUInt64LE(32));
  const head = Buffer.from(shortlist.subarray(0, 48));
  head.writeBigUInt64LE(BigInt(pieces + 1), 32);
  const end = 48 + 8 * offsets;
  const last = shortlist.subarray(end - 8, end);
  const further = Array.from({ length: pieces + 1 - offsets }, () => last);
  return Buffer.concat([head, shortlist.subarray(48, end), ...further, shortlist.subarray(end)]);
}
