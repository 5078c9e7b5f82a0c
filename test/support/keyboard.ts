import assert from 'node:assert/strict';
import type { Tab } from './browser.ts';

/** More than any page has controls. */
const stepsMax = 150;

/** What the control with the focus is called: by its own words for it, by its label, or by what stands on it. */
const focusedName = `(() => {
  const one = document.activeElement;
  const labels = [...(one?.labels ?? [])].map((label) => label.textContent).join(' ');
  return (one?.getAttribute('aria-label') || labels || one?.textContent || '').replaceAll(/\\s+/g, ' ').trim();
})()`;

/** Presses the tabulator until the control with this name has the focus, which must then be seen. */
export async function reach({ page }: Tab, name: string): Promise<void> {
  for (let step = 0; step < stepsMax; step++) {
    if ((await page.evaluate<string>(focusedName)) === name) {
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
      assert.notEqual(outline, 'none', `the focus on ${name} is seen`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`${name} is not reached with the tabulator`);
}

/** Types into a field, behind what stands there. */
export async function type(tab: Tab, label: string, text: string): Promise<void> {
  await reach(tab, label);
  await tab.page.keyboard.type(text);
}

/**
 * Chooses what begins with `option` in a list, with the arrows from its top: of what is typed into one, a browser takes as
 * much together as comes within a second.
 */
export async function choose(tab: Tab, label: string, option: string): Promise<void> {
  await reach(tab, label);
  await tab.page.keyboard.press('Home');
  for (let step = 0; step < stepsMax; step++) {
    const chosen = await tab.page.evaluate<string>('document.activeElement.selectedOptions[0].textContent');
    if (chosen.startsWith(option)) return;
    await tab.page.keyboard.press('ArrowDown');
  }
  assert.fail(`${option} is not in the list ${label}`);
}

/** Presses what stays on the page. */
export async function press(tab: Tab, name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(tab, name);
  await tab.page.keyboard.press(key);
}

/** Presses what leads to another page. */
export async function follow(tab: Tab, name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(tab, name);
  await tab.leave(() => tab.page.keyboard.press(key));
}
