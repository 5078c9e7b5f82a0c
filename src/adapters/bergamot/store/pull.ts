import type { PullProgress } from '../model.ts';
import { type AssemblyOptions, assemble, RefusedModel } from './assembly.ts';
import { fetchAttachment } from './attachment.ts';
import type { ImportSource } from './import-source.ts';
import type { Offer } from './offers.ts';
import { type RegistryHttp, shownUrl } from './registry-http.ts';
import type { Staging } from './staging.ts';
import type { StoreTiming } from './timing.ts';
import { unpacked } from './unpack.ts';

export type PullParts = AssemblyOptions & {
  readonly http: RegistryHttp;
  readonly urlOf: (location: string) => URL;
  readonly diskBytesMax: number;
  readonly timing: StoreTiming;
  readonly progress: (progress: PullProgress) => void;
};

/**
 * Fetches what is missing of `offer`, and puts it in its place once it is whole, verified and tried. What was fetched
 * stays for the next try, unless the model turned out to be unusable.
 *
 * @throws StoreFailure, RefusedModel
 */
export async function pullOffer(staging: Staging, offer: Offer, parts: PullParts): Promise<void> {
  const attachments = offer.parts.map((part) => part.attachment);
  await staging.prepare(attachments.map(({ sha256 }) => sha256));
  try {
    const bytesBeside = offer.bytes - (await staging.fetchedBytes(attachments));
    await staging.reserve({ bytesInstalled: offer.bytesInstalled, bytesBeside, diskBytesMax: parts.diskBytesMax });
    await fetchParts(staging, offer, parts);
    await assemble(staging, asSource(staging, offer, parts), parts);
  } catch (cause) {
    if (cause instanceof RefusedModel) await staging.clear();
    throw cause;
  } finally {
    await staging.leave();
  }
}

async function fetchParts(staging: Staging, offer: Offer, parts: PullParts): Promise<void> {
  const { http, signal, timing, progress } = parts;
  let doneBytes = 0;
  for (const { attachment } of offer.parts) {
    const before = doneBytes;
    const { sha256, bytes, location } = attachment;
    await fetchAttachment({ url: parts.urlOf(location), sha256, bytes }, staging.attachmentFile(sha256), {
      http,
      signal,
      retryAfterMs: timing.retryAfterMs,
      onBytes: (fetched) => progress({ doneBytes: before + fetched, totalBytes: offer.bytes }),
    });
    doneBytes += bytes;
    progress({ doneBytes, totalBytes: offer.bytes });
  }
}

function asSource(staging: Staging, { pair, name, version, parts }: Offer, { urlOf }: PullParts): ImportSource {
  const files = parts.map((part) => ({
    role: part.role,
    name: part.name,
    sha256: part.sha256,
    bytes: part.bytes,
    from: shownUrl(urlOf(part.attachment.location)),
    open: (signal: AbortSignal) => unpacked(staging.attachmentFile(part.attachment.sha256), part, signal),
  }));
  return { pair, name, version, files };
}
