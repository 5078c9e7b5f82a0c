import { hash } from 'node:crypto';
import { z } from 'zod';
import type { LanguagePair } from '../../../core/languages/language.ts';
import { parseLanguageTag } from '../../../core/languages/language-tag.ts';
import type { ModelFiles, ModelIdentity } from '../model.ts';

/** What a file of a model is for, by the registry's names, in the order in which a digest takes them. */
export const roles = ['model', 'lex', 'vocab', 'srcvocab', 'trgvocab'] as const;

export type Role = (typeof roles)[number];

/** A name that is safe as a file's or a folder's and on a terminal. */
export const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/);

/** SHA-256 in hexadecimal. */
export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);

/** The registry's: `3.0`, of a pre-release `3.0a1`; empty where nobody gave one. */
export const versionText = z
  .string()
  .regex(/^(?:\d+(?:\.\d+)*(?:[a-z]+\d*)?)?$/)
  .max(20);

/** A WebAssembly module has 2 GiB for everything; no file of a model comes near this. */
export const fileBytesMax = 2 ** 30;

const bytes = z.int().min(1).max(fileBytesMax);

const pinnedFile = z.object({
  role: z.enum(roles),
  name: plainName,
  bytes,
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
  files: z.array(pinnedFile).min(2).max(roles.length),
});

/** What stands in `manifest.json` beside the files of a model. */
export type Manifest = Readonly<Omit<z.infer<typeof shape>, 'files' | 'source' | 'target'>> & {
  readonly pair: LanguagePair;
  readonly files: readonly PinnedFile[];
};

export const manifestName = 'manifest.json';
export const manifestBytesMax = 64 * 2 ** 10;

/** @returns why it is none, in one line, instead of a manifest */
export function parseManifest(text: string): Manifest | string {
  const read = shape.safeParse(parseJson(text));
  if (!read.success) return `its ${manifestName} is damaged`;
  const { source, target, ...rest } = read.data;
  const pair = parsePair(source, target);
  if (pair === undefined) return `its ${manifestName} names no pair of languages`;
  if (!isComplete(rest.files)) return `its ${manifestName} does not name one model with its vocabulary`;
  if (digestOf(rest.files) !== rest.digest) return `its ${manifestName} contradicts itself`;
  return { ...rest, pair };
}

export function formatManifest({ pair, ...rest }: Manifest): string {
  return `${JSON.stringify({ ...rest, source: pair.source, target: pair.target }, undefined, 2)}\n`;
}

/** Undefined unless both are codes of two different languages. */
export function parsePair(source: string, target: string): LanguagePair | undefined {
  const [from, to] = [parseLanguageTag(source), parseLanguageTag(target)];
  return from === undefined || to === undefined || from === to ? undefined : { source: from, target: to };
}

/** One model, at most one shortlist, and one vocabulary or two, all under different names. */
export function isComplete(files: readonly { readonly role: Role; readonly name: string }[]): boolean {
  const count = (role: Role) => files.filter((file) => file.role === role).length;
  const shared = count('vocab') === 1 && count('srcvocab') + count('trgvocab') === 0;
  const apart = count('vocab') === 0 && count('srcvocab') === 1 && count('trgvocab') === 1;
  const names = new Set([manifestName, ...files.map((file) => file.name)]);
  return count('model') === 1 && count('lex') <= 1 && (shared || apart) && names.size === files.length + 1;
}

/** The same before and after a model is pulled: over the hashes of what its files hold. */
export function digestOf(files: readonly { readonly role: Role; readonly sha256: string }[]): string {
  const lines = roles.flatMap((role) => files.filter((file) => file.role === role).map(lineOf));
  return hash('sha256', lines.join(''), 'hex');
}

function lineOf({ role, sha256 }: { readonly role: Role; readonly sha256: string }): string {
  return `${role} ${sha256}\n`;
}

/** How the folder of one model of a pair is called: for people, and another one for other content. */
export function folderName({ name, version, digest }: Pick<ModelIdentity, 'name' | 'version' | 'digest'>): string {
  return [name, version, digest.slice(0, 12)].filter((part) => part !== '').join('-');
}

/** @param files complete; `pathOf` makes their names absolute */
export function modelFiles(files: readonly PinnedFile[], pathOf: (name: string) => string): ModelFiles {
  const path = (role: Role) => {
    const found = files.find((file) => file.role === role);
    return found === undefined ? undefined : pathOf(found.name);
  };
  const [source, target] = [path('srcvocab') ?? path('vocab'), path('trgvocab')];
  const model = path('model');
  if (model === undefined || source === undefined) throw new TypeError('not the files of one model');
  return { model, shortlist: path('lex'), vocabularies: target === undefined ? [source] : [source, target] };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
