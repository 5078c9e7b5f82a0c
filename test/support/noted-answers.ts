/**
 * Makes a page record when it draws replies to the visitor's acts: `answersDrawn`, from when until when. Results of an
 * event, of a reply handled by htmx, or of a script that waited for one, are drawn in the next frame.
 */
export const noteAnswers = `{
  const asked = new WeakSet();
  /** Whether the running code answers an act of the visitor. */
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
  addEventListener('htmx:beforeSwap', ({ detail }) => { if (asked.has(detail.requestConfig)) answer(); }, true);
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
  // Missing on a page served by plain HTTP from another machine.
  for (const name of ['get', 'create']) if (window.CredentialsContainer) follow(CredentialsContainer.prototype, name);
}`;
