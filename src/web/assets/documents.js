'use strict';

// Files that are too large or too many are not sent, without a file nothing is counted, and several files are sent one by one.

/** Tries for a file while the account or the server has no room for it. */
const triesMax = 100;

const form = document.getElementById('document');
if (form instanceof HTMLFormElement) {
  const file = form.elements.namedItem('file');
  const count = document.getElementById('count');
  const { bytesMax, filesMax, tooLarge, tooMany } = file.dataset;
  let waiting = 0;
  let last = Promise.resolve();

  form.addEventListener('change', (event) => {
    const chosen = [...file.files];
    if (event.target === file) document.getElementById('columns').replaceChildren();
    const alone = chosen.length === 1 && chosen[0].size > Number(bytesMax) ? tooLarge : '';
    const invalid = chosen.length > Number(filesMax) ? tooMany : alone;
    file.setCustomValidity(invalid);
    const problem = invalid === '' && chosen.length > 1 ? 'Each file is counted when it is sent.' : invalid;
    if (problem !== '') count.textContent = problem;
    // Before htmx listens.
    if (problem !== '' || (chosen.length === 0 && event.target !== file)) event.stopImmediatePropagation();
  });

  form.addEventListener('submit', (event) => {
    // An estimate that still runs would send the files a second time.
    window.htmx.trigger('#count', 'htmx:abort');
    const chosen = [...file.files];
    if (chosen.length < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const fields = new FormData(form);
    file.value = '';
    count.textContent = `The list below has your ${chosen.length} files.`;
    const rows = chosen.map(newRow);
    const list = document.getElementById('documents');
    list.hidden = false;
    list.querySelector('tbody').prepend(...rows);
    waiting += chosen.length;
    for (const [index, each] of chosen.entries()) {
      last = last.then(() => send(fields, each, rows[index])).finally(() => waiting--);
    }
  });

  addEventListener('beforeunload', (event) => {
    if (waiting > 0) event.preventDefault();
  });

  function newRow({ name }) {
    const row = document.getElementById('sent').content.firstElementChild.cloneNode(true);
    row.removeAttribute('id');
    row.querySelector('bdi').textContent = name;
    return row;
  }

  async function send(fields, chosen, row) {
    const state = row.querySelector('td');
    if (chosen.size > Number(bytesMax)) {
      state.textContent = tooLarge;
      return;
    }
    fields.set('file', chosen);
    for (let tries = 1; ; tries++) {
      state.textContent = 'Sending';
      const reply = await fetch(`${form.action}?row`, {
        method: 'POST',
        body: fields,
        headers: { 'HX-Request': 'true' },
      }).catch(() => undefined);
      const words = (await reply?.text().catch(() => undefined)) ?? '';
      const seconds = Number(reply?.headers.get('Retry-After'));
      if (reply?.status === 429 && seconds > 0 && tries < triesMax) {
        state.textContent = 'Waiting';
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      } else if (words.startsWith('<tr')) {
        row.insertAdjacentHTML('afterend', words);
        window.htmx.process(row.nextElementSibling);
        row.remove();
        return;
      } else {
        if (words === '') state.textContent = 'No answer. Reload the page before you send this file again.';
        else state.innerHTML = words;
        return;
      }
    }
  }
}
