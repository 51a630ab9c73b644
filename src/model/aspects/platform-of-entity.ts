import type { JsonObject } from '../../util/json.ts';
import { text } from '../../util/json/json-members.ts';
import type { EntityRegistry } from '../entity-registry.ts';
import { holderOf } from '../relationships/column-holder.ts';
import type { Urn } from '../urn.ts';
import { PLATFORM_INSTANCE, platformInUrn } from './derived-aspects.ts';

/**
 * Urn of the data platform of an entity: from its `dataPlatformInstance`, which `stored` reads, else from its urn. A column has
 * that of its dataset.
 */
export function platformOfEntity(
  urn: Urn,
  stored: (urn: Urn, aspectName: string) => JsonObject | undefined,
  registry: EntityRegistry,
): string | undefined {
  const of = holderOf(urn) ?? urn;
  return text(stored(of, PLATFORM_INSTANCE)?.['platform']) ?? platformInUrn(of, registry);
}
