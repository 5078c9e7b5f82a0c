import type { ShopEvents } from '../../shop/events.ts';
import type { TextEvents } from '../../text/events.ts';

export type Events = TextEvents & ShopEvents;

/** For commands, which report errors themselves. */
export const silentEvents: Events = new Proxy({} as Events, { get: () => () => {} });
