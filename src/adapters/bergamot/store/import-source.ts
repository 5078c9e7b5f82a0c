import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { readSmallFile, sizeOf } from './disk.ts';
import {
  manifestBytesMax,
  manifestName,
  parseJson,
  parseManifest,
  parsePair,
  plainName,
  type Role,
  sha256Text,
  versionText,
} from './manifest.ts';
import { chooseOffers, type Offer } from './offers.ts';
import { readRecords } from './record.ts';
import { unpacked } from './unpack.ts';

/** A file that can be imported. */
export type ImportedFile = {
  readonly role: Role;
  readonly name: string;
  readonly from: string;
  /** Of the content, where somebody wrote it down. */
  readonly sha256: string | undefined;
  /** Of the content; exact where `sha256` is known, otherwise the size that the file has now. */
  readonly bytes: number;
  readonly open: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
};

/** A model that can be imported, as a folder describes it. */
export type ImportSource = {
  readonly pair: LanguagePair;
  readonly name: string;
  readonly version: string;
  readonly files: readonly ImportedFile[];
};

export type ImportWish = { readonly pair?: LanguagePair; readonly name?: string };

/** The registry's records as they are served, beside the files that they name. */
const recordsName = 'records.json';
const recordsBytesMax = 32 * 2 ** 20;

/**
 * Finds the models in a folder from outside: one of another store (`manifest.json`, one or two folders deep), one with
 * the registry's `records.json` and its files, or one with the plain files of a single model.
 *
 * @throws ServiceError `validation_error` when there is none, or none that `wish` describes
 */
export async function findImports(folder: string, wish: ImportWish): Promise<readonly ImportSource[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw refusal(`${folder} cannot be read`, cause);
  });
  const found = names.includes(recordsName)
    ? await fromRecords(folder, wish)
    : ((await fromPlainFiles(folder, names, wish)) ?? lastOfEachPair(await fromStore(folder, 2)));
  const wished = found.filter(({ pair }) => wish.pair === undefined || isSame(pair, wish.pair));
  if (wished.length > 0) return wished;
  const what = wish.pair === undefined ? 'model' : `model for ${wish.pair.source}-${wish.pair.target}`;
  throw refusal(`${folder} holds no complete ${what}`);
}

type PlacedSource = ImportSource & { readonly placedAt: string };

/** What another store has put there: hashes and sizes are known. */
async function fromStore(folder: string, depth: number): Promise<readonly PlacedSource[]> {
  const text = await readSmallFile(join(folder, manifestName), manifestBytesMax).catch(() => undefined);
  if (text === undefined) {
    if (depth === 0) return [];
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const inner = entries.filter((entry) => !entry.name.startsWith('.') && entry.isDirectory());
    return (await Promise.all(inner.map((entry) => fromStore(join(folder, entry.name), depth - 1)))).flat();
  }
  const manifest = parseManifest(text);
  if (typeof manifest === 'string') throw refusal(`${folder} cannot be imported: ${manifest}`);
  const { pair, name, version, placedAt } = manifest;
  const files = manifest.files.map((file) => ({ ...file, open: reading(join(folder, file.name)) }));
  return [{ pair, name, version, placedAt, files }];
}

/** A store keeps a model for a while after another one took its place. */
function lastOfEachPair(sources: readonly PlacedSource[]): readonly ImportSource[] {
  const ascending = sources.toSorted((one, other) => (one.placedAt < other.placedAt ? -1 : 1));
  return [...new Map(ascending.map((source) => [pairName(source.pair), source])).values()];
}

/** The registry's records, with attachments under their location, or under their file name in the folder itself. */
async function fromRecords(folder: string, wish: ImportWish): Promise<readonly ImportSource[]> {
  const read = readRecords(parseJson(await readSmallFile(join(folder, recordsName), recordsBytesMax)));
  if (read === undefined) throw refusal(`${join(folder, recordsName)} is not a reply of the registry`);
  const offers = chooseOffers(read.records);
  const found = await Promise.all(offers.map((offer) => fromOffer(folder, offer)));
  const complete = found.filter((source) => 'files' in source);
  const missing = found.find(
    (source) => 'missing' in source && wish.pair !== undefined && isSame(source.pair, wish.pair),
  );
  if (missing !== undefined && 'missing' in missing) throw refusal(`${folder} lacks ${missing.missing}`);
  return complete;
}

