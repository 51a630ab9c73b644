import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ENTITY_LABEL, nameOf } from '../../api/entity-label.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../components/controls/button.tsx';
import { ComboBox, Select } from '../../components/controls/choice.tsx';
import { TextField } from '../../components/controls/fields.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';

/** A change of one field, as it is being entered. */
export interface Change {
  readonly field: string | undefined;
  readonly action: string;
  /** One value a line. */
  readonly values: string;
}

export const NO_CHANGE: Change = { field: undefined, action: 'add', values: '' };

const PROPERTIES = graphql(
  `
    query editableProperties {
      searchAcrossEntities(input: { types: [STRUCTURED_PROPERTY], query: "*", count: 1000 }) {
        searchResults {
          entity {
            urn
            ...EntityLabel
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

const LABELS = [
  { value: 'tags', label: 'Tags' },
  { value: 'terms', label: 'Glossary terms' },
  { value: 'owners', label: 'Owners' },
  { value: 'domain', label: 'Domain' },
];

const ACTIONS = [
  { value: 'add', label: 'Add' },
  { value: 'set', label: 'Replace all with' },
  { value: 'remove', label: 'Remove' },
  { value: 'clear', label: 'Remove all' },
];

/** The changes as the server takes them. */
export function changesBody(changes: readonly Change[]): readonly object[] {
  return changes.map(({ action, field, values }) => ({
    field,
    action,
    ...(action !== 'clear' && {
      values: values
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    }),
  }));
}

/** Fields to change, what to do with each, and the values. */
export function ChangeForm({
  changes,
  onChange,
}: {
  readonly changes: readonly Change[];
  readonly onChange: (changes: readonly Change[]) => void;
}): ReactNode {
  const { data } = useQuery({
    queryKey: ['editableProperties'],
    queryFn: ({ signal }) => query(PROPERTIES, {}, signal),
  });
  const properties = (data?.searchAcrossEntities?.searchResults ?? []).map(({ entity }) => ({
    value: entity.urn,
    label: nameOf(entity),
    help: entity.urn,
  }));
  const replace = (index: number, change: Change): void => {
    onChange(changes.map((one, i) => (i === index ? change : one)));
  };
  return (
    <Stack gap={4}>
      {changes.map((change, index) => (
        <Stack key={index} gap={2}>
          <Row align="end">
            {/* The choices are read once: the field is made when they are known. */}
            <ComboBox
              key={String(properties.length)}
              label="Field"
              choices={[...LABELS, ...properties]}
              value={change.field}
              onChange={(field) => {
                replace(index, { ...change, field, action: field === 'domain' ? 'set' : change.action });
              }}
            />
            <Select
              label="Action"
              choices={change.field === 'domain' ? ACTIONS.filter(({ value }) => value !== 'add') : ACTIONS}
              value={change.action}
              onChange={(action) => {
                replace(index, { ...change, action });
              }}
            />
            {changes.length > 1 && (
              <Button
                look="quiet"
                label="Leave this field out"
                onPress={() => {
                  onChange(changes.filter((_, i) => i !== index));
                }}
              >
                <span aria-hidden="true">✕</span>
              </Button>
            )}
          </Row>
          {change.action !== 'clear' && (
            <TextField
              label="Values"
              help={isLabel(change.field) ? 'Urns, one a line.' : 'One a line.'}
              lines={3}
              value={change.values}
              onChange={(values) => {
                replace(index, { ...change, values });
              }}
            />
          )}
        </Stack>
      ))}
      <Row>
        <Button
          look="quiet"
          onPress={() => {
            onChange([...changes, NO_CHANGE]);
          }}
        >
          Change another field
        </Button>
      </Row>
    </Stack>
  );
}

function isLabel(field: string | undefined): boolean {
  return LABELS.some(({ value }) => value === field);
}
