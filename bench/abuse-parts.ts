/** The effect of attacks on other accounts: idle connections, stalled uploads, texts that cost their senders nothing. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startMailServer } from '../test/support/mail-server.ts';
import { readSentences, shortTexts } from './corpus.ts';
import { type Figure, round, type Scale } from './figure.ts';
import type { LoadResult } from './load-client.ts';
import { signUp } from './page-parts.ts';
import { load, median, temporaryFolder, until } from './processes.ts';
import { openService, type Service } from './systems.ts';
import type { Stall } from './watched-server.ts';

/** Longest wait of a normal caller's request during free texts, in milliseconds. */
const waitMsMax = 250;

/** More than the server accepts, and requests a second that keep all of them open. */
const idleConnections = { count: 8_800, perSecond: 110 };

/** The attack on new connections: only beside it, each request of a normal caller has its own. */
const onNewConnections = 'idle connections';

/** Longest time in which the server does nothing else, in milliseconds, without garbage collection. */
const stallMsMax = 50;

/** Attacks until `over`; calls `begun` once the attack has its effect. */
type Attack = (service: Service, over: AbortSignal, begun: () => void) => Promise<unknown>;

/** Each is repeated to 100,000 characters: expensive to parse, sent by accounts that cannot pay. */
const unpaidTexts = ['a|b\n', '%d ', '<p>a', 'a:\n', '*a* ', '\\n'];

/** As above, sent by accounts that can pay, but are not charged for protected spans. */
const freeTexts = ['%d ', '<p>', '|||\n', '::\n', '* '];

/**
 * The same requests of 100 characters, one after the other, on an idle server and during an attack, without the
 * translation cache. Attackers and normal callers share the machine's processors with the server.
 */
export async function abuse({ quick }: Scale): Promise<readonly Figure[]> {
  const [rounds, samples] = quick ? [1, 200] : [3, 1_000];
  const { sentences } = readSentences('es');
  await using folder = await temporaryFolder();
  await using mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Dragoman <no-reply@dragoman.example>' };
  await using service = await openService(folder.path, { entry: 'bench/watched-server.ts', env });
  const { cookie } = await signUp(`http://127.0.0.1:${service.port}`, mail);
  const attacks: Readonly<Record<string, Attack>> = {
    [onNewConnections]: keepConnections(idleConnections),
    'stalled uploads of a member': stalledUploads({ count: 93, path: '/glossary/import', bytes: 16_800_000, cookie }),
    'stalled uploads of strangers': stalledUploads({ count: 1_075, path: '/sign-in', bytes: 262_000 }),
    'texts that cannot be paid': textsOf(await keysOf(service, 1), unpaidTexts),
    'texts that end up free': textsOf(await keysOf(service, 1_000_000_000), freeTexts),
  };
  const requests = shortTexts(sentences, { count: 100, texts: samples }).map((text) => service.request(text));
  const honest = async (areNew = false): Promise<LoadResult & Stall> => {
    await stallOf(service);
    const plan = {
      port: service.port,
      connections: 1,
      areNew,
      requestsMax: samples,
      secondsMax: 60,
      warmUpRequests: 0,
    };
    return { ...(await load({ ...plan, requests })), ...(await stallOf(service)) };
  };
  // The first request on another route waits for its engine to start.
  await honest();
  const idle: LoadResult[] = [];
  const attacked = new Map<string, (LoadResult & Stall)[]>();
  for (let done = 0; done < rounds; done++) {
    idle.push(await honest());
    for (const [name, attack] of Object.entries(attacks)) {
      const over = new AbortController();
      const begun = Promise.withResolvers<void>();
      const running = attack(service, over.signal, begun.resolve);
      await Promise.race([begun.promise, running]);
      attacked.set(name, [...(attacked.get(name) ?? []), await honest(name === onNewConnections)]);
      over.abort();
      await running;
    }
  }
  const idleP99 = median(idle.map(({ p99Ms }) => p99Ms));
  return [
    { name: '100 characters, without an attack: p99', value: round(idleP99), unit: 'ms' },
    ...[...attacked].flatMap(([name, results]) => figuresOf(name, results, idleP99)),
  ];
}

