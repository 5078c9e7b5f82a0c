import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { shopTasks } from '../../src/shop/events.ts';
import { openShop } from '../cli/shop.ts';
import { translate } from '../support/call.ts';
import { findProgram } from '../support/postgres-programs.ts';
import { freePort } from '../support/server-process.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/stores.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const promtool = (...argv: readonly string[]): string =>
  execFileSync(findProgram('promtool', 'prometheus'), argv, { cwd: root, encoding: 'utf8' });

const rules = read('deploy/prometheus-rules.yml')
  .split('- alert: ')
  .slice(1)
  .map((text) => ({
    alert: text.split('\n')[0] ?? '',
    text,
    expr: /expr:([\s\S]*?)(?:for|labels):/.exec(text)?.[1] ?? '',
  }));
const alerts = [...new Set(rules.map(({ alert }) => alert))].toSorted();

const runbook = read('docs/troubleshooting.md');

type Panel = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly datasource: unknown;
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly { readonly expr: string }[];
};

type Dashboard = {
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly Panel[];
};

const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as Dashboard;

/** The expressions of the dashboard with values for Grafana's variables. */
const panelExpressions = dashboard.panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')),
);

/** Labels by metric. */
type Labels = Map<string, Set<string>>;

/** The metrics of a server after real requests, with the labels of their series. */
async function servedMetrics(): Promise<Labels> {
  await using service = await startService({ OPS_PORT: String(await freePort()) });
  const { key } = await service.customer();
  for (const text of ['uno dos', 'uno dos', 'fracasa']) {
    await translate(service.url, { key, body: { text, source_lang: 'es' } });
  }
  assert.equal((await fetch(service.url)).status, 200);
  const body = await (await fetch(`${service.opsUrl}/metrics`)).text();
  assert.match(body, /^dragoman_ready 1$/m);
  assert.match(body, /^dragoman_requests_total\{endpoint="translate",status="500",code="engine_unavailable"\} 1$/m);
  const found: Labels = new Map();
  for (const [, name = '', type] of body.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    for (const ending of type === 'histogram' ? ['', '_bucket', '_count', '_sum'] : ['']) {
      found.set(name + ending, new Set(type === 'histogram' ? ['le'] : []));
    }
  }
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)\{(.*)\} /gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label);
  }
  return found;
}

const source = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n');

/** Adds the labels of counters that had no event: these have no series yet. */
function addDeclaredLabels(served: Labels): void {
  for (const [, name = '', labels = ''] of source.matchAll(
    /tally\('(dragoman_\w+)',\s*(?:'[^']*'|[\w.]+),\s*([^)]*)\)/g,
  )) {
    for (const [, label = ''] of labels.matchAll(/'(\w+)'/g)) served.get(name)?.add(label);
  }
}

const ofTarget = ['instance', 'job'];

/** Asserts that every label value is one of the program's. */
function checkValues(label: string, values: string): void {
  if (ofTarget.includes(label) || label === 'status' || values === '') return;
  for (const value of values.split('|')) {
    assert.match(source, new RegExp(`['"]${value}['"]|^ {2}${value}: '`, 'm'), `${label}="${value}"`);
  }
}

function checkExpression(expression: string, served: Labels): void {
  const labelsOf = (name: string) => new Set([...(served.get(name) ?? []), ...ofTarget]);
  const names = [...expression.matchAll(/\b(?:dragoman|process|nodejs)_\w+/g)].map(([name]) => name);
  for (const name of names) assert.ok(served.has(name), name);
  for (const [, name = '', selector = ''] of expression.matchAll(/(dragoman_\w+)\{([^}]*)\}/g)) {
    for (const [, label = '', values = ''] of selector.matchAll(/(\w+)!?=~?"([^"]*)"/g)) {
      assert.ok(labelsOf(name).has(label), `${name}: ${label}`);
      checkValues(label, values);
    }
  }
  for (const [, labels = ''] of expression.matchAll(/by \(([\w, ]+)\)/g)) {
    for (const label of labels.split(', ')) assert.ok(names.some((name) => labelsOf(name).has(label)));
  }
}

