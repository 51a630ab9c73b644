import * as v from 'valibot';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { list, type InputTypes } from '../input-types.ts';
import { stampNow } from '../stamp-now.ts';
import type { Work } from '../work.ts';
import { objectOf } from '../shapes.ts';

/** Aspect with the two datasets and their joined columns. */
export const RELATIONSHIP_INFO = 'erModelRelationshipProperties';
const RELATIONSHIP_EDITS = 'editableERModelRelationshipProperties';

/** Privileges to change the relationship; one of them is required on both datasets. */
export const EDIT_RELATIONSHIP = ['CREATE_ENTITY_ER_MODEL_RELATIONSHIP', 'EDIT_ENTITY'];

/** Members of the input: the joined datasets, and the join. */
export function relationshipMembers(types: InputTypes) {
  return {
    name: v.string(),
    source: types.entityOf('dataset'),
    destination: types.entityOf('dataset'),
    columns: v.nullish(list(objectOf({ source: v.string(), destination: v.string() }))),
    /** Default: derived from the columns; a side is one if each of its columns occurs once. */
    cardinality: v.nullish(v.picklist(['ONE_ONE', 'ONE_N', 'N_ONE', 'N_N'])),
    editedName: v.nullish(v.string()),
    description: v.nullish(v.string()),
  };
}

type Relationship = v.InferOutput<v.ObjectSchema<ReturnType<typeof relationshipMembers>, undefined>>;

/** Proposals that update the given parts of the relationship; omitted parts stay unchanged. */
export function relationshipUpdate(
  urn: Urn,
  { name, source, destination, columns, cardinality, description, editedName }: Relationship,
  stored: JsonObject | undefined,
  work: Work,
): readonly MetadataChangeProposal[] {
  const stamp = { ...stampNow(work) };
  const mappings = columns?.map((pair) => ({ sourceField: pair.source, destinationField: pair.destination }));
  const info = {
    ...stored,
    name,
    source: source.urn,
    destination: destination.urn,
    relationshipFieldMappings: mappings ?? stored?.['relationshipFieldMappings'] ?? [],
    cardinality: cardinality ?? (columns ? cardinalityOf(columns) : (stored?.['cardinality'] ?? 'N_N')),
    created: object(stored?.['created']) ?? stamp,
    lastModified: stamp,
  };
  const edits = given({ name: editedName || undefined, description: description || undefined });
  return [
    upsertOf(urn, RELATIONSHIP_INFO, info),
    ...(Object.keys(edits).length > 0 ? [upsertOf(urn, RELATIONSHIP_EDITS, edits)] : []),
  ];
}

function cardinalityOf(columns: NonNullable<Relationship['columns']>): string {
  const isOnce = (side: 'source' | 'destination') =>
    new Set(columns.map((pair) => pair[side])).size === columns.length;
  if (isOnce('source')) return isOnce('destination') ? 'ONE_ONE' : 'N_ONE';
  return isOnce('destination') ? 'ONE_N' : 'N_N';
}
