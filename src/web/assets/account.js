'use strict';

// Progressive enhancement of the pages: everything works without it.

/** The path of the service for all scripts, with a slash at the end. */
globalThis.base = document.head.dataset.base;

/** A live region for screen readers, which do not announce a changed button label. */
const said = document.createElement('p');
said.className = 'visually-hidden';
said.setAttribute('role', 'status');
document.body.append(said);

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const source = document.getElementById(button.dataset.copy ?? '');
  if (source === null) return;
  copy(source.textContent ?? '').then(
    () => say(button, 'Copied'),
    () => {
      getSelection()?.selectAllChildren(source);
      say(button, 'Press Ctrl+C');
    },
  );
});

/** Rejects when the browser does not allow it or has no clipboard: over plain HTTP from another machine. */
async function copy(text) {
  await navigator.clipboard.writeText(text);
}

/** Shows `word` on the button briefly, and announces it. */
function say(button, word) {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  button.textContent = word;
  said.textContent = word;
  setTimeout(() => {
    button.textContent = label;
    said.textContent = '';
  }, 2000);
}

// Moments in the reader's time zone, with UTC as the title.
function showLocalTimes() {
  for (const time of document.querySelectorAll('time.moment:not([title])')) {
    const at = new Date(time.dateTime);
    const zone = at.getTimezoneOffset() * 60_000;
    if (zone === 0) continue;
    const local = new Date(at.getTime() - zone).toUTCString();
    time.title = time.textContent;
    const clock = local.slice(17, /:\d\d:/.test(time.title) ? 25 : 22);
    const day = time.title.includes(',') ? `${local.slice(5, 16).replace(/^0/, '')}, ` : '';
    time.textContent = day + clock;
  }
}
document.addEventListener('htmx:afterSwap', showLocalTimes);
showLocalTimes();

/** What the storage `place` has under `name`; undefined if it has nothing that can be read, or the browser refuses storage. */
function stored(place, name) {
  try {
    return JSON.parse(window[place].getItem(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores `value`, or nothing if it is undefined. A browser may refuse, for example with cookies blocked. */
function store(place, name, value) {
  try {
    if (value === undefined) window[place].removeItem(name);
    else window[place].setItem(name, JSON.stringify(value));
  } catch {
    // The page works without it.
  }
}

// The language of the samples is kept from page to page.
function showLanguage() {
  const language = stored('localStorage', 'sample-language');
  for (const tab of document.querySelectorAll('.tabs > input')) if (tab.value === language) tab.checked = true;
}
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('.tabs > input:not([name=theme])')) return;
  store('localStorage', 'sample-language', target.value);
  showLanguage();
});
document.addEventListener('htmx:afterSwap', showLanguage);
showLanguage();

/** Tells users apart; undefined for a visitor who is not signed in. */
const reader = document.querySelector('.sheet .email')?.title;

// A key in the samples (docs.js) and results (playground.js) are for their user: any page without this user removes them.
for (const name of ['sample-key', 'results']) {
  if (stored('sessionStorage', name)?.reader !== reader) store('sessionStorage', name, undefined);
}

// A part of the page that needs a sign-in does not change the page: nothing typed is lost, and trying again works.
const toast = document.createElement('div');
toast.className = 'toast';
toast.setAttribute('role', 'alert');
document.body.append(toast);
document.addEventListener('htmx:afterRequest', ({ detail: { xhr } }) => {
  const words = xhr.status === 401 ? xhr.responseText : '';
  // Pages that ask again and again announce it once.
  if (toast.innerHTML !== words) toast.innerHTML = words;
});

// After a request from the page, the balance in the header is read again.
document.addEventListener('charged', () => {
  if (document.querySelector('.pill') === null) return;
  window.htmx.ajax('GET', `${base}packs`, { select: '.pill', target: '.pill', swap: 'outerHTML' });
});

// Escape closes the account menu, like any other menu, and so does a click elsewhere.
const avatar = document.querySelector('.avatar');
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !avatar?.open) return;
  if (avatar.contains(document.activeElement)) avatar.querySelector('summary').focus();
  avatar.open = false;
});
document.addEventListener('click', ({ target }) => {
  if (avatar?.open && target instanceof Node && !avatar.contains(target)) avatar.open = false;
});

// The page of a refused form begins at what is wrong, also if its address leads elsewhere on the page.
if (performance.getEntriesByType('navigation')[0]?.responseStatus >= 400) {
  const wrong =
    document.querySelector('main [aria-invalid="true"]') ??
    document.querySelector('main [autofocus]') ??
    document.querySelector('main [role="alert"]');
  if (wrong?.getAttribute('role') === 'alert') wrong.tabIndex = -1;
  wrong?.focus();
}

/** The longest time that a pressed button shows progress: the end of a download has no event. */
const busyMsMax = 10_000;

document.addEventListener('submit', (event) => {
  const { target: form, submitter: button } = event;
  if (!(button instanceof HTMLButtonElement)) return;
  if (event.defaultPrevented && !form.matches('[hx-post], [hx-get]')) return;
  button.setAttribute('aria-busy', 'true');
  setTimeout(() => button.removeAttribute('aria-busy'), busyMsMax);
});
for (const name of ['pageshow', 'htmx:afterRequest']) {
  addEventListener(name, () => {
    for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy');
  });
}
