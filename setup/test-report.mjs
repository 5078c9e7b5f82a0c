/**
 * Reporter of the test runner: prints what failed and what tests wrote, nothing of what passed, and writes the counts and
 * the time of each file to the file that TEST_TALLY names, as JSON.
 */
import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { spec } from 'node:test/reporters';

/** Diagnostics without a file are the runner's counts, but for what failed after its test had ended. */
const isShown = (/** @type {string} */ type, /** @type {any} */ data) =>
  ['test:fail', 'test:stderr', 'test:stdout'].includes(type) ||
  (type === 'test:diagnostic' && (data.file !== undefined || /^(Error|Warning):/.test(data.message)));

/** @typedef {{ readonly counts: Readonly<Record<'tests' | 'passed' | 'failed' | 'cancelled' | 'skipped', number>>, readonly filesMs: Readonly<Record<string, number>> }} Tally */

export default async function* report(/** @type {AsyncIterable<{ type: string, data: any }>} */ events) {
  const failures = new PassThrough({ objectMode: true });
  const text = failures.pipe(new spec());
  /** @type {Record<string, number>} */
  const filesMs = {};
  /** @type {Tally['counts'] | undefined} */
  let counts;
  const read = (async () => {
    for await (const event of events) {
      const { type, data } = event;
      if (type === 'test:complete' && data.nesting === 0) {
        // Node reports a contract suite under its own file, whichever file runs it.
        const file = process.env['TEST_FILE'] ?? data.file;
        filesMs[file] = (filesMs[file] ?? 0) + data.details.duration_ms;
      }
      // With a process for each file there is a summary of each, and one of all without a file's name at the end.
      if (type === 'test:summary' && data.file === undefined) counts = data.counts;
      if (isShown(type, data)) failures.write(event);
    }
    failures.end();
  })();
  for await (const chunk of text) yield chunk;
  await read;
  const tally = process.env['TEST_TALLY'];
  if (tally !== undefined && counts !== undefined) writeFileSync(tally, JSON.stringify({ counts, filesMs }));
}
