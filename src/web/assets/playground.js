'use strict';

// Enhances the playground's form: shows the cost of the text and the quality of the pair, and keeps results for going back.

/** The most results of a tab that are kept. */
const resultsMax = 5;

const form = document.getElementById('draft');
if (form instanceof HTMLFormElement) {
  const text = form.elements.namedItem('text');
  const source = form.elements.namedItem('source');
  const target = form.elements.namedItem('target');
  const button = form.querySelector('[data-busy]');
  const cost = document.getElementById('cost');
  const said = document.getElementById('cost-said');
  const balance = Number(cost.dataset.balance);
  const most = Number(cost.dataset.most);
  const numbers = new Intl.NumberFormat('en');
  const idle = { cost: cost.dataset.idle, button: button.textContent };
  const pause = { timer: 0 };
  showAgain(form);
  // Its translation and charge are shown; the line has what is left.
  const translated = document.querySelector('#translation') === null ? undefined : text.value;

  const countNow = () => {
    const count = countCharacters(text.value);
    cost.textContent = count === 0 ? idle.cost : describe(count);
    cost.classList.toggle('over', count > balance || count > most);
    clearTimeout(pause.timer);
    pause.timer = setTimeout(() => {
      said.textContent = count === 0 ? '' : cost.textContent;
    }, 1_500);
  };

  const describe = (count) => {
    const characters = `${numbers.format(count)} ${count === 1 ? 'character' : 'characters'}`;
    if (count > most) {
      return `${characters}. A request can have at most ${numbers.format(most)}. Remove ${numbers.format(count - most)}.`;
    }
    if (count > balance) return `${characters}. That is ${numbers.format(count - balance)} more than you have.`;
    return `${characters}. You will have ${numbers.format(balance - count)} left.`;
  };

  const rest = () => {
    button.textContent = idle.button;
    button.disabled = false;
  };

  text.addEventListener('input', countNow);
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!button.disabled) form.requestSubmit(button);
  });
  form.addEventListener('submit', (event) => {
    if (event.submitter?.name === 'act') return;
    if (button.disabled) event.preventDefault();
    button.textContent = button.dataset.busy;
    // Delayed, because a disabled button would not be submitted with the form.
    setTimeout(() => {
      button.disabled = true;
    });
  });
  window.addEventListener('pageshow', () => {
    rest();
    if (text.value !== '' && text.value !== translated) countNow();
    // A browser that goes back may restore another pair than the page was rendered with.
    if ([source, target].some(isChanged)) target.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const isChanged = ({ options }) => [...options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
}

/**
 * Keeps the reply to a form in this tab, with its user (`account.js`), and makes it a page of its own in the history. A browser
 * that goes back to it, or reloads it, gets an empty form and shows the kept reply. Otherwise it would send the form again, or
 * show an error.
 */
function showAgain({ elements, dataset }) {
  const fields = ['text', 'source', 'target'].map((name) => elements.namedItem(name));
  const result = document.getElementById('result');
  const all = stored('sessionStorage', 'results')?.all ?? [];
  const kept = all.find(({ id }) => id === history.state?.result);
  if (dataset.reply !== undefined) {
    const id = performance.timeOrigin;
    const values = fields.map(({ value }) => value);
    const further = document.querySelector('.further')?.outerHTML ?? '';
    const own = { id, values, result: result.innerHTML, further };
    store('sessionStorage', 'results', { reader, all: [own, ...all].slice(0, resultsMax) });
    if (stored('sessionStorage', 'results')?.all[0]?.id === id) history.replaceState({ result: id }, '');
  } else if (kept !== undefined) {
    const fill = () => {
      for (const [index, field] of fields.entries()) field.value = kept.values[index];
    };
    fill();
    // The browser has restored what was typed for the next reply.
    window.addEventListener('pageshow', fill);
    result.innerHTML = kept.result;
    form.insertAdjacentHTML('afterend', kept.further);
    showLanguage();
  }
}

// Screen readers announce only what changes after the page has loaded.
const announced = document.getElementById('translation');
if (announced !== null) {
  addEventListener('load', () => {
    setTimeout(() => {
      document.querySelector('body > [role="status"]').textContent = announced.textContent;
    }, 500);
  });
}

/** Returns the charged characters: code points. A line break counts as one, as on the server. */
function countCharacters(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
