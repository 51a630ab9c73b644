import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { definitionDifferences, settingsDifferences } from '../definition/differences.ts';
import { useProperty, type StoredProperty } from '../definition/stored-property.ts';

/** Says when somebody else changed the property that is being edited, and what. */
export function OtherChange({
  base,
  onTake,
  onKeep,
}: {
  /** What is being edited. */
  readonly base: StoredProperty;
  /** Starts again from their state. */
  readonly onTake: (theirs: StoredProperty) => void;
  /** Keeps what was edited, and replaces theirs when it is saved. */
  readonly onKeep: (theirs: StoredProperty) => void;
}): ReactNode {
  const { data: now } = useProperty(base.urn);
  if (now === undefined) return null;
  if (now === null)
    return (
      <Notice tone="bad">Somebody has deleted this property for good. Saving would define it again.</Notice>
    );
  const differences = [
    ...definitionDifferences(base.definition, now.definition),
    ...settingsDifferences(base.settings ?? {}, now.settings ?? {}),
  ];
  if (differences.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>Somebody else has changed this property since you opened it:</p>
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
          Start again from theirs
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
