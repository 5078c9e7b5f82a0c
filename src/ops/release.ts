import { readFileSync } from 'node:fs';

/** What runs. Only a build knows its commit, with `-dirty` if files differed from it. */
export type Release = { readonly version: string; readonly commit?: string };

/** Reads the release from package.json, of the project or of the package. A build adds npm's `gitHead`. */
export function readRelease(): Release {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version, gitHead } = JSON.parse(text) as { readonly version: string; readonly gitHead?: string };
  return { version, ...(gitHead !== undefined && { commit: gitHead }) };
}
