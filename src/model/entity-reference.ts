import { invalidRequest } from '../errors.ts';
import type { EntityRegistry } from './entity-registry.ts';
import { keyAspectValue } from './aspects/key-aspect.ts';
import { entityTypeOf, parseUrn, type Urn } from './urn.ts';
import { because } from '../refusals.ts';

/** An entity that is identified but not loaded: its aspects are read only when a field needs them. */
export interface EntityReference {
  readonly urn: Urn;
  /** Entity type as spelled in the registry; as spelled in the urn if the registry lacks it. */
  readonly entityType: string;
}

/** Creates references, with entity types spelled as in the registry. */
export class EntityReferences {
  readonly #registry: EntityRegistry;

  constructor(registry: EntityRegistry) {
    this.#registry = registry;
  }

  /** Reference for a validated urn. */
  to(urn: Urn): EntityReference {
    const written = entityTypeOf(urn);
    return { urn, entityType: this.#registry.findEntity(written)?.name ?? written };
  }

  /** Parses a string sent by a client; throws INVALID_REQUEST unless it is a valid urn of a known entity type. */
  parse(text: string): EntityReference {
    const urn = parseUrn(text);
    const written = entityTypeOf(urn);
    const entity = this.#registry.findEntity(written);
    if (entity === undefined) {
      throw invalidRequest(
        `Invalid urn!: ${text} (there is no entity type '${written}'). Check its spelling.`,
        undefined,
        because('ENTITY_TYPE_UNKNOWN', { name: written, closest: '' }),
      );
    }
    keyAspectValue(entity, urn);
    return { urn, entityType: entity.name };
  }

  /** Parses a string sent by a client; throws INVALID_REQUEST unless it is a valid urn of the given entity type. */
  parseAs(entityType: string, text: string): EntityReference {
    const reference = this.parse(text);
    if (reference.entityType !== entityType) {
      throw invalidRequest(
        `Invalid urn!: ${text} (it is of type ${reference.entityType}). Pass the urn of a ${entityType}.`,
        undefined,
        because('ENTITY_TYPE_WRONG', { entityType: reference.entityType, entityTypes: [entityType] }),
      );
    }
    return reference;
  }

  /** Parses a stored value; undefined unless it is a valid urn of a known entity type. */
  find(text: unknown): EntityReference | undefined {
    if (typeof text !== 'string' || !text.startsWith('urn:li:')) return undefined;
    try {
      return this.parse(text);
    } catch {
      return undefined; // Stored strings may only look like urns.
    }
  }
}
