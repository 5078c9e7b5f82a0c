import { hash, randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson, readSmallFile } from './files.ts';
import type { ModelFolders } from './model-folders.ts';
import { chooseOffers, type Offer, readRecords } from './offers.ts';
import { type RegistryHttp, shownUrl } from './registry-http.ts';
import { StoreFailure } from './store-failure.ts';

/** Ten times the registry's list today, and its limit. */
const bytesMax = 8 * 2 ** 20;
const backoffSecondsMax = 86_400;

/** What is stored for times without a network. Of the address only the hash, because it may contain a token. */
const cacheShape = z.object({ urlSha256: z.string(), readAt: z.iso.datetime(), json: z.unknown() });

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
  /** When a process last read the list (ISO 8601, UTC); undefined if never. */
  readAt: string | undefined;
  readonly #url: URL;
  readonly #http: RegistryHttp;
  readonly #folders: ModelFolders;
  #json: unknown;

  constructor(url: URL, http: RegistryHttp, folders: ModelFolders) {
    this.#url = url;
    this.#http = http;
    this.#folders = folders;
  }

  /** Reads the list that this process or another one has stored. */
  async open(): Promise<void> {
    const text = await readSmallFile(this.#folders.own('index.json'), 2 * bytesMax).catch(() => '');
    const cached = cacheShape.safeParse(parseJson(text)).data;
    if (cached?.urlSha256 === hash('sha256', this.#url.href)) this.#take(cached);
  }

  /** Returns the models of a version, released or not; of undefined: the best ones. */
  ofVersion(version: string | undefined): readonly Offer[] {
    return chooseOffers(readRecords(this.#json) ?? [], version);
  }

  /** @throws StoreFailure; the signal's reason */
  async read(signal: AbortSignal): Promise<void> {
    const waitMs = this.notBefore - Date.now();
    if (waitMs > 0) throw new StoreFailure(`the server asked for a pause of ${Math.ceil(waitMs / 1_000)} s more`);
    const shown = shownUrl(this.#url);
    const { status, headers, json } = await this.#get(this.#url, signal);
    if (status !== 200) throw new StoreFailure(`${shown} answered with status ${status}`);
    // The models of other pages would seem to be withdrawn.
    if (headers['next-page'] !== undefined) throw new StoreFailure(`${shown} sends the index in pages`);
    if (readRecords(json) === undefined) throw new StoreFailure(`${shown} is not an index of models`);
    this.attachmentsUrl = await this.#findAttachments(signal);
    const cached = { urlSha256: hash('sha256', this.#url.href), readAt: new Date().toISOString(), json };
    this.#take(cached);
    const file = this.#folders.own('trash', randomUUID());
    // The store works without this file, for example in a folder that cannot be written.
    await writeFile(file, JSON.stringify(cached))
      .then(() => rename(file, this.#folders.own('index.json')))
      .catch(() => {});
  }

  #take({ readAt, json }: { readonly readAt: string; readonly json?: unknown }): void {
    this.readAt = readAt;
    this.#json = json;
    this.offers = this.ofVersion(undefined);
  }

  /**
   * Remote Settings names the place of its attachments at its root; any other index has them beside itself.
   * Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments.
   */
  async #findAttachments(signal: AbortSignal): Promise<URL> {
    const [, root] = /^(.*\/)buckets\/[^/]+\/collections\//.exec(this.#url.pathname) ?? [];
    if (root === undefined) return new URL('.', this.#url);
    const rootUrl = new URL(root, this.#url);
    const info = serverInfo.safeParse((await this.#get(rootUrl, signal)).json).data;
    if (info === undefined) throw new StoreFailure(`${shownUrl(rootUrl)} does not say where the files are`);
    return new URL(info.capabilities.attachments.base_url);
  }

  async #get(url: URL, signal: AbortSignal) {
    using reply = await this.#http.get(url, { headers: { accept: 'application/json' }, bytes: bytesMax / 10, signal });
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
}
