'use strict';

// A list of entries: rows turn into forms and back.

/** Swaps in rows, also from error replies; any other reply is a separate page. */
document.addEventListener('htmx:beforeSwap', (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status < 400) return;
  if (xhr.responseText.trimStart().startsWith('<tr')) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    return;
  }
  goOn(requestConfig.elt);
});

document.addEventListener('htmx:sendError', (event) => goOn(event.detail.requestConfig.elt));

/** A link opens the separate page, which shows the error; a form keeps its input and shows the error in place. */
function goOn(asked) {
  const link = asked.closest('a[href]');
  if (link instanceof HTMLAnchorElement) location.assign(link.href);
  else if (asked instanceof HTMLFormElement) tell(asked);
}

function tell(form) {
  form.querySelector('[data-unanswered]')?.remove();
  const notice = document.createElement('p');
  notice.className = 'notice bad';
  notice.dataset.unanswered = '';
  notice.setAttribute('role', 'alert');
  notice.textContent =
    'The service failed or is unreachable. Your change may be saved or not. Send it again: the page then shows the current entry.';
  form.prepend(notice);
}

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return;
  const cancel = event.target.closest('form')?.querySelector('[data-cancel][hx-get]');
  if (cancel instanceof HTMLElement) cancel.click();
});
