'use strict';

// Adds the reader's local time to times shown in UTC. Space is reserved, so that the layout does not move.

const wording = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

for (const place of document.querySelectorAll('[data-local-time]')) {
  place.textContent = `${wording.format(new Date(place.dataset.localTime))} where you are`;
}
