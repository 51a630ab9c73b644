import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { Breadcrumbs } from '../components/layout/breadcrumbs.tsx';
import { Page, Stack } from '../components/layout/layout.tsx';
import { LinkGrid } from '../components/layout/link-grid.tsx';
import { DocumentView } from '../features/docs/document-view.tsx';
import { DOCUMENTS } from '../features/docs/documents.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The documentation that comes with the server; it needs no internet. */
export function DocsPage(): ReactNode {
  const { name } = useParams();
  if (name === undefined) return <Contents />;
  const entry = DOCUMENTS.flatMap(({ entries }) => entries).find((document) => document.name === name);
  if (entry === undefined) return <NotFoundPage />;
  return (
    <Page title={entry.title} above={<Breadcrumbs steps={[{ to: '/docs', text: 'Documentation' }]} />}>
      <DocumentView key={name} name={name} />
    </Page>
  );
}

function Contents(): ReactNode {
  return (
    <Page title="Documentation" lead="For this version. It works without the internet.">
      <Stack gap={5}>
        {DOCUMENTS.map(({ title, entries }) => (
          <LinkGrid
            key={title}
            title={title}
            links={entries.map(({ name, title: text, about }) => ({ to: `/docs/${name}`, text, about }))}
          />
        ))}
      </Stack>
    </Page>
  );
}
