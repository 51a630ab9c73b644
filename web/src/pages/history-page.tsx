import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useEntityNames } from '../api/entity-names.ts';
import { Page } from '../components/layout/layout.tsx';
import { HistoryTab } from '../features/history/history-tab.tsx';
import { entityPath, urnOfStep } from '../urls/paths.ts';

/** The history of an entity, full width. */
export function HistoryPage(): ReactNode {
  const urn = urnOfStep(useParams()['urn'] ?? '');
  const name = useEntityNames([urn])(urn);
  return (
    <Page
      title={`History of ${name}`}
      shownTitle={
        <>
          History of <Link href={entityPath(urn)}>{name}</Link>
        </>
      }
    >
      <HistoryTab urn={urn} />
    </Page>
  );
}
