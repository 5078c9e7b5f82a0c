import { z } from 'zod';
import type { Events } from '../../../core/events.ts';
import { type CachedIndex, readCachedIndex, writeCachedIndex } from './index-cache.ts';
import { parseJson } from './manifest.ts';
import { chooseOffers, type Offer } from './offers.ts';
import { readRecords } from './record.ts';
import { type RegistryHttp, type Reply, shownUrl } from './registry-http.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';
import type { StoreTiming } from './timing.ts';

/** What is known of the index of models. `listedAt`: when it was last read, by whichever process (ISO 8601, UTC). */
export type IndexState =
  | { readonly kind: 'off' }
  | { readonly kind: 'unread'; readonly listedAt: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string; readonly listedAt: string | undefined }
  | {
      readonly kind: 'read';
      readonly listedAt: string;
      readonly pairs: number;
      /** Records that were left out, because something about them is wrong. */
      readonly faulty: number;
    };

export type IndexClientOptions = {
  readonly http: RegistryHttp;
  readonly cacheFile: string;
  readonly timing: StoreTiming;
  readonly events: Pick<Events, 'modelIndexRead'>;
  readonly signal: AbortSignal;
  /** Called after every reading that changed what is known. */
  readonly onChange: () => void;
};

/** Ten times what the registry's list takes today. */
const indexBytesMax = 8 * 2 ** 20;

/** What a server may ask for in its `Backoff`. */
const backoffSecondsMax = 86_400;

