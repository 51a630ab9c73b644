import { useState, type ReactNode } from 'react';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import type { PropertyDefinition, Value } from '../../../shared/values/property-definition.ts';
import { ValueEditor } from '../../../shared/values/value-editor.tsx';

/** Drafts of values of properties that have none. */
export function useValueDrafts(definitions: readonly PropertyDefinition[]) {
  // The properties when the form opened: one that someone else fills in meanwhile keeps its field.
  const [fields] = useState(definitions);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, readonly Value[]>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const filled = fields.flatMap((definition) => {
    const values = drafts.get(definition.urn) ?? [];
    return values.length === 0 ? [] : [{ definition, values }];
  });
  return {
    fields,
    drafts,
    /** The properties with a draft. */
    filled,
    /** Whether there is nothing to save, or a draft is wrong. */
    isIncomplete: filled.length === 0 || problems.size > 0,
    onChange: (property: string, values: readonly Value[], problem: string | undefined) => {
      setDrafts(new Map([...drafts, [property, values]]));
      const others = [...problems].filter(([urn]) => urn !== property);
      setProblems(new Map(problem === undefined ? others : [...others, [property, problem]]));
    },
  };
}

/** A field for each property; the first takes the focus. */
export function ValueDrafts({
  drafts: { drafts, fields, onChange },
  children,
}: {
  readonly drafts: ReturnType<typeof useValueDrafts>;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <Stack gap={4}>
      {fields.map((definition, index) => (
        <div key={definition.urn}>
          <ValueEditor
            definition={definition}
            values={drafts.get(definition.urn) ?? []}
            {...(definition.description !== undefined && { help: definition.description })}
            autoFocus={index === 0}
            onChange={(values, problem) => onChange(definition.urn, values, problem)}
          />
          {definition.isImmutable && (
            <Soft>This property is immutable: you cannot change its value after saving.</Soft>
          )}
        </div>
      ))}
      {children}
    </Stack>
  );
}
