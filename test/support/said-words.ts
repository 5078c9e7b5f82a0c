import type { Tab } from './browser.ts';
import { eventually } from './eventually.ts';

/** What the buttons of pages and their voice for who cannot see them have said, also where it went again after a moment. */
export type SaidWords = {
  /** Resolves once a button has said `words`. @param copies the id of what the button copies */
  readonly byButton: (copies: string, words: string) => Promise<void>;
  /** Resolves once `words` were read out. */
  readonly aloud: (words: string) => Promise<void>;
};

const listen = `window.saidWords = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const speaker = target instanceof Element ? target.closest('button[data-copy], [role=status]') : null;
    if (speaker !== null) saidWords.push((speaker.dataset.copy ?? 'aloud') + ': ' + speaker.textContent);
  }
}).observe(document, { childList: true, subtree: true });`;

/** To be called before the page is opened. */
export async function listenTo({ page }: Tab): Promise<SaidWords> {
  await page.addInitScript(listen);
  const heard = (line: string) =>
    eventually(() => page.evaluate<boolean>(`saidWords.includes(${JSON.stringify(line)})`));
  return {
    byButton: (copies, words) => heard(`${copies}: ${words}`),
    aloud: (words) => heard(`aloud: ${words}`),
  };
}
