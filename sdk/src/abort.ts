/** Calls `work` with a controller that also aborts with `signal`. @throws the reason of `signal` */
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

/** Resolves when `begin` calls its argument. If `signal` aborts, what `begin` returned is called. @throws its reason */
export const until = <T>(
  signal: AbortSignal | undefined,
  begin: (done: (value: T) => void) => () => void,
): Promise<T> =>
  abortable(signal, ({ signal: own }) => {
    return new Promise((resolve, reject) => {
      const cancel = begin(resolve);
      own.addEventListener('abort', cancel);
      own.addEventListener('abort', () => reject(own.reason));
    });
  });

/** Resolves after `ms`. @throws the reason of `signal` */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  until(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });
