import type { Locator, Page } from 'playwright-core';

/** A table of the demo, as in addresses. */
export const ORDERS = encodeURIComponent(
  'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)',
);

/** What is pressed in a bar over a list, what appears then, and what may not move. */
export interface Bar {
  /** The file of the bar, in `web/src`. */
  readonly file: string;
  readonly path: string;
  readonly press: (page: Page) => Locator;
  readonly appears: (page: Page) => Locator;
  readonly below: (page: Page) => Locator;
  /** Types this instead of pressing. */
  readonly types?: string;
}

const list = (page: Page): Locator => page.getByRole('list', { name: 'Results' });
const cleared = (page: Page): Locator => page.getByRole('button', { name: 'Clear selection' });
const search = (page: Page): Locator => page.getByRole('main').getByRole('searchbox');

/** All bars of controls over lists, tables and grids. */
export const BARS: Readonly<Record<string, Bar>> = {
  'results, when the page is selected': {
    file: 'features/search/results/result-list.tsx',
    path: '/search?q=customer',
    press: (page) => page.getByText('Select page'),
    appears: cleared,
    below: list,
  },
  'results, when one is selected': {
    file: 'features/search/results/result-list.tsx',
    path: '/search?q=customer',
    press: (page) => list(page).getByRole('checkbox').first(),
    appears: cleared,
    below: list,
  },
  'the contents of a domain': {
    file: 'features/search/results/result-list.tsx',
    path: '/domain/urn%3Ali%3Adomain%3Aorders',
    press: (page) => page.getByText('Select page'),
    appears: cleared,
    below: list,
  },
  'columns, when one is selected': {
    file: 'features/columns/columns-grid.tsx',
    path: `/dataset/${ORDERS}/columns`,
    press: (page) => page.getByRole('gridcell').filter({ has: page.getByLabel('Select customer_key') }),
    appears: cleared,
    below: (page) => page.getByRole('grid'),
  },
  'columns, when they are filtered': {
    file: 'features/columns/columns-toolbar.tsx',
    path: `/dataset/${ORDERS}/columns`,
    press: (page) => page.getByRole('searchbox', { name: 'Filter columns' }),
    types: 'amount',
    appears: (page) => page.getByText(/^\d of 8 columns/),
    below: (page) => page.getByRole('columnheader', { name: 'Column', exact: true }),
  },
  'the sorted results': {
    file: 'features/search/search-screen.tsx',
    path: '/search?q=customer&sort=-lastModifiedAt',
    press: (page) => page.getByRole('button', { name: 'Descending; sort ascending' }),
    appears: (page) => page.getByRole('button', { name: 'Ascending; sort descending' }),
    below: (page) => page.getByText('Select page'),
  },
  'the lineage, as a list': {
    file: 'features/lineage/lineage-filters.tsx',
    path: `/dataset/${ORDERS}/lineage`,
    press: (page) => page.getByText(/^Chart \(/),
    appears: (page) => page.getByRole('checkbox', { name: /^Chart/, checked: false }),
    below: (page) => page.getByText(/^Total: /),
  },
  'deleted properties': {
    file: 'pages/properties/properties-page.tsx',
    path: '/properties',
    press: (page) => page.getByRole('tab', { name: 'Deleted' }),
    appears: (page) => page.getByRole('tab', { name: 'Deleted', selected: true }),
    below: (page) => page.getByRole('tab', { name: 'In use' }),
  },
  'the coverage of properties': {
    file: 'features/properties/list/coverage-map.tsx',
    path: '/properties',
    press: (page) => page.getByRole('button', { name: /Compare by$/ }),
    appears: (page) => page.getByRole('listbox'),
    below: (page) =>
      page
        .getByRole('table', { name: /^Coverage by/ })
        .getByRole('row')
        .first(),
  },
  users: {
    file: 'shared/entities/searched-list.tsx',
    path: '/people',
    press: search,
    types: 'ada',
    appears: (page) => page.getByRole('table').getByRole('row').nth(1).getByText('Ada'),
    below: (page) => page.getByRole('table').getByRole('row').first(),
  },
  domains: {
    file: 'features/browse/browse-kind.tsx',
    path: '/browse/domains',
    press: search,
    types: 'orders',
    appears: (page) => page.getByRole('status').filter({ hasText: /\d/ }),
    below: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  'the history, when times are compared': {
    file: 'features/history/history-filter.tsx',
    path: `/dataset/${ORDERS}/history`,
    press: (page) => page.getByRole('button', { name: 'Compare two times' }),
    appears: (page) => page.getByRole('region', { name: 'Comparison' }),
    below: (page) => page.getByRole('button', { name: /^By/ }).or(page.getByLabel('By')).first(),
  },
  'two times that are compared': {
    file: 'features/history/comparison.tsx',
    path: `/dataset/${ORDERS}/history?from=1`,
    press: (page) => page.getByRole('region', { name: 'Comparison' }).getByRole('button', { name: /To$/ }),
    appears: (page) => page.getByRole('listbox'),
    below: (page) => page.getByRole('table', { name: 'Differences' }),
  },
  'an aspect as it is stored': {
    file: 'features/asset/raw-tab.tsx',
    path: `/dataset/${ORDERS}?tab=raw`,
    press: (page) => page.getByRole('button', { name: /Version$/ }),
    appears: (page) => page.getByRole('listbox'),
    below: (page) => page.getByRole('tabpanel').locator('pre').first(),
  },
  'the sources of ingestion': {
    file: 'features/ingestion/sources-table.tsx',
    path: '/ingestion',
    press: search,
    types: 'none',
    appears: (page) => page.getByRole('heading', { name: 'No sources match' }),
    below: (page) => page.getByText(/^A source is a stored recipe/),
  },
  proposals: {
    file: 'features/proposals/proposal-list.tsx',
    path: '/proposals?for=all',
    press: (page) => page.getByRole('button', { name: /State/ }),
    appears: (page) => page.getByRole('option', { name: 'Withdrawn' }),
    below: (page) => page.locator('main h2'),
  },
  'bulk edits': {
    file: 'pages/administration/edits-page.tsx',
    path: '/edits',
    press: search,
    types: 'none',
    appears: (page) => page.getByRole('button', { name: 'Edit matching assets', disabled: false }),
    below: (page) => page.getByRole('heading', { level: 2 }),
  },
  'the properties of an asset': {
    file: 'features/asset/properties/properties-tab.tsx',
    path: `/dataset/${ORDERS}?tab=properties`,
    press: (page) => page.getByRole('searchbox', { name: 'Filter by name' }),
    types: 'cost',
    appears: (page) => page.getByText('Monthly cost'),
    below: (page) => page.getByRole('tabpanel').getByRole('listitem').first(),
  },
};
