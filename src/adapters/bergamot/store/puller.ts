import type { Events } from '../../../core/events.ts';
import { isSamePair, type LanguagePair, pairName } from '../../../core/languages/language.ts';
import type { ServiceError } from '../../../core/service-error.ts';
import type { InstalledModel, ModelFiles, PullProgress } from '../model.ts';
import { RefusedModel } from './assembly.ts';
import type { IndexClient } from './index-client.ts';
import { JoinedPulls, type Waiting } from './joined-pulls.ts';
import type { PlacedModel } from './model-folders.ts';
import type { Offer } from './offers.ts';
import { pullOffer } from './pull.ts';
import type { RegistryHttp } from './registry-http.ts';
import { type Shelf } from './shelf.ts';
import { modelFailed, reasonOf, StoreFailure } from './store-failure.ts';
import type { StoreTiming } from './timing.ts';

export type PullOptions = Waiting & {
  /** A certain version, also one that is not released for everybody. */
  readonly version?: string | undefined;
  /** Whether a model that is there gives way to another one that is offered. */
  readonly update?: boolean | undefined;
};

/** A pull under way: it tells everybody who waits for it. */
type Pulling = PullOptions & { readonly progress: (progress: PullProgress) => void };

export type PullerParts = {
  readonly shelf: Shelf;
  readonly index: IndexClient;
  readonly http: RegistryHttp;
  readonly diskBytesMax: number;
  readonly tryModel: (files: ModelFiles) => Promise<void>;
  readonly events: Pick<Events, 'modelPulled' | 'modelPullFailed'>;
  readonly timing: StoreTiming;
  readonly signal: AbortSignal;
  /** Called when a model turned out to be unusable. */
  readonly onRefused: () => void;
};

type Failed = { readonly error: ServiceError; readonly until: number };

/** Fetches models: each once for all who ask, and not again and again what just failed. */
export class Puller {
  readonly #parts: PullerParts;
  readonly #pulls = new JoinedPulls();
  readonly #running = new Set<Promise<unknown>>();
  readonly #failed = new Map<string, Failed>();
  /** Why models cannot be used here, by digest. */
  readonly #refused = new Map<string, string>();

  constructor(parts: PullerParts) {
    this.#parts = parts;
  }

  /** Whether a model was found to be unusable after it was fetched. */
  isRefused(digest: string): boolean {
    return this.#refused.has(digest);
  }

  /** @throws ServiceError `engine_unavailable`; the signal's reason */
  async pull(pair: LanguagePair, options: PullOptions): Promise<InstalledModel> {
    const name = [pairName(pair), options.version ?? '', options.update ? 'update' : ''].join(' ');
    const failed = this.#failed.get(name);
    if (failed !== undefined && performance.now() < failed.until) throw failed.error;
    this.#failed.delete(name);
    return await this.#pulls.join(name, options, async (signal, progress) => {
      const either = AbortSignal.any([signal, this.#parts.signal]);
      const pulling = this.#pull(pair, { ...options, signal: either, progress });
      this.#running.add(pulling);
      try {
        return await pulling;
      } catch (cause) {
        either.throwIfAborted();
        throw this.#remember(name, pair, cause);
      } finally {
        this.#running.delete(pulling);
      }
    });
  }

  /** Resolves once nothing is written any more; whoever calls has aborted `signal`. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #pull(pair: LanguagePair, options: Pulling): Promise<InstalledModel> {
    const { shelf, index, events, timing } = this.#parts;
    const { signal } = options;
    const startedAt = performance.now();
    const offer = await this.#offerFor(pair, options);
    const onWait = () => this.#watch(offer, options);
    using staging = await shelf.stage(pair, { signal, everyMs: timing.lockEveryMs, onWait });
    // Whoever had the lock may have been at the same.
    const standing = shelf.find(pair);
    if (standing !== undefined && isWanted(standing, offer, options)) return standing;
    const { progress } = options;
    const urlOf = (location: string) => index.attachmentUrl(location);
    await pullOffer(staging, offer, { ...this.#parts, signal, progress, urlOf });
    await shelf.lookAgain();
    events.modelPulled({ pair, bytes: offer.bytes, tookMs: performance.now() - startedAt });
    return shelf.placed(pair);
  }

  /** @throws StoreFailure when there is none, or none that can be used */
  async #offerFor(pair: LanguagePair, { version }: PullOptions): Promise<Offer> {
    const { index } = this.#parts;
    const state = index.state().kind === 'read' ? index.state() : await index.refresh();
    if (state.kind === 'failed') throw new StoreFailure(`the index of models cannot be read: ${state.reason}`);
    const offers = version === undefined ? index.listed() : index.ofVersion(version);
    const offer = offers.find((candidate) => isSamePair(candidate.pair, pair));
    if (offer === undefined) {
      const what = version === undefined ? 'no model for this pair' : `no version ${version} for this pair`;
      throw new StoreFailure(`the index of models offers ${what}`);
    }
    const refusal = this.#refused.get(offer.digest);
    if (refusal !== undefined) throw new StoreFailure(refusal);
    return offer;
  }

  /** While another process fetches the same, what it has is what there is to show. */
  async #watch(offer: Offer, { progress }: Pulling): Promise<void> {
    const doneBytes = await this.#parts.shelf.fetchedBytes(offer);
    progress({ doneBytes, totalBytes: offer.bytes });
  }

  #remember(name: string, pair: LanguagePair, cause: unknown): ServiceError {
    const { events, timing, onRefused } = this.#parts;
    if (cause instanceof RefusedModel) {
      this.#refused.set(cause.digest, cause.message);
      onRefused();
    }
    const error = modelFailed({ task: 'download', pair: pairName(pair) }, cause);
    this.#failed.set(name, { error, until: performance.now() + timing.failureKeptMs });
    events.modelPullFailed({ pair, reason: reasonOf(cause) });
    return error;
  }
}

function isWanted(standing: PlacedModel, offer: Offer, { version, update }: PullOptions): boolean {
  return standing.digest === offer.digest || (version === undefined && !update);
}
