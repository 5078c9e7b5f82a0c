/** Resolves when what has arrived meanwhile was looked at: unlike a promise, which goes on before. */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
