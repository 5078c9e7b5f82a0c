'use strict';

document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('button[data-print]') !== null) window.print();
});
