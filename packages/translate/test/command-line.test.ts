import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filters } from '../../documents/src/index.ts';
import { helpText, parseCommandLine } from '../src/command-line.ts';
import { extensionsOf } from '../src/file-types.ts';
import { UsageError } from '../src/usage-error.ts';

/** Arguments separated by spaces. */
const parse = (line: string) => parseCommandLine(line.split(' ').filter((each) => each !== ''));

describe('command line', () => {
  it('reads every option', () => {
    const line =
      'a.md b/ --to es,ca --to=pt_BR --from en --out {stem}.{lang}.{ext} --dry-run --force --json --format json --option columns=A,B --option source=en --config c.json --url http://localhost:1 --concurrency 16 --quiet';
    assert.deepEqual(parse(line), {
      files: ['a.md', 'b/'],
      to: ['es', 'ca', 'pt_BR'],
      from: 'en',
      out: '{stem}.{lang}.{ext}',
      format: 'json',
      options: { columns: ['A', 'B'], source: 'en' },
      config: 'c.json',
      url: 'http://localhost:1',
      concurrency: 16,
      isDryRun: true,
      isCheck: false,
      isForced: true,
      isAll: false,
      isJson: true,
      isQuiet: true,
      isHelp: false,
      isVersion: false,
    });
  });

  it('needs no option', () => {
    const { files, to, concurrency, ...rest } = parse('');
    assert.deepEqual({ files, to, concurrency }, { files: [], to: [], concurrency: 4 });
    assert.ok(Object.values(rest).every((value) => value === undefined || value === false));
  });

  it('takes arguments after -- as files', () => {
    assert.deepEqual(parse('--to es -- --check').files, ['--check']);
  });

  const errors: readonly (readonly [line: string, message: RegExp])[] = [
    ['--too es', /^Unknown option --too\. Did you mean --to\?$/],
    ['-to es', /^Unknown option -to\. Did you mean --to\?$/],
    ['--dryrun', /Did you mean --dry-run\?$/],
    ['--target-language=es', /^Unknown option --target-language\. Known are --to --from /],
    ['--to', /^--to needs a value: --to es,ca$/],
    ['--to --from en', /^--to needs a value/],
    ['--from=', /^--from needs a value/],
    ['--check=yes', /^--check takes no value/],
    ['--key drg_secret', /DRAGOMAN_KEY/],
    ['--api-key=drg_secret', /DRAGOMAN_KEY/],
    ['--concurrency 0', /from 1 to 16/],
    ['--concurrency 17', /from 1 to 16/],
    ['--concurrency four', /from 1 to 16/],
    ['--format jsn', /^Unknown format jsn\. Did you mean json\?$/],
    ['--format pdf', /^Unknown format pdf\./],
    ['--option column=A', /^Unknown --option column\. Did you mean columns\?$/],
    ['--option columns', /^--option columns needs a value/],
    ['--option columns=', /^--option columns needs a value/],
    ['--check --force', /--check/],
    ['--check --dry-run', /--check/],
    ['- --to es', /--format/],
    ['- a.md --format text --to es', /name no other file/],
    ['- --format text --check', /--check/],
    ['- --format text --to es --out x', /--out/],
    ['- --format text --to es --json', /--json/],
  ];
  for (const [line, message] of errors) {
    it(`refuses ${line}`, () => {
      assert.throws(
        () => parse(line),
        (error) => {
          assert.ok(error instanceof UsageError);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
  }

  it('accepts contradictions with --help and --version, which do nothing else', () => {
    assert.ok(parse('--check --force --help').isHelp);
    assert.ok(parse('- -h').isHelp);
    assert.ok(parse('- --version').isVersion);
  });

  it('prints every option in the help, in lines of at most 120 columns', () => {
    const help = helpText();
    for (const name of [
      'to',
      'from',
      'out',
      'dry-run',
      'check',
      'force',
      'json',
      'format',
      'option',
      'config',
      'url',
    ]) {
      assert.match(help, new RegExp(`^ +--${name} `, 'm'));
    }
    assert.ok(help.split('\n').every((line) => line.length <= 120));
  });
});

describe('file types', () => {
  it('are those of the filters', () => {
    assert.deepEqual(extensionsOf, Object.fromEntries(filters.map(({ id, extensions }) => [id, extensions])));
  });
});
