'use strict';

// The documentation: search by `/`, samples with the reader's key, requests to try.

const search = document.getElementById('docs-query');
const found = document.getElementById('found');

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    if (found?.contains(document.activeElement)) search.focus();
    found?.replaceChildren();
  }
  const isTyping =
    event.target instanceof Element &&
    event.target.closest('input:not([type=radio], [type=checkbox]), textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (search === null) return;
  event.preventDefault();
  search.focus();
});
// The arrow keys move through the results, and up to the field.
document.querySelector('.docs-search')?.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [search, ...found.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + (step ?? 0)];
  if (step === undefined || next === undefined) return;
  event.preventDefault();
  next.focus();
});
// A result may be a section of this page.
addEventListener('hashchange', () => found?.replaceChildren());
for (const leaving of ['click', 'focusin']) {
  document.addEventListener(leaving, ({ target }) => {
    if (!(target instanceof Element) || target.closest('.docs-search') === null) found?.replaceChildren();
  });
}

document.addEventListener('htmx:afterSwap', ({ target }) => {
  if (target !== found) return;
  // Screen readers announce the number, and not all results at each letter.
  const count = found.querySelectorAll('.path').length;
  document.getElementById('found-count').textContent =
    found.childElementCount === 0 ? '' : count === 1 ? '1 result' : `${count} results`;
});

// The key stays in this tab, with its user: `account.js` removes it for any other user.
function storedKey() {
  return stored('sessionStorage', 'sample-key')?.key;
}

function storeKey(key) {
  if (reader === undefined) return;
  store('sessionStorage', 'sample-key', key && { reader, key });
  fillSamples();
}

function fillSamples() {
  const key = storedKey();
  for (const slot of document.querySelectorAll('[data-key-slot]')) {
    slot.dataset.read ??= slot.textContent;
    slot.textContent = key === undefined ? slot.dataset.read : slot.dataset.keySlot + key + slot.dataset.keySlot;
  }
  for (const input of document.querySelectorAll('input[data-sample-key]')) {
    if (input !== document.activeElement && reader !== undefined) input.value = key ?? '';
  }
}

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.sampleKey === undefined) return;
  const key = target.value.trim();
  // Only a key fits into the quotes of a sample.
  storeKey(/^\w{20,100}$/.test(key) ? key : undefined);
});
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest('[data-forget-key]')) storeKey(undefined);
  const keeping = target.closest('[data-keep-key]');
  if (keeping === null) return;
  const key = document.getElementById(keeping.dataset.keepKey).textContent;
  storeKey(key);
  // The next page could not show the key again.
  if (storedKey() === key) location.assign(`${base}docs`);
  else say(keeping, 'Not possible in this browser: copy the key');
});
fillSamples();
// A page from the back/forward cache may show a key that was removed since.
window.addEventListener('pageshow', fillSamples);

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-send]') : null;
  const request = button?.closest('[data-path]');
  if (request) void send(button, request);
});

async function send(button, request) {
  const output = request.querySelector('output');
  const keyInput = request.querySelector('[data-sample-key]');
  if (keyInput?.value.trim() === '') {
    output.replaceChildren(request.querySelector('template').content.cloneNode(true));
    keyInput.focus();
    return;
  }
  button.disabled = true;
  output.textContent = 'Waiting for the reply …';
  const begunAt = performance.now();
  try {
    const options = optionsOf(request);
    const reply = await fetch(request.dataset.path, options);
    const body = await reply.json();
    const facts = [`Status ${reply.status}`, `${Math.round(performance.now() - begunAt)} ms`];
    if (body.characters_charged !== undefined) {
      facts.push(`${body.characters_charged} characters charged`);
      // The balance in the header shows it.
      document.dispatchEvent(new Event('charged'));
    }
    facts.push(`request ${reply.headers.get('X-Request-Id')}`);
    const code = document.createElement('pre');
    code.tabIndex = 0;
    code.textContent = JSON.stringify(body, undefined, 2);
    output.replaceChildren(facts.join(' · '), code, copyButton(reply.url, options));
  } catch {
    output.textContent = 'The request could not be sent. Check your connection, the key and the headers.';
  }
  button.disabled = false;
}

/** Copies the request that was sent, for a shell; its key comes from the environment. */
function copyButton(url, { method, headers, body }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const given = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $DRAGOMAN_KEY"' : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const data = body === undefined ? [] : [`-d ${quoted(body)}`];
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'small';
  button.textContent = 'Copy as curl';
  button.addEventListener('click', () => {
    copy([`curl -X ${method} ${quoted(url)}`, ...given, ...data].join(' \\\n  ')).then(
      () => say(button, 'Copied'),
      () => say(button, 'Not possible in this browser'),
    );
  });
  return button;
}

function optionsOf(request) {
  const { method } = request.dataset;
  const headers = {};
  const key = request.querySelector('[data-sample-key]')?.value.trim();
  if (key) headers.Authorization = `Bearer ${key}`;
  for (const { dataset, value } of request.querySelectorAll('[data-header]')) {
    if (value !== '') headers[dataset.header] = value;
  }
  if (method !== 'POST') return { method, headers };
  const body = {};
  for (const { dataset, value } of request.querySelectorAll('[data-body]')) {
    if (value !== '') body[dataset.body] = value;
  }
  headers['Content-Type'] = 'application/json';
  return { method, headers, body: JSON.stringify(body) };
}
