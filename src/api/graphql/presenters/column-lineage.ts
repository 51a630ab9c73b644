import { urnParts } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { yielding } from '../context/yielding.ts';
import { ofType } from './associations.ts';
import { objects, text, texts } from '../../../util/json/json-members.ts';

/**
 * Column-level lineage: one `FineGrainedLineage` per element of the aspect's `fineGrainedLineages`, created lazily: a
 * dataset may have 80,000.
 */
export function fineGrainedLineages(
  value: JsonObject,
  references: EntityReferences,
): readonly object[] | AsyncIterable<object> {
  return yielding(
    objects(value['fineGrainedLineages']),
    ({ upstreams, downstreams, query, transformOperation, confidenceScore }): object => ({
      upstreams: fieldRefs(texts(upstreams), references),
      downstreams: fieldRefs(texts(downstreams), references),
      query,
      transformOperation,
      confidenceScore,
    }),
  );
}

/** One `SchemaFieldRef` per schemaField urn. Omits other values. */
export function fieldRefs(urns: readonly unknown[], references: EntityReferences): readonly object[] {
  return urns.flatMap((urn) => {
    const column = ofType('schemaField', references.find(urn));
    return column === undefined ? [] : [{ urn: column.urn, path: urnParts(column.urn).key[1] ?? '' }];
  });
}

/** Distinct entities of a type from a list of urns and a list of edges. */
export function linkedEntities(
  entityType: string,
  urns: unknown,
  edges: unknown,
  references: EntityReferences,
): readonly EntityReference[] {
  const named = [...texts(urns), ...objects(edges).flatMap((edge) => text(edge['destinationUrn']) ?? [])];
  return [...new Set(named)].flatMap((urn) => ofType(entityType, references.find(urn)) ?? []);
}
