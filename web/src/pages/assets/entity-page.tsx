import { lazy, type ReactNode } from 'react';
import { Redirect, useParams } from 'wouter';
import { AssetPage, type AssetParts } from '../../features/asset/asset-page.tsx';
import { propertyPath, proposalPath, urnOfStep } from '../../urls/paths.ts';
import { entityTypeOf, shortName } from '../../urls/urn.ts';
import { NotFoundPage } from '../not-found-page.tsx';

/** Loaded when they are shown. */
const PARTS: AssetParts = {
  person: lazy(async () => ({
    default: (await import('../../features/contents/person-facts.tsx')).PersonFacts,
  })),
  contents: lazy(async () => ({
    default: (await import('./contents-part.tsx')).ContentsPart,
  })),
  columns: lazy(async () => ({
    default: (await import('../../features/columns/columns-tab.tsx')).ColumnsTab,
  })),
  history: lazy(async () => ({
    default: (await import('../../features/history/history-tab.tsx')).HistoryTab,
  })),
  lineage: lazy(async () => ({
    default: (await import('./lineage-part.tsx')).LineagePart,
  })),
};

/** The page of an entity: `/dataset/<urn>`. Structured properties and proposals have their own pages. */
export function EntityPage(): ReactNode {
  const { type = '', urn: step = '' } = useParams();
  const urn = urnOfStep(step);
  if (entityTypeOf(urn) !== type) return <NotFoundPage />;
  if (type === 'structuredProperty') return <Redirect to={propertyPath(urn)} replace />;
  if (type === 'changeProposal') return <Redirect to={proposalPath(shortName(urn))} replace />;
  return <AssetPage key={urn} urn={urn} parts={PARTS} />;
}
