import { hash } from 'node:crypto';
import type { SqlStores } from './adapters/sql/sql-stores.ts';
import type { Events } from './adapters/telemetry/events.ts';
import type { Config } from './config.ts';
import type { Clock } from './ground/units.ts';
import { Accounts } from './shop/accounts/accounts.ts';
import { Erasures } from './shop/accounts/erasures.ts';
import { AuditJournal } from './shop/audit/audit-journal.ts';
import { Terms } from './shop/glossaries/terms.ts';
import type { KeyUses } from './shop/keys/key-uses.ts';
import { Keys } from './shop/keys/keys.ts';
import { Ledger } from './shop/ledger/ledger.ts';
import type { LedgerMoment } from './shop/ledger/ledger-time.ts';
import { Orders } from './shop/orders/orders.ts';
import { UsageReports } from './shop/usage/usage-reports.ts';

/** Lease margin: added to the request timeout so that a hold outlives its request. */
const leaseMarginMs = 30_000;

type ServiceSources = {
  readonly stores: SqlStores;
  readonly keyUses: KeyUses;
  readonly moment: () => Promise<LedgerMoment>;
  readonly now: Clock;
  readonly newId: () => string;
  readonly events: Events;
};

export const sha256Hex = (text: string): string => hash('sha256', text);

/** The parts of the shop on one database, the same for the server and for commands. */
export type Services = ReturnType<typeof createServices>;

export function createServices(config: Config, { stores, keyUses, moment, now, newId, events }: ServiceSources) {
  const leaseMs = config.requestTimeoutMs + leaseMarginMs;
  const { invoicing, keyPrefix: prefix } = config;
  return {
    accounts: new Accounts({ store: stores.accounts, now, newId }),
    audit: new AuditJournal({ store: stores.audit, now, newId }),
    erasures: new Erasures({ store: stores.erasures, people: stores.people, now, newId }),
    keys: new Keys({ store: stores.keys, uses: keyUses, now, newId, prefix, sha256Hex }),
    ledger: new Ledger({ store: stores.ledger, now, moment, newId, leaseMs, events }),
    orders: new Orders({ store: stores.orders, now, moment, newId, invoicing }),
    terms: new Terms({ store: stores.terms, now, newId }),
    usage: new UsageReports({ store: stores.usage, now }),
  };
}
