import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What runs. The commit has `-dirty` if files differ from it. */
export type Release = { readonly version: string; readonly commit?: string };

/** Reads the release from package.json, of the project or of the package. A build adds npm's `gitHead`; a clone asks Git. */
export function readRelease(): Release {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version, gitHead } = JSON.parse(text) as { readonly version: string; readonly gitHead?: string };
  const commit = gitHead ?? commitOf(fileURLToPath(new URL('../..', import.meta.url)));
  return { version, ...(commit !== undefined && { commit }) };
}

/** Undefined without Git, and for a folder that is not the top of a clone. */
function commitOf(folder: string): string | undefined {
  // A package may lie in a clone of something else.
  if (!existsSync(`${folder}/.git`)) return undefined;
  const command = ['--no-optional-locks', 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: 5_000 } as const;
    return execFileSync('git', command, options).trim();
  } catch {
    return undefined;
  }
}
