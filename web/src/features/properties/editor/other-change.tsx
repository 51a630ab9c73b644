import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { propertyDifferences } from '../definition/differences.ts';
import { useProperty, type StoredProperty } from '../definition/stored-property.ts';

/** Notice that someone else changed or deleted the property being edited, with the differences. */
export function OtherChange({
  base,
  onTake,
  onKeep,
}: {
  /** The property as it was when editing began. */
  readonly base: StoredProperty;
  /** Discards the draft and continues from their state. */
  readonly onTake: (theirs: StoredProperty) => void;
  /** Keeps the draft, which replaces their state when it is saved. */
  readonly onKeep: (theirs: StoredProperty) => void;
}): ReactNode {
  const { data: now } = useProperty(base.urn);
  if (now === undefined) return null;
  if (now === null)
    return (
      <Notice tone="bad">Someone else permanently deleted this property. Saving defines it again.</Notice>
    );
  const differences = propertyDifferences(base, now);
  if (differences.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>Someone else changed this property after you opened it:</p>
      <ul>
        {differences.map(({ what, before, after }) => (
          <li key={what}>
            {what}: <del>{before}</del> <ins>{after}</ins>
          </li>
        ))}
      </ul>
      <Row>
        <Button
          onPress={() => {
            onTake(now);
          }}
        >
          Discard mine
        </Button>
        <Button
          onPress={() => {
            onKeep(now);
          }}
        >
          Keep mine
        </Button>
      </Row>
    </Notice>
  );
}
