import { ServiceError } from '../../ground/service-error.ts';
import { characters } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import { packCharactersMax } from '../ledger/pack.ts';
import { defaultNoticeSettings, type Notice, type NoticeSettings, type NoticeStore } from './notice.ts';

const noticesShownMax = 20;

const pageRows = 500;

export type NoticesParts = {
  readonly store: Pick<NoticeStore, 'readSettings' | 'readUsualThreshold' | 'saveSettings' | 'listNotices'>;
};

export class Notices {
  readonly #parts: NoticesParts;

  constructor(parts: NoticesParts) {
    this.#parts = parts;
  }

  async readSettings(accountId: AccountId): Promise<NoticeSettings> {
    const { store } = this.#parts;
    const saved = await store.readSettings(accountId);
    return saved ?? { ...defaultNoticeSettings, threshold: await store.readUsualThreshold(accountId) };
  }

  /** @throws ServiceError `invalid_threshold` */
  async saveSettings(
    accountId: AccountId,
    settings: Omit<NoticeSettings, 'threshold'> & { readonly threshold: number },
  ) {
    const { threshold } = settings;
    if (!Number.isSafeInteger(threshold) || threshold < 1 || threshold > packCharactersMax) {
      throw new ServiceError('invalid_threshold');
    }
    await this.#parts.store.saveSettings(accountId, { ...settings, threshold: characters(threshold) });
  }

  /** The newest first. */
  list(accountId: AccountId): Promise<readonly Notice[]> {
    return this.#parts.store.listNotices(accountId, noticesShownMax);
  }

  /** Returns all notices, newest first. Their number is bounded by one round per hour. */
  async listAll(accountId: AccountId): Promise<readonly Notice[]> {
    const all: Notice[] = [];
    for (;;) {
      const page = await this.#parts.store.listNotices(accountId, pageRows, all.at(-1));
      all.push(...page);
      if (page.length < pageRows) return all;
    }
  }
}
