import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Stage } from '../src/adapters/apertium/mode.ts';

/** The replies of a chain of programs to `frames`, which each end in a NUL. */
export async function askStages(stages: readonly Stage[], frames: readonly string[]): Promise<readonly string[]> {
  if (frames.length === 0) return [];
  const line = stages.map((stage) => stage.map((word) => `'${word}'`).join(' ')).join(' | ');
  const shell = spawn('/bin/sh', ['-c', line], { stdio: ['pipe', 'pipe', 'ignore'] });
  const reply = text(shell.stdout);
  shell.stdin.on('error', () => undefined);
  shell.stdin.end(frames.join(''));
  return (await reply).split('\0').slice(0, frames.length);
}
