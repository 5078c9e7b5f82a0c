import { hash, randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson, readSmallFile } from './files.ts';
import { chooseOffers, type Offer, readRecords } from './offers.ts';
import { type RegistryHttp, shownUrl } from './registry-http.ts';
import { StoreFailure } from './store-failure.ts';

export type ModelIndexOptions = {
  readonly url: URL;
  readonly http: RegistryHttp;
  /** Where the list is stored for other processes and for times without a network; `trash` on the same file system. */
  readonly cache: { readonly file: string; readonly trash: string };
};

/** Ten times the registry's list today, and its limit. */
const bytesMax = 8 * 2 ** 20;
const backoffSecondsMax = 86_400;

/** Of the address only the hash is stored, because it may contain a token. */
const cacheShape = z.object({
  urlSha256: z.string(),
  /** When a process last read the list. */
  readAt: z.iso.datetime(),
  etag: z.string().optional(),
  json: z.unknown(),
});

/** Source: https://docs.kinto-storage.org, "Utility endpoints". */
const serverInfo = z.object({ capabilities: z.object({ attachments: z.object({ base_url: z.url() }) }) });

/** The registry's list of models. */
export class ModelIndex {
  /** What it contained when it was last read, however long ago. */
  offers: readonly Offer[] = [];
  /** Where the files are; undefined before this process has read the index. */
  attachmentsUrl: URL | undefined;
  /** The server does not want requests before this time (ms since 1970). */
  notBefore = 0;
  readonly #options: ModelIndexOptions;
  #cached: z.infer<typeof cacheShape> | undefined;

  constructor(options: ModelIndexOptions) {
    this.#options = options;
  }

  /** When a process last read the list (ISO 8601, UTC); undefined if never. */
  get readAt(): string | undefined {
    return this.#cached?.readAt;
  }

  /** Reads the list that this process or another one has stored. */
  async open(): Promise<void> {
    const text = await readSmallFile(this.#options.cache.file, 2 * bytesMax).catch(() => '');
    const cached = cacheShape.safeParse(parseJson(text)).data;
    if (cached?.urlSha256 !== this.#urlSha256) return;
    this.#cached = cached;
    this.offers = this.ofVersion(undefined);
  }

  /** Returns the models of a version, released or not; of undefined: the best ones. */
  ofVersion(version: string | undefined): readonly Offer[] {
    return chooseOffers(readRecords(this.#cached?.json) ?? [], version);
  }

  /** @throws StoreFailure; the signal's reason */
  async read(signal: AbortSignal): Promise<void> {
    const { url, cache } = this.#options;
    const waitMs = this.notBefore - Date.now();
    if (waitMs > 0) throw new StoreFailure(`the server asked for a pause of ${Math.ceil(waitMs / 1_000)} s more`);
    const { status, headers, json } = await this.#get(url, signal, this.#cached?.etag);
    if (status !== 304) {
      if (status !== 200) throw new StoreFailure(`${shownUrl(url)} answered with status ${status}`);
      // The models of other pages would seem to be withdrawn.
      if (headers['next-page'] !== undefined) throw new StoreFailure(`${shownUrl(url)} sends the index in pages`);
      if (readRecords(json) === undefined) throw new StoreFailure(`${shownUrl(url)} is not an index of models`);
    }
    this.attachmentsUrl = await this.#findAttachments(signal);
    const fresh = status === 304 ? this.#cached : { etag: headers.etag, json };
    this.#cached = { json, ...fresh, urlSha256: this.#urlSha256, readAt: new Date().toISOString() };
    if (status !== 304) this.offers = this.ofVersion(undefined);
    const file = join(cache.trash, randomUUID());
    // The store works without a cache, for example in a folder that cannot be written.
    await writeFile(file, JSON.stringify(this.#cached))
      .then(() => rename(file, cache.file))
      .catch(() => {});
  }

  /**
   * Remote Settings names the place of its attachments at its root; any other index has them beside itself.
   * Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments.
   */
  async #findAttachments(signal: AbortSignal): Promise<URL> {
    const { url } = this.#options;
    const [, root] = /^(.*\/)buckets\/[^/]+\/collections\//.exec(url.pathname) ?? [];
    if (root === undefined) return new URL('.', url);
    const rootUrl = new URL(root, url);
    const info = serverInfo.safeParse((await this.#get(rootUrl, signal)).json).data;
    if (info === undefined) throw new StoreFailure(`${shownUrl(rootUrl)} does not say where the files are`);
    return new URL(info.capabilities.attachments.base_url);
  }

  async #get(url: URL, signal: AbortSignal, etag?: string) {
    const headers = { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) };
    using reply = await this.#options.http.get(url, { headers, bytes: bytesMax / 10, signal });
    // Source: https://remote-settings.readthedocs.io, "Client Specifications", Backoff Headers.
    const seconds = Number(reply.headers['backoff'] ?? reply.headers['retry-after'] ?? 0);
    if (seconds > 0) this.notBefore = Date.now() + Math.min(seconds, backoffSecondsMax) * 1_000;
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of reply.chunks()) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new StoreFailure(`${shownUrl(url)} sends more than ${bytesMax} bytes`);
      parts.push(chunk);
    }
    return { status: reply.status, headers: reply.headers, json: parseJson(Buffer.concat(parts).toString()) };
  }

  get #urlSha256(): string {
    return hash('sha256', this.#options.url.href);
  }
}
