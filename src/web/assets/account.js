'use strict';

// What pages do in a browser beyond links and forms; each of them works without it, if less smoothly.

/** What happened is read out from here: that the words on a button have changed is not. */
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

/** Rejects where the browser does not let us, or has no clipboard: over plain HTTP from elsewhere. */
async function copy(text) {
  await navigator.clipboard.writeText(text);
}

/** Shows `word` on the button for a moment, and has it read out. */
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
