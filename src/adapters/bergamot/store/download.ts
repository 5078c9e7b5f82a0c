import { pauseFor } from '../../../core/abort.ts';
import { type RegistryHttp, type Reply, shownUrl } from './registry-http.ts';
import { StoreFailure } from './store-failure.ts';

export type Transfer = {
  readonly http: RegistryHttp;
  /** Pauses before further tries after failures of the network that brought nothing. */
  readonly retryAfterMs: readonly number[];
  /** Called with the number of bytes of each piece. */
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
};

/** Limits the tries that bring something before the connection is cut. */
const triesMax = 50;

/** Yields a file of `bytes`. Continues where the connection was cut. @throws StoreFailure after several tries */
export async function* download(url: URL, bytes: number, transfer: Transfer): AsyncIterable<Buffer> {
  const { http, retryAfterMs, onBytes, signal } = transfer;
  let [at, fruitless] = [0, 0];
  for (let tries = 1; at < bytes; tries++) {
    const from = at;
    try {
      const headers = { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) };
      using reply = await http.get(url, { headers, bytes, signal });
      // What is already there of a reply that begins before `from`.
      let skipped = from - startOf(reply, { url, bytes, from });
      for await (const chunk of reply.chunks()) {
        const rest = chunk.subarray(skipped);
        skipped -= chunk.byteLength - rest.byteLength;
        at += rest.byteLength;
        if (at > bytes) throw new StoreFailure(`${shownUrl(url)} is longer than the ${bytes} bytes in the index`);
        onBytes(rest.byteLength);
        yield rest;
      }
      if (at < bytes) throw new StoreFailure(`${shownUrl(url)} ended too early`, { isPassing: true });
    } catch (cause) {
      signal.throwIfAborted();
      fruitless = at > from ? 0 : fruitless + 1;
      const pauseMs = retryAfterMs[Math.max(0, fruitless - 1)];
      const isPassing = cause instanceof StoreFailure && cause.isPassing;
      if (!isPassing || pauseMs === undefined || tries === triesMax) throw cause;
      await pauseFor(pauseMs, signal);
    }
  }
}

type Requested = { readonly url: URL; readonly bytes: number; readonly from: number };

/** Where the body of a reply begins in the file. Source: RFC 9110, sections 14.4 and 15.3.7 */
function startOf({ status, headers }: Reply, { url, bytes, from }: Requested): number {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = bytes } = headers;
  let reason = `answered with status ${status}`;
  if (encoding !== 'identity') reason = `is sent with the encoding ${encoding.slice(0, 20)}`;
  else if (status === 206 && headers['content-range']?.startsWith(`bytes ${from}-`)) return from;
  else if (status === 200 && Number(length) === bytes) return 0;
  else if (status === 200) reason = `has ${length} bytes instead of the ${bytes} in the index`;
  throw new StoreFailure(`${shownUrl(url)} ${reason}`, { isPassing: status >= 500 || [408, 429].includes(status) });
}
