import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { choose, expectFocus, pressOn, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

const TABLE = datasetUrn('shop.baskets');
const PATH = `/dataset/${encodeURIComponent(TABLE)}/history`;
const MARKUP = '<img src=x onerror=alert(1)> ';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  const { define, dataset } = clientOf(visit.server);
  await define('team');
  await define('owner.note');
  await dataset('shop.baskets');
  const assign = async (team: string, as = visit.server): Promise<void> => {
    const properties = [{ propertyUrn: propertyUrn('team'), values: [{ string: team }] }];
    const { status, text } = await as.request(
      'POST',
      `/openapi/v3/entity/dataset/${encodeURIComponent(TABLE)}/structuredProperties?createIfNotExists=false`,
      { value: { properties } },
    );
    expect(status, text).toBeLessThan(300);
  };
  await assign('checkout');
  const ada = await addActor(visit.server, 'ada', { roles: ['Editor'] });
  await assign('payments', ada);
  await writeAspect(visit.server, TABLE, 'editableDatasetProperties', { description: MARKUP.repeat(400) });
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('the history of an entity', () => {
  it('shows who changed which property, with old and new values, newest first', async () => {
    await using window = await visit.open(PATH);
    const changes = window.page.getByRole('list', { name: 'Changes, newest first' });
    const moments = changes.locator('> li');
    await moments.filter({ hasText: 'team' }).first().waitFor();
    const shown = await moments.filter({ hasText: 'team' }).allInnerTexts();
    expect(shown[0]).toMatch(/by ada[\s\S]*team[\s\S]*Before:\s*checkout[\s\S]*After:\s*payments/);
    expect(shown[1]).toMatch(/team[\s\S]*After:\s*checkout/);
    // A long description with markup is shown as text, collapsed.
    await changes.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    await changes.getByRole('button', { name: /^Show all [\d,]+ characters$/ }).click();
    await window.expectAccessible();
  });

  it('is counted on its tab, without moving the others, and again after a change by somebody else', async () => {
    await using window = await visit.open('/');
    const { page } = window;
    let count: () => void = () => undefined;
    const isMeasured = new Promise<void>((resolve) => {
      count = resolve;
    });
    await page.route('**/change-count?*', async (route) => {
      await isMeasured;
      await route.continue();
    });
    await page.goto(`${visit.server.url}/dataset/${encodeURIComponent(TABLE)}`);
    const access = page.getByRole('tab', { name: 'Access' });
    await page.getByRole('tab', { name: 'Quality 0' }).waitFor();
    const before = await access.boundingBox();
    count();
    await page.getByRole('tab', { name: 'History 4' }).waitFor();
    expect(await access.boundingBox()).toEqual(before);
    await writeAspect(visit.server, TABLE, 'status', { removed: false });
    await page.getByRole('tab', { name: 'History 5' }).waitFor();
    await window.expectAccessible();
  });

  it('is filtered by property and person, with the filter in the address', async () => {
    await using window = await visit.open(`${PATH}?property=${encodeURIComponent(propertyUrn('team'))}`);
    const moments = window.page.getByRole('list', { name: 'Changes, newest first' }).locator('> li');
    await moments.first().waitFor();
    expect(await moments.count()).toBe(2);
    await window.page.getByRole('button', { name: /By$/ }).click();
    await window.page.getByRole('option', { name: 'ada' }).click();
    await window.page.waitForURL(/by=urn/);
    expect(await moments.count()).toBe(1);
  });

  it('compares two points in time with the keyboard alone', async () => {
    await using window = await visit.open(`${PATH}?property=${encodeURIComponent(propertyUrn('team'))}`);
    const { page } = window;
    const oldest = page.getByRole('button', { name: /^Compare with now: / }).last();
    await tabTo(page, oldest);
    await page.keyboard.press('Enter');
    const row = page.getByRole('table', { name: 'Differences' }).getByRole('row', { name: /^team/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/checkout[\s\S]*payments/);
    // Compares the oldest entry with itself, then with now again.
    const moment = (await page.getByRole('button', { name: /From$/ }).innerText()).trim();
    await tabTo(page, page.getByRole('button', { name: /To$/ }));
    await page.keyboard.press('Enter');
    await choose(page, moment);
    await page.getByText('No differences between these times.').waitFor();
    await tabTo(page, page.getByRole('button', { name: /To$/ }));
    await page.keyboard.press('Enter');
    await choose(page, 'Now');
    await row.waitFor();
    const address = page.url();
    expect(address).toMatch(/from=\d+/);
    await using other = await visit.open(address.slice(visit.server.url.length), {
      width: 390,
      colorScheme: 'dark',
    });
    await other.page.getByRole('table', { name: 'Differences' }).waitFor();
    expect(
      await other.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
    await other.expectAccessible();
  });
});

describe('setting back', () => {
  const teamOf = async (): Promise<string> => {
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(TABLE)}/structuredProperties`;
    const { json } = await visit.server.request('GET', path);
    return json.value.properties[0].values[0].string;
  };

  it('shows what changes first, writes a new version, and has an undo', async () => {
    await using window = await visit.open(`${PATH}?property=${encodeURIComponent(propertyUrn('team'))}`);
    const { page } = window;
    await tabTo(page, page.getByRole('button', { name: /^Set back to this: / }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Set back to / });
    const row = dialog.getByRole('table', { name: 'What changes' }).getByRole('row', { name: /^team/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/payments[\s\S]*checkout/);
    await window.expectAccessible();
    await pressOn(dialog.getByRole('button', { name: 'Set back', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    expect(await teamOf()).toBe('checkout');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Undone: Set back to /).waitFor();
    expect(await teamOf()).toBe('payments');
  });

  it('is refused if somebody changed the part in the meantime', async () => {
    await using window = await visit.open(`${PATH}?property=${encodeURIComponent(propertyUrn('team'))}`);
    const { page } = window;
    await page
      .getByRole('button', { name: /^Set back to this: / })
      .last()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Set back to / });
    const button = dialog.getByRole('button', { name: 'Set back', exact: true });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await clientOf(visit.server).assign(TABLE, { team: [{ string: 'returns' }] });
    await button.click();
    await dialog.getByText('Someone has changed this in the meantime.').waitFor();
    window.expectRefusals(412);
    expect(await teamOf()).toBe('returns');
    await clientOf(visit.server).assign(TABLE, { team: [{ string: 'payments' }] });
  });

  it('is not offered to people who may not edit', async () => {
    const reader = await addActor(visit.server, 'history-reader', { roles: ['Reader'] });
    await using window = await visit.open(PATH, { token: reader.token });
    await window.page.getByRole('list', { name: 'Changes, newest first' }).waitFor();
    await window.page
      .getByRole('button', { name: /^Compare with now: / })
      .first()
      .waitFor();
    expect(await window.page.getByRole('button', { name: /^Set back to this: / }).count()).toBe(0);
  });
});

it('is compared with now only before its last change', async () => {
  await using window = await visit.open(PATH);
  const { page } = window;
  const entries = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
  const compare = { name: /^Compare with now: / };
  await entries.nth(1).getByRole('button', compare).waitFor();
  expect(await entries.first().getByRole('button', compare).count()).toBe(0);
});

describe('the focus', () => {
  it('stays in the history when a comparison opens and closes', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    await pressOn(page.getByRole('button', { name: 'Compare two times' }));
    await page.locator(':focus').getByRole('region', { name: 'Comparison' }).waitFor();
    await pressOn(page.getByRole('button', { name: 'Close comparison' }));
    await page.getByRole('button', { name: 'Compare two times' }).waitFor();
    await expectFocus(page, 'main');
  });
});

describe('the tab of the history', () => {
  it('is in view on a phone', async () => {
    await using window = await visit.open(`/dataset/${encodeURIComponent(TABLE)}?tab=history`, {
      width: 390,
    });
    const tab = window.page.getByRole('tab', { name: /^History/, selected: true });
    await tab.waitFor();
    await expect
      .poll(async () => {
        const box = await tab.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 390;
      })
      .toBe(true);
  });
});

describe('an entity that does not exist', () => {
  it.for(['history', 'lineage', 'columns'])('is not found on its page %s', async (part) => {
    await using window = await visit.open(`/dataset/${encodeURIComponent(datasetUrn('missing'))}/${part}`);
    await window.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await window.page.getByRole('link', { name: 'Search the catalog' }).waitFor();
    // The browser reports the requests for what is missing.
    expect(window.complaints.splice(0).filter((text) => !text.includes('status of 404'))).toEqual([]);
  });
});

describe('an entity that was hard-deleted', () => {
  it('is restored from its page, with the keyboard alone, by people who may', async () => {
    const urn = 'urn:li:tag:shortLived';
    const path = `/tag/${encodeURIComponent(urn)}`;
    await writeAspect(visit.server, urn, 'tagProperties', { name: 'Short lived' });
    const { status } = await visit.server.request('DELETE', `/openapi/v3/entity${path}`);
    expect(status).toBe(200);
    const reader = await addActor(visit.server, 'undo-reader', { roles: ['Reader'] });
    await using others = await visit.open(path, { token: reader.token });
    await others.page.getByText('This entity does not exist, or you don’t have access').waitFor();
    const answered = others.page.waitForResponse((response) => response.url().includes('/v1/undo'));
    await others.page.reload();
    await answered;
    await others.page.getByText('This entity does not exist, or you don’t have access').waitFor();
    expect(await others.page.getByRole('button', { name: 'Restore entity' }).count()).toBe(0);

    await using window = await visit.open(path);
    const { page } = window;
    await page.getByText('You can restore all of it but its history').waitFor();
    await window.expectAccessible();
    await pressOn(page.getByRole('button', { name: 'Restore entity' }));
    await page.getByRole('heading', { level: 1, name: 'Short lived' }).waitFor();
    await expectFocus(page, 'main');
  });
});

describe('a reader', () => {
  it('sees the changes, and a note that refusals are in the audit log', async () => {
    const { token } = await addActor(visit.server, 'rolf', { roles: ['Reader'] });
    await using window = await visit.open(PATH, { token });
    await window.page.getByText('which you cannot read').waitFor();
    await window.page.getByText('payments').first().waitFor();
  });
});

describe('an administrator', () => {
  it('sees reported data as one line, never as a lost change', async () => {
    const profile = (timestampMillis: number): unknown => ({
      urn: TABLE,
      datasetProfile: { value: { timestampMillis, rowCount: 7 } },
    });
    const { status, text } = await visit.server.request('POST', '/openapi/v3/entity/dataset?async=false', [
      profile(1_790_000_000_000),
      profile(1_790_086_400_000),
    ]);
    expect(status, text).toBeLessThan(300);
    await using window = await visit.open(PATH);
    await window.page.getByText('Reported 2 times').waitFor();
    expect(await window.page.getByText('no longer stored').count()).toBe(0);
  });

  it('sees refused writes', async () => {
    const rolf = await addActor(visit.server, 'rita', { roles: ['Reader'] });
    const refused = await clientOf(rolf).post(TABLE, 'datasetProperties', { name: 'x' });
    expect(refused.status).toBe(403);
    await using window = await visit.open(PATH);
    const { page } = window;
    const audited = page.getByRole('list', { name: 'Only in the audit log, newest first' });
    await audited
      .getByText(/^Refused/)
      .first()
      .waitFor();
    // The number on the tab is that of the other entries.
    const changes = page.getByRole('list', { name: 'Changes, newest first' }).locator('> li');
    const count = await changes.count();
    await page.goto(`${visit.server.url}/dataset/${encodeURIComponent(TABLE)}`);
    await page.getByRole('tab', { name: `History ${count}` }).waitFor();
  });
});
