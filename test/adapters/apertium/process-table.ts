import { readdirSync, readFileSync } from 'node:fs';

export type Process = { readonly id: number; readonly parent: number; readonly group: number; readonly name: string };

/** Every process that has not ended. Source: proc(5). */
function listProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readStat(name);
      const [state = '', parent = '', group = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      // A zombie has no resources left; its parent has not reaped it yet.
      if (stat === '' || state === 'Z') return [];
      return [{ id: Number(name), parent: Number(parent), group: Number(group), name: program }];
    });
}

/** The programs of the pipelines that process `owner` has started. */
export function pipelinePrograms(owner: number): readonly Process[] {
  const processes = listProcesses();
  const groups = processes.filter(({ id, parent, group }) => parent === owner && id === group).map(({ id }) => id);
  return processes.filter(({ id, group }) => groups.includes(group) && id !== group);
}

/** What is left of `processes`. */
export function stillRunning(processes: readonly Process[]): readonly Process[] {
  return listProcesses().filter(({ id, name }) =>
    processes.some((process) => process.id === id && process.name === name),
  );
}

function readStat(name: string): string {
  try {
    return readFileSync(`/proc/${name}/stat`, 'latin1');
  } catch {
    return '';
  }
}
