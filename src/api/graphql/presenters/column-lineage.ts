import { urnParts } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { EntityReference, EntityReferences } from '../entity-reference.ts';
import { ofType } from './associations.ts';
import { objects, text, texts } from './json-members.ts';

/** `FineGrainedLineage` of each element of an aspect's list: which columns come from which. */
export function fineGrainedLineages(value: JsonObject, references: EntityReferences): readonly object[] {
  return objects(value['fineGrainedLineages']).map(
    ({ upstreams, downstreams, query, transformOperation, confidenceScore }) => ({
      upstreams: fieldRefs(texts(upstreams), references),
      downstreams: fieldRefs(texts(downstreams), references),
      ...{ query, transformOperation, confidenceScore },
    }),
  );
}

/** `SchemaFieldRef` of each urn of a column. */
export function fieldRefs(urns: readonly unknown[], references: EntityReferences): readonly object[] {
  return urns.flatMap((urn) => {
    const column = ofType('schemaField', references.find(urn));
    return column === undefined ? [] : [{ urn: column.urn, path: urnParts(column.urn).key[1] ?? '' }];
  });
}

/** What an aspect names in a list of urns or in a list of links, each once. */
export function linkedEntities(
  entityType: string,
  urns: unknown,
  edges: unknown,
  references: EntityReferences,
): readonly EntityReference[] {
  const named = [...texts(urns), ...objects(edges).flatMap((edge) => text(edge['destinationUrn']) ?? [])];
  return [...new Set(named)].flatMap((urn) => ofType(entityType, references.find(urn)) ?? []);
}
