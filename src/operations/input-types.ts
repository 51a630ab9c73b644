import * as v from 'valibot';
import { EntityReferences, type EntityReference } from '../model/entity-reference.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Asset, AssetText } from './assets.ts';
import { readAs, objectOf } from './shapes.ts';

/** Shapes of input that depend on the entity types of the registry. Their errors are INVALID_REQUEST. */
export class InputTypes {
  readonly #references: EntityReferences;

  constructor(registry: EntityRegistry) {
    this.#references = new EntityReferences(registry);
  }

  /** The urn of an entity of any type. */
  entity(): v.GenericSchema<string, EntityReference> {
    return v.pipe(
      v.string(),
      readAs((text: string) => this.#references.parse(text)),
    );
  }

  /** The urn of an entity of this type. */
  entityOf(entityType: string): v.GenericSchema<string, EntityReference> {
    return v.pipe(
      v.string(),
      readAs((text: string) => this.#references.parseAs(entityType, text)),
    );
  }

  /** The urn of an entity of this type. Missing, null or blank: none. */
  optionalEntityOf(entityType: string): OptionalEntity {
    return optional((text) => this.#references.parseAs(entityType, text));
  }

  /** The urn of an entity of any type. Missing, null or blank: none. */
  optionalEntity(): OptionalEntity {
    return optional((text) => this.#references.parse(text));
  }

  /** An entity or a column. */
  asset(): v.GenericSchema<AssetText, Asset> {
    return v.pipe(
      objectOf({ urn: this.entity(), fieldPath: v.optional(v.string()) }),
      v.transform(({ urn, fieldPath }) => ({ entity: urn, fieldPath })),
    );
  }
}

type OptionalEntity = v.NullishSchema<v.GenericSchema<string, EntityReference | undefined>, () => undefined>;

function optional(parse: (text: string) => EntityReference): OptionalEntity {
  const read = (text: string): EntityReference | undefined => (text.trim() === '' ? undefined : parse(text));
  return v.nullish(v.pipe(v.string(), readAs(read)), () => undefined);
}

/** A list; callers may pass it read-only. */
export function list<Raw, Item>(
  item: v.GenericSchema<Raw, Item>,
): v.GenericSchema<readonly Raw[], readonly Item[]> {
  return v.array(item);
}

const known = new WeakMap<EntityRegistry, InputTypes>();

/** The shapes for a registry, built once. */
export function inputTypesOf(registry: EntityRegistry): InputTypes {
  const types = known.get(registry) ?? new InputTypes(registry);
  known.set(registry, types);
  return types;
}
