import { extname } from 'node:path';

/**
 * Returns the address of the module `name` in the folder of the module at `url`, with the same file name extension: `.ts` in
 * the source, `.js` in a build. The compiler rewrites the extensions of imports, but not those of a `Worker`.
 */
export function moduleBeside(url: string, name: string): URL {
  return new URL(name + extname(url), url);
}
