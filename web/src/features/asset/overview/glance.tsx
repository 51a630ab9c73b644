import type { ReactNode } from 'react';
import { ValueRows } from '../../../components/data/value-rows.tsx';
import { Section } from '../../../components/layout/section.tsx';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';
import { usePropertyRows } from '../properties/use-property-rows.tsx';

/**
 * The properties that are set to be shown in summaries, and those that need a value, edited in place; all others without a value are
 * folded below.
 */
export function Glance({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { definitions = [], isMissing, isValued, rowsOf, emptyRowsOf } = usePropertyRows(entity);
  const shown = definitions.filter(
    (definition) =>
      isMissing(definition) ||
      (definition.isInSummary && (definition.isInSummaryWhenEmpty || isValued(definition))),
  );
  const empty = definitions.filter((definition) => !isValued(definition) && !shown.includes(definition));
  if (shown.length === 0 && empty.length === 0) return null;
  return (
    <Section title="At a glance">
      {shown.length > 0 && <ValueRows label="At a glance">{rowsOf(shown)}</ValueRows>}
      {emptyRowsOf(empty, false)}
    </Section>
  );
}
