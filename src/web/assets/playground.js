'use strict';

// Enhances the playground's form: shows the cost of the text and the quality of the pair, and offers only possible targets.

const form = document.getElementById('draft');
if (form instanceof HTMLFormElement) {
  const text = form.elements.namedItem('text');
  const source = form.elements.namedItem('source');
  const target = form.elements.namedItem('target');
  const button = form.querySelector('[data-busy]');
  const swap = document.getElementById('swap');
  const cost = document.getElementById('cost');
  const said = document.getElementById('cost-said');
  const balance = Number(cost.dataset.balance);
  const most = Number(cost.dataset.most);
  const numbers = new Intl.NumberFormat('en');
  const idle = { cost: cost.dataset.idle, button: button.textContent };
  const pause = { timer: 0 };

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
    if (text.value !== '') countNow();
    // A browser that goes back may restore another pair than the page was rendered with.
    if ([source, target].some(isChanged)) rate();
  });
  // Requests the quality of the chosen pair; the page's line listens.
  const rate = () => target.dispatchEvent(new Event('pair'));
  const isChanged = ({ options }) => [...options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  const choice = { target: target.value };
  target.addEventListener('change', () => {
    choice.target = target.value;
    rate();
  });
  // The translation becomes the text of the other direction, if there is one and the pair is still chosen.
  swap.addEventListener('click', () => {
    const translation = document.getElementById('translation');
    if (translation?.dataset.swap === `${source.value} ${target.value}`) text.value = translation.textContent;
  });
  source.addEventListener('change', async () => {
    await offerTargets(source, target, choice);
    rate();
  });
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

/** Disables targets that the source is not translated to, and selects the chosen one or, with a notice, another one. */
async function offerTargets(source, target, choice) {
  try {
    const reply = await fetch(`${base}api/v1/languages`);
    const languages = await reply.json();
    // Another target may have been chosen in the meantime.
    const { target: wanted } = choice;
    const targets = languages.find(({ code }) => code === source.value)?.targets;
    for (const option of target.options) {
      option.disabled = targets !== undefined && option.value !== source.value && !targets.includes(option.value);
    }
    const free = [...target.options].filter((option) => !option.disabled);
    const others = free.filter((option) => option.value !== source.value);
    const next =
      free.find((option) => option.value === wanted) ?? others.find((option) => option.value === 'en') ?? others[0];
    if (next === undefined) return;
    target.value = next.value;
    const label = ({ options }, code) => [...options].find(({ value }) => value === code).textContent;
    document.getElementById('target-said').textContent =
      next.value === wanted
        ? ''
        : `${label(source, source.value)} is not translated to ${label(target, wanted)} here. To is now ${next.textContent}.`;
  } catch {
    // The server reports the same when the form is submitted.
  }
}
