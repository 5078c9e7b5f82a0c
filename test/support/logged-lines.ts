import type { TestContext } from 'node:test';

/** Returns the lines that the process logs from now on, until the test ends. Nothing is printed until then. */
export function loggedLines({ mock }: TestContext): readonly string[] {
  const lines: string[] = [];
  mock.method(process.stderr, 'write', (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    lines.push(String(chunk));
    const written = rest.at(-1);
    if (typeof written === 'function') written();
    return true;
  });
  return lines;
}
