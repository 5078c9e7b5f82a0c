import { production, type Seams } from '../../src/parts.ts';
import { ExactWindowLimiter } from '../../src/shop/limits/exact-window.ts';
import { openSqliteHere } from './stores.ts';

/** Opens the stores with the test's own clock, even if the database has a shared one; SQLite without threads. */
export const openOnTestsClock: Seams['openStores'] = async (config, elapsedMs, events) => {
  const { database, rateLimitPerMinute } = config;
  if (database.kind === 'sqlite') {
    const stores = await openSqliteHere({ file: database.file, use: 'serve', events });
    return { ...stores, limiter: new ExactWindowLimiter(rateLimitPerMinute, elapsedMs) };
  }
  const { readSharedClock: _, ...stores } = await production.openStores(config, elapsedMs, events);
  return stores;
};
