import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Usage } from '../../sdk/src/wire.ts';
import { usage as usageEndpoint } from '../../src/api/endpoints/usage.ts';
import { formatTime } from '../../src/api/wire-time.ts';
import { later, unixMs } from '../../src/ground/units.ts';
import { read } from '../support/call.ts';
import { startService, type TestService } from '../support/service.ts';

function usage<Body = Usage>(service: TestService, key?: string) {
  return read<Body>(`${service.url}/api/v1/usage`, key === undefined ? {} : { key });
}

describe('200', () => {
  test('the reply has exactly the three fields', async () => {
    await using service = await startService();
    const { key } = await service.customer(500, unixMs(Date.UTC(2027, 10, 20)));
    const { status, headers, body } = await usage(service, key);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      characters_balance: 500,
      characters_used: 0,
      characters_expires_at: '2027-11-20T00:00:00',
    });
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('ratelimit'), '"account";r=59;t=60');
  });

  test('an expired balance is 0 and keeps the time at which it expired; a later pack does not revive it', async () => {
    await using service = await startService();
    const customer = await service.customer(500, later(service.now(), 1_000));
    service.advance(1_000);
    const expired = { characters_balance: 0, characters_used: 0, characters_expires_at: '2026-11-20T12:00:01' };
    assert.deepEqual((await usage(service, customer.key)).body, expired);
    await customer.buy(70, unixMs(Date.UTC(2028, 1, 29, 23, 59, 59, 999)));
    assert.deepEqual((await usage(service, customer.key)).body, {
      characters_balance: 70,
      characters_used: 0,
      characters_expires_at: '2028-02-29T23:59:59',
    });
  });
});

describe('400', () => {
  test('a query, since this endpoint takes none', async () => {
    await using service = await startService();
    const { key } = await service.customer();
    const reply = await read(`${service.url}/api/v1/usage?api_key=${key}`, { key });
    assert.equal(reply.status, 400);
    assert.equal(reply.body.error.param, 'api_key');
    assert.doesNotMatch(JSON.stringify(reply.body), new RegExp(key));
  });
});

describe('the time of expiry', () => {
  test('is in UTC whatever the zone of the machine, in whole seconds that never promise more', () => {
    const zone = process.env['TZ'];
    try {
      for (const [name, offset] of [
        ['Pacific/Kiritimati', -840],
        ['America/St_Johns', 210],
        ['UTC', 0],
      ] as const) {
        process.env['TZ'] = name;
        assert.equal(new Date(Date.UTC(2026, 0, 1)).getTimezoneOffset(), offset, name);
        assert.equal(formatTime(unixMs(Date.UTC(2027, 10, 20))), '2027-11-20T00:00:00', name);
        assert.equal(formatTime(unixMs(Date.UTC(2027, 2, 28, 1, 30, 0, 999))), '2027-03-28T01:30:00', name);
        assert.equal(formatTime(unixMs(0)), '1970-01-01T00:00:00', name);
        assert.equal(formatTime(unixMs(Date.UTC(9999, 11, 31, 23, 59, 59, 999))), '9999-12-31T23:59:59', name);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('is null before the first purchase', () => {
    const unbought = { characters_balance: 0, characters_used: 0, characters_expires_at: null };
    assert.deepEqual(usageEndpoint.reply.schema?.parse(unbought), unbought);
  });
});
