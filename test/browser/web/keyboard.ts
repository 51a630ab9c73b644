import type { Locator, Page } from 'playwright-core';

/** Presses Tab until the control has the focus: what the keyboard cannot reach fails. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    // An open list, such as of a combo box on the way, hides all else.
    const isThere =
      (await control.count()) > 0 &&
      (await control.evaluate((element) => element.contains(document.activeElement)));
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(control)}`);
}

/** Goes down to a choice of the open list, takes it with Enter, and waits until the list is closed. */
export async function choose(page: Page, text: string): Promise<void> {
  await page.getByRole('option', { name: text }).first().waitFor();
  const focus = page.locator('[role="option"][data-focused]');
  for (let presses = 0; presses < 50; presses += 1) {
    if ((await focus.count()) > 0 && (await focus.textContent())?.startsWith(text) === true) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await focus.waitFor({ state: 'detached' });
}
