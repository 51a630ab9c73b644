import type { AspectSpec, EntitySpec } from '../../../model/entity-registry.ts';
import { capitalized, listOf, objectOf, ref, SCROLL_ID, type Node } from './node.ts';

const URN: Node = { type: 'string', format: 'urn' };

/** Names of the version 3 schemas of an aspect or entity type, as in DataHub. */
export const v3Name = {
  aspectRequest: (aspect: string) => `${capitalized(aspect)}AspectRequest_v3`,
  aspectResponse: (aspect: string) => `${capitalized(aspect)}AspectResponse_v3`,
  entityRequest: (entity: string) => `${capitalized(entity)}EntityRequest_v3`,
  entityResponse: (entity: string) => `${capitalized(entity)}EntityResponse_v3`,
  batchGetRequest: (entity: string) => `BatchGet${capitalized(entity)}EntityRequest_v3`,
  page: (entity: string) => `Scroll${capitalized(entity)}Entity_v3`,
} as const;

/** Schemas of the version 3 envelopes of aspects and entities. */
export function v3Schemas(
  entities: Iterable<EntitySpec>,
  aspects: Iterable<AspectSpec>,
): Readonly<Record<string, Node>> {
  const schemas = new Map<string, Node>();
  for (const aspect of aspects) {
    schemas.set(v3Name.aspectRequest(aspect.name), aspectRequest(aspect));
    schemas.set(v3Name.aspectResponse(aspect.name), aspectResponse(aspect));
  }
  for (const entity of entities) {
    const response = ref('schemas', v3Name.entityResponse(entity.name));
    schemas.set(v3Name.entityRequest(entity.name), entityForm(entity, v3Name.aspectRequest));
    schemas.set(v3Name.entityResponse(entity.name), entityForm(entity, v3Name.aspectResponse));
    schemas.set(v3Name.batchGetRequest(entity.name), batchGetForm(entity));
    schemas.set(v3Name.page(entity.name), pageForm(response));
  }
  schemas.set('ScrollPage_v3', pageForm({ ...objectOf({ urn: URN }, ['urn']), additionalProperties: true }));
  return Object.fromEntries(schemas);
}

function aspectRequest(aspect: AspectSpec): Node {
  return objectOf(
    {
      value: ref('schemas', aspect.record.name),
      systemMetadata: ref('schemas', 'SystemMetadata'),
      headers: ref('schemas', 'WriteHeaders'),
    },
    ['value'],
  );
}

function aspectResponse(aspect: AspectSpec): Node {
  return objectOf(
    {
      value: ref('schemas', aspect.record.name),
      systemMetadata: ref('schemas', 'SystemMetadata'),
      auditStamp: ref('schemas', 'WriteStamp'),
    },
    ['value'],
  );
}

function entityForm(entity: EntitySpec, nameOf: (aspect: string) => string): Node {
  const aspects = [...entity.aspects.keys()].map((name) => [name, ref('schemas', nameOf(name))] as const);
  return objectOf({ urn: URN, ...Object.fromEntries(aspects) }, ['urn']);
}

function batchGetForm(entity: EntitySpec): Node {
  const headers = objectOf({ 'If-Version-Match': { type: 'string', default: '0' } });
  const aspects = [...entity.aspects.keys()].map((name) => [name, objectOf({ headers })] as const);
  return objectOf({ urn: URN, ...Object.fromEntries(aspects) }, ['urn']);
}

function pageForm(entity: Node): Node {
  return objectOf({
    scrollId: SCROLL_ID,
    entities: listOf(entity),
    totalCount: { type: 'integer' },
    facets: listOf(ref('schemas', 'Facet')),
  });
}
