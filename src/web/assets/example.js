'use strict';

// The example and the price calculator of the front page.

// Screen readers announce changes only in an element that is there before: the one of account.js.
document.addEventListener('htmx:afterSwap', ({ target }) => {
  const result = target.querySelector('.translation, .estimated');
  if (result !== null) said.textContent = result.textContent;
});

// Replaces the previous translation when a request fails, and shows the failure.

for (const failure of ['htmx:responseError', 'htmx:sendError', 'htmx:timeout']) {
  document.addEventListener(failure, ({ target }) => {
    const form = target instanceof Element ? target.closest('#example > form') : null;
    const result = form?.querySelector('.translation');
    if (!result) return;
    result.replaceChildren();
    form.querySelector('input[name=translation]')?.remove();
    const notice = document.createElement('p');
    notice.className = 'notice bad';
    notice.setAttribute('role', 'alert');
    notice.textContent = 'The translation did not arrive. Check your connection, and press Translate to try again.';
    result.append(notice);
  });
}
