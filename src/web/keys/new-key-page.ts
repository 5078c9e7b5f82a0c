import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import type { NewKey } from '../../shop/keys/keys.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { bestOfGrade } from '../../text/languages/quality.ts';
import type { AccountParts } from '../account-parts.ts';
import { attemptOf } from '../form.ts';
import { ratedPairs } from '../grade.ts';
import type { Page, Piece } from '../page.ts';
import { notice, sample } from '../pieces.ts';
import { requestSamples } from '../request-samples.ts';
import { firstUsePiece } from './keys-page.ts';

export type NewKeyPageParts = Pick<AccountParts, 'catalogue' | 'baseUrl'>;

/** Shows a key once, with a request to send. @param isFirst whether its account has just been opened */
export function newKeyPage({ key, apiKey }: NewKey, { catalogue, baseUrl }: NewKeyPageParts, isFirst = false): Page {
  const request = trialRequest(catalogue);
  const [curl] = requestSamples({ baseUrl: baseUrl(), ...request });
  const command = `export DRAGOMAN_KEY='${apiKey}'\n${curl?.code ?? ''}`;
  const title = isFirst ? 'Your account is open' : 'Your new key';
  const body = html`<div class="prose"><h1>${title}</h1>
${notice('warn', 'Copy your key now. We cannot show it again.')}
<p>The key for “${key.name}”:</p>
<p class="new-key"><code id="new-key">${apiKey}</code></p>
<p class="actions needs-script"><button class="primary" type="button" data-copy="new-key">Copy key</button></p>
<h2>Try it</h2>
<p>${requestWords(request)}</p>
<div class="needs-script" data-key-trial="${JSON.stringify({ text: request.text, source_lang: request.source, target_lang: request.target })}">
<p class="actions"><button type="button">Send test request</button></p>
<output class="notice plain reply">The reply appears here.</output>
</div>
<div class="without-script">${testRequestForm(request, html` target="_blank"`)}</div>
${sample('new-key-curl', 'A test request for a shell', command, 'bash')}
<p class="actions">${isFirst ? html`<a class="button" href="/account">Go to the overview</a>` : html`<a class="button" href="/keys">I have copied it</a>`} <button class="needs-script" type="button" data-keep-key="new-key">Use it in the docs samples</button> <a href="/docs">How to use it in a program</a></p>
<div aria-live="polite">${firstUsePiece(key, 0)}</div></div>`;
  return { title, section: isFirst ? '/account' : '/keys', scripts: ['keys', 'docs'], body };
}

/** Sends a request without a key, from the playground. @param attributes of the form */
export function testRequestForm({ text, source, target }: TrialRequest, attributes: Piece | string = ''): Piece {
  const fields = Object.entries({ text, source, target, attempt: attemptOf(undefined) });
  return html`<form method="post" action="/playground"${attributes}>${fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="primary" type="submit">Send test request</button></form>`;
}

export function requestWords({ text, source }: TrialRequest): Piece {
  const cost = formatCount(countCharacters(text));
  return html`This translates “<span lang="${source}">${text}</span>” and is charged like any request: ${cost} characters.`;
}

export type TrialRequest = { readonly text: string; readonly source: string; readonly target: string };

/** Sample sentences by language, the most common languages first. */
const sentences: readonly (readonly [source: string, text: string])[] = [
  ['es', 'Hoy es un buen día para aprender.'],
  ['en', 'Today is a good day to learn.'],
  ['fr', 'C’est un bon jour pour apprendre.'],
  ['de', 'Heute ist ein guter Tag zum Lernen.'],
  ['it', 'Oggi è un buon giorno per imparare.'],
  ['pt', 'Hoje é um bom dia para aprender.'],
  ['ca', 'Avui és un bon dia per aprendre.'],
];

/** Returns a short request in a pair of the best grade, into the language of these pages if there is one. */
export function trialRequest(catalogue: Pick<LanguageCatalogue, 'entries' | 'qualityOf'>): TrialRequest {
  const entries = catalogue.entries();
  const pairs = sentences.flatMap(([code]) =>
    entries
      .filter((entry) => entry.code === code)
      .flatMap(({ code: source, targets }) => targets.map((target) => ({ source, target }))),
  );
  const best = bestOfGrade(ratedPairs(catalogue, pairs));
  const { source, target } = best.find((pair) => pair.target === 'en') ?? best[0] ?? { source: 'es', target: 'en' };
  return { text: new Map(sentences).get(source) ?? '', source, target };
}
