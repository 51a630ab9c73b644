import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Panel, Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { ConditionEditor, problemOf } from './condition-editor.tsx';
import type { Wording } from './describe-criterion.ts';
import { FieldPicker } from './field-picker.tsx';
import type { Field } from '../../../shared/search/fields.ts';
import {
  alternativesOf,
  filtersOf,
  type Criterion,
  type Filters,
  type Group,
} from '../../../shared/search/filters.ts';

/** Dialog that edits filters as groups: OR of ANDs. Starts from the facets' selection. */
export function FilterEditor({
  filters,
  wording,
  onApply,
  onClose,
}: {
  readonly filters: Filters;
  readonly wording: Wording;
  readonly onApply: (filters: Filters) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [groups, setGroups] = useState<readonly Group[]>(() => {
    const alternatives = alternativesOf(filters);
    return alternatives.length === 0 ? [[]] : alternatives;
  });
  // Fields picked here, whose definitions the page has not loaded yet.
  const [picked, setPicked] = useState<ReadonlyMap<string, Field>>(new Map());
  const words: Wording = { ...wording, fieldOf: (name) => picked.get(name) ?? wording.fieldOf(name) };
  const problem = groups
    .flat()
    .map((criterion) => problemOf(criterion, words.fieldOf(criterion.field)))
    .find((text) => text !== undefined);
  const [isTried, setTried] = useState(false);
  const setGroup = (index: number, group: Group): void => {
    setGroups(groups.with(index, group));
  };
  const apply = (): void => {
    setTried(true);
    if (problem === undefined) onApply(filtersOf(groups));
  };
  return (
    <FormDialog title="Edit filters" onClose={onClose} size="large" action="Apply" onSubmit={apply}>
      <Soft>Results match all conditions of at least one group.</Soft>
      {groups.map((group, index) => (
        <Stack key={index} gap={2}>
          {index > 0 && <Soft>or</Soft>}
          <Panel label={`Group ${index + 1}`}>
            <GroupEditor
              group={group}
              wording={words}
              onPick={(field) => {
                setPicked(new Map([...picked, [field.name, field]]));
              }}
              onChange={(next) => {
                setGroup(index, next);
              }}
              {...(groups.length > 1 && {
                onRemove: () => {
                  setGroups(groups.toSpliced(index, 1));
                },
              })}
            />
          </Panel>
        </Stack>
      ))}
      <Row>
        <Button
          onPress={() => {
            setGroups([...groups, []]);
          }}
        >
          Add group
        </Button>
      </Row>
      {isTried && problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </FormDialog>
  );
}

function GroupEditor({
  group,
  wording,
  onPick,
  onChange,
  onRemove,
}: {
  readonly group: Group;
  readonly wording: Wording;
  readonly onPick: (field: Field) => void;
  readonly onChange: (group: Group) => void;
  readonly onRemove?: () => void;
}): ReactNode {
  return (
    <Stack gap={2}>
      {group.map((criterion, index) => (
        <Stack key={index} gap={2}>
          {index > 0 && <Soft>and</Soft>}
          <ConditionEditor
            criterion={criterion}
            wording={wording}
            onChange={(next: Criterion) => {
              onChange(group.with(index, next));
            }}
            onRemove={() => {
              onChange(group.toSpliced(index, 1));
            }}
          />
        </Stack>
      ))}
      <Row align="end" spread={onRemove !== undefined}>
        <FieldPicker
          label={group.length === 0 ? 'Add condition' : 'And'}
          onPick={(field) => {
            const operator = field.isListed ? 'EQUAL' : 'GREATER_THAN_OR_EQUAL_TO';
            onPick(field);
            onChange([...group, { field: field.name, operator, values: [], isNegated: false }]);
          }}
        />
        {onRemove && (
          <Button look="quiet" onPress={onRemove}>
            Remove group
          </Button>
        )}
      </Row>
    </Stack>
  );
}
