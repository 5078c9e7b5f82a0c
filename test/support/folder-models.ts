import { hash } from 'node:crypto';
import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledModel, ModelFiles, ModelSource } from '../../src/adapters/bergamot/model.ts';
import { ServiceError } from '../../src/ground/service-error.ts';
import type { LanguagePair } from '../../src/text/languages/language.ts';
import { starterFiles } from './starter-model.ts';

/** Copies the model's weights to `folder`, where a test can damage or remove them. */
export async function copyStarter(folder: string): Promise<ModelFiles> {
  const model = join(folder, 'model.bin');
  await cp(starterFiles.model, model);
  return { ...starterFiles, model };
}

/** Returns the model of some files in a store's format for installed models. */
export async function installedModel(pairName: string, files: ModelFiles = starterFiles): Promise<InstalledModel> {
  const paths = [files.model, ...files.vocabularies];
  const hashes = await Promise.all(paths.map(async (path) => hash('sha256', await readFile(path))));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const [source, target] = pairName.split('>');
  return {
    pair: { source, target } as LanguagePair,
    name: 'starter',
    version: '1.0',
    digest: hash('sha256', hashes.join()),
    files,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** A source of exactly the models on disk. */
export class FolderModels implements ModelSource {
  #installed: readonly InstalledModel[];

  constructor(installed: readonly InstalledModel[]) {
    this.#installed = installed;
  }

  /** Every pair of `names` gets the starter model. */
  static async of(...names: readonly string[]): Promise<FolderModels> {
    return new FolderModels(await Promise.all(names.map((name) => installedModel(name))));
  }

  installed(): readonly InstalledModel[] {
    return this.#installed;
  }

  available(): readonly [] {
    return none;
  }

  refuse(model: InstalledModel): void {
    this.#installed = this.#installed.filter((one) => one !== model);
  }

  replace(installed: readonly InstalledModel[]): void {
    this.#installed = installed;
  }

  download(): Promise<InstalledModel> {
    return Promise.reject(new ServiceError('engine_unavailable'));
  }
}

const none: readonly [] = [];
