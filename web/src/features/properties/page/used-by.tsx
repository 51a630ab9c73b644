import type { ReactNode } from 'react';
import { EmptyState, Skeleton } from '../../../components/feedback/notices.tsx';
import { UsageLinks } from '../definition/usage-links.tsx';
import { usagesOf, useUsages } from '../definition/usages.ts';

/** Forms that ask for the property and views that filter by it. */
export function UsedByView({ urn, name }: { readonly urn: string; readonly name: string }): ReactNode {
  const usages = useUsages();
  if (usages === undefined) return <Skeleton lines={3} label="Looking for uses" />;
  const using = usagesOf(usages, urn, name);
  if (using.length > 0) return <UsageLinks usages={using} />;
  return (
    <EmptyState title="Not used by forms or views">
      <p>
        Forms that ask for it, saved views for everybody that filter by it, and your own views would be listed
        here.
      </p>
    </EmptyState>
  );
}
