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

async function send(button, form) {
  const output = form.querySelector('output');
  const keyInput = form.querySelector('[data-sample-key]');
  const key = keyInput?.value.trim();
  if (key === '') {
    output.replaceChildren(form.querySelector('template').content.cloneNode(true));
    keyInput.focus();
    return;
  }
  // The browser says what is missing.
  if (form.querySelector('[data-part]:invalid')?.reportValidity() === false) return;
  button.disabled = true;
  output.textContent = 'Waiting for the reply …';
  const begunAt = performance.now();
  try {
    const { path, ...options } = requestOf(form);
    if (key) options.headers.Authorization = `Bearer ${key}`;
    const reply = await fetch(path, options);
    const facts = [`Status ${reply.status}`, `${Math.round(performance.now() - begunAt)} ms`];
    const shown = reply.status === 204 ? [] : [await shownReply(reply, facts)];
    facts.push(`request ${reply.headers.get('X-Request-Id')}`);
    output.replaceChildren(facts.join(' · '), ...shown, copyButton(reply.url, options));
  } catch {
    output.textContent = 'The request could not be sent. Check your connection, the key and the headers.';
  }
  button.disabled = false;
}

/** Returns the JSON of a reply, or a link that saves its file, and adds its charge to the facts. */
async function shownReply(reply, facts) {
  if (!reply.headers.get('Content-Type')?.includes('json')) {
    const file = await reply.blob();
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = /filename="([^"]+)"/.exec(reply.headers.get('Content-Disposition'))?.[1] ?? 'reply';
    link.textContent = `Save ${link.download} (${file.size} bytes)`;
    const line = document.createElement('p');
    line.append(link);
    return line;
  }
  const body = await reply.json();
  if (body.characters_charged !== undefined) {
    facts.push(`${body.characters_charged} characters charged`);
    // The balance in the header shows it.
    document.dispatchEvent(new Event('charged'));
  }
  const code = document.createElement('pre');
  code.tabIndex = 0;
  code.textContent = JSON.stringify(body, undefined, 2);
  return code;
}

/** Copies the request that was sent, for a shell; its key comes from the environment. */
function copyButton(url, { method, headers, body }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const given = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $DRAGOMAN_KEY"' : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const fields = body instanceof FormData ? [...body] : [];
  const data = fields.map(([name, value]) =>
    value instanceof File ? `-F ${quoted(`${name}=@${value.name}`)}` : `--form-string ${quoted(`${name}=${value}`)}`,
  );
  if (body instanceof File) data.push(`--data-binary ${quoted(`@${body.name}`)}`);
  if (typeof body === 'string') data.push(`-d ${quoted(body)}`);
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

/** The request of all controls that are not empty. */
function requestOf(form) {
  let { method, path } = form.dataset;
  const query = new URLSearchParams();
  const headers = {};
  let body;
  for (const control of form.querySelectorAll('[data-part]')) {
    const { part, name, types } = control.dataset;
    const value = control.type === 'file' ? control.files[0] : control.value;
    if (value === undefined || value === '') continue;
    if (part === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (part === 'query') query.append(name, value);
    if (part === 'header') headers[name] = value;
    if (part === 'form') {
      body ??= new FormData();
      body.append(name, value);
    }
    if (part !== 'body') continue;
    body = value;
    const all = types?.split(' ') ?? ['application/json'];
    headers['Content-Type'] = all.find((type) => type === value.type) ?? all[0];
  }
  return { path: query.size === 0 ? path : `${path}?${query}`, method, headers, body };
}
