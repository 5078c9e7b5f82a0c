import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadConfig } from '../src/config.ts';

const STRIPE_SECRET_KEY = 'sk_test_0123456789';
const STRIPE_WEBHOOK_SECRET = 'whsec_0123456789';

describe('packs for sale', () => {
  test('are three packs in EUR unless PACKS is set', () => {
    const packs = loadConfig({}).packs.map((pack) => [pack.characters, pack.price, pack.currency, pack.validDays]);
    assert.deepEqual(packs, [
      [1_000_000, 900, 'EUR', 365],
      [10_000_000, 6_900, 'EUR', 365],
      [100_000_000, 49_000, 'EUR', 365],
    ]);
  });

  test('are read from a JSON list', () => {
    const PACKS = '[{"name":"試し","characters":5000,"price":"120","currency":"JPY","valid_days":30}]';
    assert.deepEqual(loadConfig({ PACKS }).packs, [
      { name: '試し', characters: 5_000, price: 120, currency: 'JPY', validDays: 30 },
    ]);
  });

  test('are refused in one line that names the invalid pack and the reason', () => {
    const good = { name: 'A', characters: 1_000, price: '9.00', currency: 'EUR' };
    const refusals: readonly (readonly [unknown, RegExp])[] = [
      ['nonsense', /^PACKS: must be a JSON list of packs/],
      [{}, /^PACKS: must be a JSON list of packs/],
      [[], /^PACKS: must name 1 to 50 packs/],
      [Array.from({ length: 51 }, (_, index) => ({ ...good, name: `A${index}` })), /^PACKS: must name 1 to 50 packs/],
      [[good, 'x'], /^PACKS: pack 2: must be an object/],
      [[good, good], /^PACKS: pack 2: its name is another pack's/],
      [[{ ...good, days: 3 }], /^PACKS: pack 1: has an unknown member; known are name, characters/],
      [[{ ...good, name: 3 }], /^PACKS: pack 1: name must be text/],
      [[{ ...good, name: ' ' }], /^PACKS: pack 1: name must have 1 to 100 characters/],
      [[{ ...good, characters: '5' }], /^PACKS: pack 1: characters must be a number/],
      [[{ ...good, characters: 0.5 }], /^PACKS: pack 1: characters must be 1 to/],
      [[{ ...good, valid_days: 0 }], /^PACKS: pack 1: valid_days must be 1 to/],
      [[{ ...good, valid_days: null }], /^PACKS: pack 1: valid_days must be a number/],
      [[{ ...good, currency: 'Euro' }], /^PACKS: pack 1: currency must be the three capital letters/],
      [[{ ...good, price: 9 }], /^PACKS: pack 1: price must be text such as "9.00"/],
      [[{ ...good, price: '0.00' }], /^PACKS: pack 1: price must be text/],
      [[{ ...good, price: '9.001' }], /^PACKS: pack 1: price must be text/],
      [[{ ...good, price: '1000000.00' }], /^PACKS: pack 1: price must be .* at most 999999.99 EUR/],
    ];
    for (const [value, message] of refusals) {
      const PACKS = typeof value === 'string' ? value : JSON.stringify(value);
      const line = new RegExp(`${message.source}[^\\n]*$`);
      assert.throws(() => loadConfig({ PACKS }), { name: 'ConfigError', message: line }, PACKS);
    }
  });
});

describe('Stripe', () => {
  test('takes payments if both its key and its webhook secret are set', () => {
    assert.equal(loadConfig({}).stripe, undefined);
    assert.deepEqual(loadConfig({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }).stripe, {
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiUrl: 'https://api.stripe.com',
    });
    const message = /^STRIPE_(SECRET_KEY|WEBHOOK_SECRET) is set and STRIPE_\w+ is not$/;
    assert.throws(() => loadConfig({ STRIPE_SECRET_KEY }), { name: 'ConfigError', message });
    assert.throws(() => loadConfig({ STRIPE_WEBHOOK_SECRET }), { name: 'ConfigError', message });
  });

  test('is refused with keys of the wrong kind or length, with the true reason, without printing them', () => {
    const wrong: readonly (readonly [Record<string, string>, reason: RegExp])[] = [
      [{ STRIPE_SECRET_KEY: 'pk_live_0123456789', STRIPE_WEBHOOK_SECRET }, /begins with sk_ or rk_ /],
      [{ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET }, /a whole key: at least 8/],
      [{ STRIPE_SECRET_KEY: 'sk_live_012-456', STRIPE_WEBHOOK_SECRET }, /a whole key: at least 8/],
      [{ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'sk_test_0123456789' }, /must begin with whsec_ /],
      [{ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x' }, /a whole secret: at least 8/],
    ];
    for (const [env, reason] of wrong) {
      assert.throws(
        () => loadConfig(env),
        ({ name, message }: Error) => name === 'ConfigError' && reason.test(message) && !/test_|456789/.test(message),
      );
    }
  });

  test('is reached by HTTPS, or on this machine', () => {
    const apiUrlOf = (STRIPE_API_URL: string) =>
      loadConfig({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL }).stripe?.apiUrl;
    const right = ['https://stripe.internal:8443', 'http://127.0.0.1:9999', 'http://localhost:9999', 'http://[::1]'];
    for (const url of right) assert.equal(apiUrlOf(`${url}/`), url);
    const wrong = ['http://stripe.example', 'http://127.stripe.example', 'https://user:word@x.example'];
    for (const url of [...wrong, 'https://x.example/v1', 'ftp://127.0.0.1', 'x']) {
      assert.throws(() => apiUrlOf(url), { name: 'ConfigError', message: /^STRIPE_API_URL: must be an https URL/ });
    }
  });
});

describe('texts for buyers', () => {
  test('have lines separated by line breaks or by \\n', () => {
    const set = { SELLER: 'Ana Co.\\nRua 1\n\nLisboa ', PAYMENT_INSTRUCTIONS: 'IBAN PT50' };
    const { invoicing, paymentInstructions } = loadConfig(set);
    assert.deepEqual(invoicing.seller, ['Ana Co.', 'Rua 1', 'Lisboa']);
    assert.deepEqual(paymentInstructions, ['IBAN PT50']);
    assert.deepEqual([loadConfig({}).invoicing.seller, loadConfig({}).paymentInstructions], [[], []]);
  });

  test('are of limited length and contain no control characters', () => {
    for (const SELLER of ['x\\n'.repeat(21), 'x'.repeat(201), 'a\u202eb']) {
      assert.throws(() => loadConfig({ SELLER }), /^ConfigError: SELLER: must be at most 20 lines/);
    }
  });
});

describe('invoices', () => {
  const SELLER = 'Ana Co.';

  test('have a seller, a prefix and a table of taxes', () => {
    const unset = loadConfig({ SELLER }).invoicing;
    assert.deepEqual(unset, { seller: ['Ana Co.'], prefix: '', tax: undefined });
    const set = { SELLER, INVOICE_PREFIX: 'AC', TAX_NAME: 'IVA', TAX_RATES: 'PT:23, *:0', TAX_NOTE: 'Reverse charge' };
    const [ofPortugal, others] = [
      { country: 'PT', rate: 23_000 },
      { country: '*', rate: 0 },
    ];
    const { prefix, tax } = loadConfig(set).invoicing;
    assert.deepEqual([prefix, tax], ['AC', { name: 'IVA', rates: [ofPortugal, others], zeroNote: 'Reverse charge' }]);
  });

  test('of a demo have an example of a seller', () => {
    assert.equal(loadConfig({ DRAGOMAN_DEMO: '1' }).invoicing.seller[0], 'Example Seller');
  });

  test('refuse a table without all other countries, taxes without a seller, and a prefix with a hyphen', () => {
    const faulty = [
      [{ SELLER, TAX_RATES: 'PT:23' }, /^TAX_RATES: must be a list such as DE:19,AT:20,\*:0/],
      [{ TAX_RATES: '*:0' }, /^TAX_RATES is set and SELLER is not$/],
      [{ SELLER, INVOICE_PREFIX: 'A-' }, /^INVOICE_PREFIX: must be 1 to 10 letters or digits/],
    ] as const;
    for (const [env, message] of faulty) assert.throws(() => loadConfig(env), { name: 'ConfigError', message });
  });
});
