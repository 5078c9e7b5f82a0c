'use strict';

// Says moments that are shown by UTC in the reader's own time as well. Their places are kept free, so that nothing moves.

const wording = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

for (const place of document.querySelectorAll('[data-local-time]')) {
  place.textContent = `${wording.format(new Date(place.dataset.localTime))} where you are`;
}
