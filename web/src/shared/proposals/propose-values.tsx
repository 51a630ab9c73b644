import { useState, type ReactNode } from 'react';
import { areSameValues } from '../values/assignments.ts';
import type { PropertyDefinition, Value } from '../values/property-definition.ts';
import { ValueEditor } from '../values/value-editor.tsx';
import { valueWithUnit } from '../values/value-text.ts';
import { changeTo, titleOf } from './proposed-changes.ts';
import { ProposeForm } from './propose-form.tsx';
import { useTitleNames } from './use-title-names.ts';

/** Proposes values of a structured property for an entity. */
export function ProposeValues({
  urn,
  definition,
  shown,
  onClose,
}: {
  readonly urn: string;
  readonly definition: PropertyDefinition;
  /** The current values. */
  readonly shown: readonly Value[];
  readonly onClose: () => void;
}): ReactNode {
  const [before] = useState(shown);
  const [draft, setDraft] = useState(shown);
  const [problem, setProblem] = useState<string>();
  const { nameOf, subject } = useTitleNames(urn, draft.map(String));
  const changes = areSameValues(draft, before) ? [] : [changeTo(definition.urn, draft.map(String))];
  const textOf = (value: string): string => {
    if (definition.valueType === 'urn') return nameOf(value);
    return valueWithUnit(definition, definition.valueType === 'number' ? Number(value) : value);
  };
  return (
    <ProposeForm
      urn={urn}
      name={definition.name}
      title={titleOf(`${definition.name} of ${subject}`, changes, textOf)}
      changes={changes}
      isDisabled={problem !== undefined}
      onClose={onClose}
    >
      <ValueEditor
        definition={definition}
        values={draft}
        onChange={(next, wrong) => {
          setDraft(next);
          setProblem(wrong);
        }}
        isLabelHidden
        autoFocus
      />
    </ProposeForm>
  );
}
