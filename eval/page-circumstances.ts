import type { Circumstances } from './results.ts';

/** Returns date, machine and versions of a measurement, in two lines. */
export function describe({ date, machine, node, versions }: Circumstances): string {
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `Measured on ${date} on ${machine}, Node ${node.replace(/^v/, '')},\n${programs.join(', ')}.`;
}
