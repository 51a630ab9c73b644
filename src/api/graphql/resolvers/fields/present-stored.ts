import {
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { object, text, words } from '../../../../util/json/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../util/json.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { yieldingShown } from '../../context/yielding.ts';
import { StoredRecord } from '../../presenters/stored-record.ts';
import { OBJECT_TYPES } from '../../schema/entity-names.generated.ts';
import { sourceOf, type Source } from '../../schema/from-directive.ts';
import { fromAspect, fromAspectOrEmpty, nameInUrn, type EntityResolver } from './aspect-field.ts';

/** Converts a stored value to the value of a field; null if there is nothing to show. */
type Show = (stored: JsonValue | undefined, of: EntityReference, context: GraphqlContext) => unknown;

type FieldResolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Where a field of a record is stored: in its own member, unless the schema names another. */
type RecordSource = Source & { readonly member: string };

/** A required field: without it, its record is not shown. */
interface RequiredField {
  readonly member: string;
  readonly show: Show;
}

/**
 * Adds a resolver to each field without one, which shows the stored value according to the type: a urn as its entity,
 * a map as a list of entries, a record as its fields. Omits elements and records that lack a required field. If
 * nothing is stored, a required boolean is false, a required list is empty, and a required record has no members.
 */
export function presentStored(schema: GraphQLSchema): void {
  const presenter = new Presenter(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type) && !type.name.startsWith('__')) presenter.present(type);
  }
}

