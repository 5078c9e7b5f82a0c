import type { Clock } from '../../ground/units.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import { daysAfter, type UsageStore, type UtcDay, utcDayOf } from './usage-store.ts';

/** Usage of these days counts: the last one is over on every node, whose clocks agree to seconds. */
const daysBack = { from: -31, to: -2 } as const;

/** A language in fewer of an account's requests says nothing about the next one. */
const requestsShareMin = 0.1;

/** Accounts whose languages are cached: some ten megabytes. */
const accountsMax = 20_000;

/** Returns the languages from which an account often translated; the same on every node throughout a day (UTC). */
export type FindRecentSources = (accountId: AccountId) => Promise<ReadonlySet<LanguageTag>>;

type RecentSourcesParts = { readonly store: Pick<UsageStore, 'sumByPart'>; readonly now: Clock };

/** Reads the usage of an account at most once a day, and caches the most recently used accounts. */
export function recentSources({ store, now }: RecentSourcesParts): FindRecentSources {
  const kept = new Map<AccountId, { readonly day: UtcDay; readonly sources: Promise<ReadonlySet<LanguageTag>> }>();
  return (accountId) => {
    const day = utcDayOf(now());
    const known = kept.get(accountId);
    const sources = known?.day === day ? known.sources : readSources(store, accountId, day);
    kept.delete(accountId);
    kept.set(accountId, { day, sources });
    // A failed read is repeated by the next request.
    sources.catch(() => kept.delete(accountId));
    const [oldest] = kept.keys();
    if (kept.size > accountsMax && oldest !== undefined) kept.delete(oldest);
    return sources;
  };
}

async function readSources(
  store: Pick<UsageStore, 'sumByPart'>,
  accountId: AccountId,
  today: UtcDay,
): Promise<ReadonlySet<LanguageTag>> {
  const [from, to] = [daysAfter(today, daysBack.from), daysAfter(today, daysBack.to)];
  const bySource = Map.groupBy(await store.sumByPart({ accountId, from, to }), ({ source }) => source);
  const requests = [...bySource].map(
    ([source, parts]) => [source, parts.reduce((sum, one) => sum + one.requests, 0)] as const,
  );
  const total = requests.reduce((sum, [, count]) => sum + count, 0);
  return new Set(requests.filter(([, count]) => count >= total * requestsShareMin).map(([source]) => source));
}
