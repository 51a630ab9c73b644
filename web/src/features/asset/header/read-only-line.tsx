import type { ReactNode } from 'react';
import { ReadOnlyNote } from '../../../shared/rights/read-only-note.tsx';
import { useColumnRight, useMayEditNothing } from '../../../shared/rights/use-rights.ts';
import { someOf } from '../../../shared/rights/use-editors.ts';
import { tableOf } from '../../../shared/columns/use-column.ts';
import type { Owner } from '../../../shared/entities/entity-facts.ts';
import { entityPath } from '../../../urls/paths.ts';

/** A line for people who may change nothing of an entity: that they can read it, and who may edit it. */
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
  if (!mayEditNothing || (table !== '' && toColumns !== 'refused')) return null;
  const people = [...new Set(owners.map((owner) => nameOf(owner.urn)))];
  return (
    <ReadOnlyNote
      urn={table === '' ? urn : table}
      whoElse={`To change it, ask ${people.length === 0 ? 'someone who manages policies' : someOf(people)}.`}
      why={`${entityPath(urn)}?tab=access`}
    />
  );
}
