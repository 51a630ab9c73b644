import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { EntityIcon } from '../components/icons/entity-icon.tsx';
import { Breadcrumbs } from '../components/layout/breadcrumbs.tsx';
import { Tree, TreeEntry } from '../components/lists/tree.tsx';
import { Page } from '../components/layout/layout.tsx';
import { BrowseKindView } from '../features/browse/browse-kind.tsx';
import { KINDS, browsePath } from '../shared/search/kinds.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The ways to browse the catalog, or one of them. */
export function BrowsePage(): ReactNode {
  const { kind: id } = useParams();
  const kind = KINDS.find((known) => known.id === id);
  if (kind) {
    return (
      <Page
        title={kind.label}
        above={<Breadcrumbs steps={[{ to: '/browse', text: 'Browse' }]} />}
        lead={kind.about}
      >
        <BrowseKindView key={kind.id} kind={kind} />
      </Page>
    );
  }
  if (id !== undefined) return <NotFoundPage />;
  return (
    <Page title="Browse" lead="Explore the catalog by domain, platform and more">
      <Tree label="Ways to browse">
        {KINDS.map(({ id: name, label, about, types: [type] }) => (
          <TreeEntry
            key={name}
            name={label}
            title={
              <span className="with-icon">
                <EntityIcon type={type} />
                <Link href={browsePath(name)}>{label}</Link>
              </span>
            }
            about={about}
          />
        ))}
      </Tree>
    </Page>
  );
}
