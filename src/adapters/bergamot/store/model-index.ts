import { hash, randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Events } from '../../../core/events.ts';
import { readSmallFile } from './files.ts';
import { parseJson } from './manifest.ts';
import type { ModelFolders } from './model-folders.ts';
import { chooseOffers, type Offer, readRecords } from './offers.ts';
import { type RegistryHttp, shownUrl } from './registry-http.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

/** `listedAt`: when a process last read the index (ISO 8601, UTC). */
export type IndexState =
  | { readonly kind: 'off' }
  | { readonly kind: 'failed'; readonly reason: string; readonly listedAt: string | undefined }
  | { readonly kind: 'read'; readonly pairs: number; readonly listedAt: string };

export type ModelIndexOptions = {
  readonly url: URL;
  readonly http: RegistryHttp;
  readonly folders: ModelFolders;
  /** Time between two readings in the background; shorter after a failure. */
  readonly everyMs: number;
  readonly events: Pick<Events, 'modelIndexRead'>;
  readonly signal: AbortSignal;
};

/** Ten times the registry's list today. */
const bytesMax = 8 * 2 ** 20;

const backoffSecondsMax = 86_400;

/** The content of `.store/index.json`. Of the address only the hash is stored, because it may contain a token. */
const cached = z.object({
  urlSha256: z.string(),
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
  /** Undefined before this process has read it. */
  state: IndexState | undefined;
  /** When the background reads it next (ms since 1970). */
  dueAt = 0;
  readonly #options: ModelIndexOptions;
  #cached: z.infer<typeof cached> | undefined;
  #attachmentsUrl: URL | undefined;
  #notBefore = 0;
  #failures = 0;
  #reported = '';

  constructor(options: ModelIndexOptions) {
    this.#options = options;
  }

  /** Reads the list that this process or another one has stored. */
  async open(): Promise<void> {
    const text = await readSmallFile(this.#options.folders.own('index.json'), 2 * bytesMax).catch(() => '');
    const found = cached.safeParse(parseJson(text)).data;
    if (found?.urlSha256 !== this.#urlSha256) return;
    this.offers = chooseOffers(readRecords(found.json) ?? []);
    this.#cached = found;
  }

  /** Returns the models of a certain version, released or not. */
  ofVersion(version: string): readonly Offer[] {
    return chooseOffers(readRecords(this.#cached?.json) ?? [], version);
  }

  /** Returns the address of a file. Valid after the index was read. */
  attachmentUrl(location: string): URL {
    return new URL(location, this.#attachmentsUrl);
  }

  /** Reads the index. Never rejects. Not for concurrent use. */
  async refresh(): Promise<IndexState> {
    const { signal, everyMs, events } = this.#options;
    const waitMs = this.#notBefore - Date.now();
    if (waitMs > 0 && this.state?.kind === 'read') return this.state;
    try {
      if (waitMs > 0) throw new StoreFailure(`the server asked for a pause of ${Math.ceil(waitMs / 1_000)} s more`);
      const { readAt } = await this.#read();
      this.#failures = 0;
      this.state = { kind: 'read', pairs: this.offers.length, listedAt: readAt };
    } catch (cause) {
      this.#failures++;
      this.state = { kind: 'failed', reason: reasonOf(cause), listedAt: this.#cached?.readAt };
    }
    this.dueAt = Math.max(this.#notBefore, Date.now() + Math.min(everyMs, (everyMs / 120) * 2 ** this.#failures));
    const report = this.state.kind === 'read' ? this.offers.map(({ digest }) => digest).join() : this.state.reason;
    if (report !== this.#reported && !signal.aborted) events.modelIndexRead(this.state);
    this.#reported = report;
    return this.state;
  }

  async #read(): Promise<z.infer<typeof cached>> {
    const { url, folders } = this.#options;
    const { status, headers, json } = await this.#get(url, this.#cached?.etag);
    if (status !== 304 || this.#cached === undefined) {
      if (status !== 200) throw new StoreFailure(`${shownUrl(url)} answered with status ${status}`);
      // The models of other pages would seem to be withdrawn.
      if (headers['next-page'] !== undefined) throw new StoreFailure(`${shownUrl(url)} sends the index in pages`);
      const records = readRecords(json);
      if (records === undefined) throw new StoreFailure(`${shownUrl(url)} is not an index of models`);
      this.offers = chooseOffers(records);
      this.#cached = { urlSha256: this.#urlSha256, readAt: '', etag: headers.etag, json };
    }
    this.#attachmentsUrl = await this.#findAttachments();
    this.#cached = { ...this.#cached, readAt: new Date().toISOString() };
    const fresh = folders.own(`trash/${randomUUID()}`);
    // The store works without this file, for example in a folder that cannot be written.
    await writeFile(fresh, JSON.stringify(this.#cached))
      .then(() => rename(fresh, folders.own('index.json')))
      .catch(() => {});
    return this.#cached;
  }

  /**
   * Remote Settings names the place of its attachments at its root; any other index has them beside itself.
   * Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments.
   */
  async #findAttachments(): Promise<URL> {
    const { url } = this.#options;
    const [, root] = /^(.*\/)buckets\/[^/]+\/collections\//.exec(url.pathname) ?? [];
    if (root === undefined) return new URL('.', url);
    const rootUrl = new URL(root, url);
    const info = serverInfo.safeParse((await this.#get(rootUrl)).json).data;
    if (info === undefined) throw new StoreFailure(`${shownUrl(rootUrl)} does not say where the files are`);
    return new URL(info.capabilities.attachments.base_url);
  }

  async #get(url: URL, etag?: string) {
    const { http, signal } = this.#options;
    const headers = { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) };
    using reply = await http.get(url, { headers, signal });
    // Source: https://remote-settings.readthedocs.io, "Client Specifications", Backoff Headers.
    const seconds = Number(reply.headers['backoff'] ?? reply.headers['retry-after'] ?? 0);
    if (seconds > 0) this.#notBefore = Date.now() + Math.min(seconds, backoffSecondsMax) * 1_000;
    const parts: Buffer[] = [];
    let bytes = 0;
    await reply.read((chunk) => {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw new StoreFailure(`${shownUrl(url)} sends more than ${bytesMax} bytes`);
      parts.push(chunk);
    });
    return { status: reply.status, headers: reply.headers, json: parseJson(Buffer.concat(parts).toString()) };
  }

  get #urlSha256(): string {
    return hash('sha256', this.#options.url.href);
  }
}
