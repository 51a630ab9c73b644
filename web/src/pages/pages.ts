import { lazy, type ComponentType } from 'react';
import { PAGES, type PagePath } from '../urls/pages.ts';
import { pageOf } from '../urls/page-of.ts';
import { SearchPage } from './search-page.tsx';

/** Loads the code of a lazily loaded component. */
type Load = () => Promise<ComponentType>;

/** How the code of lazily loaded components is loaded. */
const LOADS = new Map<ComponentType, Load>();

/** Components by path. The search page is bundled with the shell; the others are loaded lazily. */
const COMPONENTS: Readonly<Record<PagePath, ComponentType>> = {
  '/': loaded(async () => (await import('./home-page.tsx')).HomePage),
  '/search': SearchPage,
  '/properties': loaded(async () => (await import('./properties/properties-page.tsx')).PropertiesPage),
  '/properties/new': loaded(
    async () => (await import('./properties/property-editor-page.tsx')).PropertyEditorPage,
  ),
  '/properties/:name': loaded(async () => (await import('./properties/property-page.tsx')).PropertyPage),
  '/properties/:name/edit': loaded(
    async () => (await import('./properties/property-editor-page.tsx')).PropertyEditorPage,
  ),
  '/browse': loaded(async () => (await import('./browse-page.tsx')).BrowsePage),
  '/browse/:kind': loaded(async () => (await import('./browse-page.tsx')).BrowsePage),
  '/people': loaded(async () => (await import('./administration/people-page.tsx')).PeoplePage),
  '/proposals': loaded(async () => (await import('./proposals/proposals-page.tsx')).ProposalsPage),
  '/proposals/:id': loaded(async () => (await import('./proposals/proposal-page.tsx')).ProposalPage),
  '/forms': loaded(async () => (await import('./properties/forms-page.tsx')).FormsPage),
  '/forms/:urn': loaded(async () => (await import('./properties/form-page.tsx')).FormPage),
  '/policies': loaded(async () => (await import('./administration/policies-page.tsx')).PoliciesPage),
  '/policies/:urn': loaded(async () => (await import('./administration/policy-page.tsx')).PolicyPage),
  '/operations': loaded(async () => (await import('./administration/operations-page.tsx')).OperationsPage),
  '/audit': loaded(async () => (await import('./administration/audit-page.tsx')).AuditPage),
  '/profile': loaded(async () => (await import('./profile-page.tsx')).ProfilePage),
  '/bin': loaded(async () => (await import('./administration/bin-page.tsx')).BinPage),
  '/edits': loaded(async () => (await import('./administration/edits-page.tsx')).EditsPage),
  '/edits/:id': loaded(async () => (await import('./assets/edit-page.tsx')).EditPage),
  '/import': loaded(async () => (await import('./administration/import-page.tsx')).ImportPage),
  '/docs': loaded(async () => (await import('./docs-page.tsx')).DocsPage),
  '/docs/:name': loaded(async () => (await import('./docs-page.tsx')).DocsPage),
  '/agents': loaded(async () => (await import('./administration/agents-page.tsx')).AgentsPage),
  '/tokens': loaded(async () => (await import('./administration/tokens-page.tsx')).TokensPage),
  '/webhooks': loaded(async () => (await import('./administration/webhooks-page.tsx')).WebhooksPage),
  '/webhooks/:id': loaded(async () => (await import('./administration/webhook-page.tsx')).WebhookPage),
  '/ingestion': loaded(async () => (await import('./administration/ingestion-page.tsx')).IngestionPage),
  '/ingestion/new': loaded(
    async () => (await import('./administration/ingestion-editor-page.tsx')).IngestionEditorPage,
  ),
  '/ingestion/:urn': loaded(
    async () => (await import('./administration/ingestion-source-page.tsx')).IngestionSourcePage,
  ),
  '/ingestion/:urn/edit': loaded(
    async () => (await import('./administration/ingestion-editor-page.tsx')).IngestionEditorPage,
  ),
  '/dataset/:urn/columns': loaded(
    async () => (await import('./assets/dataset-columns-page.tsx')).DatasetColumnsPage,
  ),
  '/:type/:urn/history': loaded(async () => (await import('./assets/history-page.tsx')).HistoryPage),
  '/:type/:urn/lineage': loaded(async () => (await import('./assets/lineage-page.tsx')).LineagePage),
  '/:type/:urn': loaded(async () => (await import('./assets/entity-page.tsx')).EntityPage),
};

/** Paths with their components, in matching order. */
export const ROUTES: readonly { readonly path: PagePath; readonly component: ComponentType }[] = Object.keys(
  PAGES,
)
  .filter((path): path is PagePath => path in PAGES)
  .map((path) => ({ path, component: COMPONENTS[path] }));

/** Loads the code of the page at a path before it is opened. */
export function preloadPage(path: string): void {
  const page = pageOf(path)?.page;
  const load = page && LOADS.get(COMPONENTS[page]);
  // A failure is reported when the page is opened.
  load?.().catch(() => undefined);
}

function loaded(load: Load): ComponentType {
  const component: ComponentType = lazy(async () => ({ default: await load() }));
  LOADS.set(component, load);
  return component;
}
