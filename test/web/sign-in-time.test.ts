import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountArea, startAccountArea } from '../support/account-area.ts';

const rounds = 9;

/** In ms, the median of sending `fields` to `path`, each time from another address so that nobody is held up. */
class Stopwatch {
  readonly #area: AccountArea;
  readonly #tookMs: number[] = [];
  static #callers = 0;

  constructor(area: AccountArea) {
    this.#area = area;
  }

  async time(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const visitor = this.#area.stranger();
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
 * What would be seen from outside is a factor of ten or more: a password that is hashed, or not; a mail that is waited for.
 * The bounds are far from that and from what a busy machine does to a median.
 */
test('whether there is an account is told by no reply and no time: signing in, signing up, asking for a reset', async () => {
  await using area = await startAccountArea({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const members = [];
  for (let round = 0; round < rounds; round++) members.push(await area.signUp());
  const password = 'not the password of anybody';
  const attempts: Readonly<Record<string, (email: string) => Readonly<Record<string, string>>>> = {
    '/sign-in': (email) => ({ email, password }),
    '/sign-up': (email) => ({ email, password }),
    '/reset': (email) => ({ email }),
  };
  for (const [path, fieldsFor] of Object.entries(attempts)) {
    const [known, unknown] = [new Stopwatch(area), new Stopwatch(area)];
    for (const [round, { email }] of members.entries()) {
      const one = await known.time(path, fieldsFor(email));
      const other = await unknown.time(path, fieldsFor(`nobody-${round}@example.com`));
      assert.equal(one, other, path);
    }
    const ratio = known.median / unknown.median;
    assert.ok(ratio > 0.4 && ratio < 2.5, `${path}: ${known.median} ms and ${unknown.median} ms`);
  }
});
