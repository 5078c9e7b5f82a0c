import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../src/config.ts';

test('the identity is the name of this program and nothing else, unless it is set', () => {
  const set = Object.entries(loadConfig({}).brand).filter(([, value]) => value !== undefined);
  assert.deepEqual(set, [['name', 'Dragoman']]);
});

test('a colour is kept on light pages, and lightened for dark ones until it is readable', () => {
  assert.deepEqual(loadConfig({ BRAND_COLOR: '#1048C0' }).brand.colour, { light: '#1048c0', dark: '#688cd7' });
  assert.deepEqual(loadConfig({ BRAND_COLOR: '#000' }).brand.colour, { light: '#000000', dark: '#898989' });
});

test('an invalid identity is refused in one line that names the variable and the reason', () => {
  const refusals: readonly (readonly [name: string, value: string, message: RegExp])[] = [
    ['BRAND_NAME', 'x'.repeat(41), /^BRAND_NAME: must be one line of at most 40 characters/],
    ['BRAND_NAME', 'a\nb', /^BRAND_NAME: must be one line/],
    ['BRAND_COLOR', 'red', /^BRAND_COLOR: must be a hex colour such as #8a3b12/],
    ['BRAND_COLOR', '#8a3b12;}', /^BRAND_COLOR: must be a hex colour/],
    ['BRAND_COLOR', '#ffcc00', /^BRAND_COLOR: has a contrast of 1\.5 to white; it must be at least 5/],
    ['SUPPORT_EMAIL', 'support', /^SUPPORT_EMAIL: must be an e-mail address/],
    ['TERMS_URL', 'javascript:alert(1)', /^TERMS_URL: must be an http or https URL/],
    ['PRIVACY_URL', '/privacy', /^PRIVACY_URL: must be an http or https URL/],
    ['IMPRINT_URL', 'ftp://example.com', /^IMPRINT_URL: must be an http or https URL/],
    ['STATUS_URL', 'https://u:p@example.com', /^STATUS_URL: must not hold a user name/],
  ];
  for (const [name, value, message] of refusals) {
    assert.throws(() => loadConfig({ [name]: value }), { name: 'ConfigError', message }, `${name}=${value}`);
  }
});
