import { useMemo, useState, type ReactNode } from 'react';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';
import { useMayPropose, usePropertyRights } from '../../../shared/rights/use-rights.ts';
import { assignmentsOf } from '../../../shared/values/assignments.ts';
import type { PropertyDefinition } from '../../../shared/values/property-definition.ts';
import { useApplicableDefinitions } from '../use-applicable-definitions.ts';
import { EmptyProperties } from './empty-properties.tsx';
import { PropertyRow } from './property-row.tsx';
import { useInherited } from './use-inherited.ts';
import { useViolations } from './use-violations.ts';

const NONE: readonly PropertyDefinition[] = [];

/** The properties that apply to an entity, as rows edited in place. */
export function usePropertyRows(entity: StoredEntity): {
  readonly definitions: readonly PropertyDefinition[] | undefined;
  readonly error: Error | null;
  /** Whether the property has a value, own or inherited, or had one while the page was open. */
  readonly isValued: (definition: PropertyDefinition) => boolean;
  /** Whether the property is required and has no value, or had none when this was noticed. */
  readonly isMissing: (definition: PropertyDefinition) => boolean;
  readonly rowsOf: (definitions: readonly PropertyDefinition[]) => ReactNode;
  /** Rows of properties without a value, folded unless `isUnfolded`. */
  readonly emptyRowsOf: (definitions: readonly PropertyDefinition[], isUnfolded: boolean) => ReactNode;
} {
  const { data: definitions, error } = useApplicableDefinitions(entity);
  const assigned = useMemo(() => assignmentsOf(entity.aspects.get('structuredProperties')?.value), [entity]);
  const urns = useMemo(() => definitions?.map(({ urn }) => urn) ?? [], [definitions]);
  const inherited = useInherited(entity.urn);
  const violations = useViolations(entity.urn, definitions ?? NONE);
  const rightOf = usePropertyRights(entity.urn, urns);
  const mayPropose = useMayPropose(entity.urn);
  // A property that is filled in stays in its place while the tab is open, and with it the focus.
  const [valued, setValued] = useState(() => new Set(assigned.keys()));
  const added = [...inherited.keys()].filter((urn) => !valued.has(urn));
  if (added.length > 0) setValued(new Set([...valued, ...added]));
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const noticed = (definitions ?? NONE).filter(
    (definition) =>
      !missing.has(definition.urn) && !valued.has(definition.urn) && violations.isMissing(definition),
  );
  if (noticed.length > 0) setMissing(new Set([...missing, ...noticed.map(({ urn }) => urn)]));
  const rowsOf = (list: readonly PropertyDefinition[]): ReactNode =>
    list.map((definition) => (
      <PropertyRow
        key={definition.urn}
        urn={entity.urn}
        definition={definition}
        values={assigned.get(definition.urn) ?? []}
        right={rightOf(definition.urn)}
        mayPropose={mayPropose}
        inherited={inherited.get(definition.urn)}
        problem={violations.textOf(
          definition,
          assigned.get(definition.urn) ?? inherited.get(definition.urn)?.values ?? [],
        )}
      />
    ));
  return {
    definitions,
    error,
    isValued: ({ urn }) => valued.has(urn),
    isMissing: ({ urn }) => missing.has(urn),
    rowsOf,
    emptyRowsOf: (list, isUnfolded) =>
      list.length > 0 && (
        <EmptyProperties
          urn={entity.urn}
          definitions={list}
          isUnfolded={isUnfolded}
          missing={list.filter(({ urn }) => !assigned.has(urn))}
          rightOf={rightOf}
          mayPropose={mayPropose}
          onFilledIn={(filled) => setValued(new Set([...valued, ...filled]))}
        >
          {rowsOf(list)}
        </EmptyProperties>
      ),
  };
}
