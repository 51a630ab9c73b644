import { lazy, type ComponentType } from 'react';
import { SearchPage } from './search-page.tsx';

/** A page of the interface and its address; `:name` stands for one step of it. */
interface PageRoute {
  readonly path: string;
  readonly component: ComponentType;
}

/** All pages, in the order in which their addresses are tried. The search comes with the frame; each other is loaded when it is first opened. */
export const PAGES: readonly PageRoute[] = [
  { path: '/search', component: SearchPage },
  page('/properties', async () => (await import('./properties-page.tsx')).PropertiesPage),
  page('/properties/new', async () => (await import('./property-editor-page.tsx')).PropertyEditorPage),
  page('/properties/:name', async () => (await import('./property-page.tsx')).PropertyPage),
  page('/properties/:name/edit', async () => (await import('./property-editor-page.tsx')).PropertyEditorPage),
  page('/browse', async () => (await import('./browse-page.tsx')).BrowsePage),
  page('/browse/:kind', async () => (await import('./browse-page.tsx')).BrowsePage),
  page('/people', async () => (await import('./people-page.tsx')).PeoplePage),
  page('/policies', async () => (await import('./policies-page.tsx')).PoliciesPage),
  page('/policies/:urn', async () => (await import('./policy-page.tsx')).PolicyPage),
  page('/tokens', async () => (await import('./tokens-page.tsx')).TokensPage),
  page('/webhooks', async () => (await import('./webhooks-page.tsx')).WebhooksPage),
  page('/webhooks/:id', async () => (await import('./webhook-page.tsx')).WebhookPage),
  page('/operations', async () => (await import('./operations-page.tsx')).OperationsPage),
  page('/audit', async () => (await import('./audit-page.tsx')).AuditPage),
  page('/edits', async () => (await import('./edits-page.tsx')).EditsPage),
  page('/edits/:id', async () => (await import('./edit-page.tsx')).EditPage),
  page('/import', async () => (await import('./import-page.tsx')).ImportPage),
  page('/ingestion', async () => (await import('./ingestion-page.tsx')).IngestionPage),
  page('/ingestion/new', async () => (await import('./ingestion-editor-page.tsx')).IngestionEditorPage),
  page('/ingestion/:urn', async () => (await import('./ingestion-source-page.tsx')).IngestionSourcePage),
  page('/ingestion/:urn/edit', async () => (await import('./ingestion-editor-page.tsx')).IngestionEditorPage),
  page('/dataset/:urn/columns', async () => (await import('./dataset-columns-page.tsx')).DatasetColumnsPage),
  page('/:type/:urn/history', async () => (await import('./history-page.tsx')).HistoryPage),
  page('/:type/:urn/lineage', async () => (await import('./lineage-page.tsx')).LineagePage),
  // After all others: the page of an entity of any type of the registry.
  page('/:type/:urn', async () => (await import('./entity-page.tsx')).EntityPage),
];

function page(path: string, load: () => Promise<ComponentType>): PageRoute {
  return { path, component: lazy(async () => ({ default: await load() })) };
}
