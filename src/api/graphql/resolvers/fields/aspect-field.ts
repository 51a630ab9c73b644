import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import { urnParts } from '../../../../model/urn.ts';
import { entries, words } from '../../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../../util/json.ts';
import { ofType } from '../../presenters/associations.ts';
import type { Eventual } from '../../context/entity-loader.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { StoredValue } from '../../schema/resolver-types.ts';

/** Resolves a field of an entity. */
export type EntityResolver<T = unknown> = (
  entity: EntityReference,
  args: unknown,
  context: GraphqlContext,
) => T;

/** Converts an aspect value to its GraphQL form. */
export type Present<T> = (
  value: JsonObject,
  references: EntityReferences,
  entity: EntityReference,
  context: GraphqlContext,
) => T;

const SHOWN = new WeakMap<object, string>();

/** Name of the aspect that a resolver reads, if declared with `showing`. */
export function aspectShownBy(resolver: object): string | undefined {
  return SHOWN.get(resolver);
}

/** Declares which aspect a resolver reads, so that it can be prefetched for many entities. */
export function showing<T>(aspectName: string, resolver: EntityResolver<T>): EntityResolver<T> {
  SHOWN.set(resolver, aspectName);
  return resolver;
}

/** Resolver of a field that shows one aspect; null if the entity does not have it. */
export function fromAspect<T>(aspectName: string, present: Present<T>): EntityResolver<Eventual<T | null>> {
  return showing(aspectName, (entity, _args, context) =>
    after(context.loader.aspect(entity.urn, aspectName), (value) =>
      value === undefined ? null : present(value, context.references, entity, context),
    ),
  );
}

/** Resolver of a field that shows one aspect; an entity without the aspect shows it as empty. */
export function fromAspectOrEmpty<T>(aspectName: string, present: Present<T>): EntityResolver<Eventual<T>> {
  return showing(aspectName, (entity, _args, context) =>
    after(context.loader.aspect(entity.urn, aspectName), (value = {}) =>
      present(value, context.references, entity, context),
    ),
  );
}

/** Resolver of a non-null field that shows one aspect: the execution reports an error if the aspect is missing. */
export function fromRequiredAspect<T>(
  aspectName: string,
  present: Present<T>,
): EntityResolver<Eventual<T | StoredValue>> {
  return showing(aspectName, (entity, _args, context) =>
    after(context.loader.aspect(entity.urn, aspectName), (value) =>
      value === undefined ? stored(value) : present(value, context.references, entity, context),
    ),
  );
}

/** Resolver of a field that shows one member of an aspect unchanged; null if the aspect or member is missing. */
export function fromMember(aspectName: string, member: string): EntityResolver<Eventual<StoredValue>> {
  return fromRequiredAspect(aspectName, (value) => stored(value[member]));
}

/** Resolver of the entity that a member of an aspect references; with a type, null for entities of other types. */
export function fromReference(
  aspectName: string,
  member: string,
  entityType?: string,
): EntityResolver<Eventual<EntityReference | null | undefined>> {
  return fromAspect(aspectName, (value, references) => {
    const named = references.find(value[member]);
    return entityType === undefined ? named : ofType(entityType, named);
  });
}

/** Passes a stored value to the execution, which checks it against the type of the field. */
export function stored(value: JsonValue | undefined): StoredValue {
  return (value ?? null) as StoredValue;
}

/** Resolver of a field that shows a part of the urn, by its name in the key aspect. Reads nothing from the store. */
export function fromKey(field: string): EntityResolver<string> {
  return (entity, _args, context) => keyPart(entity, field, context) ?? nameInUrn(entity, context);
}

/** Members of a details aspect that hold name and description; default `name` and `description`. */
export interface DetailMembers {
  readonly name?: string;
  readonly description?: string;
}

/**
 * Resolver of a field that shows a details aspect: all its members, a display name that falls back to the name in the
 * urn, the custom properties as a list, and the fields that `present` adds.
 */
export function details(
  aspectName: string,
  members: DetailMembers = {},
  present?: Present<object>,
): EntityResolver<Eventual<object | null>> {
  return fromAspect(aspectName, (value, references, entity, context) => ({
    ...value,
    name: words(value[members.name ?? 'name']) ?? nameInUrn(entity, context),
    description: value[members.description ?? 'description'],
    customProperties: entries(value['customProperties']).map((entry) => ({
      ...entry,
      associatedUrn: entity.urn,
    })),
    ...present?.(value, references, entity, context),
  }));
}

/** Resolver of a display name from an aspect; falls back to the name in the urn. */
export function nameFrom(aspectName: string): EntityResolver<Eventual<string>> {
  return showing(aspectName, (entity, _args, context) =>
    after(
      context.loader.aspect(entity.urn, aspectName),
      (value) => words(value?.['name']) ?? nameInUrn(entity, context),
    ),
  );
}

/** Separators of the entity types whose name in the urn is a path; its last part is shown. */
const SEPARATORS: Readonly<Record<string, string>> = { glossaryTerm: '.' };

/**
 * Name in the urn: the key field `name`, else `id`, else the second part of the key, else the first; of a glossary term
 * only what follows its last dot.
 */
export function nameInUrn(entity: EntityReference, context: GraphqlContext): string {
  const { key } = urnParts(entity.urn);
  const name =
    keyPart(entity, 'name', context) ?? keyPart(entity, 'id', context) ?? key[1] ?? key[0] ?? entity.urn;
  const separator = SEPARATORS[entity.entityType];
  if (separator === undefined) return name;
  return name.split(separator).findLast((part) => part !== '') ?? name;
}

/** Applies `next` synchronously if the value is already loaded, because promises make resolvers far slower. */
export function after<T, R>(value: Eventual<T>, next: (value: T) => R): Eventual<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function keyPart(entity: EntityReference, field: string, context: GraphqlContext): string | undefined {
  const fields = context.settings.registry.entities.get(entity.entityType)?.keyAspect.record.fields;
  if (fields === undefined) return undefined;
  let position = 0;
  for (const name of fields.keys()) {
    if (name === field) return urnParts(entity.urn).key[position];
    position++;
  }
  return undefined;
}
