import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FormatId } from '../../documents/src/index.ts';
import type { Source } from '../src/sources.ts';
import { planOutputs, type Task } from '../src/tasks.ts';
import { UsageError } from '../src/usage-error.ts';
import { settingsWith } from './project-folder.ts';

type Case = {
  /** Files of the command line, and those that a folder or pattern found. */
  readonly named?: readonly string[];
  readonly found?: readonly string[];
  readonly from?: string;
  readonly to: string;
  readonly out?: string;
  /** Whether the configuration has the pattern, and not the command line. */
  readonly isConfigured?: true;
  /** Languages that a file holds. A damaged file throws. */
  readonly held?: Readonly<Record<string, string | Error>>;
  readonly format?: FormatId;
  /** Receives the files that are searched for a language. */
  readonly asked?: string[];
};

function plan(options: Case): Promise<readonly Task[]> {
  const { named = [], found = [], from, to, out, isConfigured, format, held = {}, asked } = options;
  const isOutGiven = out !== undefined && !isConfigured;
  const settings = settingsWith({ folder: '/project', from, to: to.split(','), isOutGiven });
  const group = { ...(out !== undefined && { out }), ...(format && { format }) };
  const sources: readonly Source[] = [
    ...named.map((path) => ({ path, ...group, isNamed: true })),
    ...found.map((path) => ({ path, ...group, isNamed: false })),
  ];
  return planOutputs(sources, settings, async ({ path }, language) => {
    asked?.push(path);
    const languages = held[path] ?? '';
    if (languages instanceof Error) throw languages;
    return languages.split(',').includes(language);
  });
}

/** `source > output from:to` of each task. */
const tasksOf = async (options: Case) =>
  (await plan(options)).map((task) => `${task.source.path} > ${task.out} ${task.from ?? '?'}:${task.to}`);

const catalogue = ['locales/en.json', 'locales/es.json', 'locales/fr.json'];
const gettext = ['locale/en/LC_MESSAGES/a.po', 'locale/es/LC_MESSAGES/a.po'];