type MissingFile = { readonly pair: LanguagePair; readonly missing: string };

async function fromOffer(folder: string, { pair, name, version, parts }: Offer): Promise<ImportSource | MissingFile> {
  const files: ImportedFile[] = [];
  for (const part of parts) {
    const { location, filename, bytes } = part.attachment;
    const places = [join(folder, location), join(folder, filename)];
    const sizes = await Promise.all(places.map(sizeOf));
    const at = sizes.indexOf(bytes);
    const path = places[at];
    if (path === undefined) return { pair, missing: location };
    const open = (signal: AbortSignal) => unpacked(path, part, signal);
    files.push({
      role: part.role,
      name: part.name,
      from: basename(path),
      sha256: part.sha256,
      bytes: part.bytes,
      open,
    });
  }
  return { pair, name, version, files };
}

const description = z.object({
  name: z.string().optional().catch(undefined),
  version: versionText.optional().catch(undefined),
  from: z.string().optional().catch(undefined),
  to: z.string().optional().catch(undefined),
  files: z
    .record(z.string(), z.object({ name: z.string(), sha256: sha256Text }))
    .optional()
    .catch(undefined),
});

const fileNames: readonly (readonly [Role, RegExp])[] = [
  ['model', /^model.*\.bin$/],
  ['lex', /^lex.*\.bin$/],
  ['vocab', /^vocab.*\.spm$/],
  ['srcvocab', /^srcvocab.*\.spm$/],
  ['trgvocab', /^trgvocab.*\.spm$/],
];

/** One model under the registry's file names, unpacked; a `metadata.json` may say which pair, name and hashes. */
async function fromPlainFiles(
  folder: string,
  names: readonly string[],
  wish: ImportWish,
): Promise<readonly ImportSource[] | undefined> {
  if (names.includes(manifestName) || !names.some((name) => fileNames[0]?.[1].test(name))) return undefined;
  const text = await readSmallFile(join(folder, 'metadata.json'), recordsBytesMax).catch(() => '{}');
  const said = description.safeParse(parseJson(text)).data ?? {};
  const pair = wish.pair ?? parsePair(said.from ?? '', said.to ?? '');
  if (pair === undefined) throw refusal(`${folder} does not say which languages it translates; name the pair`);
  const name = plainName.safeParse(wish.name ?? said.name ?? basename(folder));
  if (!name.success) throw refusal('a model\'s name takes up to 100 letters, digits and ". _ + -"');
  const hashes = new Map(Object.values(said.files ?? {}).map((file) => [file.name, file.sha256]));
  const files = await Promise.all(
    fileNames.flatMap(([role, shape]) =>
      names.filter((file) => shape.test(file)).map((file) => plainFile(role, join(folder, file), hashes.get(file))),
    ),
  );
  return [{ pair, name: name.data, version: said.version ?? '', files: onlyNeeded(files, folder) }];
}

async function plainFile(role: Role, path: string, sha256: string | undefined): Promise<ImportedFile> {
  const name = basename(path);
  if (!plainName.safeParse(name).success) throw refusal('a model\'s files take letters, digits and ". _ + -" as names');
  return { role, name, from: name, sha256, bytes: await sizeOf(path), open: reading(path) };
}

function onlyNeeded(files: readonly ImportedFile[], folder: string): readonly ImportedFile[] {
  for (const [role, shape] of fileNames) {
    const count = files.filter((file) => file.role === role).length;
    if (count > 1) throw refusal(`${folder} holds ${count} files called ${shape.source}; leave one`);
  }
  const has = (role: Role) => files.some((file) => file.role === role);
  if (!has('vocab') && !(has('srcvocab') && has('trgvocab')))
    throw refusal(`${folder} holds no vocabulary (vocab*.spm)`);
  return files;
}

function reading(path: string): ImportedFile['open'] {
  return (signal) => createReadStream(path, { signal, highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>;
}

function isSame(one: LanguagePair, other: LanguagePair): boolean {
  return one.source === other.source && one.target === other.target;
}

function refusal(message: string, cause?: unknown): ServiceError {
  return new ServiceError('validation_error', { message, cause });
}
