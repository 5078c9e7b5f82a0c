import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { starterFiles, starterShortlist } from './starter-model.ts';

/** A file as listed by the registry, with the bytes served under its location. */
export type PublishedFile = {
  readonly record: Readonly<Record<string, unknown>> & { readonly fileType: string; readonly attachment: Attachment };
  readonly served: Buffer;
  readonly content: Buffer;
};

type Attachment = {
  readonly hash: string;
  readonly size: number;
  readonly filename: string;
  readonly location: string;
  readonly mimetype: string;
};

export type ModelDescription = {
  readonly source?: string;
  readonly target?: string;
  readonly version?: string;
  readonly architecture?: string;
  readonly filter?: string;
  /** By file type; random bytes if nothing is translated with the model. */
  readonly contents?: Readonly<Record<string, Buffer>>;
};

/** Small, but more than one chunk of a body, and incompressible. */
function anyContents(): Readonly<Record<string, Buffer>> {
  return { model: randomBytes(300_000), lex: randomBytes(40_000), vocab: randomBytes(20_000) };
}

/** The starter model, es>en. */
export const starterContents: Readonly<Record<string, Buffer>> = {
  model: readFileSync(starterFiles.model),
  lex: readFileSync(starterShortlist),
  vocab: readFileSync(starterFiles.vocabularies[0]),
};

/** Returns a published model: with the registry's fields, each file compressed by Zstandard. */
export function publishedModel(description: ModelDescription = {}): readonly PublishedFile[] {
  const { contents = anyContents() } = description;
  return Object.entries(contents).map(([fileType, content]) => publishedFile(fileType, content, description));
}

let published = 0;

function publishedFile(fileType: string, content: Buffer, description: ModelDescription): PublishedFile {
  const { source = 'es', target = 'en', version = '3.0', architecture = 'base-memory', filter = '' } = description;
  const served = zstdCompressSync(content);
  const id = `${source}-${target}-${fileType}-${++published}`;
  const name = fileNames[fileType]?.(`${source}${target}`.replaceAll('-', '')) ?? fileType;
  return {
    content,
    served,
    record: {
      id,
      name,
      version,
      fileType,
      architecture,
      sourceLanguage: source,
      targetLanguage: target,
      filter_expression: filter,
      decompressedHash: hash('sha256', content),
      decompressedSize: content.byteLength,
      schema: 1_760_721_896_061,
      last_modified: 1_760_722_036_608 + published,
      attachment: {
        hash: hash('sha256', served),
        size: served.byteLength,
        filename: `${name}.zst`,
        location: `main-workspace/translations-models-v2/${id}.zst`,
        mimetype: 'application/zstd',
      },
    },
  };
}

const fileNames: Readonly<Record<string, (pair: string) => string>> = {
  model: (pair) => `model.${pair}.intgemm.alphas.bin`,
  lex: (pair) => `lex.50.50.${pair}.s2t.bin`,
  vocab: (pair) => `vocab.${pair}.spm`,
  srcvocab: (pair) => `srcvocab.${pair}.spm`,
  trgvocab: (pair) => `trgvocab.${pair}.spm`,
};
