import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { EVERYTHING } from '../../model/scope.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { objects } from '../../util/json/json-members.ts';
import { list, type InputTypes } from '../input-types.ts';
import { clauseOf, type Need } from '../needs.ts';
import { readAspect, requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { objectOf } from '../shapes.ts';

export const QUERY_PROPERTIES = 'queryProperties';
const SUBJECTS = 'querySubjects';
export const EDIT_QUERIES = ['EDIT_ENTITY_QUERIES'];

/** The text of a query. */
export const STATEMENT = objectOf({ value: v.string(), language: v.string() });

/** The datasets that a query reads; it may have none. */
export function subjectsInput(types: InputTypes) {
  return v.pipe(
    list(objectOf({ datasetUrn: types.entityOf('dataset') })),
    v.transform((subjects) => subjects.map(({ datasetUrn }) => datasetUrn)),
  );
}

/** The right to edit queries of every stored subject of the query; of the query itself if it has none. */
export const EDIT_STORED_SUBJECTS: Need<{ readonly urn: EntityReference }> = {
  anyOf: EDIT_QUERIES,
  clauses: async ({ urn: query }, reading) => {
    const stored = objects((await readAspect(query.urn, SUBJECTS, reading))?.['subjects']);
    const subjects = stored.flatMap(({ entity }) => reading.references.find(entity) ?? []);
    return (subjects.length === 0 ? [query] : subjects).map((subject) => clauseOf(EDIT_QUERIES, subject));
  },
};

/** Throws NOT_FOUND unless the query exists, with properties. */
export async function requireQuery({ urn }: EntityReference, work: Work): Promise<void> {
  if ((await readAspect(urn, QUERY_PROPERTIES, work)) !== undefined) return;
  throw new CatalogError('NOT_FOUND', `Failed to update query ${urn}. It does not exist.`);
}

/** Throws NOT_FOUND for a subject that does not exist. Callers who may edit its queries need no read access to it. */
export function requireSubjects(subjects: readonly EntityReference[], { query }: Work): Promise<void> {
  const missing = (urn: Urn): string => `The subject ${urn} of the query does not exist.`;
  return requireExisting(subjects, missing, { existing: (urns) => query.existing(urns, EVERYTHING) });
}

/** Proposal that replaces the subjects of a query. */
export function subjectsUpdate(query: Urn, subjects: readonly EntityReference[]): MetadataChangeProposal {
  return upsertOf(query, SUBJECTS, { subjects: subjects.map(({ urn }) => ({ entity: urn })) });
}