describe('alert rules', () => {
  test('promtool accepts them and the scrape examples', () => {
    for (const file of ['prometheus.yml', 'prometheus-compose.yml'])
      assert.match(promtool('check', 'config', `deploy/${file}`), /SUCCESS/);
  });

  test('each alert fires on its fault and never on a sound or a quiet service', () => {
    assert.match(promtool('test', 'rules', 'test/deploy/prometheus-rules.test.yml'), /SUCCESS/);
    const tested = read('test/deploy/prometheus-rules.test.yml');
    for (const alert of alerts) {
      assert.match(tested, new RegExp(`alertname: ${alert}, eval_time: \\d+m, exp_alerts: \\[\\]`));
      assert.match(tested, new RegExp(`alertname: ${alert}\\n`));
    }
  });

  test('each has a severity and links to its section of docs/troubleshooting.md, which has no other section of one word', () => {
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);
    assert.deepEqual(sections.toSorted(), alerts);
    for (const { alert, text } of rules) {
      const severity = /severity: (page|ticket) /.exec(text)?.[1] ?? 'none';
      assert.ok(text.includes(`runbook_url: docs/troubleshooting.md#${alert.toLowerCase()}\n`), alert);
      const section = runbook.split(`## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';
      assert.match(section, new RegExp(`\\*\\*${severity}\\b`, 'i'), `${alert}: ${severity}`);
    }
  });
});

describe('docs/troubleshooting.md', () => {
  test('its commands and options exist', async () => {
    await using shop = await openShop();
    const commands = [...runbook.matchAll(/bin\/dragoman ((?:[a-z-]+ ?){1,2})([^`\n|#]*)/g)];
    assert.ok(commands.length > 10);
    for (const [, words = '', options = ''] of commands) {
      const { status, out } = await shop.run(...words.trim().split(' '), '--help');
      assert.equal(status, 0, words);
      assert.ok(out.startsWith(`Usage: dragoman ${words.trim()} `), words);
      for (const [option] of options.matchAll(/--[a-z-]+/g)) assert.match(out, new RegExp(`${option}\\b`), words);
    }
  });

  test('it has each background task once', () => {
    const section = runbook.split('## DragomanTaskFailing\n')[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
    const ofEngines = [...source.matchAll(/task: '(try the [^']+)'/g)].map(([, task = '']) => task);
    assert.ok(ofEngines.length > 0);
    assert.deepEqual(named.toSorted(), [...shopTasks, ...ofEngines].map((task) => `\`${task}\``).toSorted());
  });

  test('its log lines and panels exist', () => {
    const text = runbook.replaceAll(/\n +/g, ' ');
    const quoted = text.matchAll(/log line `([^`]+)`|journalctl -u dragoman \| grep '([^']+)'/g);
    const lines = [...quoted].map(([, line, part]) => line ?? part ?? '');
    assert.ok(lines.length >= 6);
    for (const line of lines) assert.ok(source.includes(line), line);
    const titles = new Set(dashboard.panels.map((panel) => panel.title));
    for (const [, title = ''] of text.replaceAll(/`[^`]*`/g, '').matchAll(/(?<!\*)\*(\w[^*]*)\*(?!\*)/g)) {
      assert.ok(titles.has(title), title);
    }
  });
});

describe('dashboard', () => {
  test('promtool parses every query', async () => {
    await using folder = await temporaryFolder();
    const recorded = panelExpressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    assert.ok(recorded.length > 15);
    const file = join(folder.path, 'dashboard.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    assert.match(promtool('check', 'rules', file), new RegExp(`SUCCESS: ${recorded.length} rules found`));
  });

  // Source: the dashboard JSON model of Grafana 10, whose schemaVersion is 38; later versions convert it.
  test('every panel has its own id, a description, a unit, and the chosen data source', () => {
    const { schemaVersion, templating, panels } = dashboard;
    assert.equal(schemaVersion, 38);
    assert.ok(templating.list.some(({ name, type }) => name === 'datasource' && type === 'datasource'));
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const { description, datasource, fieldConfig } of panels) {
      assert.ok(description !== '' && fieldConfig.defaults.unit !== '');
      assert.deepEqual(datasource, { type: 'prometheus', uid: `\${datasource}` });
    }
  });
});

test('every metric, label and value of rules, dashboard and runbook exists on a running server', async () => {
  const served = await servedMetrics();
  addDeclaredLabels(served);
  for (const expression of [...rules.map(({ expr }) => expr), ...panelExpressions]) checkExpression(expression, served);
  for (const [name] of runbook.matchAll(/dragoman_\w+/g)) assert.ok(served.has(name), name);
});
