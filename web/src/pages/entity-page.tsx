import type { ReactNode } from 'react';
import { Redirect, useParams } from 'wouter';
import { AssetPage } from '../features/asset/asset-page.tsx';
import { propertyPath, urnOfStep } from '../urls/paths.ts';
import { entityTypeOf } from '../urls/urn.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The page of an entity: `/dataset/<urn>`. Structured properties have their own pages. */
export function EntityPage(): ReactNode {
  const { type = '', urn: step = '' } = useParams();
  const urn = urnOfStep(step);
  if (entityTypeOf(urn) !== type) return <NotFoundPage />;
  if (type === 'structuredProperty') return <Redirect to={propertyPath(urn)} replace />;
  return <AssetPage key={urn} urn={urn} />;
}
