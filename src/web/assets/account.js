'use strict';

// What pages do in a browser beyond links and forms; each of them works without it, if less smoothly.

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const source = document.getElementById(button.dataset.copy ?? '');
  if (source === null) return;
  const text = source instanceof HTMLInputElement ? source.value : (source.textContent ?? '');
  navigator.clipboard.writeText(text).then(
    () => say(button, 'Copied'),
    () => say(button, 'Press Ctrl+C'),
  );
});

/** Shows `word` on the button for a moment, and has it read out. */
function say(button, word) {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  button.textContent = word;
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}
