import type { MetadataChange } from '../change/metadata-change.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import { formatUrn, parseUrn } from '../model/urn.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';

/** A built-in entity from a file of registry/bootstrap. */
export interface BootstrapEntity {
  readonly urn: Urn;
  readonly aspects: Readonly<Record<string, JsonObject>>;
}

/** An unvalidated bootstrap file. */
export interface BootstrapFile {
  readonly path: string;
  readonly content: JsonValue;
}

/** Parses a bootstrap file: a list of `{urn, aspects}`. */
export function parseBootstrap({ path, content }: BootstrapFile): readonly BootstrapEntity[] {
  if (!Array.isArray(content)) throw new Error(`${path}: expected a list of entities.`);
  return content.map((entity: unknown, index) => {
    const aspects = isJsonObject(entity) ? entity['aspects'] : undefined;
    if (!isJsonObject(entity) || typeof entity['urn'] !== 'string' || !isJsonObject(aspects)) {
      throw new Error(`${path}: entry ${index} needs a 'urn' and an object 'aspects'.`);
    }
    const values = Object.entries(aspects).flatMap(([name, value]) =>
      isJsonObject(value) ? [[name, value] as const] : [],
    );
    return { urn: parseUrn(entity['urn']), aspects: Object.fromEntries(values) };
  });
}

/** An `entityType` entity for each entity type of the registry; property definitions refer to them. */
export function entityTypeEntities(registry: EntityRegistry): readonly BootstrapEntity[] {
  return [...registry.entities.keys()].map((name) => ({
    urn: formatUrn('entityType', `datahub.${name}`),
    aspects: { entityTypeInfo: { qualifiedName: `datahub.${name}`, displayName: name } },
  }));
}

/** Dependencies of bootstrapping. */
export interface BootstrapParts {
  readonly store: MetadataStore;
  readonly change: Pick<MetadataChange, 'ingest'>;
  readonly actor: Urn;
}

/** The entities that do not exist in the catalog yet. */
export async function missingEntities(
  entities: readonly BootstrapEntity[],
  { store }: BootstrapParts,
): Promise<readonly BootstrapEntity[]> {
  const urns = entities.map(({ urn }) => urn);
  const present = await store.reader.entities(urns, []);
  return entities.filter(({ urn }) => !present.has(urn));
}

/** Writes the missing entities in one commit; returns how many. */
export async function bootstrap(
  entities: readonly BootstrapEntity[],
  parts: BootstrapParts,
): Promise<number> {
  const missing = await missingEntities(entities, parts);
  const proposals = missing.flatMap(({ urn, aspects }) =>
    Object.entries(aspects).map(([aspectName, value]): MetadataChangeProposal => ({
      urn,
      aspectName,
      changeType: 'UPSERT',
      value,
    })),
  );
  if (proposals.length > 0) await parts.change.ingest(parts.actor, proposals);
  return missing.length;
}
