import { createReadStream } from 'node:fs';
import type { LanguagePair } from '../../../core/languages/language.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { fileBytes } from './disk.ts';
import type { Role } from './manifest.ts';

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

/** Of a file outside, which may be there as a link. @throws ServiceError `models_not_importable` when it is none */
export async function bytesOf(path: string): Promise<number> {
  const bytes = await fileBytes(path);
  if (bytes === undefined) throw refusal(`${path} is no file that can be read`);
  return bytes;
}

export function reading(path: string): ImportedFile['open'] {
  return (signal) => createReadStream(path, { signal, highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>;
}

/** Why a folder, or a part of it, cannot be imported. */
export function refusal(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('models_not_importable', { detail: { reason }, cause });
}
