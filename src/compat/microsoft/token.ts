import { FileReply } from '../../calls/endpoint-reply.ts';
import { type KeyPlaces, keyInHead } from '../key-places.ts';
import type { ShapeEndpoint } from '../shape.ts';

export const microsoftKeys: KeyPlaces = {
  headers: ['ocp-apim-subscription-key'],
  query: ['Subscription-Key', 'subscription-key'],
};

/** The token is the key itself, which is a bearer token too. */
export const microsoftToken: ShapeEndpoint = {
  name: 'microsoft-token',
  methods: ['POST'],
  path: '/sts/v1.0/issueToken',
  access: 'key',
  handle: async ({ call: { exchange } }) => {
    const { headers, url = '' } = exchange.req;
    const key = keyInHead(microsoftKeys, headers, new URLSearchParams(url.split('?')[1]));
    return { reply: new FileReply('token.txt', 'text/plain; charset=utf-8', new TextEncoder().encode(key)) };
  },
};