describe('outputs', () => {
  const cases: Readonly<Record<string, readonly [Case, readonly string[]]>> = {
    'are one for each file and language': [
      { named: ['README.md', 'locales/en.json'], to: 'es,ca' },
      [
        'README.md > README.es.md ?:es',
        'README.md > README.ca.md ?:ca',
        'locales/en.json > locales/es.json en:es',
        'locales/en.json > locales/ca.json en:ca',
      ],
    ],
    'have the language of the command line rather than that of the path': [
      { named: ['locales/en.json'], from: 'en-US', to: 'es' },
      ['locales/en.json > locales/es.json en-US:es'],
    ],
    'are no sources if a folder or pattern found them': [
      { found: ['README.md', 'README.es.md', 'README.ca.md'], to: 'es,ca' },
      ['README.md > README.es.md ?:es', 'README.md > README.ca.md ?:ca'],
    ],
    'follow from the languages of all files where only one is no output': [
      { found: catalogue, to: 'es,fr' },
      ['locales/en.json > locales/es.json en:es', 'locales/en.json > locales/fr.json en:fr'],
    ],
    'leave out files that were found and name another language': [
      { found: [...catalogue, 'README.md'], from: 'en', to: 'es' },
      ['locales/en.json > locales/es.json en:es', 'README.md > README.es.md en:es'],
    ],
    'replace a folder of the given language, and leave out the folders beside it': [
      {
        found: ['docs/en/guide/x.md', 'docs/fr/guide/x.md', 'docs/api/z.md'],
        from: 'en',
        to: 'pt-BR',
      },
      ['docs/en/guide/x.md > docs/pt-BR/guide/x.md en:pt-BR', 'docs/api/z.md > docs/api/z.pt-BR.md en:pt-BR'],
    ],
    'add the language where a folder may be a word': [
      { found: ['docs/en/guide/x.md'], to: 'es' },
      ['docs/en/guide/x.md > docs/en/guide/x.es.md ?:es'],
    ],
    'leave out translations of files that name no language': [
      {
        found: [
          ...['res/values/a.xml', 'res/values-fr/a.xml', 'res/values-es/a.xml', 'res/values-b+sr+Latn/a.xml'],
          ...['README.md', 'README.zh-cn.md', 'a.properties', 'a_pt_BR.properties', 'en.lproj/a.strings'],
        ],
        to: 'es',
      },
      [
        'res/values/a.xml > res/values-es/a.xml ?:es',
        'README.md > README.es.md ?:es',
        'a.properties > a_es.properties ?:es',
        'en.lproj/a.strings > es.lproj/a.strings en:es',
      ],
    ],
    'leave out other regions beside the exact language': [
      { found: ['en.json', 'en-GB.json', 'es.json'], from: 'en', to: 'en-GB,es' },
      ['en.json > en-GB.json en:en-GB', 'en.json > es.json en:es'],
    ],
    'follow from a region of the language': [
      { found: ['en-US.json', 'es-ES.json'], from: 'en', to: 'es' },
      ['en-US.json > es.json en:es'],
    ],
    'leave out the language of the file': [
      { named: ['locales/en.json', 'README.md'], to: 'en,es' },
      ['locales/en.json > locales/es.json en:es', 'README.md > README.en.md ?:en', 'README.md > README.es.md ?:es'],
    ],
    'are the file itself if it holds the language': [
      { named: ['a.xcstrings', 'a.csv'], to: 'es,ca', held: { 'a.xcstrings': 'es,ca', 'a.csv': 'es' } },
      ['a.xcstrings > a.xcstrings ?:es', 'a.xcstrings > a.xcstrings ?:ca', 'a.csv > a.csv ?:es', 'a.csv > a.csv ?:ca'],
    ],
    'follow a pattern also if the file holds the language': [
      { named: ['a.xliff'], to: 'es', held: { 'a.xliff': 'es' }, out: '{lang}/{name}' },
      ['a.xliff > es/a.xliff ?:es'],
    ],
    'may be the file itself by a pattern if it holds the language': [
      { named: ['../a.po'], to: 'es', held: { '../a.po': 'es' }, out: '{path}' },
      ['../a.po > ../a.po ?:es'],
    ],
    'of PO files are those that exist, for their language': [
      { found: gettext, from: 'en', to: 'es,fr', held: { [gettext[1] ?? '']: 'es' } },
      [
        'locale/en/LC_MESSAGES/a.po > locale/fr/LC_MESSAGES/a.po en:fr',
        'locale/es/LC_MESSAGES/a.po > locale/es/LC_MESSAGES/a.po en:es',
      ],
    ],
    'of PO files do not have the language of the path as their source': [
      { named: [gettext[1] ?? ''], to: 'es,fr', held: { [gettext[1] ?? '']: 'es' } },
      [
        'locale/es/LC_MESSAGES/a.po > locale/es/LC_MESSAGES/a.po ?:es',
        'locale/es/LC_MESSAGES/a.po > locale/fr/LC_MESSAGES/a.po ?:fr',
      ],
    ],
    'of PO files for one language are no sources of others': [
      { found: [...gettext, 'README.md'], to: 'es,fr', held: { [gettext[1] ?? '']: 'es' } },
      [
        'locale/en/LC_MESSAGES/a.po > locale/fr/LC_MESSAGES/a.po en:fr',
        'locale/es/LC_MESSAGES/a.po > locale/es/LC_MESSAGES/a.po ?:es',
        'README.md > README.es.md ?:es',
        'README.md > README.fr.md ?:fr',
      ],
    ],
    'of PO files in a region of the source are no sources of others': [
      { found: ['pt-BR.po', 'a.pot'], from: 'pt', to: 'pt-BR,es', held: { 'pt-BR.po': 'pt-BR' } },
      ['pt-BR.po > pt-BR.po pt:pt-BR', 'a.pot > a.pt-BR.po pt:pt-BR', 'a.pot > a.es.po pt:es'],
    ],
    'of a damaged file are those of its path': [
      { named: ['en.po'], to: 'es', held: { 'en.po': new Error('damaged') } },
      ['en.po > es.po en:es'],
    ],
    'may be outside the folder by a pattern': [
      { named: ['../a.md'], to: 'es', out: '/project/../{lang}/{name}' },
      ['../a.md > ../es/a.md ?:es'],
    ],
  };
  for (const [title, [options, tasks]] of Object.entries(cases)) {
    it(title, async () => assert.deepEqual(await tasksOf(options), tasks));
  }

  const errors: Readonly<Record<string, readonly [Case, RegExp]>> = {
    'a named file that is an output': [
      { named: ['a.md', 'a.es.md'], to: 'es,ca' },
      /^a\.es\.md is both a source and the output of a\.md\. Leave it out.*--from\.$/,
    ],
    'files that are outputs of each other': [
      { found: ['locales/en.json', 'locales/es.json'], to: 'en,es' },
      /both a source and the output of .*--from\.$/,
    ],
    'two files with one output': [
      { found: catalogue, to: 'es' },
      /^locales\/en\.json and locales\/fr\.json have the same output locales\/es\.json\..*--from\.$/,
    ],
    'two files with one output, though their language is given': [
      { named: ['a/x.md', 'b/x.md'], from: 'en', to: 'es', out: '{lang}/{name}' },
      /same output es\/x\.md\.$/,
    ],
    'one output for two languages': [
      { named: ['a.md'], to: 'es,ca', out: 'b.md' },
      /es and ca have the same.*\{lang\}/,
    ],
    'an output that would replace its source': [{ named: ['a.md'], to: 'es', out: '{path}' }, /^a\.md: .*replace/],
    'an output outside the folder that the configuration names': [
      { named: ['a.md'], to: 'es', out: '/project/{lang}/../../{name}', isConfigured: true },
      /^a\.md: \.\.\/a\.md is outside .*--out\.$/,
    ],
    'one that placeholders lead there': [
      { named: ['..md'], to: 'es', out: '{stem}./{lang}', isConfigured: true },
      /^\.\.md: \.\.\/es is outside /,
    ],
    'an output outside the folder': [{ named: ['../a.md'], to: 'es' }, /^\.\.\/a\.md: .* is outside .*--out\.$/],
    'a translation outside the folder in the file itself': [
      { named: ['../a.po'], to: 'es', held: { '../a.po': 'es' } },
      /^\.\.\/a\.po: .* is outside .*--out\.$/,
    ],
    'a file in the target language': [{ named: ['README.md', 'es.json'], to: 'es' }, /^es\.json: .*language es/],
    'a language into which no file is translated': [
      { found: [gettext[1] ?? ''], to: 'es,fr', held: { [gettext[1] ?? '']: 'es' } },
      /^No file remains to be translated into fr/,
    ],
    'only files in other languages': [{ found: catalogue, from: 'de', to: 'es' }, /^No file remains/],
  };
  for (const [title, [options, message]] of Object.entries(errors)) {
    it(`refuse ${title}`, () =>
      assert.rejects(plan(options), (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.match(error.message, message);
        return true;
      }));
  }

  it('may be the file itself only in formats for two languages', async () => {
    const asked: string[] = [];
    await plan({ named: ['a.md', 'a.json', 'a.PO', 'b.pot', 'a.xlf', 'a.tsv', 'a.xcstrings'], to: 'es', asked });
    await plan({ named: ['a.txt'], format: 'csv', to: 'es', asked });
    await plan({ named: ['b.po'], format: 'text', to: 'es', asked });
    assert.deepEqual(asked, ['a.PO', 'b.pot', 'a.xlf', 'a.tsv', 'a.xcstrings', 'a.txt']);
  });
});

