'use strict';

// Reads the bars of a chart for the pointer and for arrow keys, in one line, and closes the gaps of a hidden series.

for (const chart of document.querySelectorAll('[data-days]')) {
  const plot = chart.querySelector('.plot');
  const line = chart.querySelector('.readout');
  const bars = [...chart.querySelectorAll('.bar')];
  // Without the titles, the browser shows no second box beside the line.
  const texts = bars.map((bar) => {
    const title = bar.querySelector('title');
    title.remove();
    return title.textContent;
  });
  let current = -1;

  // Screen readers announce what the keys read, and not each bar under the pointer.
  const read = (index, isByKey) => {
    line.ariaLive = isByKey ? 'polite' : 'off';
    bars[current]?.classList.remove('current');
    current = Math.max(0, Math.min(bars.length - 1, index));
    bars[current].classList.add('current');
    line.textContent = texts[current];
  };

  plot.setAttribute('role', 'application');
  plot.setAttribute('aria-label', 'Chart. Left and right arrow keys read the bars.');
  plot.addEventListener('pointerover', ({ target }) => {
    const index = bars.indexOf(target.closest('.bar'));
    if (index >= 0) read(index, false);
  });
  plot.addEventListener('focus', () => {
    if (current < 0) read(bars.length - 1, true);
  });
  plot.addEventListener('keydown', (event) => {
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    read(next, true);
    bars[current].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  chart.addEventListener('change', () => {
    const hidden = [...chart.querySelectorAll('[data-series]:not(:checked)')].map((box) => box.dataset.series);
    for (const bar of bars) stack(bar, hidden);
  });
}

/** Puts the shown parts of a bar on top of each other. */
function stack(bar, hidden) {
  const column = bar.querySelector('.column');
  let y = Number(column.getAttribute('y')) + Number(column.getAttribute('height'));
  for (const part of bar.querySelectorAll('.part')) {
    if (hidden.some((name) => part.classList.contains(name))) continue;
    y -= Number(part.getAttribute('height'));
    part.setAttribute('y', String(y));
  }
}
