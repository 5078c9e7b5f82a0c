import { join } from 'node:path';
import type { LanguagePair } from '../../../core/languages/language.ts';
import { sha256OfFile } from './disk.ts';
import type { PlacedModel } from './model-folders.ts';
import { reasonOf } from './store-failure.ts';

/** What was found when every byte of a model was read. */
export type ModelVerification = {
  /** Undefined when the folder does not even say. */
  readonly pair: LanguagePair | undefined;
  readonly folder: string;
  /** Undefined when every byte is as it was placed; otherwise one line. */
  readonly fault: string | undefined;
};

/** @throws the signal's reason */
export async function verifyModel(model: PlacedModel, signal: AbortSignal): Promise<ModelVerification> {
  const { pair, folder, manifest } = model;
  for (const { name, sha256 } of manifest.files) {
    const fault = await faultIn(join(folder, name), { name, sha256, signal });
    if (fault !== undefined) return { pair, folder, fault };
  }
  return { pair, folder, fault: undefined };
}

type Expected = { readonly name: string; readonly sha256: string; readonly signal: AbortSignal };

async function faultIn(path: string, { name, sha256, signal }: Expected): Promise<string | undefined> {
  try {
    const found = await sha256OfFile(path, signal);
    return found === sha256 ? undefined : `${name} is damaged: its SHA-256 is not the one that it was placed with`;
  } catch (cause) {
    signal.throwIfAborted();
    return `${name} cannot be read: ${reasonOf(cause)}`;
  }
}