const language = fc.constantFrom('en', 'es', 'fr', 'pt-BR', 'pt_BR', 'sr-Latn');
const pathShapes = [
  (code: string) => `locales/${code}.json`,
  (code: string) => `locales/${code}/a.json`,
  (code: string) => `README.${code}.md`,
  () => 'README.md',
  (code: string) => `res/values-${code}/strings.xml`,
  () => 'res/values/strings.xml',
  (code: string) => `a_${code}.properties`,
  () => 'a.properties',
  (code: string) => `${code}.po`,
  () => 'a.pot',
];
const path = fc.tuple(fc.constantFrom(...pathShapes), language).map(([shape, code]) => shape(code));

describe('any sources', () => {
  it('have outputs that are all different and replace no source, or are refused', async () => {
    let planned = 0;
    const cases = fc.record({
      paths: fc.uniqueArray(path, { minLength: 1, maxLength: 6 }),
      namedCount: fc.nat(2),
      to: fc.uniqueArray(fc.constantFrom('es', 'fr', 'pt-BR', 'sr-Latn'), { minLength: 1 }),
      from: fc.constantFrom(undefined, 'en', 'it'),
    });
    const property = fc.asyncProperty(cases, async ({ paths, namedCount, to, from }) => {
      const held = Object.fromEntries(paths.map((each) => [each, each.replace(/\.po$/, '').replace('_', '-')]));
      const split = { named: paths.slice(0, namedCount), found: paths.slice(namedCount) };
      const tasks = await plan({ ...split, ...(from && { from }), to: to.join(','), held }).catch((error: unknown) => {
        assert.ok(error instanceof UsageError, String(error));
        return [];
      });
      assert.equal(new Set(tasks.map(({ out }) => out)).size, tasks.length);
      for (const task of tasks) {
        const isHeld = held[task.source.path] === task.to;
        assert.ok(isHeld || tasks.every(({ source }) => source.path !== task.out), task.out);
        assert.notEqual(task.from, task.to);
      }
      planned += Number(tasks.length > 0);
    });
    await fc.assert(property, { numRuns: 1_000 });
    assert.ok(planned > 300, `only ${planned} were planned`);
  });
});
