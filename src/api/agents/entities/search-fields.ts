import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { closestName } from '../../../util/closest-name.ts';
import { memberAt, objects, text } from '../../../util/json/json-members.ts';
import type { JsonValue } from '../../../util/json.ts';
import { quotedPart } from '../filter/filter-tokens.ts';
import { UnknownNameError } from '../shaping/tool-error.ts';
import { labelsOf } from './labels.ts';
import type { StoredEntity } from './names-and-texts.ts';
import { scalarsIn } from './property-values.ts';

/** Reads a field of an entity; undefined if it has none. */
export type FieldReader = (entity: StoredEntity) => JsonValue | undefined;

const LABELS: Readonly<Record<string, string>> = {
  tags: 'tags',
  terms: 'terms',
  glossaryTerms: 'terms',
  owners: 'owners',
  domain: 'domain',
  domains: 'domain',
};

/** Readers of fields by name: labels, structured properties, and fields of the search index that are stored. */
export function readFieldNames(
  names: readonly string[],
  registry: EntityRegistry,
): ReadonlyMap<string, FieldReader> {
  return new Map(names.map((name) => [name, readerOf(name, registry)]));
}

function readerOf(name: string, registry: EntityRegistry): FieldReader {
  const label = Object.hasOwn(LABELS, name) ? LABELS[name] : undefined;
  if (label !== undefined) return (entity) => labelsOf(entity)[label];
  if (name.startsWith(STRUCTURED_PROPERTY.fieldPrefix)) return propertyReader(name);
  const places = [...registry.aspects.values()].flatMap(({ name: aspect, searchable }) =>
    searchable.flatMap((field) => (field.fieldName === name ? [{ aspect, path: field.path }] : [])),
  );
  if (places.length === 0) throw unknownField(name, registry);
  return ({ aspects }) => {
    for (const { aspect, path } of places) {
      const value = memberAt(aspects.get(aspect)?.value, path);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  };
}

/** Reads a property by its qualified name, which is the id of its urn, or by its urn. */
function propertyReader(name: string): FieldReader {
  const id = name.slice(STRUCTURED_PROPERTY.fieldPrefix.length);
  const urn = id.startsWith('urn:li:') ? id : `urn:li:structuredProperty:${id}`;
  return ({ aspects }) => {
    const assigned = objects(aspects.get(STRUCTURED_PROPERTY.assignmentAspect)?.value['properties']);
    const found = assigned.find(({ propertyUrn }) => text(propertyUrn) === urn);
    return found === undefined ? undefined : scalarsIn(found['values']);
  };
}

function unknownField(name: string, registry: EntityRegistry): Error {
  const known = new Set(
    [...registry.aspects.values()].flatMap(({ searchable }) => searchable.map(({ fieldName }) => fieldName)),
  );
  const nearest = closestName(name, [...known, ...Object.keys(LABELS)]);
  return new UnknownNameError(
    `There is no field ${quotedPart(name)}.`,
    'fields',
    nearest === undefined ? [] : [nearest],
  );
}
