/** A page of the interface. */
export interface PageEntry {
  /** Its name in menus and in the command palette; undefined: only other pages lead to it. */
  readonly label?: string;
  /** The menu that has it, in the order of the table; undefined: the command palette alone. */
  readonly menu?: 'bar' | 'account';
  /**
   * Privileges on the catalog, one of which it takes to be offered the page, or `any edit`: the right to edit a field of some
   * asset; undefined: everybody is. The page itself says why it shows nothing to others.
   */
  readonly needs?: 'any edit' | readonly string[];
}

/**
 * All pages by their addresses, in the order in which these are tried; `:name` stands for one step. Routes, menus and the
 * command palette are made from this table; `pages/pages.ts` has the component of each.
 */
export const PAGES = {
  '/search': { label: 'Search', menu: 'bar' },
  '/properties': { label: 'Properties', menu: 'bar' },
  '/properties/new': { label: 'New property', needs: ['MANAGE_STRUCTURED_PROPERTIES'] },
  '/properties/:name': {},
  '/properties/:name/edit': {},
  '/browse': { label: 'Browse', menu: 'bar' },
  '/browse/:kind': {},
  '/people': { label: 'People', menu: 'bar' },
  '/policies': { label: 'Policies' },
  '/policies/:urn': {},
  '/operations': { label: 'Operations', menu: 'bar' },
  '/audit': { label: 'Audit log', needs: ['GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'] },
  '/edits': { label: 'Your edits', menu: 'account' },
  '/edits/:id': {},
  '/import': { label: 'Import a table (CSV)', menu: 'account', needs: 'any edit' },
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
  // After all others: the page of an entity of any type of the registry.
  '/:type/:urn': {},
} as const satisfies Readonly<Record<string, PageEntry>>;

/** Address of a page, with the names of its steps. */
export type PagePath = keyof typeof PAGES;

/** A page with a name, which menus and the command palette offer. */
export interface NamedPage extends PageEntry {
  readonly path: string;
  readonly label: string;
}

/** The pages that have a name, in the order of the table. */
export const NAMED_PAGES: readonly NamedPage[] = Object.entries<PageEntry>(PAGES).flatMap(
  ([path, { label, ...entry }]) => (label === undefined ? [] : [{ ...entry, path, label }]),
);
