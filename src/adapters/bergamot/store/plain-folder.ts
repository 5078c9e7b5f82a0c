import { basename, join } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from './disk.ts';
import { bytesOf, type ImportedFile, type ImportSource, type ImportWish, reading, refusal } from './import-source.ts';
import { manifestName, parseJson, parsePair, plainName, type Role, sha256Text, versionText } from './manifest.ts';

const descriptionBytesMax = 2 ** 20;

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
export async function fromPlainFiles(
  folder: string,
  names: readonly string[],
  wish: ImportWish,
): Promise<readonly ImportSource[] | undefined> {
  if (names.includes(manifestName) || !names.some((name) => fileNames[0]?.[1].test(name))) return undefined;
  const text = await readSmallFile(join(folder, 'metadata.json'), descriptionBytesMax).catch(() => '{}');
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
  return { role, name, from: name, sha256, bytes: await bytesOf(path), open: reading(path) };
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