class Presenter {
  readonly #schema: GraphQLSchema;
  readonly #required = new Map<GraphQLObjectType, readonly RequiredField[]>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  present(type: GraphQLObjectType): void {
    const isEntity = this.#entityTypes(type) !== undefined;
    for (const field of Object.values(type.getFields())) {
      // `@from` in the schema takes precedence over the resolver for this field name in all types.
      const isStated = sourceOf(field) !== undefined || (isEntity && aspectOf(field) !== undefined);
      if (field.resolve !== undefined && !isStated) continue;
      const resolve = isEntity ? this.#ofEntity(field) : this.#ofRecord(sourceOfMember(field), field.type);
      if (resolve !== undefined) field.resolve = resolve;
    }
  }

  /** Resolver of a field of an entity that shows an aspect or a member of one; undefined if the schema names no aspect. */
  #ofEntity(field: GraphQLField<unknown, GraphqlContext>): FieldResolver | undefined {
    const show = this.#show(field.type);
    const { aspect, member, orNameInUrn } = sourceOfMember(field);
    const record = aspectOf(field);
    if (record?.aspect !== undefined) {
      const present = record.orNameInUrn === true ? fromAspectOrEmpty : fromAspect;
      return asResolver(
        present(record.aspect, (value, _references, of, context) => show(value, of, context)),
      );
    }
    if (aspect === undefined) return undefined;
    if (orNameInUrn === true) {
      return asResolver(
        fromAspectOrEmpty(
          aspect,
          (value, _references, of, context) => words(memberAt(value, member)) ?? nameInUrn(of, context),
        ),
      );
    }
    return asResolver(
      fromAspect(aspect, (value, _references, of, context) => show(memberAt(value, member), of, context)),
    );
  }

  #ofRecord({ member, orNameInUrn }: RecordSource, type: GraphQLOutputType): FieldResolver {
    const show = this.#show(type);
    return (parent, args, context, info) => {
      if (!(parent instanceof StoredRecord)) return defaultFieldResolver(parent, args, context, info);
      const { value, of } = parent;
      if (member === 'associatedUrn') return of.urn;
      if (orNameInUrn === true) return words(memberAt(value, member)) ?? nameInUrn(of, context);
      return parent.found?.get(member) ?? show(memberAt(value, member), of, context);
    };
  }

  #show(type: GraphQLOutputType): Show {
    if (isNonNullType(type)) {
      const [show, absent] = [this.#show(type.ofType), this.#absent(type.ofType)];
      return (stored, of, context) => show(stored, of, context) ?? absent(of);
    }
    if (isLeafType(type)) return (stored) => stored ?? null;
    if (isListType(type)) return this.#list(isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType);
    const entityTypes = this.#entityTypes(type);
    if (entityTypes !== undefined) {
      return (stored, _of, { references }) => {
        const found = references.find(stored);
        return found && (entityTypes === 'any' || entityTypes.has(found.entityType)) ? found : null;
      };
    }
    if (!isObjectType(type)) return (stored) => stored ?? null;
    return (stored, of, context) => {
      if (!isJsonObject(stored)) return null;
      const required = this.#requiredOf(type);
      if (required.length === 0) return new StoredRecord(stored, of);
      const found = new Map<string, unknown>();
      for (const { member, show } of required) {
        const value = show(memberAt(stored, member), of, context);
        if (value === null) return null;
        found.set(member, value);
      }
      return new StoredRecord(stored, of, found);
    };
  }

  /** The value of a required field for which nothing is stored. */
  #absent(type: GraphQLOutputType): (of: EntityReference) => unknown {
    if (isListType(type)) return () => [];
    if (String(type) === 'Boolean') return () => false;
    if (/^(?:Resolved)?AuditStamp$/.test(String(type))) return (of) => new StoredRecord({ time: 0 }, of);
    const isRecord = isObjectType(type) && this.#entityTypes(type) === undefined;
    return isRecord ? (of) => new StoredRecord({}, of) : () => null;
  }

  #list(item: GraphQLOutputType): Show {
    if (isObjectType(item) && isEntry(item)) {
      return (stored, { urn: associatedUrn }) =>
        Object.entries(object(stored) ?? {}).map(([key, value]) => ({
          key,
          value: text(value),
          associatedUrn,
        }));
    }
    const show = this.#show(item);
    const isOfEntities = this.#entityTypes(item) !== undefined;
    return (stored, of, context) => {
      if (!Array.isArray(stored)) return isOfEntities ? [] : null;
      return yieldingShown<JsonValue, unknown>(stored, (one) => show(one, of, context));
    };
  }

  /** The fields without which a record is not shown: entities and times, which have no default. */
  #requiredOf(type: GraphQLObjectType): readonly RequiredField[] {
    const known = this.#required.get(type);
    if (known !== undefined) return known;
    const required = Object.values(type.getFields()).flatMap((field) => {
      const { member, orNameInUrn } = sourceOfMember(field);
      if (!isNonNullType(field.type) || member === 'associatedUrn' || orNameInUrn === true) return [];
      const needed = field.type.ofType;
      const isShownElseNothing = this.#entityTypes(needed) !== undefined || String(needed) === 'Long';
      return isShownElseNothing ? [{ member, show: this.#show(needed) }] : [];
    });
    this.#required.set(type, required);
    return required;
  }

  /** The entity types of an entity, an interface or union of entities; undefined for any other type. */
  #entityTypes(type: GraphQLOutputType): ReadonlySet<string> | 'any' | undefined {
    if (isAbstractType(type) && type.name === 'Entity') return 'any';
    const objects = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type].filter(isObjectType);
    const areEntities = objects.every((one) => one.getInterfaces().some(({ name }) => name === 'Entity'));
    if (objects.length === 0 || !areEntities) return undefined;
    const names = new Set(objects.map(({ name }) => name));
    return new Set(OBJECT_TYPES.flatMap(([name, entityType]) => (names.has(name) ? [entityType] : [])));
  }
}

/** `presentStored` uses the resolver of an entity's aspect only for fields of that entity's type. */
function asResolver(resolve: EntityResolver): FieldResolver {
  return resolve as FieldResolver;
}

function sourceOfMember(field: GraphQLField<unknown, GraphqlContext>): RecordSource {
  return { member: field.name, ...sourceOf(field) };
}

/** The aspect shown by the type of a field in every entity; undefined for other types. */
function aspectOf({ type }: GraphQLField<unknown, GraphqlContext>): Source | undefined {
  const shown = getNamedType(type);
  const source = isObjectType(shown) ? sourceOf(shown) : undefined;
  return source?.aspect === undefined ? undefined : source;
}

/** The value itself at `.`, or the member at a path such as `created/time` or `domains/0`. */
function memberAt(value: JsonObject, path: string): JsonValue | undefined {
  if (path === '.') return value;
  if (!path.includes('/')) return value[path];
  let found: JsonValue | undefined = value;
  for (const step of path.split('/')) {
    if (Array.isArray(found)) found = (found as readonly JsonValue[])[Number(step)];
    else found = isJsonObject(found) ? found[step] : undefined;
  }
  return found;
}

function isEntry(type: GraphQLObjectType): boolean {
  const { key, value } = type.getFields();
  return key !== undefined && value !== undefined && type.name.endsWith('Entry');
}
