import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isSamePair, type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { fileBytes, readSmallFile } from './disk.ts';
import { bytesOf, type ImportedFile, type ImportSource, type ImportWish, reading, refusal } from './import-source.ts';
import { manifestBytesMax, manifestName, parseJson, parseManifest } from './manifest.ts';
import { chooseOffers, type Offer } from './offers.ts';
import { fromPlainFiles } from './plain-folder.ts';
import { readRecords } from './record.ts';
import { unpacked } from './unpack.ts';

/** The registry's records as they are served, beside the files that they name. */
const recordsName = 'records.json';
const recordsBytesMax = 32 * 2 ** 20;

/**
 * Finds the models in a folder from outside: one of another store (`manifest.json`, one or two folders deep), one with
 * the registry's `records.json` and its files, or one with the plain files of a single model.
 *
 * @throws ServiceError `models_not_importable` when there is none, or none that `wish` describes
 */
export async function findImports(folder: string, wish: ImportWish): Promise<readonly ImportSource[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw refusal(`${folder} cannot be read`, cause);
  });
  const found = names.includes(recordsName)
    ? await fromRecords(folder, wish)
    : ((await fromPlainFiles(folder, names, wish)) ?? lastOfEachPair(await fromStore(folder, 2)));
  const wished = found.filter(({ pair }) => wish.pair === undefined || isSamePair(pair, wish.pair));
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
  const paths = manifest.files.map((file) => join(folder, file.name));
  await Promise.all(paths.map(bytesOf));
  const files = manifest.files.map((file, index) => ({ ...file, open: reading(paths[index] ?? '') }));
  return [{ pair, name, version, placedAt, files }];
}

/** A store keeps a model for a while after another one took its place. */
function lastOfEachPair(sources: readonly PlacedSource[]): readonly ImportSource[] {
  const ascending = sources.toSorted((one, other) => (one.placedAt < other.placedAt ? -1 : 1));
  return [...new Map(ascending.map((source) => [pairName(source.pair), source])).values()];
}

/** The registry's records, with attachments under their location, or under their file name in the folder itself. */
async function fromRecords(folder: string, wish: ImportWish): Promise<readonly ImportSource[]> {
  const path = join(folder, recordsName);
  const text = await readSmallFile(path, recordsBytesMax).catch((cause: unknown) => {
    throw refusal(`${path} cannot be read`, cause);
  });
  const read = readRecords(parseJson(text));
  if (read === undefined) throw refusal(`${path} is not a reply of the registry`);
  const offers = chooseOffers(read.records);
  const found = await Promise.all(offers.map((offer) => fromOffer(folder, offer)));
  const complete = found.filter((source) => 'files' in source);
  const missing = found.find(
    (source) => 'missing' in source && wish.pair !== undefined && isSamePair(source.pair, wish.pair),
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
    const sizes = await Promise.all(places.map(fileBytes));
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
