import type { ReactNode } from 'react';
import { Redirect, useParams } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { AssetPage } from '../features/asset/asset-page.tsx';
import { propertyPath } from '../urls/paths.ts';
import { entityTypeOf } from '../urls/urn.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The page of an entity: `/dataset/<urn>`. Structured properties have pages of their own. */
export function EntityPage(): ReactNode {
  const { type = '' } = useParams();
  // Not the parameter `urn`, which was decoded once: a urn with `%` could not be told from an encoded one.
  const urn = decoded(usePathname().replace(/\/$/, '').split('/').at(-1) ?? '');
  if (urn === undefined || entityTypeOf(urn) !== type) return <NotFoundPage />;
  if (type === 'structuredProperty') return <Redirect to={propertyPath(urn)} replace />;
  return <AssetPage key={urn} urn={urn} />;
}

/** Undefined for an address that is not encoded well. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
