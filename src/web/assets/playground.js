'use strict';

// Enhances the playground's form: the cost of a text while it is typed, results in place, and the results of this visit.

/** The most results of a tab that are kept. */
const resultsMax = 10;

const form = document.getElementById('draft');
if (form instanceof HTMLFormElement) {
  const part = (id) => document.getElementById(id);
  const field = (name) => form.elements.namedItem(name);
  const names = ['text', 'source', 'target'];
  const numbers = new Intl.NumberFormat('en');
  const estimates = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
  const blank = part('result').innerHTML;
  let pause;

  const countNow = () => {
    const cost = part('cost');
    const { idle, balance, price, currency } = cost.dataset;
    const count = countCharacters(field('text').value);
    const about = price === undefined ? '' : ` · about ${estimates.format(count * price)} ${currency}`;
    const words = count > balance ? `, ${numbers.format(count - balance)} more than you have` : about;
    cost.textContent =
      count === 0 ? idle : `${numbers.format(count)} ${count === 1 ? 'character' : 'characters'}${words}`;
    cost.classList.toggle('over', count > balance);
  };

  /** After a change of the pair by a script: others offer its targets, and show its quality. */
  const noteChange = () => {
    for (const name of ['target', 'source']) field(name).dispatchEvent(new Event('change', { bubbles: true }));
  };

  // Results of this tab, kept in it with their user (`account.js`). Each is a page of its own in the history.
  const results = () => stored('sessionStorage', 'results')?.all ?? [];

  const keep = (sent) => {
    const id = Date.now();
    const pair = field('translated')?.value.split(' ') ?? [];
    const own = {
      id,
      values: names.map((name) => sent.get(name)),
      pair: pair
        .map((code, at) => field(names[at + 1]).querySelector(`[value="${code}"]`)?.textContent ?? code)
        .join(' → '),
      translation: part('translation').textContent,
      result: part('result').innerHTML,
      further: part('further').innerHTML,
    };
    // Long texts leave room for fewer.
    for (const all = [own, ...results()].slice(0, resultsMax); all.length > 0 && results()[0]?.id !== id; all.pop()) {
      store('sessionStorage', 'results', { reader, all });
    }
    history.pushState({ result: id }, '');
    list();
  };

  const show = (state) => {
    const kept = results().find(({ id }) => id === state?.result);
    part('result').innerHTML = kept?.result ?? blank;
    part('further').innerHTML = kept?.further ?? '';
    for (const [at, value] of (kept?.values ?? []).entries()) field(names[at]).value = value;
    showLanguage();
    window.htmx?.process(part('further'));
    noteChange();
    countNow();
  };

  const list = () => {
    const rows = results().map(({ id, pair, values: [text], translation }) => {
      const row = document.querySelector('#visit > template').content.cloneNode(true);
      const [languages, words] = row.querySelectorAll('p');
      languages.textContent = pair;
      words.textContent = [text, translation].map((each) => each?.replace(/^(.{100}).+/su, '$1…')).join(' → ');
      row.querySelector('button').value = id;
      return row;
    });
    document.querySelector('#visit > ul').replaceChildren(...rows);
    part('visit').hidden = rows.length === 0;
  };

  part('visit').addEventListener('click', ({ target: { value, type } }) => {
    if (type !== 'button') return;
    if (value === '') store('sessionStorage', 'results', undefined);
    else {
      history.pushState({ result: Number(value) }, '');
      show(history.state);
    }
    list();
    field('text').focus();
  });

  form.addEventListener('input', ({ target }) => {
    if (target !== field('text')) return;
    countNow();
    clearTimeout(pause);
    pause = setTimeout(() => {
      said.textContent = part('cost').textContent;
    }, 1_500);
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.target !== field('text')) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector('.primary'));
  });
  form.addEventListener('click', ({ target }) => {
    if (target.name === 'named') {
      field('source').value = target.value;
      noteChange();
    } else if (target.dataset.edit !== undefined) {
      part('approval').firstElementChild.open = true;
      part('approved-target').focus();
    }
  });

  // A refusal is a result too. `entries.js` handles those of other forms.
  for (const name of ['htmx:beforeSwap', 'htmx:sendError']) {
    form.addEventListener(name, (event) => {
      const { detail, target } = event;
      if (target.id === 'quality') return;
      event.stopPropagation();
      detail.shouldSwap = detail.xhr.responseText.includes('id="result"');
      detail.isError = !detail.shouldSwap;
      if (detail.shouldSwap || detail.xhr.status === 401) return;
      const reason = new DOMParser().parseFromString(detail.xhr.responseText, 'text/html').querySelector('main p');
      part('result').firstElementChild.innerHTML = '<p class="notice bad" role="alert"></p>';
      part('result').querySelector('p').textContent =
        reason?.textContent ?? 'The translation did not arrive. Check your connection, and try again.';
    });
  }
  form.addEventListener('htmx:afterRequest', ({ target, detail: { elt, xhr, requestConfig } }) => {
    if (target !== form) return;
    if (elt !== form) noteChange();
    else if (xhr.status === 200 && part('translation') !== null) {
      keep(requestConfig.formData);
      said.textContent = part('translation').textContent;
    }
    countNow();
  });

  // Links within the page report a change too.
  window.addEventListener('popstate', ({ state }) => location.hash === '' && show(state));
  window.addEventListener('pageshow', countNow);
  if (history.state?.result !== undefined) show(history.state);
  list();
}

/** Returns the charged characters: code points. A line break counts as one, as on the server. */
function countCharacters(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
