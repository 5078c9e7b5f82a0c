import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { newId, type StripeEvent, StripeRecords, type StripeSession } from './stripe-records.ts';

export const stripeSecretKey = 'sk_test_standin0123456789';
export const stripeWebhookSecret = 'whsec_standin0123456789';

type Reply = { readonly status: number; readonly body: unknown };

type KeptReply = { readonly form: string; readonly reply: Promise<Reply> };

/**
 * A fake Stripe: the part of its API that this service uses, its payment page, and its messages. It stores its input,
 * repeats replies by idempotency key, and fails or stalls when a test requires it.
 */
export class FakeStripe implements AsyncDisposable {
  readonly records: StripeRecords;
  readonly #server: Server;
  readonly #replies = new Map<string, KeptReply>();
  readonly #asked: string[] = [];
  /** Makes its list of events endless. */
  hasEndlessEvents = false;
  #webhook: string | undefined;
  readonly #failures: { readonly part: string; readonly status: number }[] = [];
  #gate: { readonly part: string; readonly opened: Promise<void>; readonly met: () => void } | undefined;
  /** Deliveries in progress. */
  readonly #deliveries = new Set<Promise<unknown>>();

  private constructor() {
    this.records = new StripeRecords((event) => this.#onEvent(event));
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeStripe> {
    const standIn = new FakeStripe();
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  /** Environment of a service that uses this server as Stripe. */
  get env(): Readonly<Record<string, string>> {
    return {
      STRIPE_API_URL: this.url,
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    };
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the stand-in does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Received requests as `METHOD /path`, oldest first. */
  get asked(): readonly string[] {
    return this.#asked;
  }

  /** Sends each further event to `service`; undefined: to no service. */
  sendTo(service: string | undefined): void {
    this.#webhook = service;
  }

  /** Makes the next requests whose paths contain `part` fail with these statuses, in order. */
  failNext(part: string, ...statuses: readonly number[]): void {
    this.#failures.push(...statuses.map((status) => ({ part, status })));
  }

  /** Makes requests whose paths contain `part` wait until `release` is called; `met` resolves once one waits. */
  stall(part: string): { readonly met: Promise<void>; readonly release: () => void } {
    const opened = Promise.withResolvers<void>();
    const met = Promise.withResolvers<void>();
    this.#gate = { part, opened: opened.promise, met: met.resolve };
    const release = () => {
      this.#gate = undefined;
      opened.resolve();
    };
    return { met: met.promise, release };
  }

  /** Sends one event to a service, signed `ageSeconds` ago, and returns the status of its answer. */
  async deliver(service: string, event: StripeEvent, ageSeconds = 0): Promise<number> {
    const body = JSON.stringify(event);
    const reply = await fetch(`${service}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signatureOf(body, ageSeconds) },
      body,
    });
    await reply.arrayBuffer();
    return reply.status;
  }

  /** Returns the last requested payment page of an order. */
  sessionFor(orderId: string): StripeSession {
    const session = [...this.records.sessions.values()].findLast(({ metadata }) => metadata['order_id'] === orderId);
    if (session === undefined) throw new Error('this order has no payment page');
    return session;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#gate = undefined;
    await Promise.allSettled(this.#deliveries);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #onEvent(event: StripeEvent): void {
    if (this.#webhook === undefined) return;
    const delivery = this.deliver(this.#webhook, event).catch(() => 0);
    this.#deliveries.add(delivery);
    void delivery.finally(() => this.#deliveries.delete(delivery));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const form = await textOf(request);
    if (url.pathname.startsWith('/pay/')) return this.#answerBuyer(request, response, url);
    this.#asked.push(`${request.method} ${url.pathname}`);
    if (this.#gate !== undefined && url.pathname.includes(this.#gate.part)) {
      this.#gate.met();
      await this.#gate.opened;
    }
    const failure = this.#nextFailure(url.pathname);
    const reply =
      request.headers.authorization !== `Bearer ${stripeSecretKey}`
        ? problem(401, 'invalid_request_error', 'Invalid API Key provided')
        : failure !== undefined
          ? problem(failure.status, 'api_error', 'the test made the fake server fail')
          : await this.#reply(request, url, form);
    response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Request-Id': newId('req') });
    response.end(JSON.stringify(reply.body));
  }

  #nextFailure(path: string): { readonly status: number } | undefined {
    const index = this.#failures.findIndex(({ part }) => path.includes(part));
    return index < 0 ? undefined : this.#failures.splice(index, 1)[0];
  }

  async #reply(request: IncomingMessage, url: URL, form: string): Promise<Reply> {
    if (request.method === 'GET') return this.#read(url);
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return problem(400, 'invalid_request_error', 'this service always sends a key');
    const kept = this.#replies.get(key);
    if (kept !== undefined && kept.form !== form) return problem(400, 'idempotency_error', 'other parameters');
    const reply = kept?.reply ?? Promise.resolve(this.#createSession(new URLSearchParams(form)));
    this.#replies.set(key, { form, reply });
    return reply;
  }

  #createSession(form: URLSearchParams): Reply {
    const id = newId('cs_test');
    const metadata = (prefix: string): Record<string, string> => {
      const orderId = form.get(`${prefix}[order_id]`);
      return orderId === null ? {} : { order_id: orderId };
    };
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      url: `${this.url}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: form.get('client_reference_id'),
      metadata: metadata('metadata'),
      payment_metadata: metadata('payment_intent_data[metadata]'),
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      product: form.get('line_items[0][price_data][product_data][name]') ?? '',
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
    };
    this.records.sessions.set(id, session);
    return { status: 200, body: structuredClone(session) };
  }

  #read(url: URL): Reply {
    const [, , ...path] = url.pathname.split('/');
    const { records } = this;
    const payment = url.searchParams.get('payment_intent') ?? '';
    const ofPayment = (all: Iterable<{ readonly payment_intent: string }>) =>
      listOf([...all].filter((each) => each.payment_intent === payment).toReversed());
    switch (path.join('/')) {
      case `checkout/sessions/${path[2]}`:
        return found(this.#shownSession(path[2] ?? ''));
      case `payment_intents/${path[1]}`:
        return found(this.#shownPayment(path[1] ?? ''));
      case 'refunds':
        return ofPayment(records.refunds.values());
      case 'disputes':
        return ofPayment(records.disputes.values());
      case 'events':
        return this.#listEvents(url.searchParams);
      default:
        return problem(404, 'invalid_request_error', 'Unrecognized request URL');
    }
  }

  /** Returns a session with its payment, and that with its charge, in full. */
  #shownSession(id: string): unknown {
    const session = this.records.sessions.get(id);
    if (session === undefined) return undefined;
    const payment = session.payment_intent === null ? null : this.#shownPayment(session.payment_intent);
    return { ...session, payment_intent: payment, url: session.status === 'open' ? session.url : null };
  }

  #shownPayment(id: string): unknown {
    const payment = this.records.payments.get(id);
    if (payment === undefined) return undefined;
    return { ...payment, latest_charge: this.records.charges.get(payment.latest_charge ?? '') ?? null };
  }

  #listEvents(query: URLSearchParams): Reply {
    const since = Number(query.get('created[gte]') ?? 0);
    const types = [...query].filter(([name]) => name.startsWith('types[')).map(([, type]) => type);
    if (types.length > 20) return problem(400, 'invalid_request_error', 'at most 20 types');
    const all = this.records.events
      .filter(({ type, created }) => created >= since && types.includes(type))
      .toReversed();
    const after = query.get('starting_after');
    const rest = after === null || this.hasEndlessEvents ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
    const limit = Number(query.get('limit') ?? 10);
    return {
      status: 200,
      body: { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit || this.hasEndlessEvents },
    };
  }

  /** The payment page of a buyer. */
  #answerBuyer(request: IncomingMessage, response: ServerResponse, { pathname }: URL): void {
    const [, , id = '', act] = pathname.split('/');
    const session = this.records.sessions.get(id);
    if (session === undefined || session.status !== 'open') {
      response.writeHead(410, { 'Content-Type': 'text/plain' }).end('This page is over.');
      return;
    }
    if (request.method === 'POST' && act === 'pay') {
      this.records.pay(session);
      response.writeHead(303, { Location: session.success_url }).end();
      return;
    }
    const page = `<!doctype html><html lang="en"><title>Stand-in for Stripe</title><h1>${session.product}</h1>
<p>${session.amount_total} ${session.currency}</p><form method="post" action="/pay/${id}/pay"><button>Pay</button></form>
<a href="${session.cancel_url}">Back</a>`;
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  }
}

/** Returns Stripe's signature of a message. Source: Stripe's guide, "Verify webhook signatures manually". */
export function signatureOf(body: string, ageSeconds = 0, secret = stripeWebhookSecret): string {
  const time = Math.floor(Date.now() / 1_000) - ageSeconds;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

function found(body: unknown): Reply {
  if (body !== undefined) return { status: 200, body };
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' };
  return { status: 404, body: { error } };
}

function listOf(data: readonly unknown[]): Reply {
  return { status: 200, body: { object: 'list', data, has_more: false } };
}

function problem(status: number, type: string, message: string): Reply {
  return { status, body: { error: { type, message } } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
