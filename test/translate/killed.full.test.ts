import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { runInFolder } from './command-world.ts';
import { openProjectFolder } from './project-folder.ts';

const preload = new URL('doomed-writes.ts', import.meta.url).href;

/** A text of 40,000 characters: a request has room for two. */
const long = (name: string): string => `La palabra ${name} es larga. `.repeat(2_000).slice(0, 39_999).trim();

const files = {
  'locales/es.json': JSON.stringify({ uno: long('uno'), dos: long('dos'), corto: 'La casa es grande.' }, null, 2),
  'notas.md': `# Notas\n\n${long('tres')}\n\n${long('cuatro')}\n`,
  'App.xcstrings': JSON.stringify({
    sourceLanguage: 'es',
    strings: { [long('cinco')]: {}, 'Buenos días.': {} },
    version: '1.0',
  }),
};
const args = [...Object.keys(files), '--from', 'es', '--to', 'en,ca', '--quiet'];

/** More changes of the file system than a run makes. */
const changesMax = 200;

type Doom = { readonly moment: 'before' | 'amid' | 'after'; readonly at: number; readonly signal: NodeJS.Signals };

/** Runs the command as far as `doom` and then to its end, with a new customer and folder. */
async function translate(service: TestService, doom?: Doom) {
  await using project = await openProjectFolder(files);
  const customer = await service.customer(1_000_000);
  const address = { url: service.url, key: customer.key };
  const env = { DOOM_AT: `${doom?.at}`, DOOM_MOMENT: `${doom?.moment}`, DOOM_SIGNAL: `${doom?.signal}` };
  const first = await project.run(args, address, doom && { node: ['--import', preload], env });
  const between = await project.files();
  // Without a process, which would take most of the time.
  const last = doom ? await runInFolder(project.folder, args, address) : { ...first, error: first.stderr };
  const { status, error } = last;
  return { first, between, whole: { status, error, files: await project.files(), balance: await customer.balance() } };
}

describe('an interrupted run is completed by the next one, and nothing is paid twice', { concurrency: true }, () => {
  for (const moment of ['before', 'amid', 'after'] as const) {
    test(`killed ${moment} any change of the file system`, async (context) => {
      await using service = await startService({ RATE_LIMIT_PER_MINUTE: '100000' });
      const undisturbed = await translate(service);
      for (let at = 1; ; at++) {
        assert.ok(at < changesMax);
        const { first, whole } = await translate(service, { moment, at, signal: 'SIGKILL' });
        assert.deepEqual(whole, undisturbed.whole, `at ${at}`);
        if (first.signal === null) {
          assert.deepEqual(first, undisturbed.first);
          return context.diagnostic(`killed ${at - 1} times`);
        }
      }
    });
  }

  test('stopped by Ctrl-C at any change of the file system', async (context) => {
    await using service = await startService({ RATE_LIMIT_PER_MINUTE: '100000' });
    const { whole: expected, first: undisturbed } = await translate(service);
    let finished = 0;
    for (let at = 1; ; at++) {
      assert.ok(at < changesMax);
      const { first, between, whole } = await translate(service, { moment: 'before', at, signal: 'SIGINT' });
      assert.deepEqual(whole, expected, `at ${at}`);
      // After the last request, the run goes on to its end.
      if (first.status === 0) {
        assert.deepEqual(first, undisturbed);
        return context.diagnostic(`stopped ${at - 1} times, ${finished} files finished`);
      }
      assert.match(first.stderr, /^dragoman-translate: interrupted\. /);
      assert.equal(first.status, 130);
      for (const [path, content] of Object.entries(between)) {
        if (!/^locales|^notas/.test(path) || path in files) continue;
        assert.equal(content, expected.files[path], path);
        finished++;
      }
    }
  });
});
