import { readBootstrap, readDefaultPolicies } from '../config/read-bootstrap.ts';
import type { FixedEntities } from '../model/access/built-in.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import {
  entityTypeEntities,
  fixedEntities,
  isFixed,
  parseBootstrap,
  type BootstrapEntity,
} from '../system-update/bootstrap.ts';

/** Entities that every catalog has from its first start. */
export interface BuiltInEntities {
  /** Entities that each start writes if they are missing. */
  readonly entities: readonly BootstrapEntity[];
  /** Policies that are written once. */
  readonly defaultPolicies: readonly BootstrapEntity[];
  /** The entities and policies that only the server changes and deletes. */
  readonly fixed: FixedEntities;
}

/** Reads the built-in entities from the registry's folder. */
export function readBuiltInEntities(registry: EntityRegistry): BuiltInEntities {
  const defaultPolicies = parseBootstrap(readDefaultPolicies());
  const entities = [
    ...readBootstrap().flatMap(parseBootstrap),
    ...entityTypeEntities(registry),
    ...defaultPolicies.filter(isFixed),
  ];
  return { entities, defaultPolicies, fixed: fixedEntities(entities) };
}
