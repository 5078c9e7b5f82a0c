import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { temporaryFolder } from '../support/stores.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script></svg>';

test("pages and mails show the operator's name, logo, colour, support and links", async () => {
  await using folder = await temporaryFolder();
  const logo = join(folder.path, 'logo');
  await writeFile(logo, svg);
  const env = {
    BRAND_NAME: 'Ana & Co.',
    BRAND_LOGO: logo,
    BRAND_COLOR: '#1048c0',
    SUPPORT_EMAIL: 'help@ana.example',
    TERMS_URL: 'https://ana.example/terms',
    PRIVACY_URL: 'https://ana.example/privacy',
    IMPRINT_URL: 'https://ana.example/imprint',
    STATUS_URL: 'https://status.ana.example/',
  };
  await using area = await startAccountArea({ env });
  const visitor = area.anonymous();
  const { html } = await visitor.open('/');
  assert.match(html, /<title>[^<]+ · Ana &amp; Co\.<\/title>/);
  for (const url of [env.TERMS_URL, env.PRIVACY_URL, env.IMPRINT_URL, env.STATUS_URL, `mailto:${env.SUPPORT_EMAIL}`]) {
    assert.ok(html.includes(`<a href="${url}">`), url);
  }
  const fileAt = async (pattern: RegExp) => fetch(area.url + (pattern.exec(html)?.[1] ?? '/missing'));
  const sheet = await fileAt(/href="(\/assets\/brand\.[^"]+\.css)"/);
  assert.match(await sheet.text(), /^:root\{--accent:light-dark\(#1048c0,#[0-9a-f]{6}\)\}/);
  const picture = await fileAt(/<img src="(\/assets\/logo\.[^"]+\.svg)" alt=""/);
  assert.equal(await picture.text(), svg);
  assert.match(picture.headers.get('content-security-policy') ?? '', /^default-src 'none';/, 'it runs no script');
  assert.match((await visitor.open('/nowhere')).text, /or write to help@ana\.example/);
  await area.signUp('ada@example.com');
  const mail = area.mail.received.at(-1);
  assert.ok(mail);
  assert.match(mail.headers.get('subject') ?? '', / - Ana & Co\.$/);
  assert.match(mail.text, /Questions\? Write to help@ana\.example\./);
});

test('a logo that pages cannot show stops the start with the reason', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'logo.svg');
  const start = async () => {
    await using area = await startAccountArea({ env: { BRAND_LOGO: file } });
    return area.url;
  };
  await assert.rejects(start, { name: 'ConfigError', message: `BRAND_LOGO: ${file} cannot be read` });
  await writeFile(file, '<html><p>svg</p></html>');
  await assert.rejects(start, { message: `BRAND_LOGO: ${file} is neither an SVG nor a PNG file` });
  await writeFile(file, svg.padEnd(65_537));
  await assert.rejects(start, { message: `BRAND_LOGO: ${file} is larger than 64 KiB` });
});
