import type { Exchange } from '../http/exchange.ts';
import { readBody } from '../http/request-body.ts';
import { textCharactersMax } from '../shop/sale/translate.ts';
import { RefusedRequest } from './problem.ts';

// Worst case: a code point beyond the Basic Multilingual Plane is 12 bytes as two \u escapes, and percent-encoded.
const escapedBytesMax = 12;
const otherFieldsBytesMax = 16_384;

/** The largest body with one text. */
export const textBodyBytesMax = textCharactersMax * escapedBytesMax + otherFieldsBytesMax;

/** Returns the body as `readBody` does. @throws RefusedRequest for a compressed body; ServiceError as `readBody` */
export function readBytes(exchange: Exchange, bytesMax: number): Buffer | Promise<Buffer> {
  const { headers } = exchange.req;
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new RefusedRequest({ message: 'A compressed body is not accepted.', param: 'Content-Encoding' });
  }
  return readBody(exchange, bytesMax);
}
