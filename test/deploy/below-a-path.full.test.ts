import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startAccountArea } from '../support/account-area.ts';
import { needsChromium, TestBrowser } from '../support/browser.ts';
import { linkIn } from '../support/mail-server.ts';
import { findProgram } from '../support/postgres-programs.ts';
import { freePort, makeServerFolder, removeServerFolder, startServerProcess } from '../support/server-process.ts';
import { plugIn } from '../web/people/authenticator.ts';
import { fillIn, password } from '../web/people/form-filling.ts';

const base = '/translator';

type Route = { readonly port: number; readonly node: string };

const caddy = (directive: string) => ({
  program: 'caddy',
  arguments: ['run', '--adapter', 'caddyfile', '--config'],
  readyLine: 'serving initial configuration',
  configuration: ({ port, node }: Route) => `{
	admin off
	auto_https off
}
http://localhost:${port} {
	${directive} ${base}/* {
		reverse_proxy ${node}
	}
	redir ${base} ${base}/
}
`,
});

const nginx = (upstream: (node: string) => string) => ({
  program: 'nginx',
  arguments: ['-p', '.', '-e', 'stderr', '-c'],
  readyLine: 'start worker process ',
  configuration: ({ port, node }: Route) => `daemon off;
pid nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    location ${base}/ {
      proxy_pass ${upstream(node)};
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`,
});

/** As in docs/load-balancers.md. */
const proxies = {
  'Caddy with the path': caddy('handle'),
  'Caddy without the path': caddy('handle_path'),
  'nginx with the path': nginx((node) => `http://${node}`),
  'nginx without the path': nginx((node) => `http://${node}/`),
};

async function startProxy(
  { program, configuration, ...command }: ReturnType<typeof caddy>,
  route: Route,
): Promise<AsyncDisposable> {
  const folder = makeServerFolder(program);
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, configuration(route), { mode: 0o644 });
  const started = await startServerProcess({
    ...command,
    program: findProgram(program, program),
    arguments: [...command.arguments, file],
    env: { HOME: folder },
    folder,
    endSignal: 'SIGKILL',
  });
  return {
    [Symbol.asyncDispose]: async () => {
      await started.end('SIGTERM');
      removeServerFolder(folder);
    },
  };
}

for (const [name, proxy] of Object.entries(proxies)) {
  test(`below a path, behind ${name}, every script and form works`, needsChromium, async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    await using area = await startAccountArea({ env: { BASE_URL: url + base, TRIAL_CHARACTERS: '1000' } });
    await using _ = await startProxy(proxy, { port, node: new URL(area.url).host });
    await using browser = await TestBrowser.open();
    await using tab = await browser.tab(url);
    const { page } = tab;
    const arrive = (path: string) => page.waitForURL(url + base + path);
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);');

    await tab.open(`${base}/`);
    await tab.leave(() => page.getByRole('link', { name: 'Start free' }).first().click());
    await fillIn(tab, 'Sign up', { 'E-mail address': 'ana@example.com', Password: password });
    assert.equal(tab.path, `${base}/sign-up`);
    await page.goto(linkIn(await area.mail.next('ana@example.com')).href);
    await fillIn(tab, 'Confirm address', { Password: password });
    await page.locator('[data-key-trial] button').click();
    await page.getByRole('link', { name: 'Show this request' }).click();
    await page.waitForURL(/\/translator\/requests\?id=/);

    await tab.open(`${base}/playground`);
    await page.locator('textarea').first().fill('uno dos');
    await page.getByLabel('From').selectOption('es');
    await page.getByRole('button', { name: 'Translate' }).click();
    await page.getByText('7 charged').waitFor();
    await tab.open(`${base}/docs`);
    await page.getByRole('searchbox').fill('idempotency');
    await page.locator(`a[href^="${base}/docs/idempotency"]`).first().waitFor();

    await plugIn(tab);
    await tab.open(`${base}/security/passkeys`);
    await page.getByLabel('Name').fill('Phone');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await arrive('/security/passkeys?done=added');
    area.advance(16 * 60_000);
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await arrive('/sign-in/again?next=%2Fsecurity%2Fpasskeys');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await arrive('/security/passkeys');
    const cookies = await tab.context.cookies(url + base);
    assert.deepEqual(new Set(cookies.map((cookie) => cookie.path)), new Set([base]));
    assert.deepEqual(tab.faults, []);
  });
}
