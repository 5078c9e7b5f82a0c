import type { ShopEvents } from '../../shop/events.ts';
import type { TextEvents } from '../../text/events.ts';

export type Events = TextEvents & ShopEvents;

const ignored = () => {};

/** For commands, which report errors themselves. */
export const silentEvents: Events = {
  translated: ignored,
  repairTried: ignored,
  sentenceFailed: ignored,
  entriesApplied: ignored,
  cacheUsed: ignored,
  holdLapsed: ignored,
  swept: ignored,
  ledgerVerified: ignored,
  clockDoubted: ignored,
  engineRestarted: ignored,
  modelDownloaded: ignored,
  modelDownloadFailed: ignored,
  modelIndexRead: ignored,
  modelNotLoaded: ignored,
  modelsUnusable: ignored,
  modelsLoaded: ignored,
  completionUsed: ignored,
  completionRetried: ignored,
  mailHandled: ignored,
  paymentSettled: ignored,
  paymentMessageRefused: ignored,
  requestsUnrecorded: ignored,
  documentsStored: ignored,
  backupsScheduled: ignored,
  backedUp: ignored,
  backupFailed: ignored,
  backgroundFailed: ignored,
};