function figuresOf(name: string, results: readonly (LoadResult & Stall)[], idleP99: number): readonly Figure[] {
  const statuses = results.flatMap((result) => Object.entries(result.statuses));
  const count = (wanted: (status: string) => boolean): number =>
    statuses.filter(([status]) => wanted(status)).reduce((total, [, replies]) => total + replies, 0);
  const share = count((status) => status === '200') / count(() => true);
  const ratio = median(results.map(({ p99Ms }) => p99Ms)) / idleP99;
  const waitMs = Math.max(...results.map(({ maxMs }) => maxMs));
  const stallMs = Math.max(...results.map((result) => result.stallMs));
  const goals: readonly (readonly [what: string, value: number, unit: string, goal: string, met: boolean])[] = [
    ['answered 200', 100 * share, '%', '100', share === 1],
    ['p99, relative to an idle server', ratio, 'x', '<= 2', ratio <= 2],
    ['longest wait', waitMs, 'ms', `< ${waitMsMax}`, waitMs < waitMsMax],
    ['longest stall of the server', stallMs, 'ms', `< ${stallMsMax}`, stallMs < stallMsMax],
  ];
  return goals.map(([what, value, unit, goal, met]) => ({
    ...{ name: `100 characters beside ${name}: ${what}`, value: round(value), unit, goal, met },
  }));
}

/** The longest stall since the last call. */
async function stallOf({ child, output }: Service): Promise<Stall> {
  const said = (): string[] =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{"stallMs"'));
  const before = said().length;
  child.kill('SIGUSR2');
  await until('the server reports its longest stall', async () => said().length > before);
  return JSON.parse(said().at(-1) ?? '') as Stall;
}

/** Six clients fill three quarters of what the server accepts; each further one may have 128. */
const clientAt = (index: number): number => Math.floor(index < 6_144 ? index / 1_024 : 6 + (index - 6_144) / 128);

/** Keeps connections of 27 clients open, each with a request now and then that needs no key; replaces closed ones. */
function keepConnections({ count, perSecond }: typeof idleConnections): Attack {
  return async ({ port }, over, begun) => {
    const request = `GET /api/v1/usage HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    const sockets: Socket[] = [];
    const ask = async (index: number): Promise<void> => {
      let socket = sockets[index];
      if (!socket?.writable) {
        socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.2.${1 + clientAt(index)}` });
        sockets[index] = socket.on('error', () => undefined).resume();
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
      }
      socket.write(request);
    };
    for (let index = 0; index < count; index += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, further) => ask(index + further)));
    }
    begun();
    for (let index = 0; !over.aborted; index = (index + 1) % count) {
      await ask(index);
      await wait(1_000 / perSecond, undefined, { signal: over }).catch(() => undefined);
    }
    for (const socket of sockets) socket.destroy();
  };
}

type Uploads = {
  readonly count: number;
  readonly path: string;
  readonly bytes: number;
  readonly cookie?: string;
};

/** Pause of an attacker after an aborted upload: 93 of them send about 0.4 Gbit/s. */
const pauseMs = 10_000;

/** Keeps `count` connections open, each with a form whose last byte never comes; replaces closed ones. */
function stalledUploads({ count, path, bytes, cookie = '' }: Uploads): Attack {
  return async ({ port }, over, begun) => {
    setTimeout(begun, 1_000);
    const form = stalledForm({ port, path, bytes, cookie });
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        // Sixteen clients, because the connections of one are limited.
        await wait((pauseMs * index) / count, undefined, { signal: over }).catch(() => undefined);
        while (!over.aborted) {
          await stall(connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (index % 16)}` }), form, over);
          await wait(pauseMs, undefined, { signal: over }).catch(() => undefined);
        }
      }),
    );
  };
}

function stalledForm({ port, path, bytes, cookie }: Omit<Uploads, 'count'> & { readonly port: number }): Buffer {
  const boundary = 'x'.repeat(20);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${bytes}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.alloc(bytes - 1, 'a')]);
}

/** Resolves when the server has closed the connection, or the attack has ended. */
function stall(socket: Socket, form: Buffer, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => void socket.destroy();
    over.addEventListener('abort', end);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      over.removeEventListener('abort', end);
      resolve();
    });
    socket.resume();
    socket.write(form);
  });
}

/** Returns the keys of three further accounts with this balance. */
const keysOf = (service: Service, characters: number): Promise<readonly string[]> =>
  Promise.all([1, 2, 3].map(() => service.newKey(characters)));

/**
 * Accounts that each send fifteen texts of 100,000 characters at a time, four times a minute: the default rate limit of
 * an account.
 */
function textsOf(keys: readonly string[], texts: readonly string[]): Attack {
  return async (service, over, begun) => {
    setTimeout(begun, 1_000);
    const bodies = texts.map((text) =>
      JSON.stringify({ text: text.repeat(100_000 / text.length), source_lang: 'es', target_lang: 'en' }),
    );
    while (!over.aborted) {
      const sending = keys.flatMap((key) =>
        Array.from({ length: 15 }, async (_, index) => {
          const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
          const body = bodies[index % bodies.length] ?? '';
          const url = `http://127.0.0.1:${service.port}/api/v1/translate`;
          const reply = await fetch(url, { method: 'POST', headers, body, signal: over });
          await reply.arrayBuffer();
        }),
      );
      await Promise.allSettled(sending);
      await wait(15_000, undefined, { signal: over }).catch(() => undefined);
    }
  };
}
