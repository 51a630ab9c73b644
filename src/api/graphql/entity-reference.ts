import { invalidRequest } from '../../errors.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { keyAspectValue } from '../../model/key-aspect.ts';
import { entityTypeOf, parseUrn } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';

/** An entity as resolvers hand it on: named, and read only when a field asks for more than its name. */
export interface EntityReference {
  readonly urn: Urn;
  /** The registry's name of its type; the type as written in the urn when the registry has none. */
  readonly entityType: string;
}

/** Makes references; the registry settles how an entity type is spelled. */
export class EntityReferences {
  readonly #registry: EntityRegistry;

  constructor(registry: EntityRegistry) {
    this.#registry = registry;
  }

  /** Reference to an entity whose urn was checked before. */
  to(urn: Urn): EntityReference {
    const written = entityTypeOf(urn);
    return { urn, entityType: this.#registry.findEntity(written)?.name ?? written };
  }

  /** Reference to an entity that a client names; throws INVALID_REQUEST when it is no possible urn of a known type. */
  parse(text: string): EntityReference {
    const urn = parseUrn(text);
    const written = entityTypeOf(urn);
    const entity = this.#registry.findEntity(written);
    if (entity === undefined) {
      throw invalidRequest(
        `Invalid urn!: ${text} (there is no entity type '${written}'). Check its spelling.`,
      );
    }
    keyAspectValue(entity, urn);
    return { urn, entityType: entity.name };
  }

  /** The same, for a field that takes one entity type; throws INVALID_REQUEST when the urn is of another. */
  parseAs(entityType: string, text: string): EntityReference {
    const reference = this.parse(text);
    if (reference.entityType !== entityType) {
      throw invalidRequest(
        `Invalid urn!: ${text} (it is of type ${reference.entityType}). Pass the urn of a ${entityType}.`,
      );
    }
    return reference;
  }

  /** Reference to whatever a stored text names; undefined when it cannot be the urn of any entity. */
  find(text: unknown): EntityReference | undefined {
    if (typeof text !== 'string' || !text.startsWith('urn:li:')) return undefined;
    try {
      return this.parse(text);
    } catch {
      return undefined; // A value that only looks like a urn names no entity.
    }
  }
}
