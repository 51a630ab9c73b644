import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActor } from '../../support/test-actors.ts';
import { SNOWFLAKE, filters, found } from './found.ts';
import {
  choose,
  chooseByKeys,
  expectFocus,
  findByKeys,
  focused,
  pressInFacet,
  pressOn,
  tabTo,
} from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

async function api(query: string, variables: object): Promise<unknown> {
  const answer = await fetch(`${visit.server.url}/api/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${visit.server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const parsed = (await answer.json()) as { data: unknown; errors?: unknown };
  expect(parsed.errors).toBeUndefined();
  return parsed.data;
}

describe('controls that have not been used yet', () => {
  it('handle the first press and the first keys', async () => {
    await using window = await visit.open('/search?q=customer');
    const { page } = window;
    // As soon as they are rendered, while other parts are still loading.
    await page.locator('[role=search] input').focus();
    await page.keyboard.type('s orders');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('customers orders');

    await page.getByRole('button', { name: /Sort by/ }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('_entityName');

    await page.getByRole('button', { name: /^Account:/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Access tokens' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button:focus[aria-label^="Account:"][aria-expanded=false]').waitFor();

    await page.goto(`${visit.server.url}/search?q=customer`);
    await page.locator('[role=search] input').click({ position: { x: 20, y: 10 } });
    const place = await page.evaluate(
      () => document.activeElement instanceof HTMLInputElement && document.activeElement.selectionStart,
    );
    expect(place).toBeLessThan('customer'.length);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(window.complaints).toEqual([]);
  });

  it('open with the keyboard after a press that was released elsewhere', async () => {
    await using window = await visit.open('/properties/new');
    const { page } = window;
    const heading = page.getByRole('heading', { level: 1 });
    const types = page.getByRole('combobox', { name: 'Asset types' });
    await types.hover();
    await page.mouse.down();
    await heading.hover();
    await page.mouse.up();
    await heading.click();
    expect(await page.getByRole('listbox').count()).toBe(0);
    // A list that opens while the page scrolls to its field closes again.
    await types.scrollIntoViewIfNeeded();
    await tabTo(page, types);
    await page.getByRole('option', { name: 'Dataset', exact: true }).waitFor();
  });
});

describe('the editor of filters', () => {
  it('starts from the facets and adds a group', async () => {
    await using window = await visit.open(`/search?filter=${encodeURIComponent(SNOWFLAKE)}`);
    const { page } = window;
    const before = await found(page);
    await page.getByRole('button', { name: 'Edit filters' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Snowflake').waitFor();
    await dialog.getByRole('button', { name: 'Add group' }).click();
    await dialog.getByRole('combobox', { name: 'Add condition' }).last().fill('name');
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Enter a value for Name.').waitFor();
    await dialog
      .getByRole('group', { name: 'Condition on Name' })
      .getByRole('button', { name: /Condition of Name/ })
      .click();
    await page.getByRole('option', { name: 'contains', exact: true }).click();
    await dialog.getByLabel('Value of Name').fill('campaign');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('or Name contains campaign').waitFor();
    await expect.poll(() => found(page)).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Save as view', exact: true }).waitFor();
    await window.expectAccessible();
  });
});

describe('the editor of filters with the keyboard alone', () => {
  it('joins groups by or, and negates', async () => {
    await using window = await visit.open(`/search?filter=${encodeURIComponent(SNOWFLAKE)}`);
    const { page } = window;
    const before = await found(page);
    await pressOn(page.getByRole('button', { name: 'Edit filters' }));
    const dialog = page.getByRole('dialog');
    await pressOn(dialog.getByRole('button', { name: 'Add group' }));
    await findByKeys(dialog.getByRole('combobox', { name: 'Add condition' }).last(), 'owner', 'Owner');
    const condition = dialog.getByRole('group', { name: 'Condition on Owner' });
    await chooseByKeys(condition.getByRole('button', { name: /Condition of Owner/ }), 'has no value');
    await pressOn(dialog.getByRole('button', { name: 'Apply' }));
    await page.getByText('or Owner has no value').waitFor();
    expect(await found(page)).toBeGreaterThan(before);
  });
});

describe('the focus', () => {
  it('stays among the filters when one is added, and among the views when one is saved', async () => {
    await using window = await visit.open(`/search?filter=${encodeURIComponent(SNOWFLAKE)}`);
    const { page } = window;
    await found(page);
    await findByKeys(page.getByRole('combobox', { name: 'Add filter' }), 'certified', /Certified on/);
    await page.getByRole('slider', { name: 'Certified on, from' }).waitFor();
    await focused(page, 'Certified on');

    await pressOn(page.getByRole('button', { name: 'Save as view' }));
    await expectFocus(page, '[role=dialog] input');
    await page.keyboard.type('Focused');
    await page.keyboard.press('Enter');
    await page.getByText('View saved').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocus(page, 'main');
  });
});

describe('results', () => {
  it('are searched, sorted, paged, opened and selected with the keyboard alone', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    const total = await found(page);
    await pressOn(page.getByRole('link', { name: 'Page 2' }));
    await expect.poll(() => new URL(page.url()).search).toBe('?page=2');
    await chooseByKeys(page.getByRole('button', { name: /Sort by/ }), 'Name');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=_entityName');
    await found(page);
    await pressOn(page.getByRole('list', { name: 'Results' }).getByRole('checkbox').first(), 'Space');
    await page.getByText('1 selected').waitFor();
    await pressOn(page.getByRole('checkbox', { name: '1 selected' }), 'Space');
    await page.getByText('20 selected').waitFor();
    await pressOn(page.getByRole('button', { name: /^Select all/ }));
    await page.getByText(`${total.toLocaleString('en')} selected`).waitFor();
    await pressOn(page.getByRole('button', { name: 'Clear selection' }));
    await page.getByText('Select page').waitFor();
    await pressOn(page.getByRole('list', { name: 'Results' }).getByRole('link').first());
    await page.waitForURL(/\/urn/);
  });

  it('are reached with Tab from the skip link', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await found(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Search');
    await pressInFacet(page.getByRole('checkbox', { name: /^Dataset/ }), 'Space');
    await page.getByText('Type is Dataset').waitFor();
    await pressOn(page.getByRole('link', { name: 'Skip to results' }));
    await focused(page, 'Edit filters');
    // Between them are the three quick filters, and the choice of a view if there are any.
    const save = page.getByRole('button', { name: 'Save as view' });
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      if (await save.evaluate((element) => element === document.activeElement)) break;
    }
    await focused(page, 'Save as view');
  });

  it('highlight words, and are sorted and paged, all in the address', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await found(page);
    await page.keyboard.press('/');
    await page.keyboard.type('order');
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.getByRole('button', { name: /Sort by/ }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=order&sort=_entityName');
    await page.getByRole('button', { name: /sort descending/ }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=order&sort=-_entityName');
  });

  it('show what has no effect, and which part to remove if there are none', async () => {
    const query = ['platform:is:urn:li:dataPlatform:snowflake', '-owners:exists', '-nonsense:is:x']
      .map((text) => `filter=${encodeURIComponent(text)}`)
      .join('&');
    await using window = await visit.open(`/search?${query}`);
    const { page } = window;
    await page.getByText(/^Nothing here has the field .nonsense./).waitFor();
    await page.getByRole('button', { name: /Without “Owner has no value”: \d+/ }).click();
    expect(await found(page)).toBeGreaterThan(0);
  });

  it('show filters of the address that are not understood, and read the address of DataHub', async () => {
    const address = new URLSearchParams({
      query: 'orders',
      filter_platform___false___EQUAL___0: 'urn:li:dataPlatform:snowflake',
      filter_platform___false___RELATED_INCL___1: 'x',
    });
    await using window = await visit.open(`/search?${address.toString()}`);
    const { page } = window;
    await page.getByText('Platform is Snowflake').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('orders');
    const notice = page.getByRole('status').filter({ hasText: 'is not understood and has no effect' });
    await notice.getByText('filter_platform___false___RELATED_INCL___1=x').waitFor();
    expect(await found(page)).toBeGreaterThan(0);
    await notice.getByRole('button', { name: /^Remove filter/ }).click();
    await expect.poll(() => filters(page)).toEqual([SNOWFLAKE]);
    await notice.waitFor({ state: 'detached' });
  });

  it('match any filter of an address of DataHub that says so', async () => {
    const [snowflake, dbt] = ['urn:li:dataPlatform:snowflake', 'urn:li:dataPlatform:dbt'];
    const [first, second] = ['filter_platform___false___EQUAL___0', 'filter_platform___false___EQUAL___1'];
    const open = (address: Readonly<Record<string, string>>) =>
      `/search?${new URLSearchParams(address).toString()}`;
    await using window = await visit.open(open({ [first]: snowflake }));
    const { page } = window;
    const ofSnowflake = await found(page);
    await page.goto(visit.server.url + open({ [first]: dbt }));
    const ofDbt = await found(page);
    await page.goto(
      visit.server.url + open({ query: '', [first]: snowflake, [second]: dbt, unionType: '1' }),
    );
    expect(await found(page)).toBe(ofSnowflake + ofDbt);
    const { searchParams } = new URL(page.url());
    expect(searchParams.has('unionType')).toBe(false);
    expect(searchParams.getAll('or')).toHaveLength(2);
    // Without it, both must match.
    await page.goto(visit.server.url + open({ query: '', [first]: snowflake, [second]: dbt }));
    await page.getByText('No results').waitFor();
  });

  it('are selected by page and all at once', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    const total = await found(page);
    await page.getByText('Select page').click();
    await page.getByText('20 selected').waitFor();
    // A double click presses nothing that moves into the place of the button.
    await page.getByRole('button', { name: /^Select all/ }).dblclick();
    await page.getByText(`${total.toLocaleString('en')} selected`).waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByText('Select page').waitFor();
  });

  it('stay selected or not: a double click on the checkbox presses nothing else', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await found(page);
    const box = page.getByRole('checkbox', { name: 'Select page' });
    const text = page.getByText('Select page', { exact: true });
    const before = await text.boundingBox();
    await text.dblclick({ position: { x: (before?.width ?? 0) - 2, y: 8 } });
    await box.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await box.click();
    const after = await page.getByText('20 selected', { exact: true }).boundingBox();
    expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
  });

  it('cannot all be selected if the page cannot express the view', async () => {
    const created = (await api('mutation($input: CreateViewInput!) { createView(input: $input) { urn } }', {
      input: {
        viewType: 'PERSONAL',
        name: 'Any case',
        definition: {
          entityTypes: [],
          filter: {
            operator: 'AND',
            filters: [{ field: 'origin', condition: 'IEQUAL', values: ['prod'] }],
          },
        },
      },
    })) as { createView: { urn: string } };
    const { urn } = created.createView;
    await using window = await visit.open(`/search?view=${encodeURIComponent(urn)}`);
    const { page } = window;
    expect(await found(page)).toBeGreaterThan(20);
    await page.getByText('Select page').click();
    await page
      .getByRole('button', { name: /^Select all .*, not available: This view cannot be used/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByText('20 selected').waitFor();
    await page.getByRole('button', { name: 'Edit selected' }).click();
    await page.getByRole('dialog', { name: 'Edit 20 assets' }).waitFor();
    await api('mutation($urn: String!) { deleteView(urn: $urn) }', { urn });
  });

  it('show hostile names as text', async () => {
    const name = '<img src=x onerror=alert(1)> \u202Eاسم ' + 'long '.repeat(2_000);
    const urn = 'urn:li:tag:hostile';
    await api('mutation($input: CreateTagInput!) { createTag(input: $input) }', {
      input: { id: 'hostile', name, description: '<script>alert(1)</script>' },
    });
    await using window = await visit.open('/search?q=onerror', { width: 390 });
    const { page } = window;
    await page.getByRole('link', { name: /<img src=x onerror/ }).waitFor();
    await page.getByText('<script>alert(1)</script>').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await api('mutation($urn: String!) { deleteTag(urn: $urn) }', { urn });
  });
});

describe('views', () => {
  it('are saved, set as default, edited and deleted, with the keyboard alone', async () => {
    await using window = await visit.open(`/search?filter=${encodeURIComponent(SNOWFLAKE)}`);
    const { page } = window;
    const press = async (name: string | RegExp): Promise<void> => {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    const choose = async (name: string | RegExp): Promise<void> => {
      await press(/^Actions for view/);
      await page.getByRole('menuitem', { name }).focus();
      await page.keyboard.press('Enter');
    };
    const total = await found(page);
    await press('Save as view');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('Snow');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toMatch(/^urn:li:dataHubView:/);
    expect(await found(page)).toBe(total);
    await choose('Set as my default');
    await page.getByText('Default view changed').waitFor();

    await page.goto(`${visit.server.url}/search`);
    await page.getByRole('button', { name: 'Actions for view Snow' }).waitFor();
    expect(await found(page)).toBe(total);
    await choose('Edit filters');
    await page.getByText('Platform is Snowflake').waitFor();
    await page.goBack();
    await choose('Delete…');
    await press('Delete view');
    await expect.poll(() => new URL(page.url()).search).toBe('?view=');
  });
});

describe('a second view', () => {
  it('gets the name that one types when the dialog opens, and replaces none', async () => {
    await using window = await visit.open(`/search?filter=${encodeURIComponent(SNOWFLAKE)}`);
    const { page } = window;
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    // The second name begins as the choice "Replace First" does.
    for (const name of ['First', 'Replica']) {
      await page.goto(`${visit.server.url}/search?filter=${encodeURIComponent(SNOWFLAKE)}`);
      await found(page);
      await page.getByRole('button', { name: 'Save as view' }).click();
      await expectFocus(page, '[role=dialog] input');
      await page.keyboard.type(name);
      if (name === 'Replica') await dialog.getByRole('button', { name: /^New view/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Actions for view ${name}` }).waitFor();
    }
    for (const name of ['First', 'Replica']) {
      await chooseByKeys(page.getByRole('button', { name: /View$|^View/ }), name);
      await pressOn(page.getByRole('button', { name: `Actions for view ${name}` }));
      await choose(page, 'Delete…', 'menuitem');
      await pressOn(page.getByRole('button', { name: 'Delete view' }));
      await expect.poll(() => new URL(page.url()).search).toBe('?view=');
    }
  });
});

