import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { isSamePair, type LanguagePair, pairName } from '../../../core/languages/language.ts';
import { sizeOf } from './disk.ts';
import { type Look, ModelFolders, type PlacedModel } from './model-folders.ts';
import type { Offer } from './offers.ts';
import { attachmentFile, Staging } from './staging.ts';
import { modelFailed, reasonOf, StoreFailure } from './store-failure.ts';

export type StageOptions = {
  readonly signal: AbortSignal;
  readonly everyMs: number;
  /** Told now and again while somebody else works on the pair. */
  readonly onWait?: () => void | Promise<void>;
};

/** What stands in the folder of models as this process saw it last, and the way in for whoever changes it. */
export class Shelf {
  readonly folders: ModelFolders;
  readonly #onChange: () => void;
  #look: Look = { installed: [], superseded: [], problems: [] };
  #seen = '';
  /** Why nothing can be written; undefined when it can. */
  #readOnlyReason: string | undefined;

  /** @param onChange called whenever another model is there, or one has gone */
  constructor(dir: string, onChange: () => void) {
    this.folders = new ModelFolders(dir);
    this.#onChange = onChange;
  }

  get look(): Look {
    return this.#look;
  }

  get isWritable(): boolean {
    return this.#readOnlyReason === undefined;
  }

  find(pair: LanguagePair): PlacedModel | undefined {
    return this.#look.installed.find((model) => isSamePair(model.pair, pair));
  }

  /** Finds out whether models can be put here, and makes the folder if need be. */
  async open(): Promise<void> {
    try {
      await mkdir(this.folders.own(), { recursive: true });
      await access(this.folders.own(), constants.W_OK);
    } catch (cause) {
      this.#readOnlyReason = reasonOf(cause);
    }
    await this.lookAgain().catch((cause: unknown) => {
      this.#look = { ...this.#look, problems: [{ folder: this.folders.dir, reason: reasonOf(cause) }] };
    });
  }

  /**
   * Sees what this process and others have changed. The lists stay the same objects when nothing has.
   *
   * @throws ServiceError `engine_unavailable` when the folder cannot be read; what was seen before stays
   */
  async lookAgain(): Promise<void> {
    const look = await this.folders.look().catch((cause: unknown) => {
      throw modelFailed({ task: 'read', pair: undefined }, cause);
    });
    const seen = [look.installed, look.superseded]
      .map((models) => models.map((model) => model.folder).join())
      .join('|');
    const isSeen = seen === this.#seen;
    this.#look = isSeen ? { ...this.#look, problems: look.problems } : look;
    this.#seen = seen;
    if (!isSeen) this.#onChange();
  }

  /** How much of an offer lies here, whoever is fetching it. */
  async fetchedBytes({ pair, parts }: Offer): Promise<number> {
    const files = parts.map(({ attachment }) => attachmentFile(this.folders, pair, attachment.sha256));
    return (await Promise.all(files.map(sizeOf))).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** @throws ServiceError when another process removed it in this very moment */
  placed(pair: LanguagePair): PlacedModel {
    const model = this.find(pair);
    if (model !== undefined) return model;
    throw modelFailed({ task: 'read', pair: pairName(pair) }, new StoreFailure('another process removed it'));
  }

  /**
   * For who is to change something of a pair: waits until nobody else does, in this process or another.
   *
   * @throws StoreFailure when nothing can be written; the signal's reason
   */
  async stage(pair: LanguagePair, { signal, everyMs, onWait }: StageOptions): Promise<Staging> {
    if (this.#readOnlyReason !== undefined) {
      throw new StoreFailure(`${this.folders.dir} cannot be written: ${this.#readOnlyReason}`);
    }
    using opening = new DisposableStack();
    const staging = opening.use(await Staging.open(this.folders, pair, { signal, everyMs, ...(onWait && { onWait }) }));
    await this.lookAgain();
    opening.move();
    return staging;
  }
}