/** Reads the list of models that the registry has, and keeps what it read last. */
export class IndexClient {
  readonly #options: IndexClientOptions;
  #state: IndexState = { kind: 'unread', listedAt: undefined };
  #cached: CachedIndex | undefined;
  #offers: readonly Offer[] = [];
  #attachmentsUrl: URL | undefined;
  #reading: Promise<IndexState> | undefined;
  #notBefore = 0;
  #failures = 0;
  #told = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(options: IndexClientOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true });
  }

  /** Takes what another process, or this one in another life, has read. */
  async open(): Promise<void> {
    this.#keep(await readCachedIndex(this.#options.cacheFile, this.#url.href, indexBytesMax));
    this.#state = { kind: 'unread', listedAt: this.#cached?.readAt };
  }

  state(): IndexState {
    return this.#state;
  }

  /** What was offered when the index was last read, however long ago. */
  listed(): readonly Offer[] {
    return this.#offers;
  }

  /** The model of a pair's certain version, released or not. */
  ofVersion(version: string): readonly Offer[] {
    return chooseOffers(this.#cached?.records ?? [], version);
  }

  /** Where a file of an offer is. Only once the index was read. */
  attachmentUrl(location: string): URL {
    const url = this.#attachmentsUrl && URL.parse(location, this.#attachmentsUrl.href);
    if (!url) throw new StoreFailure('the index of models was not read');
    return url;
  }

  /** Reads the index; those who ask at the same time get the same. Never rejects. */
  refresh(): Promise<IndexState> {
    this.#reading ??= this.#refresh().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Resolves once nothing is written any more; whoever calls has aborted `signal`. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  /** Reads it now and again, until `signal` aborts; sooner after a failure. Does not keep the process alive. */
  startBackground(): void {
    void this.refresh().then(() => {
      if (this.#options.signal.aborted) return;
      this.#timer = setTimeout(() => this.startBackground(), this.#pauseMs()).unref();
    });
  }

  #pauseMs(): number {
    const { indexEveryMs, indexRetryMs } = this.#options.timing;
    const usualMs = Math.min(
      indexEveryMs,
      this.#failures === 0 ? indexEveryMs : indexRetryMs * 2 ** (this.#failures - 1),
    );
    return Math.max(usualMs, this.#notBefore - Date.now());
  }

  async #refresh(): Promise<IndexState> {
    const { signal, timing } = this.#options;
    const waitMs = this.#notBefore - Date.now();
    if (waitMs > 0 && this.#state.kind === 'read') return this.#state;
    try {
      if (waitMs > 0)
        throw new StoreFailure(`the server asked not to be asked for ${Math.ceil(waitMs / 1_000)} s more`);
      await this.#read(AbortSignal.any([signal, AbortSignal.timeout(timing.indexMs)]));
      this.#failures = 0;
    } catch (cause) {
      if (signal.aborted) return this.#state;
      this.#failures++;
      const isLate = cause instanceof Error && cause.name === 'TimeoutError';
      const reason = isLate ? `${shownUrl(this.#url)} did not send the index in time` : reasonOf(cause);
      this.#state = { kind: 'failed', reason, listedAt: this.#cached?.readAt };
    }
    this.#tell();
    return this.#state;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const fresh = await this.#fetch(signal);
    this.#attachmentsUrl = await this.#findAttachments(signal);
    const cached = { ...fresh, readAt: new Date().toISOString() };
    this.#keep(cached);
    this.#state = { kind: 'read', listedAt: cached.readAt, pairs: this.#offers.length, faulty: cached.faulty };
    // Only for listing without a network; a folder that cannot be written does without.
    await writeCachedIndex(this.#options.cacheFile, this.#url.href, cached).catch(() => {});
  }

  async #fetch(signal: AbortSignal): Promise<Omit<CachedIndex, 'readAt'>> {
    const etag = this.#cached?.etag;
    const headers = { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) };
    using reply = await this.#get(this.#url, { headers, signal });
    if (reply.status === 304 && this.#cached !== undefined) return this.#cached;
    if (reply.status !== 200) throw new StoreFailure(`${shownUrl(this.#url)} answered with status ${reply.status}`);
    // Half a list would pass for the withdrawal of the other half.
    if (reply.headers['next-page'] !== undefined)
      throw new StoreFailure(`${shownUrl(this.#url)} sends the index in pages`);
    const read = readRecords(parseJson(await textOf(reply, this.#url)));
    if (read === undefined) throw new StoreFailure(`${shownUrl(this.#url)} is no index of models`);
    return { ...read, etag: reply.headers.etag };
  }

  /**
   * Remote Settings says at its root where its attachments are; any other index has them beside itself.
   * Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments.
   */
  async #findAttachments(signal: AbortSignal): Promise<URL> {
    const [, root] = /^(.*\/)buckets\/[^/]+\/collections\//.exec(this.#url.pathname) ?? [];
    if (root === undefined) return new URL('.', this.#url);
    const url = new URL(root, this.#url);
    using reply = await this.#get(url, { headers: { accept: 'application/json' }, signal });
    const said = serverInfo.safeParse(parseJson(await textOf(reply, url)));
    const base = said.data && URL.parse(said.data.capabilities.attachments.base_url);
    if (!base) throw new StoreFailure(`${shownUrl(url)} does not say where the files are`);
    return base;
  }

  async #get(url: URL, options: { headers: Record<string, string>; signal: AbortSignal }): Promise<Reply> {
    const reply = await this.#options.http.get(url, options);
    // Source: https://remote-settings.readthedocs.io, "Client Specifications", Backoff Headers.
    const seconds = Number(reply.headers['backoff'] ?? reply.headers['retry-after'] ?? 0);
    if (seconds > 0) this.#notBefore = Date.now() + Math.min(seconds, backoffSecondsMax) * 1_000;
    return reply;
  }

  #keep(cached: CachedIndex | undefined): void {
    if (cached?.records !== this.#cached?.records) this.#offers = chooseOffers(cached?.records ?? []);
    this.#cached = cached;
  }

  /** An event only when something changed: the index is read every hour. */
  #tell(): void {
    const { events, onChange } = this.#options;
    const state = this.#state;
    const digests = this.#offers.map((offer) => offer.digest).join();
    const news = state.kind === 'failed' ? `failed ${state.reason}` : `read ${digests}`;
    if (news !== this.#told && state.kind === 'read') events.modelIndexRead({ kind: 'read', pairs: state.pairs });
    if (news !== this.#told && state.kind === 'failed') events.modelIndexRead({ kind: 'failed', reason: state.reason });
    this.#told = news;
    onChange();
  }

  get #url(): URL {
    return this.#options.http.indexUrl;
  }
}

/** Source: https://docs.kinto-storage.org, "Utility endpoints". */
const serverInfo = z.object({
  capabilities: z.object({ attachments: z.object({ base_url: z.string() }) }),
});

async function textOf(reply: Reply, url: URL): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.chunks()) {
    bytes += chunk.byteLength;
    if (bytes > indexBytesMax) throw new StoreFailure(`${shownUrl(url)} sends more than ${indexBytesMax} bytes`);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}
