import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../src/api/endpoints.ts';
import { configVariables } from '../src/config.ts';
import { generatedPages } from './support/generated-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const notOurs = new Set(['node_modules', '.git', 'data', 'coverage', 'dist', 'out', 'fixtures', 'corpus']);

/** Paths of the project's own files below `folder`, from the project's folder. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (notOurs.has(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = filesBelow('.');
const code = files.filter((path) => ['.ts', '.mjs', '.cjs', '.sql', '.sh'].includes(extname(path)));
const pages = files.filter((path) => extname(path) === '.md');
const thisFile = relative(root, fileURLToPath(import.meta.url));

/** Returns `path:line: text` for each line of `paths` that matches; this file contains the banned words. */
function linesThatMatch(paths: readonly string[], pattern: RegExp): readonly string[] {
  return paths
    .filter((path) => path !== thisFile)
    .flatMap((path) => {
      const lines = read(path).split('\n');
      return lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
    });
}

/** Asserts that files whose names begin with numbers have all numbers from 1. */
const assertNoGap = (names: readonly string[]) => {
  const numbers = [...new Set(names.map((name) => Number(name.slice(0, 4)) - 1))].toSorted((a, b) => a - b);
  assert.deepEqual(numbers, [...numbers.keys()]);
};

/** Returns the `names` that no inline code of `page` mentions. */
const notMentioned = (names: Iterable<string>, page: string) => {
  const text = read(page);
  return [...new Set(names)].filter((name) => !text.includes(`\`${name}\``));
};

const notLinked = (paths: readonly string[], page: string) => {
  const text = read(page);
  return paths.filter((path) => !text.includes(`](${path})`));
};

const matches = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) => [...read(path).matchAll(pattern)].map((match) => match[1] ?? ''));

test('generated pages are current; to rewrite them: node_modules/.bin/node test/support/generated-pages.ts', async () => {
  for (const [name, text] of Object.entries(await generatedPages())) assert.equal(read(`docs/${name}`), text, name);
});

test('every error code and metric is in the reference', () => {
  const codes = matches(['src/ground/service-error.ts'], /^ {2}\w+: '(\w+)',$/gm);
  assert.ok(codes.includes('server_error'));
  const metrics = matches(filesBelow('src/adapters/telemetry'), /'(dragoman_\w+)'/g);
  assert.ok(metrics.length > 0);
  assert.deepEqual(notMentioned([...codes, ...metrics], 'docs/reference.md'), []);
});

test('the numbers of migrations have no gap', () => {
  assertNoGap(filesBelow('src/adapters/sql/migrations').map((path) => basename(path)));
});

test('every endpoint has a file of tests', () => {
  const tested = filesBelow('test/api').map((path) => basename(path));
  const names = endpoints.map(({ name }) => name);
  // The tests of `glossary-add` may be in the file of `glossary`.
  const isTested = (name: string) => tested.some((file) => new RegExp(`^${name}(-.+)?\\.test\\.ts$`).test(file));
  const without = names.filter((name) => !isTested(name) && !isTested(name.split('-')[0] ?? name));
  assert.deepEqual(without, []);
});

test('docs/api.md lists every endpoint', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(notMentioned(names, 'docs/api.md'), []);
});

test('the configuration uses every environment variable', () => {
  const text = read('src/config.ts');
  const unused = configVariables.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text));
  assert.deepEqual(unused, []);
});

test('every decision is in the index, and their numbers have no gap', () => {
  const decisions = filesBelow('docs/decisions').map((path) => basename(path));
  const numbered = decisions.filter((name) => name !== 'README.md');
  assert.deepEqual(notLinked(numbered, 'docs/decisions/README.md'), []);
  assertNoGap(numbered);
});

/** The addresses of headings, as GitHub makes them, and of anchors. */
const anchorsOf = (page: string) =>
  new Set([
    ...matches([page], /^#+ (.*)$/gm).map((heading) =>
      heading
        .replaceAll(/\]\([^)]*\)/g, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
    ...matches([page], /<a id="([^"]+)">/g),
  ]);

test('every link between pages leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    matches([page], /\]\((?!https?:)([^)\s]+)[^)]*\)/g)
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const path = file === '' ? page : join(dirname(page), file);
        if (!existsSync(join(root, path))) return true;
        return anchor !== undefined && extname(path) === '.md' && !anchorsOf(path).has(anchor);
      })
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test('a README of a folder names files that exist', () => {
  const readmes = filesBelow('src').filter((path) => basename(path) === 'README.md');
  assert.ok(readmes.length > 0);
  const missing = readmes.flatMap((path) => {
    const bases = [dirname(path), 'src', '.'];
    const names = [...read(path).matchAll(/`([a-z][\w./-]*\.ts)`/g)].map(([, name = '']) => name);
    return names.filter((name) => !bases.some((base) => existsSync(join(root, base, name))));
  });
  assert.deepEqual(missing, []);
});

test('README links to every page of the documentation and has at most 130 lines', () => {
  const subjects = filesBelow('docs').filter((path) => !path.startsWith(join('docs', 'decisions')));
  const index = [...subjects, 'docs/decisions/README.md'].filter((path) => extname(path) === '.md');
  assert.deepEqual(notLinked(index, 'README.md'), []);
  assert.ok(read('README.md').split('\n').length <= 131);
});

