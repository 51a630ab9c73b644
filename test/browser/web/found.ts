import type { Page } from 'playwright-core';

/** The number of results that the page shows, once it is up to date. */
export async function found(page: Page): Promise<number> {
  await page.locator('ol[aria-busy=false], .empty').first().waitFor();
  const text = await page.getByText(/ found$/).textContent();
  return Number(text?.replace(/\D/g, ''));
}

/** The filters in the address. */
export const filters = (page: Page): readonly string[] => new URL(page.url()).searchParams.getAll('filter');
/** A filter, as in the address. */
export const SNOWFLAKE = 'platform:is:urn:li:dataPlatform:snowflake';
