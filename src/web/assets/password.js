'use strict';

// Lets people show a password while they type it.

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-shows]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const field = document.getElementById(button.dataset.shows ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  show(button, field, field.type === 'password');
});

// Becomes a password field again before submitting, so that the browser does not store it for text autofill.
document.addEventListener('submit', () => {
  for (const button of document.querySelectorAll('button[data-shows]')) {
    const field = document.getElementById(button.dataset.shows ?? '');
    if (field instanceof HTMLInputElement) show(button, field, false);
  }
});

function show(button, field, isShown) {
  field.type = isShown ? 'text' : 'password';
  button.textContent = isShown ? 'Hide password' : 'Show password';
}
