import type { ReactNode } from 'react';
import { EmptyState, Skeleton } from '../../../components/feedback/notices.tsx';
import { UsageLinks } from '../definition/usage-links.tsx';
import { usagesOf, useUsages } from '../definition/usages.ts';

/** Forms that require the property and views that filter by it. */
export function UsedByView({ urn, name }: { readonly urn: string; readonly name: string }): ReactNode {
  const usages = useUsages();
  if (usages === undefined) return <Skeleton lines={3} label="Loading usages" />;
  const using = usagesOf(usages, urn, name);
  if (using.length > 0) return <UsageLinks usages={using} />;
  return (
    <EmptyState title="No usages">
      <p>No form, shared view or view of your own uses this property.</p>
    </EmptyState>
  );
}
