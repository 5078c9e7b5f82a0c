'use strict';

// The list of terms: rows that become forms, and go back.

/** Rows are answered with rows, also where what was sent cannot be used; anything else is a page of its own. */
document.addEventListener('htmx:beforeSwap', (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status < 400) return;
  if (xhr.responseText.trimStart().startsWith('<tr')) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    return;
  }
  const link = requestConfig.elt instanceof Element ? requestConfig.elt.closest('a[href]') : null;
  if (link instanceof HTMLAnchorElement) location.assign(link.href);
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return;
  const cancel = event.target.closest('form')?.querySelector('[data-cancel][hx-get]');
  if (cancel instanceof HTMLElement) cancel.click();
});
