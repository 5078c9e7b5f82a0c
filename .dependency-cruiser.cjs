/** The layer table of ARCHITECTURE.md, rule by rule. Type-only imports count. */

/** A folder of `src` that may import itself and `allowed` (path patterns), and nothing else of ours. */
const layer = (name, allowed, comment) => ({
  name: `layer-${name}`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^(src|sdk|packages|test|bench|eval|setup)/', pathNot: [`^src/${name}/`, ...allowed] },
});

const ownPackages = '^packages/[^/]+/src/index\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    layer('ground', [], 'ground imports nothing'),
    layer('text', ['^src/ground/', ownPackages], 'text knows no account and no price'),
    layer('shop', ['^src/ground/', '^src/text/'], 'shop imports ground, and text where the next rule allows it'),
    {
      name: 'shop-doors',
      comment: 'only sale, glossaries and trial know how a text is translated; every room knows language tags',
      severity: 'error',
      from: { path: '^src/shop/', pathNot: '^src/shop/(sale|glossaries|trial)/' },
      to: { path: '^src/text/', pathNot: '^src/text/languages/language(-tag|-match|-name)?\\.ts$' },
    },
    {
      name: 'shop-sale-on-top',
      comment: 'sale and trial join the rooms of the shop; no room imports them',
      severity: 'error',
      from: { path: '^src/shop/', pathNot: '^src/shop/(sale|trial)/' },
      to: { path: '^src/shop/(sale|trial)/' },
    },
    {
      name: 'wings-pure',
      comment: 'the domain imports no package and no node: module',
      severity: 'error',
      from: { path: '^src/(ground|text|shop)/' },
      to: { dependencyTypesNot: ['local'], pathNot: '^(src|sdk|packages|test|bench|eval|setup)/' },
    },
    layer('ops', [], 'ops knows no noun and no other folder'),
    layer(
      'adapters',
      ['^src/(ground|text|shop|ops)/', ownPackages],
      'an adapter imports the domain, ops, itself and the entries of our packages',
    ),
    {
      name: 'engines-know-no-shop',
      comment: 'an engine belongs to text',
      severity: 'error',
      from: { path: '^src/adapters/', pathNot: '^src/adapters/(glossary-files|identity|mail|payments|pdf|sql|telemetry)/' },
      to: { path: '^src/shop/' },
    },
    layer('http', ['^src/ops/', '^src/ground/(service-error|client-block)\\.ts$'], 'http knows no noun'),
    layer(
      'api',
      ['^src/(ground|text|shop|http|ops)/', '^sdk/src/wire\\.ts$'],
      'api imports the domain, http and ops',
    ),
    layer('web', ['^src/(ground|text|shop|http|ops)/'], 'web imports the domain, http and ops'),
    layer('cli', ['^src/(ground|text|shop|ops)/'], 'cli imports the domain and ops'),
    {
      name: 'adapters-apart',
      comment: 'an adapter never imports another adapter',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    },
    {
      name: 'only-app-wires',
      comment: 'only the composition root knows the adapters; parts.ts, engines.ts and account-area.ts are parts of it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/((app|parts|engines|account-area)\\.ts$|adapters/)' },
      to: { path: '^src/adapters/' },
    },
    {
      name: 'processes',
      comment: 'serve.ts and operate.ts import app.ts and config.ts',
      severity: 'error',
      from: { path: '^src/(serve|operate)\\.ts$' },
      to: { path: '^(src|sdk|packages|test|bench|eval|setup)/', pathNot: '^src/(app|config)\\.ts$' },
    },
    {
      name: 'nobody-imports-the-processes',
      comment: 'the composition root and what it opens know no process',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/(serve|operate)\\.ts$' },
    },
    {
      name: 'app-is-the-root',
      comment: 'only the two processes start from app.ts',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(serve|operate)\\.ts$' },
      to: { path: '^src/app\\.ts$' },
    },
    {
      name: 'root-parts-belong-to-app',
      comment: 'the parts of the composition root know each other, and nobody else knows them',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app|parts|account-area)\\.ts$' },
      to: { path: '^src/(parts|engines|account-area)\\.ts$' },
    },
    {
      name: 'config-reads-the-environment',
      comment: 'config.ts and its table of variables import the domain and ops at most',
      severity: 'error',
      from: { path: '^src/config[a-z-]*\\.ts$' },
      to: { path: '^(src|sdk|packages|test|bench|eval|setup)/', pathNot: '^src/((ground|text|shop|ops)/|config-[a-z-]*\\.ts$)' },
    },
    {
      name: 'src-without-tests',
      comment: 'src never imports test, bench, eval or setup',
      severity: 'error',
      from: { path: '^(src|sdk)/' },
      to: { path: '^(test|bench|eval|setup)/' },
    },
    {
      name: 'sdk-alone',
      comment: 'the published client imports itself and nothing of the service',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(src|test|bench|eval|setup)/' },
    },
    {
      name: 'sdk-types-only',
      comment: 'src takes only types from the client',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^sdk/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'package-alone',
      comment: 'a published package imports its own source and nothing else, no node: module either',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { pathNot: '^packages/$1/src/' },
    },
    {
      name: 'setup-stands-alone',
      comment: 'set-up runs before any package is there, on an old Node: plain JavaScript and node: modules',
      severity: 'error',
      from: { path: '^setup/' },
      to: { dependencyTypesNot: ['local', 'core', 'type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'what imports each other is one thing',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'a file that nothing imports is dead or was never wired',
      severity: 'error',
      from: { orphan: true, path: '^(src|sdk|packages/[^/]+/src)/', pathNot: '^src/((serve|operate)\\.ts$|web/assets/)' },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'an import that leads nowhere fails only when it runs',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-packages',
      comment: 'a package that package.json does not name is there by luck',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-tools-in-service',
      comment: 'the service runs without the development packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(data|coverage|packages/[^/]+/dist)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Type-only imports are imports too: a noun that names another layer's type depends on it.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
