/**
 * A closed-loop HTTP/1.1 client in a separate process: each connection sends its next request when the last reply is
 * complete. It uses plain sockets, because at 15,000 requests a second a general client is slower than the server.
 * SIGTERM ends the run early. Reads a `LoadPlan` from the file named on the command line, prints a `LoadResult`.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

export type LoadPlan = {
  readonly port: number;
  readonly connections: number;
  /** Whether each request is sent on a new connection, whose opening is measured too. */
  readonly areNew?: boolean;
  /** The run ends when either is reached; requests that do not count warm up. */
  readonly requestsMax: number;
  readonly secondsMax: number;
  readonly warmUpRequests: number;
  /** Whole requests in wire format, sent in turn. */
  readonly requests: readonly string[];
  /** Whether the result has the time of each request. */
  readonly areTimed?: boolean;
};

export type LoadResult = {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** In the order of replies. */
  readonly tookMs?: readonly number[];
  /** Replies by status, including the warm-up; `none` for a new connection that was closed without a reply. */
  readonly statuses: Readonly<Record<string, number>>;
};

type Run = {
  readonly plan: LoadPlan;
  readonly wire: readonly Buffer[];
  readonly took: number[];
  readonly statuses: Record<string, number>;
  sent: number;
  startedAt: number;
  endedAt: number;
  isToldToEnd: boolean;
};

async function main(planFile: string): Promise<void> {
  const plan = JSON.parse(readFileSync(planFile, 'utf8')) as LoadPlan;
  const run: Run = {
    plan,
    wire: plan.requests.map((request) => Buffer.from(request)),
    took: [],
    statuses: {},
    sent: 0,
    startedAt: performance.now(),
    endedAt: 0,
    isToldToEnd: false,
  };
  process.once('SIGTERM', () => {
    run.isToldToEnd = true;
  });
  await Promise.all(Array.from({ length: plan.connections }, () => drive(run)));
  process.stdout.write(JSON.stringify(summary(run)));
}

/** One connection after the other, until the run ends. */
async function drive(run: Run): Promise<void> {
  while (!isOver(run)) await driveOne(run);
}

function isOver({ plan, sent, startedAt, isToldToEnd }: Run): boolean {
  const seconds = (performance.now() - startedAt) / 1_000;
  return sent >= plan.requestsMax + plan.warmUpRequests || isToldToEnd || seconds > plan.secondsMax;
}

/** One connection: send, wait for the whole reply, again. */
function driveOne(run: Run): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const openedAt = performance.now();
  const socket = connect(run.plan.port, '127.0.0.1');
  let sentAt = 0;
  const next = (): void => {
    if (isOver(run) || (run.plan.areNew && sentAt > 0)) {
      socket.end();
      resolve();
      return;
    }
    if (run.sent === run.plan.warmUpRequests) run.startedAt = performance.now();
    const request = run.wire[run.sent % run.wire.length];
    run.sent++;
    sentAt = run.plan.areNew ? openedAt : performance.now();
    if (request !== undefined) socket.write(request);
  };
  socket.setNoDelay(true);
  socket.on('connect', next);
  let hasReply = false;
  socket.on('error', (error) => {
    if (!run.plan.areNew) reject(error);
  });
  socket.on('close', () => {
    if (hasReply || !run.plan.areNew) return;
    if (sentAt === 0) run.sent++;
    run.statuses['none'] = (run.statuses['none'] ?? 0) + 1;
    resolve();
  });
  onReply(socket, (status) => {
    hasReply = true;
    run.endedAt = performance.now();
    // Replies of the warm-up are recognised by the time of their request.
    if (run.sent > run.plan.warmUpRequests && sentAt >= run.startedAt) run.took.push(run.endedAt - sentAt);
    run.statuses[status] = (run.statuses[status] ?? 0) + 1;
    next();
  });
  return promise;
}

/** Calls `done` with the status of every complete reply; replies must carry a Content-Length. */
function onReply(socket: Socket, done: (status: string) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  let wanted = -1;
  let status = '';
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    if (wanted < 0) {
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = pending.toString('latin1', 0, headEnd);
      status = head.slice(9, 12);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`a reply without Content-Length: ${head.slice(0, 200)}`);
      wanted = headEnd + 4 + Number(length);
    }
    if (pending.length < wanted) return;
    pending = Buffer.alloc(0);
    wanted = -1;
    done(status);
  });
}

function summary(run: Run): LoadResult {
  const sorted = run.took.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const seconds = (run.endedAt - run.startedAt) / 1_000;
  return {
    requests: sorted.length,
    seconds,
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    ...(run.plan.areTimed ? { tookMs: run.took } : {}),
    statuses: run.statuses,
  };
}

await main(process.argv[2] ?? '');
