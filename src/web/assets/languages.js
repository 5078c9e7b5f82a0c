'use strict';

// Offers only targets of the chosen source, and selects the one chosen before or, with a notice, another one.

const from = document.getElementById('source');
const to = document.getElementById('target');
if (from instanceof HTMLSelectElement && to instanceof HTMLSelectElement) {
  let wanted = to.value;
  let isOurs = false;
  let languages;
  // Before a source is chosen, so that the target changes at once.
  const loaded = fetch(`${base}api/v1/languages`)
    .then(async (reply) => {
      if (reply.ok) languages = await reply.json();
    })
    // The server says the same when the form is sent.
    .catch(() => undefined);
  const label = ({ options }, code) => [...options].find(({ value }) => value === code).textContent;

  const offer = () => {
    const targets = languages?.find(({ code }) => code === from.value)?.targets;
    for (const option of to.options) {
      option.disabled = targets !== undefined && option.value !== from.value && !targets.includes(option.value);
      option.hidden = option.disabled;
    }
    const free = [...to.options].filter((option) => !option.disabled);
    const others = free.filter((option) => option.value !== from.value);
    const next =
      free.find((option) => option.value === wanted) ?? others.find((option) => option.value === 'en') ?? others[0];
    if (next === undefined) return;
    document.getElementById('target-said').textContent =
      next.value === wanted
        ? ''
        : `${label(from, from.value)} is not translated to ${label(to, wanted)} here. To is now ${next.textContent}.`;
    to.value = next.value;
  };

  /** The list has loaded late: if it changes the target, other scripts must show the new one. */
  const offerLate = () => {
    const { value } = to;
    offer();
    if (to.value === value) return;
    isOurs = true;
    to.dispatchEvent(new Event('change', { bubbles: true }));
    isOurs = false;
  };

  to.addEventListener('change', () => {
    if (!isOurs) wanted = to.value;
  });
  from.addEventListener('change', () => {
    if (languages === undefined) void loaded.then(offerLate);
    else offer();
  });
  // A browser that goes back may restore another pair than the page was rendered with.
  window.addEventListener('pageshow', () => {
    wanted = to.value;
    if (from.value !== 'auto') void loaded.then(offerLate);
  });
}
