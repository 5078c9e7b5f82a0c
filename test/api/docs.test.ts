import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { problemReferences } from '../../src/api/problem-reference.ts';
import { startService } from '../support/service.ts';

async function page() {
  await using service = await startService();
  const reply = await fetch(`${service.url}/docs`);
  return { url: service.url, reply, html: await reply.text() };
}

test('the reference is a page of HTML that says how to begin, what goes wrong and what to do then', async () => {
  const { reply, html } = await page();
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
  for (const path of ['/api/v1/translate', '/api/v1/usage', '/api/v1/languages']) assert.ok(html.includes(path), path);
  assert.match(html, /curl http:\/\/.*\/api\/v1\/translate/);
  for (const { status, code } of problemReferences) assert.ok(html.includes(`<code>${status} ${code}</code>`), code);
  for (const name of ['Idempotency-Key', 'RateLimit', 'X-RateLimit-', 'retry_after', 'X-Request-Id']) {
    assert.ok(html.includes(`<code>${name}</code>`), name);
  }
});

test('the page asks nobody for anything: its one style sheet is inside, admitted by its hash', async () => {
  const { reply, html } = await page();
  const policy = reply.headers.get('content-security-policy') ?? '';
  const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
  assert.equal(
    policy,
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  assert.doesNotMatch(html, /<(script|link|img|iframe|object|form)\b/);
  assert.doesNotMatch(html, /\s(style|on[a-z]+)=/);
  assert.doesNotMatch(style, /url\(|@import/);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target ?? '');
  for (const link of links) assert.match(link, /^(#|\/api\/v1\/openapi\.json$)/);
});

test('the page has its landmarks, one first heading, no level left out, and no link that leads nowhere', async () => {
  const { html } = await page();
  for (const landmark of ['<header>', '<nav aria-label=', '<main id="content">', '<footer>']) {
    assert.equal(html.split(landmark).length, 2, landmark);
  }
  const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  assert.equal(levels.filter((level) => level === 1).length, 1);
  for (const [index, level] of levels.entries()) assert.ok(level <= (levels[index - 1] ?? 0) + 1);
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(target), target);
  assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
  const regions = [...html.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, label]) => label);
  assert.equal(new Set(regions).size, regions.length, 'every region has a name of its own');
});

/** Source: WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const luminances = [one, other].map((colour) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

test('every text is readable on its ground, in light and in dark', async () => {
  const { html } = await page();
  const themes = [...html.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) =>
    Object.fromEntries(
      [...(body ?? '').matchAll(/--([a-z]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]),
    ),
  );
  assert.equal(themes.length, 2);
  for (const theme of themes) {
    const onGround = ['text', 'soft', 'accent', 'get', 'post'].map((name) => [name, 'ground'] as const);
    for (const [text, ground] of [...onGround, ['code', 'panel'], ['text', 'panel']] as const) {
      const ratio = contrast(String(theme[text]), String(theme[ground]));
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
    }
  }
});
