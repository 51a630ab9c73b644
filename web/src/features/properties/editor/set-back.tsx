import type { ReactNode } from 'react';
import { Notice } from '../../../components/feedback/notices.tsx';
import { DifferenceList } from '../definition/difference-list.tsx';
import { propertyDifferences } from '../definition/differences.ts';
import type { StoredProperty } from '../definition/stored-property.ts';

/** What setting a property back to an earlier state would change, before it is saved or proposed. */
export function SetBack({
  from,
  to,
  isProposed,
}: {
  readonly from: StoredProperty;
  readonly to: StoredProperty;
  /** Whether it is proposed instead of saved. */
  readonly isProposed: boolean;
}): ReactNode {
  const differences = propertyDifferences(from, to).filter(({ what }) => what !== 'Version');
  if (differences.length === 0) return <Notice>The property is already as it was then.</Notice>;
  return (
    <Notice>
      <p>{isProposed ? 'Approving it' : 'Saving'} sets the property back, as a new version:</p>
      <DifferenceList differences={differences} />
    </Notice>
  );
}
