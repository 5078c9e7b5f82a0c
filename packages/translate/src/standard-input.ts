import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extensionsOf } from './file-types.ts';
import { type Process, run } from './run.ts';
import type { Settings } from './settings.ts';

/** Translates standard input to standard output, as a file in a temporary folder. Returns the exit status. */
export async function translateInput(settings: Settings, process: Process): Promise<number> {
  const format = settings.given?.format;
  const extension = format === undefined ? '' : extensionsOf[format][0];
  const source = `standard-input${extension}`;
  const out = `standard-output${extension}`;
  const isCount = settings.mode === 'dry-run';
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-translate-'));
  try {
    await writeFile(join(folder, source), await buffer(globalThis.process.stdin));
    const given = { ...settings.given, include: [source], exclude: [], out };
    // Standard output has the translation alone.
    const console = isCount ? process.console : { ...process.console, out: () => undefined };
    const status = await run(
      { ...settings, folder, given, config: [], lock: 'dragoman.lock' },
      { ...process, console },
    );
    const translation = await readFile(join(folder, out)).catch(() => undefined);
    if (translation !== undefined) globalThis.process.stdout.write(translation);
    return status;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
