import { hash } from 'node:crypto';
import { z } from 'zod';
import type { LanguagePair } from '../../../core/languages/language.ts';
import { parseLanguageTag } from '../../../core/languages/language-tag.ts';
import type { ModelFiles, ModelIdentity } from '../model.ts';

/** What a file of a model is for, by the registry's names, in the order of the digest. */
export const roles = ['model', 'lex', 'vocab', 'srcvocab', 'trgvocab'] as const;

export type Role = (typeof roles)[number];

/** A name that is safe for a file, a folder and a terminal. */
export const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/);

/** SHA-256 in hexadecimal. */
export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);

/** The registry's: `3.0`, of a pre-release `3.0a1`; empty if unknown. */
export const versionText = z
  .string()
  .regex(/^(?:\d+(?:\.\d+)*(?:[a-z]+\d*)?)?$/)
  .max(20);

/** Bytes of one file. A WebAssembly module has 2 GiB in all; no file of a model comes near this. */
export const fileSize = z
  .int()
  .min(1)
  .max(2 ** 30);

const pinnedFile = z.object({
  role: z.enum(roles),
  name: plainName,
  bytes: fileSize,
  sha256: sha256Text,
  /** Where it came from, without credentials. */
  from: z.string().max(2_000),
});

/** The content of a model's file, pinned. */
export type PinnedFile = Readonly<z.infer<typeof pinnedFile>>;

const shape = z.object({
  format: z.literal(1),
  source: z.string(),
  target: z.string(),
  name: plainName,
  version: versionText,
  digest: sha256Text,
  placedAt: z.iso.datetime(),
  files: z.array(pinnedFile),
});

/** The content of `manifest.json`, which lies beside the files of a model. */
export type Manifest = Readonly<Omit<z.infer<typeof shape>, 'format' | 'files' | 'source' | 'target'>> & {
  readonly pair: LanguagePair;
  readonly files: readonly PinnedFile[];
};

export const manifestName = 'manifest.json';
export const manifestBytesMax = 64 * 2 ** 10;

/** Undefined when it is damaged. */
export function parseManifest(text: string): Manifest | undefined {
  const read = shape.safeParse(parseJson(text)).data;
  const pair = read && parsePair(read.source, read.target);
  return pair && isComplete(read.files) && digestOf(read.files) === read.digest ? { ...read, pair } : undefined;
}

export function formatManifest({ pair, ...rest }: Manifest): string {
  return `${JSON.stringify({ format: 1, ...rest, source: pair.source, target: pair.target }, undefined, 2)}\n`;
}

/** Undefined unless both are codes of two different languages. */
export function parsePair(source: string, target: string): LanguagePair | undefined {
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
export function digestOf(files: readonly { readonly role: Role; readonly sha256: string }[]): string {
  const lines = roles.flatMap((role) => files.filter((file) => file.role === role));
  return hash('sha256', lines.map(({ role, sha256 }) => `${role} ${sha256}\n`).join(''), 'hex');
}

/** The folder of one model of a pair: readable, and different for different content. */
export function folderName({ name, version, digest }: Pick<ModelIdentity, 'name' | 'version' | 'digest'>): string {
  return [name, version, digest.slice(0, 12)].filter((part) => part !== '').join('-');
}

/** @param files complete; `pathOf` makes their names absolute */
export function modelFiles(files: readonly PinnedFile[], pathOf: (name: string) => string): ModelFiles {
  const find = (role: Role) => files.find((file) => file.role === role);
  const path = (file: PinnedFile | undefined) => file && pathOf(file.name);
  const [model, source, target] = [path(find('model')), find('srcvocab') ?? find('vocab'), find('trgvocab')];
  if (model === undefined || source === undefined) throw new TypeError('not the files of one model');
  // Two vocabularies of the same content must be one: otherwise the shortlist would leave out the pieces of the source,
  // so that names and figures could not be copied.
  // Source: browsermt/bergamot-translator, `translation_model.cpp`; marian, `lexical_shortlist_generator`.
  const isShared = target === undefined || target.sha256 === source.sha256;
  const [first, second] = [pathOf(source.name), path(target)];
  return {
    model,
    shortlist: path(find('lex')),
    vocabularies: isShared || second === undefined ? [first] : [first, second],
  };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
