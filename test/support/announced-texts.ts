import type { Tab } from './browser.ts';
import { eventually } from './eventually.ts';

/** Texts shown by buttons and announced to screen readers, including temporary ones. */
export type AnnouncedTexts = {
  /** Resolves once a button has shown `words`. @param copies the id of the element that the button copies */
  readonly byButton: (copies: string, words: string) => Promise<void>;
  /** Resolves once `words` were announced. */
  readonly announced: (words: string) => Promise<void>;
};

const listen = `window.saidWords = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const speaker = target instanceof Element ? target.closest('button[data-copy], [role=status]') : null;
    if (speaker !== null) saidWords.push((speaker.dataset.copy ?? 'aloud') + ': ' + speaker.textContent);
  }
}).observe(document, { childList: true, subtree: true });`;

/** Call before the page is opened. */
export async function listenTo({ page }: Tab): Promise<AnnouncedTexts> {
  await page.addInitScript(listen);
  const heard = (line: string) =>
    eventually(() => page.evaluate<boolean>(`saidWords.includes(${JSON.stringify(line)})`));
  return {
    byButton: (copies, words) => heard(`${copies}: ${words}`),
    announced: (words) => heard(`aloud: ${words}`),
  };
}
