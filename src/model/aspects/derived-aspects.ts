import { CatalogError } from '../../errors.ts';
import type { JsonObject } from '../../util/json.ts';
import { Aspect, type AuditStamp, type SystemMetadata } from '../aspect.ts';
import { canonicalAspect } from './aspect-text.ts';
import type { EntityRegistry, EntitySpec } from '../entity-registry.ts';
import { keyAspectValue } from './key-aspect.ts';
import { entityTypeOf, isUrn, urnParts, type Urn } from '../urn.ts';

/** Aspect with the data platform of an entity, and optionally the platform instance. */
export const PLATFORM_INSTANCE = 'dataPlatformInstance';
/** Aspect with the position of an entity in the browse tree. */
export const BROWSE_PATHS = 'browsePathsV2';

/** Key fields that contain a platform name instead of a platform urn. */
const PLATFORM_NAME_FIELDS = ['dashboardTool', 'orchestrator', 'notebookTool'];

/** Browse path of an entity that has no stored one. */
export const DEFAULT_BROWSE_PATH: JsonObject = { path: [{ id: 'Default' }] };

/** Urn, creation stamp and system metadata that derived aspects copy from their entity. */
export interface EntityOrigin {
  readonly urn: Urn;
  readonly created: AuditStamp;
  readonly systemMetadata: SystemMetadata;
}

/** A derived aspect without its text, which documents of the index do not need. */
export type DerivedAspect = Omit<Aspect, 'text'>;

/** Names of the aspects that can be derived for entities of this type. */
export function derivedAspectNames(spec: EntitySpec): readonly string[] {
  return [spec.keyAspect.name, PLATFORM_INSTANCE, BROWSE_PATHS].filter((name) => spec.aspects.has(name));
}

/**
 * Derives aspects of an entity from its urn: key aspect, platform, default browse path. `isWanted` selects them; it must
 * reject stored aspects, which take precedence. Throws INVALID_REQUEST if the urn does not match the key aspect.
 */
export function derivedAspects(
  spec: EntitySpec,
  origin: EntityOrigin,
  isWanted: (aspectName: string) => boolean,
): Aspect[] {
  return derivedValues(spec, origin, isWanted).flatMap(({ value, ...derived }) => {
    const aspectSpec = spec.aspects.get(derived.aspectName);
    return aspectSpec === undefined
      ? []
      : [new Aspect({ ...derived, text: canonicalAspect(aspectSpec, value) }, value)];
  });
}

/** Derives aspects like {@link derivedAspects}, without their texts. */
export function derivedValues(
  spec: EntitySpec,
  { created, systemMetadata, urn }: EntityOrigin,
  isWanted: (aspectName: string) => boolean,
): DerivedAspect[] {
  const derived: DerivedAspect[] = [];
  let key: JsonObject | undefined;
  for (const aspectName of derivedAspectNames(spec)) {
    if (!isWanted(aspectName)) continue;
    key ??= keyAspectValue(spec, urn);
    const value = derivedValue(spec, key, aspectName);
    if (value !== undefined) derived.push({ urn, aspectName, systemMetadata, created, sequence: 0, value });
  }
  return derived;
}

/** Like `derivedAspects`, but undefined instead of INVALID_REQUEST if the urn does not match the key aspect. */
export function derivedIfFit(...args: Parameters<typeof derivedAspects>): Aspect[] | undefined {
  return ifFit(() => derivedAspects(...args));
}

/**
 * What is derived from a urn; undefined if that throws INVALID_REQUEST, because the urn does not match the key aspect. A
 * stored urn can stop matching when the registry changes.
 */
export function ifFit<T>(derive: () => T): T | undefined {
  try {
    return derive();
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_REQUEST') return undefined;
    throw error;
  }
}

function derivedValue(spec: EntitySpec, key: JsonObject, aspectName: string): JsonObject | undefined {
  if (aspectName === spec.keyAspect.name) return key;
  if (aspectName === BROWSE_PATHS) return DEFAULT_BROWSE_PATH;
  const platform = platformOf(key);
  return platform === undefined ? undefined : { platform };
}

/** Platform urn from a key: given as urn, by name, or (for a job) through its data flow. */
function platformOf(key: JsonObject): string | undefined {
  const { platform, flow } = key;
  if (typeof platform === 'string') return platform;
  const name = PLATFORM_NAME_FIELDS.map((field) => key[field]).find((value) => typeof value === 'string');
  if (typeof name === 'string') return platformUrn(name);
  const [orchestrator] = typeof flow === 'string' && isUrn(flow) ? urnParts(flow).key : [];
  return orchestrator === undefined ? undefined : platformUrn(orchestrator);
}

/** Texts of the key fields in a urn, by name; none for an unknown entity type. */
export function keyFieldsOf(urn: Urn, registry: EntityRegistry): Readonly<Record<string, string>> {
  const names = registry.findEntity(entityTypeOf(urn))?.keyAspect.record.fields.keys() ?? [];
  const { key } = urnParts(urn);
  return Object.fromEntries([...names].flatMap((name, i) => (key[i] === undefined ? [] : [[name, key[i]]])));
}

/** Urn of the platform in a urn: a platform urn, or the name of a tool or orchestrator; undefined if there is none. */
export function platformInUrn(urn: Urn, registry: EntityRegistry): string | undefined {
  return platformOf(keyFieldsOf(urn, registry));
}

function platformUrn(name: string): string {
  return `urn:li:dataPlatform:${name.toLowerCase()}`;
}
