import { run } from './command.mjs';
import { root } from './project.mjs';

/**
 * The commit of the project's folder, with `-dirty` if files differ from it; undefined outside a clone. SOURCE_DATE_EPOCH
 * replaces its time. Source: https://reproducible-builds.org/specs/source-date-epoch
 */
export async function lastCommit() {
  const git = (/** @type {string[]} */ ...command) => run(['git', ...command], { cwd: root });
  const { status, output } = await git('log', '-1', '--format=%H %ct');
  const [hash, seconds] = status === 0 ? output.trim().split(' ') : [];
  const changed = hash && (await git('status', '--porcelain')).output.trim() !== '';
  return {
    commit: hash === undefined ? undefined : hash + (changed ? '-dirty' : ''),
    /** In seconds since 1970. */
    time: Number(process.env['SOURCE_DATE_EPOCH'] || seconds || 0),
  };
}
