import { createReadStream } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { ServiceError } from '../../../ground/service-error.ts';
import { isSamePair, type LanguagePair, pairName } from '../../../text/languages/language.ts';
import type { FileToInstall, ModelToInstall } from './install.ts';
import {
  isComplete,
  manifestName,
  modelPair,
  parseJson,
  plainName,
  readManifest,
  roles,
  sha256Text,
  versionText,
} from './manifest.ts';
import { fileBytes, lastPlaced } from './model-folders.ts';

export type ModelImportOptions = { readonly pair?: LanguagePair; readonly name?: string };

/**
 * Finds models: of another store (`manifest.json`, up to two folders deep), or the plain files of one. Follows links.
 * @throws ServiceError `models_not_importable` when there is none
 */
export async function findImports(folder: string, options: ModelImportOptions): Promise<readonly ModelToInstall[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw refusal(`${folder} cannot be read`, cause);
  });
  const isPlain = !names.includes(manifestName) && names.some((name) => /^model.*\.bin$/.test(name));
  const found = isPlain ? [await fromPlainFiles(folder, names, options)] : await fromStore(folder);
  const wanted = found.filter(({ pair }) => options.pair === undefined || isSamePair(pair, options.pair));
  if (wanted.length === 0) {
    throw refusal(`${folder} contains no complete model${options.pair ? ` for ${pairName(options.pair)}` : ''}`);
  }
  const { name } = options;
  if (name === undefined) return wanted;
  if (wanted.length > 1)
    throw refusal(`${folder} contains ${wanted.length} models; choose the one to name with --pair`);
  if (!plainName.safeParse(name).success) throw refusal(invalidName);
  return wanted.map((model) => ({ ...model, name }));
}

const invalidName = 'names of models and files have up to 100 letters, digits and ". _ + -"';

async function fromStore(folder: string): Promise<readonly ModelToInstall[]> {
  const found = [];
  for await (const path of glob(`{,*/,*/*/}${manifestName}`, { cwd: folder })) {
    const dir = dirname(join(folder, path));
    const manifest = await readManifest(dir);
    if (manifest === undefined) throw refusal(`${dir} cannot be imported: its ${manifestName} is damaged`);
    found.push({ dir, manifest });
  }
  const opened = lastPlaced(found).map(async ({ dir, manifest }) => {
    const files = manifest.files.map(async (file) => ({ ...(await localFile(join(dir, file.name))), ...file }));
    return { ...manifest, files: await Promise.all(files) };
  });
  return await Promise.all(opened);
}

const metadata = z.object({
  name: z.string().catch(''),
  version: versionText.catch(''),
  from: z.string().catch(''),
  to: z.string().catch(''),
  files: z.record(z.string(), z.object({ name: z.string(), sha256: sha256Text })).catch({}),
});

/** Returns the unpacked model in a folder. Its `metadata.json` may contain the pair, the name, the version, hashes. */
async function fromPlainFiles(
  folder: string,
  names: readonly string[],
  options: ModelImportOptions,
): Promise<ModelToInstall> {
  const text = await readFile(join(folder, 'metadata.json'), 'utf8').catch(() => '');
  const given = metadata.parse(parseJson(text) ?? {});
  const pair = options.pair ?? modelPair(given.from, given.to);
  if (pair === undefined) throw refusal(`the languages of the model in ${folder} are unknown; name the pair`);
  const name = options.name ?? (given.name || basename(folder));
  const files: FileToInstall[] = [];
  for (const role of roles) {
    for (const file of names.filter((one) => one.startsWith(role) && /\.(?:bin|spm)$/.test(one))) {
      const sha256 = Object.values(given.files).find((one) => one.name === file)?.sha256;
      files.push({ role, name: file, sha256, ...(await localFile(join(folder, file))) });
    }
  }
  if (![name, ...files.map((file) => file.name)].every((one) => plainName.safeParse(one).success)) {
    throw refusal(invalidName);
  }
  if (isComplete(files)) return { pair, name, version: given.version, files };
  const vocabularies = 'one vocab*.spm (or srcvocab*.spm and trgvocab*.spm)';
  throw refusal(`${folder} must contain one model*.bin, at most one lex*.bin, and ${vocabularies}`);
}

/** @throws ServiceError `models_not_importable` if it is neither a file nor a link to one */
async function localFile(path: string) {
  const bytes = await fileBytes(path);
  if (bytes === undefined) throw refusal(`${path} is not a readable file`);
  const open = (signal: AbortSignal): AsyncIterable<Uint8Array> => createReadStream(path, { signal });
  return { open, isPacked: false, bytes };
}

function refusal(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('models_not_importable', { detail: { reason }, cause });
}
