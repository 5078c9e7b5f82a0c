import assert from 'node:assert/strict';
import type { Tab } from './browser.ts';

/** More than the controls of any page. */
const stepsMax = 150;

/** The name of the focused control: its own, its label's, or its content. */
const focusedName = `(() => {
  const one = document.activeElement;
  const labels = [...(one?.labels ?? [])].map((label) => label.textContent).join(' ');
  return (one?.getAttribute('aria-label') || labels || one?.textContent || '').replaceAll(/\\s+/g, ' ').trim();
})()`;

/** Presses Tab until the control with this name has the focus, which must then be visible. */
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

/** Types into a field, after its content. */
export async function type(tab: Tab, label: string, text: string): Promise<void> {
  await reach(tab, label);
  await tab.page.keyboard.type(text);
}

/**
 * Selects the entry that begins with `option`, with the arrow keys from the top: typing would join letters typed within
 * one second.
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

/** Presses a control without leaving the page. */
export async function press(tab: Tab, name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(tab, name);
  await tab.page.keyboard.press(key);
}

/** Presses a control that leads to another page. */
export async function follow(tab: Tab, name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(tab, name);
  await tab.leave(() => tab.page.keyboard.press(key));
}
