import type { AccountId } from './accounts/account.ts';
import type { Fault } from './fidelity/examine.ts';
import type { LanguagePair } from './languages/language.ts';
import type { LedgerFault } from './ledger/ledger-store.ts';
import type { MemoryUse } from './memory/sentence-memory.ts';
import type { Characters } from './units.ts';

/** How a sentence is translated once more: cut elsewhere, with its marks and figures cut out, or along another route. */
export type Repair = 'split' | 'cut_out' | 'route';

/** What is worth knowing, one method for each event. No text, key or address ever passes through here. */
export type Events = {
  translated(event: {
    readonly accountId: AccountId;
    readonly engine: string;
    readonly pair: LanguagePair;
    readonly charged: Characters;
    readonly tookMs: number;
  }): void;
  /** A sentence whose translation had `fault` was translated in another way, and examined again. */
  repairTried(event: { readonly fault: Fault; readonly repair: Repair; readonly succeeded: boolean }): void;
  /** No repair helped a sentence, so that the text was not translated; `engine` made the fault. */
  sentenceFailed(event: { readonly engine: string; readonly fault: Fault }): void;
  /** What the sentence memory did since the last of these events. */
  memoryUsed(event: MemoryUse): void;
  /** A capture came after its lease had ended, so nothing was charged and the caller got an error. */
  holdLapsed(event: { readonly accountId: AccountId }): void;
  swept(event: { readonly lapsed: number; readonly expired: number }): void;
  /** The ledger was verified as far as a server does it by itself; empty when it is sound. */
  ledgerVerified(event: { readonly faults: readonly LedgerFault[] }): void;
  engineRestarted(event: { readonly engine: string; readonly unit: string; readonly reason: string }): void;
  /** A background task failed; it will be tried again. */
  backgroundFailed(event: { readonly task: string; readonly cause: unknown }): void;
};
