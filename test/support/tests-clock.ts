import { production, type Seams } from '../../src/parts.ts';

/** Opens the stores with the test's own clock, even if the database has a shared one. */
export const openOnTestsClock: Seams['openStores'] = async (...given) => {
  const { readSharedClock: _, ...stores } = await production.openStores(...given);
  return stores;
};
