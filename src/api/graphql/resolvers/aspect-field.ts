import { urnParts } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Eventual } from '../entity-loader.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { entries, object, words } from '../presenters/json-members.ts';

/** Computes a field of an entity. */
export type EntityResolver<T = unknown> = (
  entity: EntityReference,
  args: unknown,
  context: GraphqlContext,
) => T;

/** Makes what GraphQL shows of an aspect. */
export type Present = (value: JsonObject, entity: EntityReference, context: GraphqlContext) => unknown;

const SHOWN = new WeakMap<object, string>();

/** The aspect that a resolver will ask for, if it has been declared. */
export function aspectShownBy(resolver: object): string | undefined {
  return SHOWN.get(resolver);
}

/** Declares which aspect a resolver will ask for, so that it can be read for many entities beforehand. */
export function showing(aspectName: string, resolver: EntityResolver): EntityResolver {
  SHOWN.set(resolver, aspectName);
  return resolver;
}

/** A field that shows one aspect; null when the entity does not have it. */
export function fromAspect(aspectName: string, present: Present): EntityResolver {
  return showing(aspectName, (entity, _args, context) =>
    after(context.loader.aspect(entity.urn, aspectName), (value) =>
      value === undefined ? null : present(value, entity, context),
    ),
  );
}

/** A field that shows one member of an aspect as it is; null when there is none. */
export function fromMember(aspectName: string, member: string): EntityResolver {
  return fromAspect(aspectName, (value) => value[member]);
}

/** A field that shows a part of the entity's urn by the name that the key gives it. Nothing is read. */
export function fromKey(field: string): EntityResolver<string> {
  return (entity, _args, context) => keyPart(entity, field, context) ?? nameInUrn(entity, context);
}

/** Where the details of an entity have the name and the description, if not under these words. */
export interface DetailMembers {
  readonly name?: string;
  readonly description?: string;
}

/** A field that shows an aspect of details: all its members, a name for people, the custom properties as a list. */
export function details(aspectName: string, members: DetailMembers = {}, present?: Present): EntityResolver {
  return fromAspect(aspectName, (value, entity, context) => ({
    ...value,
    name: words(value[members.name ?? 'name']) ?? nameInUrn(entity, context),
    description: value[members.description ?? 'description'],
    customProperties: entries(value['customProperties']).map((entry) => ({
      ...entry,
      associatedUrn: entity.urn,
    })),
    ...object(present?.(value, entity, context)),
  }));
}

/** A name that an aspect gives; the name in the urn otherwise. */
export function nameFrom(aspectName: string): EntityResolver {
  return showing(aspectName, (entity, _args, context) =>
    after(
      context.loader.aspect(entity.urn, aspectName),
      (value) => words(value?.['name']) ?? nameInUrn(entity, context),
    ),
  );
}

/** What the urn itself calls the entity: its name, else its id, else the part after the first. */
export function nameInUrn(entity: EntityReference, context: GraphqlContext): string {
  const { key } = urnParts(entity.urn);
  return keyPart(entity, 'name', context) ?? keyPart(entity, 'id', context) ?? key[1] ?? key[0] ?? entity.urn;
}

/** Continues at once when the value is known already: a resolver that waits costs far more than one that does not. */
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
