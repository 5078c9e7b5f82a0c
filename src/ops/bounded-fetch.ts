export type FetchBounds = {
  /** Bytes of a reply after decompression; a longer one is aborted. */
  readonly bytesMax: number;
  /** Replaces the caller's headers. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Like `fetch`, but follows no redirect, so that texts and keys are sent nowhere else. */
export function boundedFetch({ bytesMax, headers: sent }: FetchBounds): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, ...(sent && { headers: sent }), redirect: 'manual' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bound(bytesMax)), { status, statusText, headers });
  };
}

function bound(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new Error('the reply is too long'));
      else controller.enqueue(chunk);
    },
  });
}
