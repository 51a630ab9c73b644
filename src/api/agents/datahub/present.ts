import { graphqlTypeOf } from '../../../model/registry/entity-type-names.ts';
import { object, objects, text, texts } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';

/** An entity of a tool at `/mcp`, in the members of DataHub's. */
export function entityLike({
  columns,
  labels,
  platform,
  properties,
  type,
  untrusted,
  urn,
}: JsonObject): JsonObject {
  const { description, name, sql } = object(untrusted) ?? {};
  const { domain, owners, tags, terms } = object(labels) ?? {};
  const owner = (one: JsonObject): JsonObject => ({
    owner: { urn: one['urn'] },
    ownershipType: { urn: one['type'] },
  });
  const property = (one: JsonObject): JsonObject => ({
    structuredProperty: { urn: one['urn'] },
    untrusted: one['untrusted'],
  });
  return {
    urn,
    type: graphqlTypeOf(text(type) ?? ''),
    platform: platform && { urn: platform },
    tags: nested('tags', texts(tags), (tag) => ({ tag: { urn: tag } })),
    glossaryTerms: nested('terms', texts(terms), (term) => ({ term: { urn: term } })),
    ownership: nested('owners', objects(owners), owner),
    domain: domain && { domain: { urn: domain } },
    structuredProperties: nested('properties', objects(properties), property),
    schemaMetadata: columns && { fields: objects(object(columns)?.['items']).map(fieldLike) },
    untrusted: { name, properties: { name, description }, viewProperties: sql && { logic: sql } },
  };
}

/** A column of a tool at `/mcp`, in the members of DataHub's. */
export function fieldLike({ key, nullable, tags, terms, type, untrusted }: JsonObject): JsonObject {
  const { description, native_type: nativeDataType, path: fieldPath } = object(untrusted) ?? {};
  const texts = { fieldPath, nativeDataType, description };
  return {
    type,
    nullable: nullable === true,
    isPartOfKey: key,
    tags,
    glossaryTerms: terms,
    untrusted: texts,
  };
}

/** A facet of a tool at `/mcp`, in the members of DataHub's. */
export function facetLike({ field, values }: JsonObject): JsonObject {
  const aggregations = objects(values).map(({ count, untrusted, value }) => {
    const { name: displayName, value: written } = object(untrusted) ?? {};
    return { value, count, untrusted: { value: written, displayName } };
  });
  return { field, aggregations };
}

/** A list within an object, as in GraphQL; undefined if it is empty. */
function nested<Item>(
  name: string,
  items: readonly Item[],
  present: (item: Item) => JsonObject,
): JsonObject | undefined {
  const all: JsonValue[] = items.map(present);
  return all.length === 0 ? undefined : { [name]: all };
}
