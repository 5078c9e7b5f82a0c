import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { bareEnvironment } from '../support/bare-environment.ts';
import { openProject } from './command-world.ts';

const page = readFileSync(new URL('../../docs/translate-in-ci.md', import.meta.url), 'utf8');
const [gitHub, gitLab] = [...page.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, text = '']) => parse(text));
const program = fileURLToPath(new URL('../../packages/translate/src/dragoman-translate.ts', import.meta.url));

type Step = { readonly run?: string };
const ofGitHub = (job: string): string =>
  gitHub.jobs[job].steps.flatMap(({ run }: Step) => (run === undefined ? [] : [`(\n${run}\n)`])).join('\n');
const ofGitLab = (job: string): string => [...gitLab['.translations'].before_script, ...gitLab[job].script].join('\n');

/** The jobs of a page, as the shell of their CI runs them. */
const pages = {
  GitHub: { check: ofGitHub('check'), translate: ofGitHub('translate') },
  GitLab: { check: ofGitLab('check translations'), translate: ofGitLab('translate') },
};

describe('the jobs for CI', () => {
  for (const [name, jobs] of Object.entries(pages))
    test(`of ${name} check without a key, and push what has changed to a branch`, async () => {
      await using project = await openProject({
        'dragoman.config.json': '{"from": "en", "to": ["es"], "files": [{"include": "en.json"}]}',
        '.gitignore': '.dragoman-*\n/bin\n/origin.git\n',
        'en.json': '{"a": "First text"}',
        'bin/npm': '#!/bin/sh\n',
        'bin/gh': '#!/bin/sh\n',
        'bin/dragoman-translate': `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
      });
      const origin = project.pathOf('origin.git');
      for (const each of ['npm', 'gh', 'dragoman-translate']) chmodSync(project.pathOf(`bin/${each}`), 0o755);
      // In place of the address of GitLab.
      const address = `[url "${origin}"]\n\tinsteadOf = https://translations:token@gitlab.example.com/a/b.git\n`;
      writeFileSync(project.pathOf('bin/gitconfig'), `${address}[user]\n\tname = a\n\temail = a@example.com\n`);
      const env = {
        ...bareEnvironment,
        PATH: `${join(project.folder, 'bin')}:${process.env['PATH']}`,
        GIT_CONFIG_GLOBAL: project.pathOf('bin/gitconfig'),
        ...{
          CI_DEFAULT_BRANCH: 'main',
          CI_SERVER_HOST: 'gitlab.example.com',
          CI_PROJECT_PATH: 'a/b',
          TRANSLATIONS_TOKEN: 'token',
        },
      };
      const shell = async (script: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
        const options = { cwd: project.folder, env: { ...env, ...more }, timeout: 60_000 };
        return (await promisify(execFile)('bash', ['-e', '-c', script], options)).stdout;
      };
      await shell(`git init --quiet --bare --initial-branch=main origin.git && git -C origin.git config receive.advertisePushOptions true
        git init --quiet --initial-branch=main && git remote add origin '${origin}' && git add --all && git commit --quiet --message one`);
      await assert.rejects(shell(jobs.check), { code: 1 });
      const head = async (): Promise<string> => (await shell('git rev-parse HEAD')).trim();
      const translate = async (): Promise<string> => {
        const commit = await head();
        return shell(jobs.translate, { ...service, GITHUB_SHA: commit, CI_COMMIT_SHA: commit });
      };
      const service = { DRAGOMAN_URL: project.service.url, DRAGOMAN_KEY: project.customer.key };
      const main = await head();
      await translate();
      const onBranch = (path: string): Promise<string> => shell(`git -C origin.git show translations:${path}`);
      assert.match(await onBranch('es.json'), /"Tsrif txet"/);
      await shell(jobs.check);
      // A reviewer corrects the branch, and the main branch goes on.
      await shell(`git clone --quiet --branch translations origin.git bin/review && cd bin/review && sed -i s/Tsrif/Primer/ es.json &&
        git commit --quiet --all --message correction && git push --quiet`);
      await shell(`git reset --quiet --hard ${main} && echo '{"a": "First text",\n"b": "Next"}' > en.json &&
        git commit --quiet --all --message two && git push --quiet origin main`);
      const paid = async (): Promise<number> => (await project.customer.balance()).used;
      const before = await paid();
      await translate();
      assert.deepEqual(JSON.parse(await onBranch('es.json')), { a: 'Primer txet', b: 'Txen' });
      assert.equal((await paid()) - before, 4);
    });
});
