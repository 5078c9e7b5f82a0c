'use strict';

// Offers only targets of the chosen source, and selects the one chosen before or, with a notice, another one.

let from = document.getElementById('source');
let to = document.getElementById('target');
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
      option.disabled = targets !== undefined && !targets.includes(option.value);
      option.hidden = option.disabled;
    }
    const free = [...to.options].filter((option) => !option.disabled);
    const next = [wanted, 'en', free[0]?.value].map((code) => free.find(({ value }) => value === code)).find(Boolean);
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

  const heed = ({ target }) => {
    // The form may have been replaced.
    [from, to] = ['source', 'target'].map((id) => document.getElementById(id));
    if (target === to && !isOurs) wanted = to.value;
    if (target !== from) return;
    if (languages === undefined) void loaded.then(offerLate);
    else offer();
  };
  // Before others ask for the quality of the pair.
  document.addEventListener('change', heed, { capture: true });
  // A browser that goes back may restore another pair than the page was rendered with.
  window.addEventListener('pageshow', () => {
    wanted = to.value;
    if (from.value !== 'auto') void loaded.then(offerLate);
  });
}
