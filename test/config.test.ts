import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { configVariables, loadConfig } from '../src/config.ts';
import { temporaryFolder } from './support/stores.ts';

describe('configuration', () => {
  test('of an empty environment listens on loopback with the documented defaults', () => {
    const config = loadConfig({});
    const set = [config.host, config.port, config.opsPort, config.baseUrl, config.keyPrefix, config.rateLimitPerMinute];
    assert.deepEqual(set, ['127.0.0.1', 8080, 9090, 'http://127.0.0.1:8080', 'dragoman', 60]);
    assert.deepEqual([config.tls, config.trustedProxies, config.demo], [undefined, [], false]);
    assert.deepEqual(config.engines, ['bergamot', 'apertium']);
    assert.equal(config.memoryBytesMax, 64 * 2 ** 20);
    assert.equal(loadConfig({ SENTENCE_MEMORY_MB: '0' }).memoryBytesMax, 0);
    assert.equal(config.termsBytesMax, 128 * 2 ** 20);
  });

  test('treats an empty variable as unset', () => {
    const empty = Object.fromEntries(configVariables.map(({ name }) => [name, '']));
    assert.deepEqual(loadConfig(empty), loadConfig({}));
  });

  test('reads every secret from a file that X_FILE names, without the line break at its end', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'secret');
    const read = (name: string, secret: string, others: Readonly<Record<string, string>> = {}) => {
      for (const end of ['', '\n', '\r\n']) {
        writeFileSync(file, secret + end);
        assert.deepEqual(loadConfig({ ...others, [`${name}_FILE`]: file }), loadConfig({ ...others, [name]: secret }));
      }
    };
    read('DATABASE_URL', 'postgres://role:hunter2@db.example.com/dragoman');
    read('AUTH_SECRET', 'hunter2'.repeat(6));
    read('SMTP_URL', 'smtp://me:hunter2@mail.example.com', { MAIL_FROM: 'me@example.com' });
    read('OPENAI_API_KEY', 'hunter2', { OPENAI_BASE_URL: 'http://127.0.0.1/v1', OPENAI_MODEL: 'qwen' });
    read('STRIPE_SECRET_KEY', 'sk_test_hunter22', { STRIPE_WEBHOOK_SECRET: 'whsec_hunter22' });
    read('STRIPE_WEBHOOK_SECRET', 'whsec_hunter22', { STRIPE_SECRET_KEY: 'sk_test_hunter22' });
  });

  test('stops for a secret that is set twice, for a file that it cannot use and for an unknown X_FILE', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'secret');
    const refuses = (env: Readonly<Record<string, string>>, message: RegExp) =>
      assert.throws(() => loadConfig(env), { name: 'ConfigError', message });
    const DATABASE_URL_FILE = file;
    refuses({ DATABASE_URL_FILE }, /^DATABASE_URL_FILE: cannot read \S+ \(ENOENT\)$/);
    for (const other of [folder.path, '/dev/zero']) {
      refuses({ DATABASE_URL_FILE: other }, /^DATABASE_URL_FILE: \S+ is not a file$/);
    }
    for (const [content, message] of [
      ['\n', /^DATABASE_URL_FILE: \S+ is empty$/],
      ['hunter2'.repeat(10_000), /^DATABASE_URL_FILE: \S+ has more than 65536 bytes$/],
      ['hunter2', /^DATABASE_URL: must be a URL such as (?!.*hunter2)/],
      ['postgres://localhost/dragoman\npostgres://localhost/hunter2', /^DATABASE_URL: must be (?!.*hunter2)/],
    ] as const) {
      writeFileSync(file, content);
      refuses({ DATABASE_URL_FILE }, message);
    }
    const DATABASE_URL = 'postgres://localhost/dragoman';
    refuses({ DATABASE_URL_FILE, DATABASE_URL }, /^DATABASE_URL and DATABASE_URL_FILE are both set/);
    assert.equal(loadConfig({ DATABASE_URL_FILE: '', DATABASE_URL }).database.kind, 'postgres');
    const unknown = 'PORT DATABSE_URL DATABASE_PASSWORD DRAGOMAN_AUTH_SECRET BASE_URL DATABASE TLS_CA'.split(' ');
    for (const name of unknown)
      refuses({ [`${name}_FILE`]: file }, new RegExp(`^${name}_FILE is unknown: .*DATABASE_URL_FILE`));
    for (const name of ['SSL_CERT', 'COMPOSE', 'GIT_INDEX', 'HTTP_URL']) loadConfig({ [`${name}_FILE`]: file });
  });

  test('refuses a value in quotes, which the env-file of a container keeps', () => {
    for (const [name, value] of [
      ['BRAND_NAME', '"Example"'],
      ['PORT', "'8080'"],
      ['SELLER', ' "Example Ltd" '],
      ['OPENAI_EXTRA_BODY', `'{"a":1}'`],
      ['TERMS_URL', '""'],
      ['AUTH_SECRET', `"${'hunter2'.repeat(6)}"`],
      ['SMTP_URL_FILE', '"/run/secrets/smtp"'],
    ] as const) {
      const message = `${name}: the value is in quotes: remove them (env-files of containers and files of secrets keep quotes)`;
      assert.throws(() => loadConfig({ [name]: value }), { name: 'ConfigError', message });
    }
    assert.equal(loadConfig({ BRAND_NAME: 'The "Example" Company' }).brand.name, 'The "Example" Company');
  });

  test('backs up SQLite to a folder, and refuses to do so on PostgreSQL', () => {
    assert.equal(loadConfig({ BACKUP_EVERY: '6h' }).backups, undefined);
    const backups = { dir: '/backups', everyMs: 6 * 3_600_000, keep: 14 };
    assert.deepEqual(loadConfig({ BACKUP_DIR: '/backups', BACKUP_EVERY: '6h' }).backups, backups);
    const postgres = { BACKUP_DIR: '/backups', DATABASE_URL: 'postgres://localhost/dragoman' };
    assert.throws(() => loadConfig(postgres), /^ConfigError: BACKUP_DIR is for SQLite .* pg_dump/);
  });

  test('refuses an invalid value in one line that names the variable', () => {
    const wrong: Readonly<Record<string, readonly string[]>> = {
      PORT: ['65536', '80x', '-1'],
      OPS_PORT: ['1.5'],
      DATABASE_URL: [
        ...['mysql://localhost/dragoman', 'postgres://localhost', 'postgres:///dragoman', './data/dragoman.db'],
        ...['postgres://dragoman:se#cret@localhost/dragoman', 'postgres://dragoman:100%@localhost/dragoman'],
        ...['postgres://localhost/dragoman/more', 'postgres://localhost:port/dragoman'],
        'postgres://localhost/dragoman?sslmode=require',
      ],
      BACKUP_EVERY: ['59s', '0m', '32d', '3600'],
      BACKUP_KEEP: ['0'],
      DATABASE_CONNECTIONS: ['1', '201'],
      DOCUMENTS_MB: ['127'],
      SENTENCE_MEMORY_MB: ['-1', '65537'],
      TERMS_MEMORY_MB: ['0'],
      BASE_URL: [
        ...['ftp://example.com', 'example.com', 'https://ana:hunter2@example.com', 'https://ana@example.com/translate'],
        ...['/?', '/translate?from=es', '#top', '/a b', '/a//b', '/%74ranslate'].map(
          (end) => `https://example.com${end}`,
        ),
      ],
      KEY_PREFIX: ['sk', 'rk', 'pk', 'Dragoman', 'd'],
      RATE_LIMIT_PER_MINUTE: ['0'],
      ENGINES: ['babelfish', ',', 'apertium,apertium'],
      ENGINE_PER_PAIR: ['es>en', 'es>en=apertium,en-es=apertium', '?>en=apertium', 'es>en=babelfish'],
      MODELS_URL: ['ftp://models.example.com', 'models.example.com'],
      MODELS_DISK_MB: ['0'],
      MODELS_WAIT_SECONDS: ['1m'],
      BERGAMOT_WORKERS: ['0', '65'],
      BERGAMOT_MEMORY_MB: ['63'],
      OPENAI_BASE_URL: ['localhost:8000'],
      OPENAI_API_KEY: ['a key'],
      OPENAI_LANGUAGES: ['en', 'en,?'],
      OPENAI_CONCURRENCY: ['0'],
      OPENAI_SENTENCES_PER_REQUEST: ['101'],
      OPENAI_EXTRA_BODY: ['[]', '{"a":'],
      OPENAI_PROMPT_PRICE: ['-1'],
      OPENAI_COMPLETION_PRICE: ['1,5'],
      APERTIUM_MEMORY_MB: ['1'],
      APERTIUM_PIPELINES_PER_PAIR: ['0'],
      TRUSTED_PROXIES: ['10.0.0.0/33', 'proxy.example.com'],
      REQUEST_TIMEOUT_SECONDS: ['0'],
      DRAIN_TIMEOUT_SECONDS: ['1e3'],
      LOG_LEVEL: ['loud'],
      DRAGOMAN_DEMO: ['yes'],
      HSTS_INCLUDE_SUBDOMAINS: ['true'],
    };
    for (const [name, values] of Object.entries(wrong)) {
      const refusal = { name: 'ConfigError', message: new RegExp(`^${name}: [^\\n]+$`) };
      for (const value of values) assert.throws(() => loadConfig({ [name]: value }), refusal, `${name}=${value}`);
    }
  });

  test('stores everything in SQLite in the data folder unless DATABASE_URL is set', () => {
    const { database } = loadConfig({ DATA_DIR: '/srv/data' });
    assert.deepEqual(database, { kind: 'sqlite', file: '/srv/data/dragoman.db' });
    for (const url of [
      'postgres://localhost/dragoman',
      'postgresql://dragoman:s%23cret@db.example.com:6432/dragoman?sslmode=verify-full',
      'postgres:///dragoman?host=/var/run/postgresql',
      'postgres://[::1]/dragoman',
      'postgres://role:s%23cret@db1.example.com:5432,[::1],db3/dragoman?target_session_attrs=read-write',
    ]) {
      assert.deepEqual(loadConfig({ DATABASE_URL: url }).database, { kind: 'postgres', url, connections: 10 });
    }
    const DATABASE_URL = 'postgres://localhost/dragoman';
    const many = loadConfig({ DATABASE_URL, DATABASE_CONNECTIONS: '200' });
    assert.deepEqual(many.database, { kind: 'postgres', url: DATABASE_URL, connections: 200 });
  });

  test('keeps models in the data folder, and downloads none with MODELS_URL=none', () => {
    const { models } = loadConfig({ DATA_DIR: '/srv/data' });
    assert.equal(models.dir, '/srv/data/models');
    assert.match(models.url ?? '', /^https:\/\/firefox\.settings\.services\.mozilla\.com\//);
    assert.equal(models.startersDir, undefined);
    const set = { MODELS_DIR: '/srv/models', STARTER_MODELS_DIR: '/srv/starters', MODELS_URL: 'none' };
    assert.deepEqual(loadConfig({ ...set, MODELS_DISK_MB: '10', MODELS_WAIT_SECONDS: '5' }).models, {
      ...{ dir: '/srv/models', startersDir: '/srv/starters', url: undefined },
      ...{ diskBytesMax: 10 * 2 ** 20, waitMs: 5_000 },
    });
    const url = 'http://127.0.0.1:8000/records';
    assert.equal(loadConfig({ MODELS_URL: url }).models.url, url);
  });

  test('accepts only a complete endpoint for a language model, and names what is missing if it is used', () => {
    const endpoint = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1/', OPENAI_MODEL: 'qwen' };
    assert.deepEqual(loadConfig({ ...endpoint, OPENAI_LANGUAGES: 'EN, es_mx,en' }).openai, {
      baseUrl: 'http://127.0.0.1:8000/v1',
      apiKey: undefined,
      model: 'qwen',
      languages: ['en', 'es-MX'],
      concurrency: 4,
      sentencesPerRequest: 8,
      extraBody: {},
      prices: undefined,
    });
    const priced = loadConfig({ ...endpoint, OPENAI_PROMPT_PRICE: '0.15', OPENAI_COMPLETION_PRICE: '2' });
    const OPENAI_EXTRA_BODY = '{"chat_template_kwargs":{"enable_thinking":false}}';
    assert.deepEqual(loadConfig({ ...endpoint, OPENAI_EXTRA_BODY }).openai?.extraBody, JSON.parse(OPENAI_EXTRA_BODY));
    assert.deepEqual(priced.openai?.prices, { prompt: 0.15, completion: 2 });
    assert.throws(() => loadConfig({ ...endpoint, OPENAI_PROMPT_PRICE: '1' }), /^ConfigError: OPENAI_PROMPT_PRICE is /);
    assert.equal(loadConfig({ OPENAI_BASE_URL: endpoint.OPENAI_BASE_URL }).openai, undefined);
    const ENGINES = 'apertium,openai';
    assert.deepEqual(loadConfig({ ...endpoint, ENGINES }).engines, ['apertium', 'openai']);
    for (const missing of ['OPENAI_BASE_URL', 'OPENAI_MODEL']) {
      assert.throws(() => loadConfig({ ...endpoint, ENGINES, [missing]: '' }), {
        name: 'ConfigError',
        message: `ENGINES names openai and ${missing} is not set`,
      });
    }
  });

  test('starts no more threads for neural models than their memory allows, unless their number is set', () => {
    assert.equal(loadConfig({ BERGAMOT_MEMORY_MB: '256' }).bergamot.workers, 1);
    assert.equal(loadConfig({ BERGAMOT_MEMORY_MB: '256', BERGAMOT_WORKERS: '3' }).bergamot.workers, 3);
  });

  test('reads the preferred engine of pairs, and names an entry that it cannot read or serve', () => {
    const ENGINES = 'bergamot,apertium';
    assert.deepEqual(loadConfig({}).enginePerPair, []);
    assert.deepEqual(loadConfig({ ENGINES, ENGINE_PER_PAIR: 'es>en=apertium, *>ger=bergamot' }).enginePerPair, [
      { source: 'es', target: 'en', engine: 'apertium' },
      { source: undefined, target: 'de', engine: 'bergamot' },
    ]);
    assert.throws(() => loadConfig({ ENGINES, ENGINE_PER_PAIR: 'es>en=apertium,en-es=bergamot' }), {
      message: /^ENGINE_PER_PAIR: en-es=bergamot is not of the form /,
    });
    assert.throws(() => loadConfig({ ENGINES, ENGINE_PER_PAIR: 'es>en=apertum' }), {
      message: 'ENGINE_PER_PAIR: apertum is not one of ENGINES (bergamot, apertium)',
    });
  });

  test('never prints a refused key, or a refused URL, which may contain a password', () => {
    const refused = {
      DATABASE_URL: [
        ...['postgres://role:hunter2@', 'mysql://role:hunter2@host/db', 'postgres://role:hun#ter2@host/db'],
        ...['postgres://role:hunter2@host,/db', 'postgres://role:hunter2@host:5432,host:x/db'],
        'postgres://role:hunter2@host,other/db?sslmode=require',
        'postgres://role:hunter2@host,other/db?target_session_attrs=any',
      ],
      MODELS_URL: ['https://me:hunter2@models.example.com/records'],
      OPENAI_BASE_URL: ['https://me:hunter2@llm.example.com/v1'],
      OPENAI_API_KEY: ['sk hunter2'],
    };
    for (const [name, values] of Object.entries(refused))
      for (const value of values)
        assert.throws(() => loadConfig({ [name]: value }), { name: 'ConfigError', stack: /^(?![^]*(hun|ter2))/ });
  });

  test('refuses a rate limit on PostgreSQL above 10,000', () => {
    const DATABASE_URL = 'postgres://localhost/dragoman';
    assert.equal(loadConfig({ DATABASE_URL, RATE_LIMIT_PER_MINUTE: '10000' }).rateLimitPerMinute, 10_000);
    const above = { RATE_LIMIT_PER_MINUTE: '10001' };
    assert.throws(() => loadConfig({ DATABASE_URL, ...above }), /^ConfigError: RATE_LIMIT_PER_MINUTE: /);
    assert.equal(loadConfig(above).rateLimitPerMinute, 10_001);
  });

  test('listens beyond loopback only with a public address, and by TLS or behind a proxy that terminates it', () => {
    const BASE_URL = 'https://translate.example.com';
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'example.com', '127.example.com']) {
      assert.throws(() => loadConfig({ HOST, BASE_URL }), /^ConfigError: HOST=\S+ is not loopback: set TLS_CERT_FILE/);
      for (const env of [
        { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' },
        { TRUSTED_PROXIES: '10.0.0.0/8, ::1' },
      ]) {
        assert.throws(() => loadConfig({ HOST, ...env }), /^ConfigError: HOST=\S+ is not loopback: set BASE_URL to /);
        assert.equal(loadConfig({ HOST, BASE_URL, ...env }).host, HOST);
      }
    }
    for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) assert.equal(loadConfig({ HOST }).host, HOST);
  });

  test('opens no demo account where others could reach it, and refuses an incomplete certificate', () => {
    const proxied = { HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8', BASE_URL: 'http://localhost' };
    assert.throws(() => loadConfig({ ...proxied, DRAGOMAN_DEMO: '1' }), /DRAGOMAN_DEMO=1 is for loopback only/);
    const behind = { TRUSTED_PROXIES: '127.0.0.1' };
    for (const env of [behind, { BASE_URL: 'https://translate.example.com' }, { BASE_URL: 'http://192.168.0.7' }]) {
      assert.throws(() => loadConfig({ ...env, DRAGOMAN_DEMO: '1' }), /DRAGOMAN_DEMO=1 is for loopback only/);
    }
    for (const BASE_URL of ['http://localhost:8080', 'http://[::1]:8080', 'http://127.0.0.1']) {
      assert.equal(loadConfig({ BASE_URL, DRAGOMAN_DEMO: '1' }).demo, true);
    }
    assert.throws(() => loadConfig({ TLS_CERT_FILE: 'cert.pem' }), /^ConfigError: TLS_CERT_FILE is set and/);
    assert.throws(() => loadConfig({ TLS_KEY_FILE: 'key.pem' }), /^ConfigError: TLS_KEY_FILE is set and/);
  });

  test('lets a demo listen on every address only if its port is published on loopback', () => {
    const demo = { DRAGOMAN_DEMO: '1', HOST: '0.0.0.0' };
    assert.throws(() => loadConfig(demo), /In a container, DEMO_PUBLISHED_ON_LOOPBACK=1 states/);
    const published = { ...demo, DEMO_PUBLISHED_ON_LOOPBACK: '1' };
    const { baseUrl, plainHttpFromAll } = loadConfig(published);
    assert.deepEqual([baseUrl, plainHttpFromAll], ['http://localhost:8080', true]);
    for (const env of [{ BASE_URL: 'http://192.168.0.7' }, { TRUSTED_PROXIES: '10.0.0.0/8' }]) {
      assert.throws(() => loadConfig({ ...published, ...env }), /DRAGOMAN_DEMO=1 is for loopback only/);
    }
    const notDemo = { ...published, DRAGOMAN_DEMO: '0' };
    assert.throws(() => loadConfig(notDemo), /HOST=0\.0\.0\.0 is not loopback/);
    assert.equal(loadConfig({ ...notDemo, HOST: '127.0.0.1' }).plainHttpFromAll, false);
  });

  test('has a base URL without a slash at its end, and none while the port is unknown', () => {
    for (const [BASE_URL, url] of [
      ['https://translate.example.com//', 'https://translate.example.com'],
      ['HTTPS://Example.com:443/Translate/', 'https://example.com/Translate'],
      ['http://localhost:8080/a/../b/c.d', 'http://localhost:8080/b/c.d'],
    ] as const) {
      assert.equal(loadConfig({ BASE_URL }).baseUrl, url);
    }
    assert.equal(loadConfig({ HOST: '::1', PORT: '81' }).baseUrl, 'http://[::1]:81');
    assert.equal(loadConfig({}).baseUrl, 'http://127.0.0.1:8080');
    assert.equal(loadConfig({ PORT: '0' }).baseUrl, '');
  });

  test('names a demo localhost, because passkeys need a host name', () => {
    const DRAGOMAN_DEMO = '1';
    assert.equal(loadConfig({ DRAGOMAN_DEMO }).baseUrl, 'http://localhost:8080');
    assert.equal(loadConfig({ DRAGOMAN_DEMO, HOST: '127.1.2.3' }).baseUrl, 'http://127.1.2.3:8080');
    assert.equal(loadConfig({ DRAGOMAN_DEMO, HOST: '::1' }).baseUrl, 'http://[::1]:8080');
    assert.equal(loadConfig({ DRAGOMAN_DEMO, BASE_URL: 'http://127.0.0.1' }).baseUrl, 'http://127.0.0.1');
  });
});
