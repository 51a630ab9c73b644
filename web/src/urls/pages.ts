/** A page of the interface. */
export interface PageEntry {
  /** Label in menus and in the command palette; undefined: reached only from other pages. */
  readonly label?: string;
  /** Menu that lists it, in table order; undefined: only the command palette. */
  readonly menu?: 'bar' | 'account';
  /**
   * Platform privileges of which one is required for the page to be offered, or `any change`: the right to edit a field of some
   * asset, or to propose it; undefined: offered to everyone. The page itself explains a refusal.
   */
  readonly needs?: 'any change' | readonly string[];
}

/**
 * All pages by path, in matching order; `:name` matches one segment. Routes, menus and the command palette are built from
 * this table; `pages/pages.ts` has their components.
 */
export const PAGES = {
  '/': { label: 'Home' },
  '/search': { label: 'Search', menu: 'bar' },
  '/properties': { label: 'Properties', menu: 'bar' },
  '/properties/new': { label: 'New property', needs: ['MANAGE_STRUCTURED_PROPERTIES'] },
  '/properties/:name': {},
  '/properties/:name/edit': {},
  '/browse': { label: 'Browse', menu: 'bar' },
  '/browse/:kind': {},
  '/people': { label: 'People', menu: 'bar' },
  '/proposals': { label: 'Review', menu: 'bar' },
  '/proposals/:id': {},
  '/forms': { label: 'Forms' },
  '/forms/:urn': {},
  '/policies': { label: 'Policies' },
  '/policies/:urn': {},
  '/operations': {
    label: 'Operations',
    menu: 'bar',
    needs: [
      'GET_PLATFORM_EVENTS',
      'MANAGE_SYSTEM_OPERATIONS',
      'RESTORE_INDICES_PRIVILEGE',
      'MANAGE_INGESTION',
    ],
  },
  '/audit': { label: 'Audit log', needs: ['GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'] },
  '/profile': { label: 'Profile', menu: 'account' },
  '/bin': { label: 'Deleted', menu: 'account' },
  '/edits': { label: 'Your edits', menu: 'account' },
  '/edits/:id': {},
  '/import': { label: 'Import a table (CSV)', menu: 'account', needs: 'any change' },
  '/docs': { label: 'Documentation' },
  '/docs/:name': {},
  '/agents': { label: 'Connect an agent', menu: 'account' },
  '/tokens': { label: 'Access tokens', menu: 'account' },
  '/webhooks': { label: 'Webhooks', menu: 'account' },
  '/webhooks/:id': {},
  '/ingestion': { label: 'Ingestion', needs: ['MANAGE_INGESTION'] },
  '/ingestion/new': {},
  '/ingestion/:urn': {},
  '/ingestion/:urn/edit': {},
  '/dataset/:urn/columns': {},
  '/:type/:urn/history': {},
  '/:type/:urn/lineage': {},
  // Last, because it matches entities of any type in the registry.
  '/:type/:urn': {},
} as const satisfies Readonly<Record<string, PageEntry>>;

/** Path pattern of a page, with the names of its segments. */
export type PagePath = keyof typeof PAGES;

/** A page with a label, offered in menus and the command palette. */
export interface NamedPage extends PageEntry {
  readonly path: string;
  readonly label: string;
}

/** Pages with a label, in table order. */
export const NAMED_PAGES: readonly NamedPage[] = Object.entries<PageEntry>(PAGES).flatMap(
  ([path, { label, ...entry }]) => (label === undefined ? [] : [{ ...entry, path, label }]),
);
