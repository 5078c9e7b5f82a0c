import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the memory of each process group in bytes, by its id. Shared pages count in part (PSS).
 * Empty where there is no /proc. Source: proc(5).
 */
export async function readGroupMemory(groups: ReadonlySet<number>): Promise<ReadonlyMap<number, number>> {
  const byGroup = new Map<number, number>();
  if (groups.size === 0) return byGroup;
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  // Sequentially, because this runs in the background.
  for (const process of processes) {
    const group = await readGroup(process);
    if (group === undefined || !groups.has(group)) continue;
    byGroup.set(group, (byGroup.get(group) ?? 0) + (await readMemory(process)));
  }
  return byGroup;
}

async function readGroup(process: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${process}/stat`, 'latin1').catch(() => undefined);
  // The program's name is in parentheses and may have any characters; state, parent and group follow it.
  const group = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[2];
  return group === undefined ? undefined : Number(group);
}

/** Returns bytes; 0 for a process that has exited. */
async function readMemory(process: string): Promise<number> {
  const rollup = await readFile(`/proc/${process}/smaps_rollup`, 'latin1').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}