test('the changelog has a section for unreleased changes, and ARCHITECTURE.md is short enough to be read', () => {
  assert.match(read('CHANGELOG.md'), /^## \[Unreleased\]$/m);
  assert.ok(read('ARCHITECTURE.md').split('\n').length < 150);
});

test('file names are kebab-case nouns, and no folder is a collection of miscellaneous code', () => {
  const odd = [...code, ...filesBelow('docs')].filter((path) => {
    const name = basename(path);
    return !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name) && name !== 'README.md';
  });
  assert.deepEqual(odd, []);
  const drawers = code.filter((path) => /(^|\/)(utils?|helpers?|common|misc|managers?)(\/|\.)/.test(path));
  assert.deepEqual(drawers, []);
});

test('no file only re-exports', () => {
  // A package is imported by its index.
  const sources = code.filter((path) => path.endsWith('.ts') && !/^packages\/[^/]+\/src\/index\.ts$/.test(path));
  const barrels = sources.filter((path) => {
    const program = read(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const onlyExports = /^(\s*export\s+(type\s+)?(\*|\{[^}]*\})(\s+as\s+\w+)?\s+from\s[^;]*;)*\s*$/;
    return basename(path) === 'index.ts' || onlyExports.test(program);
  });
  assert.deepEqual(barrels, []);
});

test('no test is skipped, and none is run exclusively', () => {
  const pattern = /\b(test|it|describe|suite)\.(only|skip|todo)\b|\b(only|todo): *true\b|\bskip: *(true|['"`])/;
  const tests = [...filesBelow('test'), ...filesBelow('packages').filter((path) => path.includes('/test/'))];
  assert.deepEqual(linesThatMatch(tests, pattern), []);
});

test('the type checker is not silenced', () => {
  assert.deepEqual(linesThatMatch(code, /@ts-(ignore|nocheck)|\bas any\b|\beslint-disable\b/), []);
});

test('a lint rule is silenced only with a reason', () => {
  assert.deepEqual(linesThatMatch(code, /oxlint-disable(?!.* -- \S)/), []);
  const config = read('.oxlintrc.json').split('\n');
  const silent = config.filter((line, index) => line.includes('"off"') && !config[index - 1]?.includes('// Off: '));
  assert.deepEqual(silent, []);
});

test('a to-do has the number of an issue', () => {
  assert.deepEqual(linesThatMatch([...code, ...pages], /\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/), []);
});

test('no file names the machine or folder where it was written', () => {
  const places = /(^|[\s'"`(=])\/(work|root|home)\/|\bregistry\.npmjs\.org\b|\b\w+\.debian\.org\b/;
  const configuration = files.filter((path) => extname(path) === '.json' && basename(path) !== 'package-lock.json');
  assert.deepEqual(linesThatMatch([...code, ...pages, ...configuration], places), []);
});

test('texts name packages of npm by their packed files, until a release turns the names on', () => {
  // Anybody may register a name that does not exist, and would get the keys of readers.
  const byName =
    /\b(p?npx|bunx|(p?npm|yarn|bun|deno) (i|install|add|exec|x|dlx|create|init)|npmjs\.com\/package|unpkg\.com)[ /]((?!--no\b)-[-\w]+ )*dragoman/;
  const named = linesThatMatch([...code.filter((path) => !path.startsWith('test/')), ...pages, 'bin/dragoman'], byName);
  const isReleased = linesThatMatch(pages, /\.\/dragoman[a-z-]*-\*\.tgz/).length === 0;
  assert.deepEqual(isReleased ? [] : named, []);
});

test('one table has the least Node of each program', () => {
  const leastOf = (what: string) => new RegExp(`^\\| .*${what}.* \\| ([\\d.]+)`, 'm').exec(read('docs/deploy.md'))?.[1];
  const engines = (path: string) => (JSON.parse(read(path)) as { engines: { node: string } }).engines.node;
  assert.equal(engines('package.json'), `>=${leastOf('set-up')} <24 || >=${leastOf('server')}`);
  assert.equal(engines('sdk/package.json'), `>=${leastOf('client library')}`);
  assert.equal(engines('packages/translate/package.json'), `>=${leastOf('command for files')}`);
  assert.match(read('docs/quickstart-typescript.md'), new RegExp(`Node.js ${leastOf('quick start')} or later`));
});

test('the lock file names no registry', () => {
  assert.doesNotMatch(read('package-lock.json'), /"resolved":/);
});

test('a program that is called by name is executable', () => {
  for (const path of ['.ci/run', ...filesBelow('bin')]) {
    assert.ok((statSync(join(root, path)).mode & 0o111) !== 0, `${path} is not executable`);
    assert.match(read(path), /^#!/);
  }
});

test('the server gets the same flags of Node from npm start, from the command line and in the bench', () => {
  const list = /serverFlags = \['([^\]]+)'\]/.exec(read('setup/node-runtime.mjs'))?.[1];
  assert.ok(list);
  assert.ok(read('bin/dragoman').includes(`exec "$node" ${list.replaceAll("', '", ' ')} `));
  assert.ok(read('bench/systems.ts').includes(`'${list}', entry`));
});

/** One thing that exists once for each database or engine. */
const sameThing = new Set(['changes', 'createReplyStore', 'storeUnavailable', 'defaultLimits', 'measuredScore']);

test('no exported name is declared twice for different things', () => {
  const names = matches(
    filesBelow('src').filter((path) => extname(path) === '.ts'),
    /^export (?:abstract |async )?(?:type|class|const|function\*?) (\w+)/gm,
  );
  const seen = new Set<string>();
  const again = names.filter((name) => seen.size === seen.add(name).size);
  assert.deepEqual(new Set(again), sameThing);
});
