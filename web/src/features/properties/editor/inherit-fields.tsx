import type { ReactNode } from 'react';
import { entityTypeLabel } from '../../../api/names/entity-type-label.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/fields/choice.tsx';
import { RadioChoice } from '../../../components/fields/radio-choice.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row, Stack } from '../../../components/layout/layout.tsx';
import type { Draft } from '../definition/draft.ts';
import { SOURCE_TYPES, type Inheritance } from '../definition/inheritance.ts';
import { entityTypeName } from '../definition/value-types.ts';

/** From where assets without a value take one, in order of precedence, and which of several is in effect. */
export function InheritFields({
  draft,
  set,
  problem,
}: {
  readonly draft: Draft;
  readonly set: (members: Partial<Draft>) => void;
  /** The server's objection. */
  readonly problem: string | undefined;
}): ReactNode {
  const { allowedValues, entityTypes, isMultiple, rules } = draft;
  const { inheritsFrom: from, isStrictest } = rules;
  const change = (members: Partial<Inheritance>): void => set({ rules: { ...rules, ...members } });
  const allowed = entityTypes.map(entityTypeName);
  const missing = from.filter((type) => !allowed.includes(type));
  const hasOrder = !isMultiple && allowedValues.some(({ value }) => value !== '');
  return (
    <Stack gap={3}>
      {[...from, ''].slice(0, SOURCE_TYPES.length).map((source, index) => (
        <Select
          key={index}
          label={index === 0 ? 'Take the value of' : 'Else of'}
          choices={[
            { value: '', label: index === 0 ? 'Nothing: own values only' : 'Nothing else' },
            ...SOURCE_TYPES.map((type) => ({
              value: type,
              label: `The ${entityTypeLabel(type).toLowerCase()}`,
            })),
          ]}
          value={source}
          onChange={(chosen) => {
            const inheritsFrom = withSource(from, index, chosen);
            change({ inheritsFrom, isStrictest: isStrictest && inheritsFrom.length > 0 });
          }}
        />
      ))}
      {from.length > 0 && (hasOrder || isStrictest) && (
        <RadioChoice
          label="Value in effect"
          value={isStrictest ? 'STRICTEST' : 'NEAREST'}
          onChange={(resolve) => change({ isStrictest: resolve === 'STRICTEST' })}
          choices={[
            {
              value: 'NEAREST',
              label: 'Nearest',
              help: 'The value of the asset; without one, the nearest above it.',
            },
            {
              value: 'STRICTEST',
              label: 'Strictest',
              help: 'Of the value of the asset and all above it, the first in the list of allowed values.',
            },
          ]}
        />
      )}
      {problem !== undefined && (
        <Notice tone="bad">
          <p>{problem}</p>
          {missing.length > 0 && (
            <Row>
              <Button onPress={() => set({ entityTypes: [...entityTypes, ...missing.map(entityTypeUrn)] })}>
                Add to the asset types
              </Button>
            </Row>
          )}
        </Notice>
      )}
    </Stack>
  );
}

function entityTypeUrn(name: string): string {
  return `urn:li:entityType:datahub.${name}`;
}

/** The sources with one at this place, or without it (''); a source that was at another place changes places with it. */
function withSource(from: readonly string[], index: number, chosen: string): readonly string[] {
  const [former] = from.slice(index);
  const swapped = from.map((source) => (source === chosen && former !== undefined ? former : source));
  return [...swapped.slice(0, index), chosen, ...swapped.slice(index + 1)].filter(
    (source, place, all) => source !== '' && all.indexOf(source) === place,
  );
}
