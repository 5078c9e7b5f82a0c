/**
 * Has a page note when it draws what was asked for by hand: `answersDrawn`, from when until when. What an event does, what
 * htmx puts in its place of a reply, and what a script does that waited for one, is drawn in the next frame.
 */
export const noteAnswers = `{
  const asked = new WeakSet();
  /** Whether what runs now answers somebody who is at the page. */
  let isAnswering = false;
  window.answersDrawn = [];
  const answer = () => {
    isAnswering = true;
    setTimeout(() => { isAnswering = false; });
    const drawn = { from: performance.now(), to: Infinity };
    answersDrawn.push(drawn);
    requestAnimationFrame(() => setTimeout(() => { drawn.to = performance.now(); }));
  };
  for (const act of ['click', 'keydown', 'change', 'submit']) {
    addEventListener(act, ({ isTrusted }) => { if (isTrusted) answer(); }, true);
  }
  addEventListener('htmx:beforeRequest', ({ detail }) => { if (isAnswering) asked.add(detail.requestConfig); });
  addEventListener('htmx:beforeSwap', ({ detail }) => { if (asked.has(detail.requestConfig)) answer(); });
  const follow = (owner, name) => {
    const own = owner[name];
    owner[name] = function (...given) {
      const isAnswer = isAnswering;
      const promise = own.apply(this, given);
      return isAnswer ? promise.finally(answer) : promise;
    };
  };
  follow(window, 'fetch');
  for (const name of ['json', 'text']) follow(Response.prototype, name);
  // There is none on a page that came by plain HTTP from elsewhere.
  for (const name of ['get', 'create']) if (window.CredentialsContainer) follow(CredentialsContainer.prototype, name);
}`;
