import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withToken } from '../../support/test-actors.ts';
import { SNOWFLAKE, filters, found } from './found.ts';
import { findByKeys, focused, pressInFacet, pressOn, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('facets', () => {
  it('include, exclude and combine values with the mouse, all in the address', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    const platforms = page.getByRole('group', { name: 'Platform', exact: true });
    await platforms.getByText('Snowflake').click();
    await expect.poll(() => filters(page)).toEqual([SNOWFLAKE]);
    const one = await found(page);
    await platforms.getByText('Kafka').click();
    await expect.poll(() => filters(page)).toEqual([`${SNOWFLAKE}|urn:li:dataPlatform:kafka`]);
    await expect.poll(() => found(page)).toBeGreaterThan(one);

    const types = page.getByRole('group', { name: 'Type', exact: true });
    await types.getByText('Container').hover();
    await types.getByRole('button', { name: 'Exclude Container' }).click();
    await page.getByText('Type is not Container').waitFor();
    await page.reload();
    await page.getByText('Platform is Snowflake or Kafka').waitFor();
    expect(await types.getByRole('button', { name: 'Exclude Container' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.getByRole('button', { name: 'Remove Platform is Snowflake or Kafka' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => filters(page)).toEqual([]);
  });

  it('work with the keyboard alone: an added property, a range and missing values', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await page.getByRole('combobox', { name: 'Add filter' }).focus();
    await page.keyboard.type('monthly');
    await page.getByRole('option', { name: /Monthly cost/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await focused(page, 'Monthly cost');
    const handle = page.getByRole('slider', { name: 'Monthly cost, from' });
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => filters(page)).toEqual([expect.stringMatching(/monthlyCostEur:gte:\d+$/)]);
    await page.getByLabel('At most').focus();
    await page.keyboard.type('50.5');
    await page.keyboard.press('Enter');
    await page.getByText('Monthly cost is at most 50.5').waitFor();
    await page.getByRole('button', { name: 'Monthly cost: has no value' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => filters(page)).toEqual([expect.stringMatching(/^-.*monthlyCostEur:exists$/)]);
    expect(await found(page)).toBeGreaterThan(100);
  });

  it('include, exclude, and limit dates with both handles, with the keyboard alone', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await found(page);
    const platforms = page.getByRole('group', { name: 'Platform', exact: true });
    await pressInFacet(platforms.getByRole('checkbox', { name: /^Snowflake/ }), 'Space');
    await expect.poll(() => filters(page)).toEqual([SNOWFLAKE]);
    await pressInFacet(platforms.getByRole('checkbox', { name: /^Kafka/ }), 'Space');
    await page.getByText('Platform is Snowflake or Kafka').waitFor();
    await pressInFacet(page.getByRole('checkbox', { name: /^Container/ }), 'ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Type is not Container').waitFor();
    await pressOn(page.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(() => filters(page)).toEqual([]);

    await findByKeys(page.getByRole('combobox', { name: 'Add filter' }), 'certified', /Certified on/);
    await pressOn(page.getByRole('slider', { name: 'Certified on, from' }), 'ArrowRight');
    await page.getByText(/^Certified on is on or after \d{4}-\d\d-\d\d$/).waitFor();
    await pressOn(page.getByRole('slider', { name: 'Certified on, to' }), 'ArrowLeft');
    await page.getByText(/^Certified on is on or before \d{4}-\d\d-\d\d$/).waitFor();
    expect(await found(page)).toBeGreaterThan(0);
    await pressInFacet(page.getByRole('button', { name: 'Certified on: has a value' }));
    await page.getByText('Certified on has a value').waitFor();
    await pressInFacet(page.getByRole('button', { name: 'Remove filter Certified on' }));
    await expect.poll(() => filters(page)).toEqual([]);
  });

  it('are one stop of Tab each, with arrow keys between their values', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await found(page);
    await tabTo(page, page.getByRole('button', { name: 'Type', exact: true }));
    await page.keyboard.press('Tab');
    await focused(page, 'Subtype');
    await page.keyboard.press('Shift+Tab');
    await focused(page, 'Type');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('checkbox', { name: /^Column/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await focused(page, 'Exclude Column');
    // Tab leaves the facet, and comes back to where it was left.
    await page.keyboard.press('Tab');
    await focused(page, 'Subtype');
    await page.keyboard.press('Shift+Tab');
    await focused(page, 'Exclude Column');
    await page.keyboard.press('ArrowUp');
    await page
      .getByRole('checkbox', { name: /^Column/ })
      .and(page.locator(':focus'))
      .waitFor();
    await window.expectAccessible();
  });

  it('show more values and search within them', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await page.getByRole('button', { name: 'Owner', exact: true }).click();
    const owners = page.getByRole('group', { name: 'Owner', exact: true }).getByRole('checkbox');
    await expect.poll(() => owners.count()).toBe(6);
    await page.getByRole('button', { name: 'Show more values of Owner' }).click();
    await page.getByRole('button', { name: /^Show \d+ more values of Owner$/ }).click();
    await expect.poll(() => owners.count()).toBeGreaterThan(26);
    await page.getByLabel('Search in Owner').fill('castro');
    await page.getByRole('group', { name: 'Owner', exact: true }).getByText('Inês Castro').click();
    await page.getByText('Owner is Inês Castro').waitFor();
  });

  it('open in a dialog on a narrow screen', async () => {
    await using window = await visit.open('/search', { width: 390 });
    const { page } = window;
    await found(page);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('dialog').getByText('Snowflake').click();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe('the quick filters', () => {
  it('find what is mine, without owner, and changed this week, one press each', async () => {
    const { token } = await withToken(visit.server, 'urn:li:corpuser:tomas.novak');
    await using window = await visit.open('/search', { token });
    const { page } = window;
    const all = await found(page);
    const quick = page.getByRole('group', { name: 'Quick filters' });
    const press = async (name: string): Promise<number> => {
      await quick.getByRole('button', { name }).click();
      await page.waitForURL(/filter=/);
      return found(page);
    };
    const pressed = (): Promise<readonly string[]> => quick.locator('[aria-pressed=true]').allTextContents();

    const mine = await press('Mine');
    expect(mine).toBeGreaterThan(0);
    expect(mine).toBeLessThan(all);
    expect(filters(page)).toEqual([expect.stringMatching(/^owners:is:urn:li:corpuser:tomas\.novak/)]);
    await page.getByText(/^Owner is Tomáš Novák/).waitFor();
    await window.expectAccessible();

    // The two exclude each other.
    await press('Without owner');
    await expect.poll(() => filters(page)).toEqual(['-owners:exists']);
    expect(await pressed()).toEqual(['Without owner']);
    await press('Changed this week');
    await page.getByText('Changed in the catalog is in the last 7 days').waitFor();
    expect(await pressed()).toEqual(['Without owner', 'Changed this week']);

    for (const name of await pressed()) await quick.getByRole('button', { name }).click();
    await expect.poll(() => filters(page)).toEqual([]);
    await expect.poll(() => found(page)).toBe(all);
  });
});
