import type { ReactNode } from 'react';
import { ReadOnlyNote } from '../../../shared/rights/read-only-note.tsx';
import { useColumnRight, useEditableParts, useMayEditNothing } from '../../../shared/rights/use-rights.ts';
import { someOf } from '../../../shared/rights/use-editors.ts';
import { tableOf } from '../../../shared/columns/use-column.ts';
import type { Owner } from '../../../shared/entities/entity-facts.ts';
import { entityPath } from '../../../urls/paths.ts';

/** A line for people who may not edit all of an entity: what they may do, and who may edit it. */
export function ReadOnlyLine({
  urn,
  owners,
  nameOf,
}: {
  readonly urn: string;
  readonly owners: readonly Owner[];
  readonly nameOf: (urn: string) => string;
}): ReactNode {
  // What the catalog says about a column belongs to its table.
  const table = tableOf(urn);
  const toColumns = useColumnRight(table, 'descriptions').state;
  const mayEditNothing = useMayEditNothing(urn);
  const parts = useEditableParts(urn);
  if (!mayEditNothing && parts.length === 0) return null;
  if (table !== '' && toColumns !== 'refused') return null;
  const people = [...new Set(owners.map((owner) => nameOf(owner.urn)))];
  return (
    <ReadOnlyNote
      urn={table === '' ? urn : table}
      mayEdit={parts}
      whoElse={`To change ${mayEditNothing ? 'it' : 'the rest'}, ask ${people.length === 0 ? 'someone who manages policies' : someOf(people)}.`}
      why={`${entityPath(urn)}?tab=access`}
    />
  );
}
