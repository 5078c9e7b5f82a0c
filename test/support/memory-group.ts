import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the files in both versions. Source: cgroups(7), the kernel's cgroup-v1/memory.rst and cgroup-v2.rst */
const versions = {
  v1: {
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    usage: /^total_rss (\d+)$/m,
    events: 'memory.oom_control',
  },
  v2: { limits: ['memory.max', 'memory.swap.max'], usage: /^anon (\d+)$/m, events: 'memory.events' },
};

const mountPoint = '/sys/fs/cgroup';

/** The folder for new groups. Version 1 has one for each resource, and groups may have groups and processes. */
function parentGroup() {
  if (existsSync(join(mountPoint, 'cgroup.controllers'))) return { version: versions.v2, folder: mountPoint };
  const [, own = '/'] = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  return { version: versions.v1, folder: join(mountPoint, 'memory', own) };
}

/** Makes a control group, whose processes get no more memory than its limit. @throws where it cannot */
export function makeMemoryGroup(bytesMax: number) {
  const { version, folder } = parentGroup();
  const group = join(folder, `dragoman-test-${process.pid}`);
  mkdirSync(group);
  const [limit = '', limitWithSwap = ''] = version.limits;
  writeFileSync(join(group, limit), String(bytesMax));
  if (existsSync(join(group, limitWithSwap)))
    writeFileSync(join(group, limitWithSwap), version === versions.v1 ? String(bytesMax) : '0');
  const read = (file: string, pattern: RegExp) => Number(pattern.exec(readFileSync(join(group, file), 'utf8'))?.[1]);
  return {
    /** A process that writes its id to this file joins. */
    joinFile: join(group, 'cgroup.procs'),
    /** Memory of all its processes now, without files that the kernel can drop. */
    bytes: () => read('memory.stat', version.usage),
    /** Processes that the kernel has killed to keep the limit. */
    kills: () => read(version.events, /^oom_kill (\d+)$/m),
    [Symbol.dispose]: () => rmdirSync(group),
  };
}

/** Why tests cannot limit the memory of processes here. */
export function whyNoMemoryGroup(): string | false {
  try {
    makeMemoryGroup(2 ** 30)[Symbol.dispose]();
    return false;
  } catch {
    return 'needs root and control groups for memory';
  }
}
