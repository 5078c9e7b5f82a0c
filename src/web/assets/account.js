'use strict';

// Progressive enhancement of the pages: everything works without it.

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

/** The longest time that a pressed button shows progress: a file that is downloaded ends without an event. */
const busyMsMax = 10_000;

document.addEventListener('submit', (event) => {
  const { target: form, submitter: button } = event;
  // A button with words of its own for it shows them instead.
  if (!(button instanceof HTMLButtonElement) || button.dataset.busy !== undefined) return;
  if (event.defaultPrevented && !form.matches('[hx-post], [hx-get]')) return;
  button.setAttribute('aria-busy', 'true');
  setTimeout(() => button.removeAttribute('aria-busy'), busyMsMax);
});
for (const name of ['pageshow', 'htmx:afterRequest']) {
  addEventListener(name, () => {
    for (const button of document.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy');
  });
}
