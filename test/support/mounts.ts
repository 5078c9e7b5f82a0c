import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** Runs a program after `mounts`, which only it sees; "$0" is `dir`. */
export function amongMounts(dir: string, mounts: string): readonly string[] {
  const users = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return ['unshare', '--mount', ...users, 'sh', '-c', `${mounts} && exec "$@"`, dir];
}

/** Runs a program with a disk of `size`, such as `2m`, at `dir`. */
export function diskOf(size: string, dir: string): readonly string[] {
  return amongMounts(dir, `mount -t tmpfs -o size=${size} tmpfs "$0"`);
}

function mayMount(): boolean {
  const [program, ...rest] = [...diskOf('1m', tmpdir()), 'true'];
  return program !== undefined && spawnSync(program, rest).status === 0;
}

export const needsMounts = { skip: mayMount() ? false : 'this machine does not allow mounting a file system' };
