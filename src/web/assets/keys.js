'use strict';

// Submits a form that creates a key only once, however often its button is pressed.
for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent === 'yes') event.preventDefault();
    form.dataset.sent = 'yes';
  });
}
// A page restored from the back/forward cache may be submitted again: the server recognises the attempt.
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-once]')) delete form.dataset.sent;
});

// The test request with a new key, which exists only on the page.
const trial = document.querySelector('[data-key-trial]');
if (trial instanceof HTMLElement) {
  const button = trial.querySelector('button');
  const output = trial.querySelector('output');
  button.addEventListener('click', () => void tryKey(trial.dataset.keyTrial, { button, output }));
}

async function tryKey(body, { button, output }) {
  button.disabled = true;
  output.className = 'notice plain reply';
  output.textContent = 'Waiting for the reply …';
  const { kind, text, requestId } = await call(body);
  output.className = `notice ${kind} reply`;
  output.textContent = text;
  if (requestId !== undefined) {
    const link = document.createElement('a');
    link.href = `${base}requests?id=${encodeURIComponent(requestId)}`;
    link.textContent = 'Show this request';
    output.append(' ', link);
  }
  button.disabled = false;
}

async function call(body) {
  try {
    const key = document.getElementById('new-key').textContent;
    const reply = await fetch(`${base}api/v1/translate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body,
    });
    const answer = await reply.json();
    const requestId = reply.headers.get('X-Request-Id') ?? undefined;
    if (!reply.ok) return { kind: 'bad', text: `Status ${reply.status}: ${answer.error.message}`, requestId };
    // The balance in the header shows it.
    document.dispatchEvent(new Event('charged'));
    const charged = `${answer.characters_charged} characters were charged.`;
    return { kind: 'good', text: `“${answer.translated_text}” ${charged}`, requestId };
  } catch {
    return { kind: 'bad', text: 'The service could not be reached. Try again.' };
  }
}
