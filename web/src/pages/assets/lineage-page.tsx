import type { ReactNode } from 'react';
import { LineagePart } from './lineage-part.tsx';
import { PartPage } from './part-page.tsx';

/** The lineage of an entity, at the full width of the window. */
export function LineagePage(): ReactNode {
  return <PartPage isWide title="Lineage" part={LineagePart} />;
}
