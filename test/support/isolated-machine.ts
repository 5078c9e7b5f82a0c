import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

export type IsolatedMachine = Awaited<ReturnType<typeof startMachine>>;

export type MachineOptions = {
  /** Its root folder. */
  readonly root: string;
  /** Its first process. */
  readonly init: readonly string[];
  readonly readOnly?: boolean;
  /** Folders of its own file system that are replaced by these folders of this machine. */
  readonly volumes?: Readonly<Record<string, string>>;
  /** Folders in memory. */
  readonly memory: readonly string[];
};

/** Why tests cannot start an isolated machine here. */
export function whyNotIsolated(...programs: readonly string[]): string | false {
  if (process.getuid?.() !== 0) return 'needs root, to change the root of processes';
  const missing = programs.filter((name) => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`;
  const mounts =
    'ip link set lo up && mount --make-rprivate / && mount -t proc proc /mnt && mount -t cgroup2 none /mnt';
  const { status } = spawnSync('unshare', [...namespaces, 'sh', '-c', mounts]);
  return status !== 0 && 'this machine refuses new namespaces or mounts';
}

/** Why a system manager cannot run in an isolated machine here: systemctl takes a changed root for a chroot. */
export function whyNoSystemManager(): string | false {
  const { dev, ino } = statSync('/');
  // Entering a mount namespace undoes a change of the root.
  const command = ['--mount=/proc/self/ns/mnt', 'stat', '--format=%d:%i', '/'];
  const { stdout } = spawnSync('nsenter', command, { encoding: 'utf8' });
  return stdout.trim() !== `${dev}:${ino}` && 'the tests run below a changed root';
}

const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child'];

/** Starts a root file system that runs like a separate machine: processes, mounts, network and control groups. */
export async function startMachine(options: MachineOptions) {
  for (const folder of [...options.memory, ...Object.keys(options.volumes ?? {})])
    mkdirSync(join(options.root, folder), { recursive: true });
  const machine = spawn(
    // It ends with the test process in any case.
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...namespaces, 'sh', '-c', startScript(options), 'sh', ...options.init],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', container: 'other' } },
  );
  let output = '';
  for (const stream of [machine.stdout, machine.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(machine, 'close').then(([status]) => status as number | null);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  await eventually(() => output.includes('isolated\n') || hasEnded);
  if (hasEnded) throw new Error(`the isolated machine did not start: ${output}`);
  const first = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').trim();

  /** Runs a program in it as root, or as the user with this number. */
  const run = (command: readonly string[], { user = 0 } = {}) => {
    // Its root and folder are not those of its mount namespace when the tests themselves run below a changed root.
    const enter = ['--target', first, '--all', '--root', '--wd', '--setuid', String(user), '--setgid', String(user)];
    const env = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, '--', ...command], { encoding: 'utf8', env });
    return { status, output: stdout + (status === 0 ? '' : stderr) };
  };
  return {
    run,
    /** The same; throws if the program fails. Returns its output. */
    succeed: (...command: readonly string[]) => {
      const { status, output: said } = run(command);
      if (status !== 0) throw new Error(`${command.join(' ')} ended with ${String(status)}: ${said}\n${output}`);
      return said;
    },
    /** Sends a signal to its first process. */
    kill: (signal: NodeJS.Signals) => process.kill(Number(first), signal),
    /** Resolves with the exit status of its first process. */
    ended,
    /** What its first process has written so far. */
    output: () => output,
    async [Symbol.asyncDispose]() {
      machine.kill('SIGKILL');
      await ended;
    },
  };
}

/** An address of the machine that is not loopback, from which it can call itself. */
export const ownAddress = '192.0.2.1';

/** Mounts what the kernel offers every machine, changes the root, and becomes the first process. */
function startScript({ root, readOnly = false, volumes = {}, memory }: MachineOptions): string {
  const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
  return [
    'set -e',
    'ip link set lo up',
    `ip address add ${ownAddress}/32 dev lo`,
    'mount --make-rprivate /',
    `mount --bind '${root}' '${root}'`,
    `cd '${root}'`,
    ...(readOnly ? [`mount -o remount,bind,ro '${root}'`] : []),
    'mount -t proc proc proc',
    'mount -t tmpfs tmpfs sys',
    'mkdir -p sys/fs/cgroup',
    'mount -t cgroup2 none sys/fs/cgroup',
    'mount -t tmpfs -o mode=755 tmpfs dev',
    ...devices.map((name) => `touch dev/${name} && mount --bind /dev/${name} dev/${name}`),
    'mkdir dev/pts dev/shm',
    'mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts',
    'ln -s pts/ptmx dev/ptmx',
    ...memory.map((folder) => `mount -t tmpfs -o mode=${folder === '/tmp' ? 1777 : 755} tmpfs '.${folder}'`),
    ...Object.entries(volumes).map(([folder, source]) => `mount --bind '${source}' '.${folder}'`),
    'pivot_root . mnt',
    'umount -l /mnt',
    'echo isolated',
    'exec "$@"',
  ].join('\n');
}
