import type { Tab } from './browser.ts';
import { eventually } from './eventually.ts';

const listen = `window.saidWords = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const speaker = target instanceof Element ? target.closest('button[data-copy], [role=status]') : null;
    if (speaker !== null) saidWords.push((speaker.dataset.copy ?? 'aloud') + ': ' + speaker.textContent);
  }
}).observe(document, { childList: true, subtree: true });`;

/** Notes texts shown by buttons and announced to screen readers, also temporary ones. Call before the page is opened. */
export async function listenTo({ page }: Tab) {
  await page.addInitScript(listen);
  const heard = (line: string) =>
    eventually(() => page.evaluate<boolean>(`saidWords.includes(${JSON.stringify(line)})`));
  return {
    /** Resolves once a button has shown `words`. @param copies the id of the element that the button copies */
    byButton: (copies: string, words: string) => heard(`${copies}: ${words}`),
    /** Resolves once `words` were announced. */
    announced: (words: string) => heard(`aloud: ${words}`),
  };
}
