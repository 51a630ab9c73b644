import type { ReactNode } from 'react';
import { Notice } from '../../../components/feedback/notices.tsx';
import { propertyDifferences } from '../definition/differences.ts';
import type { StoredProperty } from '../definition/stored-property.ts';

/** What setting a property back to an earlier state would change, before it is saved. */
export function SetBack({
  from,
  to,
}: {
  readonly from: StoredProperty;
  readonly to: StoredProperty;
}): ReactNode {
  const differences = propertyDifferences(from, to).filter(({ what }) => what !== 'Version');
  if (differences.length === 0) return <Notice>The property is already as it was then.</Notice>;
  return (
    <Notice>
      <p>Saving sets the property back, as a new version:</p>
      <ul>
        {differences.map(({ what, before, after }) => (
          <li key={what}>
            {what}: <del>{before}</del> <ins>{after}</ins>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
