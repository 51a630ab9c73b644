import type { EntityReference } from '../../model/entity-reference.ts';
import { clauseOf, type Need } from '../needs.ts';
import { readAspect } from '../stored.ts';
import { EDIT_RELATIONSHIP, RELATIONSHIP_INFO } from './er-relationship.ts';

/** The right to change a stored relationship, on both of its datasets; on the relationship itself if it names none. */
export const EDIT_STORED_DATASETS: Need<{ readonly urn: EntityReference }> = {
  anyOf: EDIT_RELATIONSHIP,
  clauses: async ({ urn: relationship }, reading) => {
    const stored = await readAspect(relationship.urn, RELATIONSHIP_INFO, reading);
    const datasets = [stored?.['source'], stored?.['destination']].flatMap(
      (urn) => reading.references.find(urn) ?? [],
    );
    if (datasets.length === 0) return [clauseOf(['EDIT_ENTITY'], relationship)];
    return datasets.map((dataset) => clauseOf(EDIT_RELATIONSHIP, dataset));
  },
};
