import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { BARS, ORDERS } from './bars.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

/** Where an element is, once it is there and still. */
async function placeOf(element: Locator): Promise<readonly number[]> {
  await element.waitFor();
  return element.evaluate(stillPlace);
}

/** Where an element is, once its place is the same in two frames in a row; runs in the page. */
function stillPlace(element: Element): Promise<readonly number[]> {
  return new Promise((resolve) => {
    let before = '';
    const look = (): void => {
      const { x, y, height } = element.getBoundingClientRect();
      const now = [x, y, height].map(Math.round);
      if (String(now) === before) {
        resolve(now);
        return;
      }
      before = String(now);
      requestAnimationFrame(look);
    };
    look();
  });
}

const SOURCE = join(import.meta.dirname, '../../../web/src');

describe.each([1400, 390])('at %d px', (width) => {
  it.each(Object.entries(BARS))('the bar over %s keeps its height', async (_what, bar) => {
    await using window = await visit.open(bar.path, { width });
    const { page } = window;
    const pressed = bar.press(page);
    // The label of what is pressed may change, but not its place.
    const element = await pressed.elementHandle();
    const before = [await placeOf(pressed), await placeOf(bar.below(page))];
    if (bar.types === undefined) await pressed.click();
    else await pressed.fill(bar.types);
    await bar.appears(page).first().waitFor();
    // Controls replace the stand-ins that they have until they are used.
    const isSame = await element.evaluate(({ isConnected }) => isConnected);
    const after = isSame ? await element.evaluate(stillPlace) : await placeOf(pressed);
    expect([after, await placeOf(bar.below(page))]).toEqual(before);
  });
});

it('the selected tab is in view after the counts of the tabs arrived', async () => {
  await using window = await visit.open(`/dataset/${ORDERS}?tab=access`, { width: 390 });
  const { page } = window;
  await page.getByRole('tab', { name: /^Queries \d/ }).waitFor({ state: 'attached' });
  const [left = 0] = await placeOf(page.getByRole('tab', { name: 'Access' }));
  const { width = 0 } = (await page.getByRole('tab', { name: 'Access' }).boundingBox()) ?? {};
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left + width).toBeLessThanOrEqual(390);
});

it('every bar of the interface is among these', async () => {
  const files = await Array.fromAsync(glob('**/*.tsx', { cwd: SOURCE }));
  const bars = files.filter((file) => readFileSync(join(SOURCE, file), 'utf8').includes('<Toolbar'));
  expect([...new Set(Object.values(BARS).map(({ file }) => file))].sort()).toEqual(bars.sort());
});

describe.each(['light', 'dark'] as const)('fields in the %s look', (colorScheme) => {
  it.each([
    '/search?q=customer',
    `/dataset/${ORDERS}?tab=properties`,
    `/dataset/${ORDERS}/columns`,
    '/properties',
    '/properties/new',
    '/people',
    '/policies/new',
    '/profile',
    '/audit',
  ])('have borders of at least 3:1 on %s', async (path) => {
    await using window = await visit.open(path, { colorScheme });
    const { page } = window;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main :is(input, select, textarea)').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    const fields = await page.evaluate(contrasts);
    expect(fields.length).toBeGreaterThan(1);
    expect(fields.filter(({ ratio }) => ratio < 3)).toEqual([]);
  });
});

/** The contrast of the border of each visible field with what is outside and inside of it; runs in the page. */
function contrasts(): { name: string; ratio: number }[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  const channels = (color: string): readonly number[] => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color)
      .slice(0, 3)
      .map((channel) => channel / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one: string, other: string): number => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (channels(backgroundColor)[3] === 255) return backgroundColor;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 4 && height > 4 && element.closest('.visually-hidden') === null;
  };
  // The native radio buttons and switches are hidden below drawn ones.
  const drawn =
    'input:not([type=radio], [role=switch]), select, textarea, button.input, .radio-dot, .switch-track';
  return [...document.querySelectorAll(drawn)]
    .filter((element) => isShown(element) && !element.matches(':disabled, [data-disabled]'))
    .map((element) => {
      const { borderTopColor, borderTopWidth, backgroundColor, opacity } = getComputedStyle(element);
      const outside = ground(element.parentElement);
      const name = `${element.tagName}.${element.className} ${element.getAttribute('aria-label') ?? ''}`;
      if (opacity === '0') return { name, ratio: Infinity };
      if (borderTopWidth === '0px') return { name, ratio: ratio(backgroundColor, outside) };
      const isFilled = channels(backgroundColor)[3] === 255 && element.matches(':checked, :indeterminate');
      const inside = ground(element);
      const least = isFilled
        ? ratio(backgroundColor, outside)
        : Math.min(ratio(borderTopColor, outside), ratio(borderTopColor, inside));
      return { name, ratio: least };
    });
}

describe('a printed page', () => {
  it('has its content, and nothing that only a screen can use', async () => {
    await using window = await visit.open('/search?q=customer');
    const { page } = window;
    await page.getByRole('list', { name: 'Results' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const name of ['Edit filters', 'Mine', 'Next'])
      expect(await page.getByText(name, { exact: true }).locator('visible=true').count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByText('217 found').waitFor();
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${visit.server.url}/dataset/${ORDERS}/columns`);
    await page.getByRole('grid').getByText('customer_key').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('columnheader', { name: 'Data classification' }).getByText('Data').waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
  });
});
