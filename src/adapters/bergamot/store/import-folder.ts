import { glob, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isSamePair, type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { chunksOf, fileBytes, parseJson, readSmallFile } from './files.ts';
import type { FileToInstall, ModelToInstall } from './install.ts';
import {
  isComplete,
  manifestBytesMax,
  manifestName,
  parseManifest,
  parsePair,
  plainName,
  roles,
  sha256Text,
  versionText,
} from './manifest.ts';
import { chooseOffers, readRecords } from './offers.ts';

/** What to import: one pair, under a name. */
export type ImportWish = { readonly pair?: LanguagePair; readonly name?: string };

const recordsName = 'records.json';
const recordsBytesMax = 32 * 2 ** 20;

/**
 * Finds the models in a folder: of another store (`manifest.json`, up to two folders deep), of the registry
 * (`records.json` and its files), or the plain files of one model. Links are followed.
 *
 * @throws ServiceError `models_not_importable` when there is no such model
 */
export async function findImports(folder: string, wish: ImportWish): Promise<readonly ModelToInstall[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw refusal(`${folder} cannot be read`, cause);
  });
  const isPlain = !names.includes(manifestName) && names.some((name) => /^model.*\.bin$/.test(name));
  let found: readonly ModelToInstall[];
  if (names.includes(recordsName)) found = await fromRecords(folder, wish);
  else found = isPlain ? [await fromPlainFiles(folder, names, wish)] : await fromStore(folder);
  const wished = found.filter(({ pair }) => wish.pair === undefined || isSamePair(pair, wish.pair));
  if (wished.length > 0) return wished;
  throw refusal(`${folder} contains no complete model${wish.pair ? ` for ${pairName(wish.pair)}` : ''}`);
}

/** The models that another store used: of each pair the one that was placed last. */
async function fromStore(folder: string): Promise<readonly ModelToInstall[]> {
  const last = new Map<string, ModelToInstall & { readonly placedAt: string }>();
  for await (const path of glob(`{,*/,*/*/}${manifestName}`, { cwd: folder })) {
    const dir = dirname(join(folder, path));
    const manifest = parseManifest(await readSmallFile(join(dir, manifestName), manifestBytesMax));
    if (manifest === undefined) throw refusal(`${dir} cannot be imported: its ${manifestName} is damaged`);
    const { pair, name, version, placedAt } = manifest;
    const opened = manifest.files.map(async (file) => ({ ...(await localFile(join(dir, file.name))), ...file }));
    const files = await Promise.all(opened);
    const earlier = last.get(pairName(pair));
    if (!earlier || earlier.placedAt < placedAt) last.set(pairName(pair), { pair, name, version, placedAt, files });
  }
  return [...last.values()];
}

/** The models of the registry's records with all their files, under their location or their file name. */
async function fromRecords(folder: string, wish: ImportWish): Promise<readonly ModelToInstall[]> {
  const path = join(folder, recordsName);
  const text = await readSmallFile(path, recordsBytesMax).catch((cause: unknown) => {
    throw refusal(`${path} cannot be read`, cause);
  });
  const records = readRecords(parseJson(text));
  if (records === undefined) throw refusal(`${path} is not a reply of the registry`);
  const found: ModelToInstall[] = [];
  for (const { pair, name, version, files: offered } of chooseOffers(records)) {
    const files: FileToInstall[] = [];
    for (const { attachment, ...file } of offered) {
      const paths = [join(folder, attachment.location), join(folder, attachment.filename)];
      const sizes = await Promise.all(paths.map(fileBytes));
      const from = paths[sizes.indexOf(attachment.size)];
      const isPacked = attachment.hash !== file.sha256;
      if (from !== undefined) files.push({ ...(await localFile(from)), ...file, isPacked });
      else if (wish.pair && isSamePair(wish.pair, pair)) throw refusal(`${folder} lacks ${attachment.location}`);
    }
    if (files.length === offered.length) found.push({ pair, name, version, files });
  }
  return found;
}

const metadata = z.object({
  name: z.string().catch(''),
  version: versionText.catch(''),
  from: z.string().catch(''),
  to: z.string().catch(''),
  files: z.record(z.string(), z.object({ name: z.string(), sha256: sha256Text })).catch({}),
});

/** One model, unpacked. Its `metadata.json` may contain the pair, the name, the version and hashes. */
async function fromPlainFiles(folder: string, names: readonly string[], wish: ImportWish): Promise<ModelToInstall> {
  const text = await readSmallFile(join(folder, 'metadata.json'), 2 ** 20).catch(() => '');
  const given = metadata.parse(parseJson(text) ?? {});
  const pair = wish.pair ?? parsePair(given.from, given.to);
  if (pair === undefined) throw refusal(`${folder} does not say which languages it translates; name the pair`);
  const name = wish.name ?? (given.name || basename(folder));
  const files: FileToInstall[] = [];
  for (const role of roles) {
    for (const file of names.filter((one) => one.startsWith(role) && /\.(?:bin|spm)$/.test(one))) {
      const sha256 = Object.values(given.files).find((one) => one.name === file)?.sha256;
      files.push({ role, name: file, sha256, ...(await localFile(join(folder, file))) });
    }
  }
  if (![name, ...files.map((file) => file.name)].every((one) => plainName.safeParse(one).success)) {
    throw refusal('names of models and files have up to 100 letters, digits and ". _ + -"');
  }
  if (isComplete(files)) return { pair, name, version: given.version, files };
  const vocabularies = 'one vocab*.spm (or srcvocab*.spm and trgvocab*.spm)';
  throw refusal(`${folder} must contain one model*.bin, at most one lex*.bin, and ${vocabularies}`);
}

/** @throws ServiceError `models_not_importable` unless it is a file, or a link to one */
async function localFile(path: string) {
  const bytes = await fileBytes(path);
  if (bytes === undefined) throw refusal(`${path} is not a file that can be read`);
  const open = (signal: AbortSignal) => chunksOf(path, signal);
  return { from: basename(path), open, isPacked: false, bytes };
}

function refusal(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('models_not_importable', { detail: { reason }, cause });
}
