import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { NOTHING_CHOSEN, type FacetChoice } from './facet-choice.ts';
import type { Field } from '../../../shared/search/fields.ts';

/** Filter for entities with any value in a field, or without one. */
export function PresenceFilter({
  field,
  choice,
  onChange,
}: {
  readonly field: Field;
  readonly choice: FacetChoice;
  readonly onChange: (choice: FacetChoice) => void;
}): ReactNode {
  const toggle = (presence: 'any' | 'none'): ReactNode => {
    const isPressed = choice.presence === presence;
    return (
      <Button
        look="quiet"
        label={`${field.label}: ${presence === 'any' ? 'has a value' : 'has no value'}`}
        isPressed={isPressed}
        onPress={() => {
          if (isPressed) onChange({ ...choice, presence: undefined });
          // 'none' contradicts selected values.
          else onChange(presence === 'none' ? { ...NOTHING_CHOSEN, presence } : { ...choice, presence });
        }}
      >
        {presence === 'any' ? 'Has a value' : 'No value'}
      </Button>
    );
  };
  return (
    <Row gap={1}>
      {toggle('any')}
      {toggle('none')}
    </Row>
  );
}
