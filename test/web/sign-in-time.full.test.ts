import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountArea, startAccountArea } from '../support/account-area.ts';

const accounts = 9;

/** Requests per account: enough for a median that a pause of the machine does not change. */
const rounds = 3;

type Attempt = {
  readonly path: string;
  readonly fieldsFor: (email: string) => Readonly<Record<string, string>>;
  /** Who receives one. */
  readonly mails: 'none' | 'members' | 'all';
};

/** Returns the median of sending `fields` to `path` in ms, each time from another address to avoid the rate limit. */
class Stopwatch {
  readonly #area: AccountArea;
  readonly #tookMs: number[] = [];
  static #callers = 0;

  constructor(area: AccountArea) {
    this.#area = area;
  }

  async time(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const visitor = this.#area.anonymous();
    const caller = { 'X-Forwarded-For': `198.51.100.${++Stopwatch.#callers % 250}` };
    const begun = performance.now();
    const reply = await visitor.post(path, fields, caller);
    this.#tookMs.push(performance.now() - begun);
    return `${reply.status} ${reply.headers.get('Location')} ${(await reply.text()).replaceAll(fields['email'] ?? '', '')}`;
  }

  get median(): number {
    return this.#tookMs.toSorted((one, other) => one - other)[Math.floor(this.#tookMs.length / 2)] ?? 0;
  }
}

/**
 * A visible difference would be a factor of ten or more: a password that is hashed or not, or a mail that is awaited.
 * The bounds are far below that, and far above the effect of a busy machine on a median.
 */
test('no reply and no response time of sign-in, sign-up or reset reveals whether an account exists', async () => {
  await using area = await startAccountArea({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const members = [];
  for (let count = 0; count < accounts; count++) members.push(await area.signUp());
  const password = 'not the password of anybody';
  const attempts: readonly Attempt[] = [
    { path: '/sign-in', fieldsFor: (email) => ({ email, password }), mails: 'none' },
    { path: '/sign-up', fieldsFor: (email) => ({ email, password }), mails: 'all' },
    { path: '/reset', fieldsFor: (email) => ({ email }), mails: 'members' },
  ];
  for (const { path, fieldsFor, mails } of attempts) {
    const [known, unknown] = [new Stopwatch(area), new Stopwatch(area)];
    for (let round = 0; round < rounds; round++) {
      for (const [at, { email }] of members.entries()) {
        const unregistered = `unregistered-${at}@example.com`;
        const one = await known.time(path, fieldsFor(email));
        // A mail sent after one reply must not delay the next one.
        if (mails !== 'none') await area.mail.next(email);
        const other = await unknown.time(path, fieldsFor(unregistered));
        if (mails === 'all') await area.mail.next(unregistered);
        assert.equal(one, other, path);
      }
    }
    const ratio = known.median / unknown.median;
    assert.ok(ratio > 0.4 && ratio < 2.5, `${path}: ${known.median} ms and ${unknown.median} ms`);
  }
});
