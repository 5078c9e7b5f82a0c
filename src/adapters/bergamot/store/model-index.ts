import { z } from 'zod';
import type { DownloadProgress } from '../model.ts';
import { parseJson } from './files.ts';
import type { ModelToInstall } from './install.ts';
import { chooseOffers, type ModelRecord, type Offer, readRecords } from './offers.ts';
import { download, get, type requestTiming, shownUrl } from './registry-http.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

/** Ten times the registry's list today, and its limit. */
const bytesMax = 8 * 2 ** 20;

/** Source: https://docs.kinto-storage.org, "Utility endpoints". */
const serverInfo = z.object({ capabilities: z.object({ attachments: z.object({ base_url: z.url() }) }) });

export type IndexTiming = typeof requestTiming & {
  /** Between two readings of the index, in milliseconds; after a failure a sixtieth of it. */
  readonly indexEveryMs: number;
};

/** `off`: not read yet, or never. */
export type IndexState =
  | { readonly kind: 'off' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'read'; readonly pairs: number };

/** The registry's list of models. */
export class ModelIndex {
  /** The best model of each pair; none while the list cannot be read. */
  offers: readonly Offer[] = [];
  state: IndexState = { kind: 'off' };
  /** When to read the list again, in ms since 1970; never while it is being read. */
  readNextAt = 0;
  readonly #url: URL | undefined;
  readonly #timing: IndexTiming;
  #records: readonly ModelRecord[] = [];
  /** Where the files are; undefined before the list was read. */
  #attachmentsUrl: URL | undefined;

  /** @param url undefined: the network is never used */
  constructor(url: string | undefined, timing: IndexTiming) {
    this.#url = url === undefined ? undefined : new URL(url);
    this.#timing = timing;
  }

  /** Returns the models of a version, released or not; of undefined: the best ones. */
  offersOf(version: string | undefined): readonly Offer[] {
    return version === undefined ? this.offers : chooseOffers(this.#records, version);
  }

  /** Reads the list. Never rejects. */
  async refresh(signal: AbortSignal): Promise<IndexState> {
    if (this.#url === undefined) return this.state;
    this.readNextAt = Number.POSITIVE_INFINITY;
    let pauseMs = this.#timing.indexEveryMs;
    try {
      this.#records = await this.#read(this.#url, signal);
      this.offers = chooseOffers(this.#records);
      this.state = { kind: 'read', pairs: this.offers.length };
    } catch (cause) {
      this.offers = [];
      this.state = { kind: 'failed', reason: reasonOf(cause) };
      pauseMs /= 60;
    }
    this.readNextAt = Date.now() + pauseMs;
    return this.state;
  }

  /** Returns the files of a model as downloads. */
  sourceOf({ files, ...offer }: Offer, progress: ((progress: DownloadProgress) => void) | undefined): ModelToInstall {
    let doneBytes = 0;
    async function* measure(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const chunk of chunks) {
        doneBytes += chunk.byteLength;
        progress?.({ doneBytes, totalBytes: offer.bytes });
        yield chunk;
      }
    }
    const sources = files.map(({ attachment: { hash, size, location }, ...file }) => {
      const served = { url: new URL(location, this.#attachmentsUrl), bytes: size };
      const open = (signal: AbortSignal) => measure(download(served, this.#timing, signal));
      return { ...file, open, isPacked: hash !== file.sha256 };
    });
    return { ...offer, files: sources };
  }

  /** @throws StoreFailure; the signal's reason */
  async #read(url: URL, signal: AbortSignal): Promise<readonly ModelRecord[]> {
    const records = readRecords(await this.#getJson(url, signal));
    if (records === undefined) throw new StoreFailure(`${shownUrl(url)} is not an index of models`);
    this.#attachmentsUrl = await this.#findAttachments(url, signal);
    return records;
  }

  /**
   * Remote Settings names the place of its attachments at its root; any other index has them beside itself.
   * Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments.
   */
  async #findAttachments(url: URL, signal: AbortSignal): Promise<URL> {
    const [, root] = /^(.*\/)buckets\/[^/]+\/collections\//.exec(url.pathname) ?? [];
    if (root === undefined) return new URL('.', url);
    const rootUrl = new URL(root, url);
    const info = serverInfo.safeParse(await this.#getJson(rootUrl, signal)).data;
    if (info === undefined) throw new StoreFailure(`${shownUrl(rootUrl)} does not say where the files are`);
    return new URL(info.capabilities.attachments.base_url);
  }

  async #getJson(url: URL, signal: AbortSignal): Promise<unknown> {
    const accept = ({ status, headers }: Response) => {
      if (status !== 200) throw new StoreFailure(`${shownUrl(url)} answered with status ${status}`);
      // The models of other pages would seem to be withdrawn.
      if (headers.has('next-page')) throw new StoreFailure(`${shownUrl(url)} sends the index in pages`);
    };
    const request = { headers: { accept: 'application/json' }, accept, timing: this.#timing, signal };
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of get(url, request)) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new StoreFailure(`${shownUrl(url)} sends more than ${bytesMax} bytes`);
      parts.push(chunk);
    }
    return parseJson(Buffer.concat(parts).toString());
  }
}
