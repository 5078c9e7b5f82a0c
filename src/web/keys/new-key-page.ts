import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import type { NewKey } from '../../shop/keys/keys.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Page } from '../page.ts';
import { notice, sample } from '../pieces.ts';
import { requestSamples } from '../request-samples.ts';
import { firstUsePiece } from './first-use.ts';
import { trialRequest } from './trial-request.ts';

type Shown = {
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'qualityOf'>;
  readonly baseUrl: () => string;
};

/** Shows a new key, once, and how to try it. */
export function newKeyPage({ key, apiKey }: NewKey, { catalogue, baseUrl }: Shown): Page {
  const request = trialRequest(catalogue);
  const [curl] = requestSamples({ baseUrl: baseUrl(), ...request });
  const command = `export DRAGOMAN_KEY='${apiKey}'\n${curl?.code ?? ''}`;
  const cost = formatCount(countCharacters(request.text));
  const body = html`<div class="prose"><h1>Your new key</h1>
${notice('warn', 'Copy your key now. We cannot show it again.')}
<p>The key for “${key.name}”:</p>
<p class="new-key"><code id="new-key">${apiKey}</code></p>
<p class="actions needs-script"><button class="primary" type="button" data-copy="new-key">Copy key</button></p>
<h2>Try it</h2>
<p>This translates “<span lang="${request.source}">${request.text}</span>” and is charged like any request: ${cost} characters.</p>
<div class="needs-script" data-key-trial="${JSON.stringify({ text: request.text, source_lang: request.source, target_lang: request.target })}">
<p class="actions"><button type="button">Send test request</button></p>
<output class="notice plain reply">The reply appears here.</output>
</div>
${sample('new-key-curl', 'A test request for a shell', command, 'bash')}
<p class="actions"><a class="button" href="/keys">I have copied it</a> <button class="needs-script" type="button" data-keep-key="new-key">Use it in the docs samples</button> <a href="/docs">How to use it in a program</a></p>
<div aria-live="polite">${firstUsePiece(key, 0)}</div></div>`;
  return { title: 'Your new key', section: '/keys', scripts: ['keys', 'docs'], body };
}

/** For a repeated form, by reloading the reply or a double click. */
export function createdBeforePage(): Page {
  const body = html`<div class="narrow"><h1>This key already exists</h1>
${notice('warn', 'You sent the form twice. The key was shown the first time and cannot be shown again.')}
<p>If you have not copied it, revoke it and create another.</p>
<p class="actions"><a class="button primary" href="/keys">Back to API keys</a> <a href="/keys/new">Create key</a></p></div>`;
  return { title: 'This key already exists', section: '/keys', status: 409, body };
}
