import { cachedReply } from '../../calls/cached-reply.ts';
import type { ShapeEndpoint } from '../shape.ts';

export const libreLanguages: ShapeEndpoint = {
  name: 'libretranslate-languages',
  methods: ['GET'],
  path: '/languages',
  access: 'open',
  open: ({ exchange }, { catalogue }) => {
    const entries = catalogue.entries();
    // Clients expect each language among its own targets, and remove it themselves.
    const all = entries.map(({ code, name, targets }) => ({ code, name, targets: [...targets, code].toSorted() }));
    return cachedReply(exchange.req, { body: JSON.stringify(all), version: catalogue.version });
  },
};
