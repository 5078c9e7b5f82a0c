import assert from 'node:assert/strict';
import { Agent, request } from 'node:https';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Translation } from '../sdk/src/wire.ts';
import { wholeNumberValue } from '../src/adapters/sql/column-values.ts';
import { production } from '../src/parts.ts';
import { type Caddy, startCaddy } from './support/caddy.ts';
import { translate } from './support/call.ts';
import { eventually } from './support/eventually.ts';
import { openOperatorsDesk } from './support/node.ts';
import { createTemporaryDatabase, rowsOf } from './support/postgres.ts';
import { type NodeProcess, startNodeProcess } from './support/server-child.ts';
import { freePort } from './support/server-process.ts';
import { newCustomer } from './support/service.ts';

const sweepIntervalMs = 10_000;
const bought = 100_000_000;
const callersAtOnce = 6;

/** Keeps all callers together below the limit of 10,000 requests a minute. */
const callerPauseMs = 50;
const hosts = ['127.0.0.2', '127.0.0.3'] as const;

/** How often every node is replaced. */
const rounds = 2;

const translated = 'dragoman_requests_total{endpoint="translate",status="200"';

const body = { text: 'uno dos tres', source_lang: 'es' };

/** Nodes behind Caddy, which can be replaced one by one, and a customer. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const { url: databaseUrl } = opening.use(await createTemporaryDatabase());
  const desk = opening.use(await openOperatorsDesk(databaseUrl));
  const [port, opsPort] = [await freePort(), await freePort()];
  // Longer than the proxy's interval and timeout of health checks together.
  const env = { TRUSTED_PROXIES: '127.0.0.0/8', DRAIN_DELAY_SECONDS: '8' };
  const start = (host: string) => startNodeProcess({ databaseUrl, host, port, opsPort, env });
  const nodes = new Map<string, NodeProcess>();
  opening.defer(async () => {
    for (const node of nodes.values()) await node[Symbol.asyncDispose]();
  });
  for (const host of hosts) nodes.set(host, await start(host));
  const caddy = opening.use(await startCaddy({ nodes: hosts.map((host) => `${host}:${port}`), opsPort }));
  const customer = await newCustomer(desk, production.now, { count: bought, expiresAt: undefined });
  const opened = opening.move();
  const kill = async (host: string) => nodes.get(host)?.[Symbol.asyncDispose]();
  const replace = async (host: string, whileStopping: (node: NodeProcess) => Promise<void>) => {
    const old = nodes.get(host);
    assert.ok(old);
    old.stop();
    await whileStopping(old);
    assert.equal(await old.ended, 0);
    await old[Symbol.asyncDispose]();
    const renewed = await start(host);
    nodes.set(host, renewed);
    // Caddy uses a node again only after its next health check. Until then the other node must stay.
    await eventually(async () => (await (await fetch(`${renewed.opsUrl}/metrics`)).text()).includes(translated));
  };
  return { databaseUrl, desk, caddy, customer, kill, replace, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Sends translations until told to stop, on connections that stay open. */
class SteadyLoad implements AsyncDisposable {
  readonly failures: string[] = [];
  charged = 0;
  successes = 0;
  #going = true;
  readonly #callers: Promise<unknown>;

  constructor(caddy: Caddy, key: string) {
    const agent = new Agent({ keepAlive: true, ca: caddy.authority });
    const callOn = async () => {
      while (this.#going) {
        await this.#call(caddy.port, key, agent);
        await pause(callerPauseMs);
      }
    };
    this.#callers = Promise.all(Array.from({ length: callersAtOnce }, callOn)).finally(() => agent.destroy());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#going = false;
    await this.#callers;
  }

  async #call(port: number, key: string, agent: Agent): Promise<void> {
    try {
      const { status, text } = await post(port, key, agent);
      if (status !== 200) throw new Error(`${status} ${text}`);
      this.successes++;
      this.charged += (JSON.parse(text) as Translation).characters_charged;
    } catch (cause) {
      this.failures.push(String(cause));
    }
  }
}

function post(port: number, key: string, agent: Agent) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const options = { agent, port, host: 'localhost', method: 'POST', path: '/api/v1/translate', headers };
  return new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const sent = request({ ...options, family: 4 }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => (text += part));
      reply.on('end', () => resolve({ status: reply.statusCode, text }));
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

describe('nodes behind Caddy', () => {
  test('are replaced one by one under load: no request fails, and each is charged once', {
    timeout: 600_000,
  }, async (context) => {
    await using world = await setup();
    const { key } = world.customer;
    await using load = new SteadyLoad(world.caddy, key);
    for (let round = 0; round < rounds; round++) {
      for (const host of hosts) {
        await world.replace(host, async (node) => {
          await eventually(async () => (await node.readiness()) === 503);
          const late = await translate<Translation>(node.url, { key, body });
          assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close']);
          load.successes++;
          load.charged += late.body.characters_charged;
        });
      }
    }
    await load[Symbol.asyncDispose]();
    assert.deepEqual(load.failures, []);
    context.diagnostic(`${load.successes} translations while ${rounds * hosts.length} nodes were replaced`);
    assert.ok(load.successes > 1_000);
    await assertChargedOnce(world, load);
  });

  test('fail only the requests that are on their way to one that is killed, and charge none twice', {
    timeout: 600_000,
  }, async (context) => {
    await using world = await setup();
    await using load = new SteadyLoad(world.caddy, world.customer.key);
    const progress = async (count: number) => {
      const until = load.successes + count;
      await eventually(() => load.successes >= until);
    };
    await progress(100);
    await world.kill(hosts[0]);
    await progress(500);
    await load[Symbol.asyncDispose]();
    context.diagnostic(`${load.failures.length} requests failed`);
    assert.ok(load.failures.length <= callersAtOnce, load.failures.join('\n'));
    assert.ok(load.failures.every((failure) => failure.startsWith('Error: 502')));
    const [row = []] = await rowsOf(world.databaseUrl, 'select count(*)::int from usage');
    const [charged = 0] = row.map(wholeNumberValue);
    // The node that was killed may have charged a request without sending its reply.
    assert.ok(charged >= load.successes && charged <= load.successes + load.failures.length);
    assert.deepEqual(await world.desk.ledger.verify(production.now(), sweepIntervalMs), []);
  });
});

async function assertChargedOnce(world: Awaited<ReturnType<typeof setup>>, load: SteadyLoad): Promise<void> {
  const [row = []] = await rowsOf(world.databaseUrl, 'select count(*)::int, count(distinct hold_id)::int from usage');
  assert.deepEqual(row.map(wholeNumberValue), [load.successes, load.successes]);
  const { charged } = load;
  assert.deepEqual(await world.customer.balance(), { balance: bought - charged, used: charged, held: 0 });
  assert.deepEqual(await world.desk.ledger.verify(production.now(), sweepIntervalMs), []);
}
