import { ServiceError } from '../ground/service-error.ts';
import type { Exchange } from './exchange.ts';

const nothing = Buffer.alloc(0);

/**
 * Reads the whole body of a request, as sent. Call at most once; nothing is read before.
 *
 * Returns a body that has already arrived synchronously, which covers nearly every small request: it arrives during the
 * key lookup.
 * @throws ServiceError `body_too_large`; `unusable_request` when the body ends early, comes too slowly or is malformed;
 * `caller_gone`; `overloaded` when the listener holds too many bodies. The connection stays usable where it can.
 */
export function readBody(exchange: Exchange, bytesMax: number): Buffer | Promise<Buffer> {
  exchange.bodyWanted();
  const incoming = exchange.req;
  const declared = Number(incoming.headers['content-length'] ?? Number.NaN);
  if (declared > bytesMax) throw tooLarge(bytesMax);
  if (incoming.readableLength === declared) {
    exchange.holdBytes(declared);
    exchange.bodyTaken();
    return (incoming.read() as Buffer | null) ?? nothing;
  }
  if (incoming.headers.expect !== undefined && exchange.interimAllowed) exchange.writeContinue();
  return collect(exchange, bytesMax);
}

function collect(exchange: Exchange, bytesMax: number): Promise<Buffer> {
  const incoming = exchange.req;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let bytesBefore = 0;
    const { bodyBytesPerSecondMin, bodyRateMs } = exchange.limits;
    const pace = setInterval(() => {
      if (bytes - bytesBefore < (bodyBytesPerSecondMin * bodyRateMs) / 1_000)
        fail(new ServiceError('unusable_request', { data: { fault: 'slow_body' } }));
      bytesBefore = bytes;
    }, bodyRateMs);
    const settle = () => {
      clearInterval(pace);
      incoming.off('data', onData);
      incoming.off('end', onEnd);
      exchange.onBodyFailure(undefined);
    };
    const fail = (reason: unknown) => {
      settle();
      reject(reason instanceof Error ? reason : new Error('the body could not be read', { cause: reason }));
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) {
        fail(tooLarge(bytesMax));
        return;
      }
      chunks.push(chunk);
      try {
        exchange.holdBytes(chunk.byteLength);
      } catch (overloaded) {
        fail(overloaded);
      }
    };
    const onEnd = () => {
      settle();
      exchange.bodyTaken();
      resolve(Buffer.concat(chunks, bytes));
    };
    incoming.on('data', onData);
    incoming.on('end', onEnd);
    exchange.onBodyFailure(fail);
  });
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('body_too_large', { data: { bytesMax } });
}
