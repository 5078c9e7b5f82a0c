import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LanguagePair } from '../../../text/languages/language.ts';
import { parseLanguageTag } from '../../../text/languages/language-tag.ts';
import type { ModelFiles, ModelIdentity } from '../model.ts';

/** What a file of a model is for, by the registry's names, in the order of the digest. */
export const roles = ['model', 'lex', 'vocab', 'srcvocab', 'trgvocab'] as const;

export type Role = (typeof roles)[number];

/** A name that is safe for a file, a folder and a terminal. */
export const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/);

export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);

/** As in the registry: `3.0`, or `3.0a1` for a pre-release; empty if unknown. */
export const versionText = z.string().regex(/^(?=.{0,20}$)(?:\d+(?:\.\d+)*(?:[a-z]+\d*)?)?$/);

/** Bytes of one file. A WebAssembly module has 2 GiB in total; files of models are much smaller than this limit. */
export const fileSize = z.int().positive().max(1_073_741_824);

const shape = z.object({
  format: z.literal(1),
  source: z.string(),
  target: z.string(),
  name: plainName,
  version: versionText,
  digest: sha256Text,
  placedAt: z.iso.datetime(),
  files: z.array(z.object({ role: z.enum(roles), name: plainName, bytes: fileSize, sha256: sha256Text })),
});

export type Manifest = Readonly<Omit<z.infer<typeof shape>, 'format' | 'source' | 'target'>> & {
  readonly pair: LanguagePair;
};

export const manifestName = 'manifest.json';

/** Returns the manifest in the folder of a model; undefined when it is damaged. @throws when it cannot be read */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const read = shape.safeParse(await parseJson(await readFile(join(folder, manifestName), 'utf8'))).data;
  const pair = read && modelPair(read.source, read.target);
  return pair && isComplete(read.files) && modelDigest(read.files) === read.digest ? { ...read, pair } : undefined;
}

export function formatManifest({ pair, ...rest }: Manifest): string {
  return `${JSON.stringify({ format: 1, ...rest, ...pair }, undefined, 2)}\n`;
}

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined unless both are codes of two different languages. */
export function modelPair(source = '', target = ''): LanguagePair | undefined {
  const [from, to] = [parseLanguageTag(source), parseLanguageTag(target)];
  return from === undefined || to === undefined || from === to ? undefined : { source: from, target: to };
}

/** One model, at most one shortlist, and one vocabulary or two, all under different names. */
export function isComplete(files: readonly { readonly role: Role; readonly name: string }[]): boolean {
  const names = new Set([manifestName, ...files.map((file) => file.name)]);
  const counted = roles.map((role) => files.filter((file) => file.role === role).length).join('');
  return names.size === files.length + 1 && /^1[01](?:100|011)$/.test(counted);
}

/** The same in the index and on disk: SHA-256 over the SHA-256 of each file's content. */
export function modelDigest(files: readonly { readonly role: Role; readonly sha256: string }[]): string {
  const sorted = roles.flatMap((role) => files.filter((file) => file.role === role));
  return hash('sha256', sorted.map(({ role, sha256 }) => `${role} ${sha256}\n`).join(''), 'hex');
}

/** Returns the name of the folder of a model: readable, and different for different content. */
export function folderName({ name, version, digest }: Pick<ModelIdentity, 'name' | 'version' | 'digest'>): string {
  return [name, version, digest.slice(0, 12)].filter((part) => part !== '').join('-');
}

/** @param files complete, in `folder` */
export function modelFiles(files: Manifest['files'], folder: string): ModelFiles {
  const sha256 = Object.fromEntries(files.map((file) => [join(folder, file.name), file.sha256]));
  const [model, shortlist, source, target] = [['model'], ['lex'], ['vocab', 'srcvocab'], ['trgvocab']].map((wanted) => {
    const file = files.find(({ role }) => wanted.includes(role));
    return file && { path: join(folder, file.name), sha256: file.sha256 };
  });
  if (model === undefined || source === undefined) throw new TypeError('not the files of one model');
  // Two vocabularies with the same content must become one. Otherwise the shortlist omits the pieces of the source, and
  // names and figures cannot be copied.
  // Source: browsermt/bergamot-translator, `translation_model.cpp`; marian, `lexical_shortlist_generator`.
  const isShared = target === undefined || target.sha256 === source.sha256;
  const vocabularies = isShared ? ([source.path] as const) : ([source.path, target.path] as const);
  return { model: model.path, shortlist: shortlist?.path, vocabularies, sha256 };
}
