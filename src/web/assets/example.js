'use strict';

// The example on the front page. Removes the previous result when a request fails, and shows the failure.

for (const failure of ['htmx:responseError', 'htmx:sendError', 'htmx:timeout']) {
  document.addEventListener(failure, ({ target }) => {
    const form = target instanceof Element ? target.closest('#example > form') : null;
    if (form === null) return;
    while (form.nextSibling !== null) form.nextSibling.remove();
    const notice = document.createElement('p');
    notice.className = 'notice bad';
    notice.setAttribute('role', 'alert');
    notice.textContent =
      'The example for this pair did not come: the service failed, or could not be reached. Press Translate to try again.';
    form.after(notice);
  });
}
