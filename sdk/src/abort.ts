/**
 * Calls `work` with a controller that also aborts with `signal`. Its signal is for everything that `work` begins.
 *
 * @throws the reason of `signal`
 */
export async function abortable<T>(
  signal: AbortSignal | undefined,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(controller);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Resolves after `ms`. @throws the reason of `signal` */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
