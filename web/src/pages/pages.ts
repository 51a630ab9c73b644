import { lazy } from 'react';
import type { ComponentType } from 'react';

/** A page of the interface and its address; `:name` stands for one step of it. */
interface PageRoute {
  readonly path: string;
  readonly component: ComponentType;
}

/** All pages, in the order in which their addresses are tried. Each is loaded when it is first opened. */
export const PAGES: readonly PageRoute[] = [
  {
    path: '/search',
    component: lazy(async () => ({ default: (await import('./search-page.tsx')).SearchPage })),
  },
  {
    path: '/edits',
    component: lazy(async () => ({ default: (await import('./edits-page.tsx')).EditsPage })),
  },
  {
    path: '/edits/:id',
    component: lazy(async () => ({ default: (await import('./edit-page.tsx')).EditPage })),
  },
  {
    path: '/import',
    component: lazy(async () => ({ default: (await import('./import-page.tsx')).ImportPage })),
  },
  // After all others: the page of an entity of any type of the registry.
  {
    path: '/:type/:urn',
    component: lazy(async () => ({ default: (await import('./entity-page.tsx')).EntityPage })),
  },
];