describe('views with the keyboard alone', () => {
  it('are shared with all users, renamed, selected and deselected', async () => {
    await using window = await visit.open(`/search?filter=${encodeURIComponent(SNOWFLAKE)}`);
    const { page } = window;
    await found(page);
    const dialog = page.getByRole('dialog');
    await pressOn(page.getByRole('button', { name: 'Save as view' }));
    await dialog.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('Warehouse');
    await chooseByKeys(dialog.getByRole('button', { name: /Visible to/ }), 'All users');
    await pressOn(dialog.getByRole('button', { name: 'Save view' }));
    const view = page.getByRole('button', { name: /View$|^View/ });
    await page.getByRole('button', { name: 'Actions for view Warehouse' }).waitFor();
    await chooseByKeys(view, 'No view');
    await expect.poll(() => new URL(page.url()).search).toBe('?view=');
    await chooseByKeys(view, 'Warehouse');
    await pressOn(page.getByRole('button', { name: 'Actions for view Warehouse' }));
    await choose(page, 'Rename…', 'menuitem');
    await dialog.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Lakehouse');
    await page.keyboard.press('Enter');
    await pressOn(page.getByRole('button', { name: 'Actions for view Lakehouse' }));
    await choose(page, 'Delete…', 'menuitem');
    // Until it is deleted, its results may be requested again: the renaming may be reported by the feed of changes only now.
    const asked: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.postData()?.includes('deleteView') !== true) return;
      page.on('request', (later) => asked.push(later.postData() ?? ''));
    });
    await pressOn(page.getByRole('button', { name: 'Delete view' }));
    await expect.poll(() => new URL(page.url()).search).toBe('?view=');
    await found(page);
    // Nothing requests the results of the deleted view.
    expect(asked.filter((body) => body.includes('viewUrn'))).toEqual([]);
  });
});

describe('a reader', () => {
  it('saves views only for themselves', async () => {
    const reader = await addActor(visit.server, 'reader', { roles: ['Reader'] });
    await using window = await visit.open(`/search?filter=${encodeURIComponent(SNOWFLAKE)}`, {
      token: reader.token,
    });
    const { page } = window;
    expect(await found(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Save as view' }).click();
    await page
      .getByText('To share a view with all users, you need the privilege Manage Global Views.')
      .waitFor();
  });
});

describe('an empty catalog', () => {
  it('leads to the first steps', async () => {
    await using empty = await WebVisit.start({ demo: false });
    await using window = await empty.open('/search');
    const { page } = window;
    await page.getByRole('heading', { name: 'The catalog has no assets yet' }).waitFor();
    await window.expectAccessible();
    await page.getByRole('link', { name: 'See the first steps' }).click();
    await page.getByRole('button', { name: 'Load the demo' }).waitFor();
  });
});
