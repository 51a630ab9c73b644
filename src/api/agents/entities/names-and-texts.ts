import type { EntityAspects } from '../../../model/aspect.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import { matchingName, nameFieldsOf, type NameField } from '../../../operations/search/find-by-name.ts';
import { text } from '../../../util/json/json-members.ts';

/** An entity with its stored aspects. */
export interface StoredEntity {
  readonly urn: Urn;
  readonly type: string;
  readonly aspects: EntityAspects;
}

const fieldsOf = new WeakMap<EntityRegistry, Map<string, readonly NameField[]>>();

/** Registry name of the type of an entity. */
export function typeNameOf(urn: Urn, registry: EntityRegistry): string {
  const written = entityTypeOf(urn);
  return registry.findEntity(written)?.name ?? written;
}

/** The first name of an entity for people; undefined if it has none. */
export function nameOf({ aspects, type }: StoredEntity, registry: EntityRegistry): string | undefined {
  const known = fieldsOf.get(registry) ?? new Map<string, readonly NameField[]>();
  fieldsOf.set(registry, known);
  const fields = known.get(type) ?? nameFieldsOf([type], registry);
  known.set(type, fields);
  return matchingName(aspects, '*', fields);
}

/** The description that people edited, else that of the source. */
export function descriptionOf({ aspects }: StoredEntity): string | undefined {
  let ofSource: string | undefined;
  for (const [name, { value }] of aspects) {
    const described = text(value['description']) ?? text(value['definition']);
    if (described === undefined || described === '') continue;
    if (name.startsWith('editable')) return described;
    if (/(?:Properties|Info|Definition)$/.test(name)) ofSource ??= described;
  }
  return ofSource;
}

/** Urn of the platform, from the urn of the entity or its platform instance. */
export function platformOf({ aspects, urn }: StoredEntity): string | undefined {
  const stored = text(aspects.get('dataPlatformInstance')?.value['platform']);
  const [inUrn] = /urn:li:dataPlatform:[^,()]+/.exec(urn) ?? [];
  if (stored !== undefined || inUrn !== undefined) return stored ?? inUrn;
  const [, tool] = /^urn:li:(?:chart|dashboard|dataFlow):\(([\w.-]+),/.exec(urn) ?? [];
  return tool === undefined ? undefined : `urn:li:dataPlatform:${tool}`;
}
