import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import { textCharactersMax } from '../../shop/sale/translate.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { Piece } from '../page.ts';
import { sample } from '../pieces.ts';
import { requestSamples, sampleTabs } from '../request-samples.ts';

export type Sample = {
  readonly pair: LanguagePair;
  readonly text: string;
  /** Undefined while it cannot be translated. */
  readonly translation: string | undefined;
};

/** The API's reply to the request for a sentence. */
export function replyOf({ pair: { source, target }, text, translation }: Sample): object {
  return {
    translated_text: translation ?? '…',
    characters_charged: countCharacters(text),
    source_lang: source,
    target_lang: target,
  };
}

/** Turns `quoted` words of a description into code; the rest is text. */
export function prose(text: string): readonly (Piece | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** @param baseUrl where callers reach the service, without a slash at the end */
export function quickStart(baseUrl: string, example: Sample): Piece {
  const request = { baseUrl, text: example.text, ...example.pair };
  return html`<ol class="steps">
<li><a href="/sign-up">Sign up</a> and confirm your e-mail address.</li>
<li><a href="/packs">Buy characters</a>. Only translations that succeed are charged.</li>
<li><a href="/keys">Create a key</a>. It is shown only once. Put it into the environment of your program as <code>DRAGOMAN_KEY</code>.</li>
</ol>
<h2 id="request">Send a text</h2>
${sampleTabs('request', { legend: 'Request' }, requestSamples(request))}
<h2 id="reply">Read the reply</h2>
${sample('reply-code', 'Reply', JSON.stringify(replyOf(example), undefined, 2), 'json')}
<p>${prose('Without `source_lang`, the service detects the language of the text. The')} <a href="/docs/reference">reference</a> has all fields and headers.</p>
<h2 id="next">Write a program</h2>
<p>The quick starts for <a href="/docs/quickstart-typescript">TypeScript</a> and <a href="/docs/quickstart-python">Python</a> handle errors and retries, and use your glossary.</p>`;
}

/** @param requestsPerMinute per account */
export function limits(requestsPerMinute: number): Piece {
  return html`<h2 id="requests">Requests</h2>
<p>${prose(
    `An account may make ${counted(requestsPerMinute, 'request')} in any 60 seconds, with all its keys together. Every request with a valid key counts, even if it fails later. Only a request that the limit refuses does not count. \`retry_after\` and the header \`Retry-After\` of a refusal are the seconds to wait. A retry after that time succeeds, even if several requests wait. The headers \`RateLimit\` and \`RateLimit-Policy\` of every reply to a valid key contain the requests left and the limit.`,
  )}</p>
<h2 id="texts">Texts</h2>
<p>${prose(
    `A text has 1 to ${formatCount(textCharactersMax)} characters. A translation that takes too long is cancelled and not charged. Markup, placeholders, addresses, code, and the spaces and line breaks between sentences stay unchanged, byte for byte.`,
  )}</p>
<h2 id="charging">Characters and charging</h2>
<p>${prose(
    'A character is a Unicode code point of `text` exactly as received. Spaces, line breaks and markup count. Nothing is normalised, and an emoji of several code points counts as several characters. The count is `[...text].length` in JavaScript, and `len(text)` in Python.',
  )}</p>
<p>${prose(
    'A successful request charges exactly this count, once, before the reply is sent. The characters of approved translations are not counted: the header `Memory-Characters` has their number. A text that has no letters, or is already in the target language, is returned unchanged and costs nothing. Failed and cancelled requests cost nothing.',
  )}</p>
<h2 id="expiry">Expiry</h2>
<p>${prose(
    'An account has one balance with one expiry. A pack adds its characters, and moves the expiry to its own if that is later. Expired characters are lost: a later pack does not restore them. `GET /api/v1/usage` returns the balance and its expiry, in UTC.',
  )}</p>`;
}

export function idempotency({ pair: { target }, text }: Sample): Piece {
  return html`<p>${prose(
    'If a reply is lost after a time-out or a broken connection, the request may have been charged. A request with an `Idempotency-Key` can be sent again: the same key and body return the stored reply, with `Idempotency-Replayed: true`, and charge nothing more.',
  )}</p>
${sample(
  'idempotent',
  'A request with an Idempotency-Key',
  `Idempotency-Key: order-1017-description
Content-Type: application/json

${JSON.stringify({ text, target_lang: target })}`,
)}
<ul>
<li>${prose('A key has 1 to 255 visible ASCII characters. Use a new one for each text. Other accounts may use the same key.')}</li>
<li>${prose('A repeat that arrives during the first request waits for it and gets the same reply. Only one of them is charged.')}</li>
<li>${prose('The same key with another body is refused with status 400.')}</li>
<li>${prose('Successful replies are stored for 24 hours. Failures are not stored: a repeat is a new attempt.')}</li>
</ul>`;
}

export function terminology(): Piece {
  return html`<p>Your account has one glossary. An entry is a term with its translation, or a do-not-translate entry. The glossary
applies to every request, also with a detected language, and on every engine. There is no id to send.</p>
<ul>
<li>The longest term wins: “solar panel” before “panel”.</li>
<li>Singular, plural and capitalised forms of a term are found too. The translation takes the same form where the language allows it. An entry with the rule “exact” matches only the exact spelling.</li>
<li>A do-not-translate entry (for example, a product’s name) stays unchanged.</li>
<li>Every entry is checked in the translation. If an engine gets one wrong, the service tries other ways to translate the sentence. If none succeeds, the request fails and costs nothing.</li>
<li>A change applies from the next request on.</li>
</ul>
<p>${html`Add and edit entries on the page <a href="/glossary">Glossary</a>, or import a CSV or TSV file there. <a href="/playground">The playground</a> shows which entries a text contains.`}</p>
<h2 id="file">A glossary file</h2>
${sample(
  'glossary-file',
  'Glossary as CSV',
  `source_lang,target_lang,term,translation,do_not_translate
es,en,panel solar,PV module,
*,*,Dragoman,,yes`,
)}
<p>A do-not-translate entry stays unchanged in the text; <code>*</code> means every language.</p>`;
}
