import { production, type Seams } from '../../src/app.ts';

/** Opens the stores so that the test's own clock decides, also where the database has one that nodes share. */
export const openOnTestsClock: Seams['openStores'] = async (...given) => {
  const { readSharedClock: _, ...stores } = await production.openStores(...given);
  return stores;
};
