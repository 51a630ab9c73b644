import type { Locator, Page } from 'playwright-core';

/** Maximum key presses before something counts as unreachable; a page of results has hundreds of links. */
const MOST = 400;

/** Presses Tab (Shift+Tab if the control is before the focus) until the control has the focus. Fails if the keyboard cannot reach it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const key = (await control.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab';
  for (let presses = 0; presses < MOST; presses += 1) {
    // In one look: an open list, such as that of a combo box on the way, hides everything else, perhaps only from now on.
    if ((await control.and(page.locator(':focus-within')).count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${String(control)}`);
}

function isBeforeFocus(element: Element): boolean {
  const focus = document.activeElement;
  if (focus === null || focus === document.body) return false;
  return (element.compareDocumentPosition(focus) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Waits until the focus is within an element, not on the page as a whole, where Tab starts at the top again. */
export async function expectFocus(page: Page, within: string): Promise<void> {
  await page.waitForFunction(
    (selector) => document.activeElement?.closest(selector) instanceof HTMLElement,
    within,
  );
}

/** Waits until the button of this name has the focus. */
export async function focused(page: Page, name: string): Promise<void> {
  await page.locator('button:focus').and(page.getByRole('button', { name })).waitFor();
}

/** Moves to an entry of the open list or menu with the arrow keys, selects it with Enter, and waits until the list is closed. */
export async function choose(
  page: Page,
  name: string | RegExp,
  role: 'option' | 'menuitem' = 'option',
): Promise<void> {
  await page.getByRole(role, { name }).first().waitFor();
  const focus = page.locator(`[role="${role}"][data-focused]`);
  let key = 'ArrowDown';
  let before: string | null = null;
  let looks = 0;
  for (let presses = 0; presses < MOST && looks < 2; presses += 1) {
    await page.evaluate(nextDrawing);
    const at = (await focus.count()) > 0 ? await focus.textContent() : null;
    // A list loses its focused entry shortly after it is filtered, so the focus is checked twice.
    if (at !== null && (typeof name === 'string' ? at.startsWith(name) : name.test(at))) {
      looks += 1;
      continue;
    }
    looks = 0;
    // Lists that open at their selected entry have others above it.
    if (at !== null && at === before) key = 'ArrowUp';
    before = at;
    await page.keyboard.press(key);
  }
  await page.keyboard.press('Enter');
  await focus.waitFor({ state: 'detached' });
  await page.evaluate(nextDrawing);
}

/** Moves to a control with Tab and presses a key there. */
export async function pressOn(control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(control.page(), control);
  await control.page().keyboard.press(key);
}

/** Moves to a button that opens a list of choices, and selects one. */
export async function chooseByKeys(button: Locator, name: string | RegExp): Promise<void> {
  await pressOn(button);
  await choose(button.page(), name);
}

/** Moves to a combo box with Tab, types a text, and selects the choice of this name. */
export async function findByKeys(box: Locator, text: string, name: string | RegExp): Promise<void> {
  await tabTo(box.page(), box);
  await box.page().keyboard.type(text);
  await choose(box.page(), name);
}

/** Resolves when the page has rendered the effect of the last key or scroll. Runs in the page. */
export function nextDrawing(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Moves to a control of a facet, Tab to the facet and arrow keys within, and presses a key there. */
export async function pressInFacet(control: Locator, key = 'Enter'): Promise<void> {
  const page = control.page();
  const facet = page.locator('.facet').filter({ has: control });
  await tabTo(page, facet.locator(':is(button, [type=checkbox])[tabindex="0"]'));
  for (let moves = 0; moves < 20; moves += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press((await control.evaluate(isAboveFocus)) ? 'ArrowUp' : 'ArrowDown');
  }
  if (!(await control.evaluate((element) => element === document.activeElement)))
    throw new Error(`The arrow keys do not lead to ${String(control)}`);
  await page.keyboard.press(key);
}

function isAboveFocus(element: Element): boolean {
  const focus = document.activeElement;
  return focus !== null && (element.compareDocumentPosition(focus) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

type Role = Parameters<Page['getByRole']>[0];

/** A person who uses only the keyboard. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses keys one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Moves to the element with this role and name with Tab. */
  async to(role: Role, name: string | RegExp): Promise<void> {
    await tabTo(this.#page, this.#found(role, name));
  }

  /** Moves to a button, link or menu with Tab and presses Enter. */
  async use(role: Role, name: string | RegExp): Promise<void> {
    await pressOn(this.#found(role, name));
  }

  /** Opens a tab of the page with the arrow keys. */
  async tab(name: string): Promise<void> {
    await tabTo(this.#page, this.#page.getByRole('tab', { selected: true }));
    const wanted = this.#page.getByRole('tab', { name });
    for (let presses = 0; presses < MOST; presses += 1) {
      if (await wanted.evaluate((element) => element.matches(':focus'))) return;
      await this.press('ArrowRight');
    }
    throw new Error(`ArrowRight does not reach the tab ${name}.`);
  }

  /** Opens the menu of a row and selects an entry. */
  async act(row: string, entry: string): Promise<void> {
    await this.use('button', `Actions for ${row}`);
    await choose(this.#page, entry, 'menuitem');
  }

  /** Moves to a field with a list, types a text, and selects the choice. */
  async pick(field: string, text: string, choice: string | RegExp): Promise<void> {
    await findByKeys(this.#found('combobox', field), text, choice);
  }

  /** Moves to a button that shows the selected value, opens its list and selects a choice. */
  async select(field: RegExp, choice: string | RegExp): Promise<void> {
    await chooseByKeys(this.#found('button', field), choice);
  }

  #found(role: Role, name: string | RegExp): Locator {
    return this.#page.getByRole(role, { name, exact: true }).first();
  }
}
