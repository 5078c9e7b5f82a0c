/**
 * Like `fetch`, but follows no redirect, so that texts and keys go nowhere else, and breaks a reply off that is longer
 * than `bytesMax` once it is unpacked.
 */
export function boundedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
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
