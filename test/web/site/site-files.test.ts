import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccountArea } from '../../support/account-area.ts';

async function textAt(url: string, type: string): Promise<string> {
  const reply = await fetch(url);
  assert.deepEqual([reply.status, reply.headers.get('Content-Type')], [200, `${type}; charset=utf-8`], url);
  return reply.text();
}

test('search engines find the public pages and leave out those of accounts', async () => {
  await using area = await startAccountArea();
  const robots = await textAt(`${area.url}/robots.txt`, 'text/plain');
  assert.match(robots, /^User-agent: \*\n/);
  assert.ok(robots.endsWith(`\nSitemap: ${area.url}/sitemap.xml\n`), robots);
  const hidden = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  const isHidden = (path: string) => hidden.some((each) => path.startsWith(each));
  for (const { audience, method, path } of area.routes) {
    if (method === 'GET' && audience !== 'anyone' && audience !== 'machine') assert.ok(isHidden(path), path);
  }
  const sitemap = await textAt(`${area.url}/sitemap.xml`, 'application/xml');
  const listed = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = '']) => url);
  for (const path of ['/', '/sign-up', '/docs', '/docs/reference/translate'])
    assert.ok(listed.includes(area.url + path), path);
  for (const url of listed) {
    assert.ok(!isHidden(url.slice(area.url.length)), url);
    const page = await fetch(url);
    assert.deepEqual([page.status, /noindex/.test(await page.text())], [200, false], url);
  }
});

test('security.txt names the support address of the operator, and exists only with one', async () => {
  await using area = await startAccountArea({ env: { SUPPORT_EMAIL: 'help@ana.example' } });
  const address = `${area.url}/.well-known/security.txt`;
  const lines = (await textAt(address, 'text/plain')).trimEnd().split('\n');
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
  assert.equal(fields['Contact'], 'mailto:help@ana.example');
  assert.equal(fields['Canonical'], address);
  assert.match(fields['Expires'] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  const days = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 30 && days < 365, `${days} days`);
  await using anonymous = await startAccountArea();
  assert.equal((await fetch(`${anonymous.url}/.well-known/security.txt`)).status, 404);
});

test('the icon is at the address that browsers guess', async () => {
  await using area = await startAccountArea();
  const icon = await fetch(`${area.url}/favicon.ico`);
  assert.deepEqual([icon.status, icon.headers.get('Content-Type')], [200, 'image/png']);
});
