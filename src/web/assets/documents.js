'use strict';

// An oversized file is not sent, and without a file nothing is counted.

const form = document.getElementById('document');
if (form instanceof HTMLFormElement) {
  const file = form.elements.namedItem('file');
  form.addEventListener('change', (event) => {
    const [chosen] = file.files;
    if (event.target === file) document.getElementById('columns').replaceChildren();
    const problem = chosen?.size > Number(file.dataset.most) ? file.dataset.tooLarge : '';
    file.setCustomValidity(problem);
    if (problem !== '') document.getElementById('count').textContent = problem;
    // Before htmx listens.
    if (problem !== '' || (chosen === undefined && event.target !== file)) event.stopImmediatePropagation();
  });
  // An estimate that still runs would send the file a second time.
  form.addEventListener('submit', () => window.htmx.trigger('#count', 'htmx:abort'));
}
