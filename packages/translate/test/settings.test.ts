import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { filters } from '../../documents/src/index.ts';
import { parseCommandLine } from '../src/command-line.ts';
import { readSettings } from '../src/settings.ts';
import { UsageError } from '../src/usage-error.ts';
import { projectFolder } from './project-folder.ts';

const configName = 'dragoman.config.json';

/** Reads the settings of a command line in a folder with this configuration file. */
async function settingsOf(line: string, config?: string) {
  await using folder = await projectFolder(config === undefined ? {} : { [configName]: config });
  return await readSettings(parseCommandLine(line.split(' ').filter((each) => each !== '')), folder.path);
}

const refuses = (promise: Promise<unknown>, message: RegExp) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof UsageError, String(error));
    assert.match(error.message, message);
    return true;
  });

describe('settings', () => {
  it('are those of the command line without a configuration file', async () => {
    const { folder, ...settings } = await settingsOf('README.md --to es,ES,pt_br --from EN --option columns=A');
    assert.match(folder, /^\//);
    assert.deepEqual(settings, {
      mode: 'translate',
      force: false,
      isJson: false,
      isQuiet: false,
      concurrency: 4,
      from: 'en',
      to: ['es', 'pt-BR'],
      lock: 'dragoman.lock',
      url: undefined,
      isOutGiven: false,
      config: [],
      given: { include: ['README.md'], exclude: [], options: { columns: ['A'] } },
    });
  });

  it('take from the configuration what the command line does not say', async () => {
    const config = `\ufeff{
      "$schema": "./node_modules/dragoman-translate/config.schema.json",
      // A comment, and a trailing comma below.
      "from": "en", "to": "es", "lock": "i18n/dragoman.lock",
      "files": [
        { "include": "docs", "exclude": "docs/api", "out": "{lang}/{path}" },
        { "include": ["a.csv"], "format": "csv", "options": { "source": "en", "target": "es" } },
      ],
    }`;
    const settings = await settingsOf('', config);
    assert.deepEqual(
      [settings.from, settings.to, settings.lock, settings.given],
      ['en', ['es'], 'i18n/dragoman.lock', undefined],
    );
    assert.deepEqual(settings.config, [
      { include: ['docs'], exclude: ['docs/api'], out: '{lang}/{path}' },
      { include: ['a.csv'], exclude: [], format: 'csv', options: { source: 'en', target: 'es' } },
    ]);
    const flags = '--to ca --from fr --out x/{name} --option target=ca --check';
    const changed = await settingsOf(flags, config);
    assert.deepEqual([changed.from, changed.to, changed.mode], ['fr', ['ca'], 'check']);
    assert.deepEqual(
      changed.config.map(({ out, options }) => [out, options]),
      [
        ['x/{name}', { target: 'ca' }],
        ['x/{name}', { source: 'en', target: 'ca' }],
      ],
    );
  });

  const errors: readonly (readonly [line: string, config: string | undefined, message: RegExp])[] = [
    ['--to es', undefined, /no dragoman\.config\.json here: name files/],
    ['--to es', '{"to": ["es"]}', /configuration has no files: name files/],
    ['--config other.json', undefined, /^other\.json: the file does not exist\.$/],
    ['--config .', undefined, /^\.: the file cannot be read \(EISDIR\)/],
    ['a.md', undefined, /target languages are missing/],
    ['a.md --to es,en --from en', undefined, /from en to en/],
    ['a.md --to en-us', '{"from": "en_US"}', /from en-US to en-US/],
    ['a.md --to es;ca', undefined, /^es;ca is no language code/],
    ['- --format text --to es,ca', undefined, /into one language/],
    ['- --format text', '{"to": ["es", "ca"]}', /into one language/],
    [
      '',
      '{\n  "to": ["es"],\n  "files": [,]\n}',
      /^dragoman\.config\.json:3: the file is not valid JSON: value expected\.$/,
    ],
    ['', '{"to": ["es"]', /^dragoman\.config\.json:1: .* close brace expected\.$/],
    ['', '', /^dragoman\.config\.json:1: /],
    ['', `{"files": ${'['.repeat(20_000)}`, /^dragoman\.config\.json: the file has too many nested values\.$/],
    ['', `{"from": "${'x'.repeat(1_000_000)}"}`, /^dragoman\.config\.json: the file has more than 1,000,000 bytes\.$/],
    ['', '[]', /^dragoman\.config\.json: The configuration must be of type object, not array\.$/],
    ['', '{"file": []}', /^dragoman\.config\.json: file is unknown\. Did you mean files\?$/],
    ['', '{"files": [{"inlcude": "a"}]}', /: files\[0\]\.inlcude is unknown\. Did you mean include\?$/],
    ['', '{"files": [{"include": "a"}, {"exclude": "a"}]}', /: files\[1\]\.include is missing\.$/],
    ['', '{"files": [{"include": ["a", 1]}]}', /: files\[0\]\.include\[1\] must be of type string, not number\.$/],
    ['', '{"files": [{"include": null}]}', /: files\[0\]\.include must be of type array or string, not null\.$/],
    ['', '{"files": [{"include": "a", "format": "jsom"}]}', /format cannot be jsom\. Did you mean json\?$/],
    [
      '',
      '{"files": [{"include": "a", "options": {"column": []}}]}',
      /options\.column is unknown\. Did you mean columns\?$/,
    ],
    ['', '{"toString": 1}', /toString is unknown\. Known are \$schema from to files lock\.$/],
  ];
  for (const [line, config, message] of errors) {
    it(`refuse ${line} ${config === undefined ? '' : `with ${config.replaceAll(/\s+/g, ' ').slice(0, 80)}`}`, () =>
      refuses(settingsOf(line, config), message));
  }

  it('refuse a broken configuration also if the files are named', () =>
    refuses(settingsOf('a.md --to es', '{"file": []}'), /file is unknown/));
});

describe('configuration schema', () => {
  it('has only keywords that are interpreted, and a title and description of every member', async () => {
    const schema = JSON.parse(await readFile(new URL('../config.schema.json', import.meta.url), 'utf8'));
    const { $schema, ...root } = schema;
    assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema');
    const known = ['type', 'properties', 'required', 'items', 'enum', 'additionalProperties', 'title', 'description'];
    const check = (part: Record<string, unknown>, isMember: boolean): void => {
      assert.deepEqual(
        Object.keys(part).filter((keyword) => !known.includes(keyword)),
        [],
      );
      if (isMember) assert.ok(part['title'] && part['description'], JSON.stringify(part));
      if (part['items']) check(part['items'] as Record<string, unknown>, false);
      for (const member of Object.values(part['properties'] ?? {})) check(member, true);
    };
    check(root, true);
    assert.deepEqual(
      schema.properties.files.items.properties.format.enum,
      filters.map(({ id }) => id),
    );
  });
});
