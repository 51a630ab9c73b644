import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { Page } from '../components/layout/layout.tsx';

/** The page of an entity. */
export function EntityPage(): ReactNode {
  const { urn = '' } = useParams();
  return <Page title={decodeURIComponent(urn)}>…</Page>;
}
