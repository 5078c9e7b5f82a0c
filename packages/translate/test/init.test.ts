import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { parseCommandLine } from '../src/command-line.ts';
import { TaskError } from '../src/content.ts';
import { writeConfig } from '../src/init.ts';
import { readSettings } from '../src/settings.ts';
import { UsageError } from '../src/usage-error.ts';
import { projectFolder } from './project-folder.ts';

/** The configuration that `init` writes for a project of these files. */
async function configOf(files: readonly string[], args = '') {
  await using project = await projectFolder(files);
  const line = parseCommandLine(['init', ...args.split(' ').filter(Boolean)]);
  await writeConfig(line, project.path);
  const { from, to, config } = await readSettings(parseCommandLine([]), project.path);
  assert.deepEqual(JSON.parse(await readFile(join(project.path, 'dragoman.config.json'), 'utf8')).from, from);
  return `${from} > ${to.join(',')}: ${config.flatMap(({ include }) => include).join(' ')}`;
}

describe('init', () => {
  const projects: Readonly<Record<string, readonly [files: readonly string[], config: string]>> = {
    Rails: [
      ['config/locales/en.yml', 'config/locales/es.yml', 'config/locales/devise.en.yml', 'config/database.yml'],
      'en > es: config/locales/devise.en.yml config/locales/en.yml',
    ],
    i18next: [
      ['public/locales/en-US/common.json', 'public/locales/de/common.json', 'package.json', 'src/data.json'],
      'en-US > de: public/locales/en-US',
    ],
    Android: [
      ['app/src/main/res/values/strings.xml', 'app/src/main/res/values-pt-rBR/strings.xml', 'gradle.properties'],
      'en > pt-BR: app/src/main/res/values',
    ],
    iOS: [['App/en.lproj/Localizable.strings', 'App/ca.lproj/Localizable.strings'], 'en > ca: App/en.lproj'],
    Flutter: [['lib/l10n/app_en.arb', 'lib/l10n/app_es.arb', 'pubspec.yaml'], 'en > es: lib/l10n/app_en.arb'],
    Django: [
      ['locale/es/LC_MESSAGES/django.po', 'locale/fr/LC_MESSAGES/django.po', 'README.md'],
      'en > es,fr: locale/es/LC_MESSAGES/django.po locale/fr/LC_MESSAGES/django.po',
    ],
    Java: [
      ['src/main/resources/messages.properties', 'src/main/resources/messages_es.properties', 'build.properties'],
      'en > es: src/main/resources/messages.properties',
    ],
    'a documentation site': [
      ['docs/en/guide/a.md', 'docs/fr/guide/a.md', 'docs/index.md', 'locales/en.json'],
      'en > fr: docs/en locales/en.json',
    ],
  };
  for (const [name, [files, config]] of Object.entries(projects))
    it(`finds the files and languages of ${name}`, async () => assert.equal(await configOf(files), config));

  it('takes languages from the command line', async () => {
    assert.equal(await configOf(['messages/ca.json'], '--from ca --to es,pt_BR'), 'ca > es,pt-BR: messages/ca.json');
    assert.equal(
      await configOf(['lang/es.json', 'lang/ca.json', 'dist/lang/es.json'], '--from es'),
      'es > ca: lang/es.json',
    );
    assert.equal(await configOf(['messages/ca.json'], '--to es'), 'ca > es: messages/ca.json');
  });

  it('names the configuration if the folder cannot be written', async () => {
    await using project = await projectFolder(['locales/en.json']);
    await chmod(dirname(project.path), 0o755);
    await chmod(project.path, 0o555);
    const uid = process.geteuid?.() ?? 0;
    // Root may write everywhere.
    if (uid === 0) process.seteuid?.(65_534);
    const written = writeConfig(parseCommandLine(['init', '--to', 'es']), project.path);
    await assert.rejects(
      written.finally(() => process.seteuid?.(uid)),
      (error) => error instanceof TaskError && error.path === 'dragoman.config.json' && /EACCES/.test(error.message),
    );
    await chmod(project.path, 0o755);
  });

  it('writes nothing without such files, without languages, or over a configuration', async () => {
    const refused = (pattern: RegExp) => (error: unknown) => error instanceof UsageError && pattern.test(error.message);
    await assert.rejects(configOf(['src/a.json', 'README.md']), refused(/^No path names a language/));
    await assert.rejects(configOf(['locales/en.json']), refused(/--to es,ca/));
    await assert.rejects(configOf(['lang/es.json', 'lang/ca.json']), refused(/--from/));
    await using project = await projectFolder(['locales/en.json']);
    await writeFile(join(project.path, 'dragoman.config.json'), '{}');
    await assert.rejects(writeConfig(parseCommandLine(['init', '--to', 'es']), project.path), refused(/exists/));
    assert.equal(await readFile(join(project.path, 'dragoman.config.json'), 'utf8'), '{}');
  });
});
