import { html } from 'hono/html';
import type { LanguagePair } from '../../core/languages/language.ts';
import { textCharactersMax } from '../../core/translation/translate.ts';
import { countCharacters } from '../../core/units.ts';
import type { Piece } from '../page.ts';
import { formatCount, sample } from '../pieces.ts';
import { requestSamples, sampleTabs } from '../request-samples.ts';
import { prose } from './reference-tables.ts';

/** A translated sentence. */
export type Sample = {
  readonly pair: LanguagePair;
  readonly text: string;
  /** Undefined while it cannot be translated. */
  readonly translation: string | undefined;
};

/** @param baseUrl where callers reach the service, without a slash at the end */
export function quickStart(baseUrl: string, { pair: { source, target }, text, translation }: Sample): Piece {
  const request = { baseUrl, text, source, target };
  const reply = {
    translated_text: translation ?? '…',
    characters_charged: countCharacters(text),
    source_lang: source,
    target_lang: target,
  };
  return html`<ol class="steps">
<li><a href="/sign-up">Sign up</a> and confirm your e-mail address.</li>
<li><a href="/packs">Buy characters</a>. They are charged one by one, and only for translations that succeed.</li>
<li><a href="/keys">Create key</a>. It is shown only once; put it into the environment of your program as <code>DRAGOMAN_KEY</code>.</li>
</ol>
<h2 id="request">Send a text</h2>
${sampleTabs('request', { legend: 'Request' }, requestSamples(request))}
<h2 id="reply">Read the reply</h2>
${sample('reply-code', 'Reply', JSON.stringify(reply, undefined, 2), 'json')}
<p>${prose('Without `source_lang` the language of the text is detected. Every other field and header is in the')} <a href="/docs/reference">reference</a>.</p>
<h2 id="next">Write a program</h2>
<p>The quick starts for <a href="/docs/quickstart-typescript">TypeScript</a> and <a href="/docs/quickstart-python">Python</a> handle errors and retries, and use your glossary.</p>`;
}

/** @param requestsPerMinute per account */
export function limits(requestsPerMinute: number): Piece {
  return html`<h2 id="requests">Requests</h2>
<p>${prose(
    `An account may make ${formatCount(requestsPerMinute)} requests in any 60 seconds, all its keys together. Every request with a valid key counts, also one that then fails; a denied one does not. \`retry_after\` and the header \`Retry-After\` of a denial say after how many seconds a retry succeeds, also when several requests wait. \`RateLimit\` and \`RateLimit-Policy\` on every reply say how much is left.`,
  )}</p>
<h2 id="texts">Texts</h2>
<p>${prose(
    `A text has 1 to ${formatCount(textCharactersMax)} characters. A translation that takes too long is cancelled, uncharged. Markup, placeholders, addresses, code, and the spaces and line breaks between sentences stay byte for byte.`,
  )}</p>
<h2 id="charging">Characters and charging</h2>
<p>${prose(
    'A character is a Unicode code point of `text` exactly as received: spaces, line breaks and markup count, nothing is normalised, and an emoji of several code points counts as several. In JavaScript that is `[...text].length`, in Python `len(text)`.',
  )}</p>
<p>${prose(
    'A success charges exactly that count, once, before the reply is sent. When there is nothing to translate (the text is in the target language already, or holds no letter) it is returned unchanged and nothing is charged. Failed and cancelled requests cost nothing.',
  )}</p>
<h2 id="expiry">Expiry</h2>
<p>${prose(
    'An account has one balance with one expiry. A pack adds its characters and moves the expiry to its own, if that is later. What has expired is gone: a later pack does not bring it back. `GET /api/v1/usage` tells both, the time in UTC.',
  )}</p>`;
}

export function idempotency({ pair: { target }, text }: Sample): Piece {
  return html`<p>${prose(
    'A request whose reply was lost, by a time-out or a broken connection, may have been charged. Send it with an `Idempotency-Key` and it can be sent again: the same key and body bring the stored reply, with `Idempotency-Replayed: true`, and charge nothing more.',
  )}</p>
${sample(
  'idempotent',
  'A request with an Idempotency-Key',
  `Idempotency-Key: order-1017-description
Content-Type: application/json

${JSON.stringify({ text, target_lang: target })}`,
)}
<ul>
<li>${prose('A key is 1 to 255 visible ASCII characters, new for each text, and holds within your account.')}</li>
<li>${prose('While the first request is under way, a repeat waits for it and gets the same reply; one of them is charged.')}</li>
<li>${prose('The same key with another body is a 400.')}</li>
<li>${prose('Failures are not stored: a repeat of one is a new try. Replies are kept for 24 hours.')}</li>
</ul>`;
}

export function terminology(): Piece {
  return html`<p>Your account has one glossary. An entry is a term with its translation, or a do-not-translate entry. The glossary
applies to every request, also with a detected language, and on every engine. There is no id to send.</p>
<ul>
<li>The longest term wins: “solar panel” before “panel”.</li>
<li>Other numbers and capitals of a word are found, and its translation follows where the language allows it. An entry with the rule “exact” matches only the exact spelling.</li>
<li>A do-not-translate entry (for example, a product’s name) stays unchanged.</li>
<li>Every entry is checked in the translation. If an engine gets one wrong, the sentence is translated another way. If no way succeeds, the request fails and costs nothing.</li>
<li>A change applies from the next request on.</li>
</ul>
<p>${html`Add and edit them on the page <a href="/terms">Glossary</a>, or import CSV, TSV or TBX there; <a href="/terms/test">try a sentence</a> to see what is found.`}</p>
<h2 id="file">A glossary file</h2>
${sample(
  'terms-file',
  'Glossary as CSV',
  `source_lang,target_lang,term,translation,do_not_translate
es,en,panel solar,PV module,
*,*,Dragoman,,yes`,
)}
<p>A do-not-translate entry stays unchanged in the text; <code>*</code> means every language.</p>`;
}
