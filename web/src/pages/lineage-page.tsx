import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useEntityNames } from '../api/entity-names.ts';
import { Page } from '../components/layout/layout.tsx';
import { LineageTab } from '../features/lineage/lineage-tab.tsx';
import { entityPath, urnOfStep } from '../urls/paths.ts';

/** The lineage of an entity, full width. */
export function LineagePage(): ReactNode {
  const urn = urnOfStep(useParams()['urn'] ?? '');
  const name = useEntityNames([urn])(urn);
  return (
    <Page
      isWide
      title={`Lineage of ${name}`}
      shownTitle={
        <>
          Lineage of <Link href={entityPath(urn)}>{name}</Link>
        </>
      }
    >
      <LineageTab urn={urn} />
    </Page>
  );
}
