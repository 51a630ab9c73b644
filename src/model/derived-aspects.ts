import { CatalogError } from '../errors.ts';
import type { JsonObject } from '../util/json.ts';
import { Aspect } from './aspect.ts';
import { canonicalAspect } from './aspect-text.ts';
import type { AuditStamp, SystemMetadata } from './aspect.ts';
import type { AspectSpec, EntitySpec } from './entity-registry.ts';
import { keyAspectValue } from './key-aspect.ts';
import type { Urn } from './urn.ts';
import { isUrn, urnParts } from './urn.ts';

/** Which platform an entity lives on, and on which instance of it. */
export const PLATFORM_INSTANCE = 'dataPlatformInstance';
/** Where an entity stands in the browse tree. */
export const BROWSE_PATHS = 'browsePathsV2';

/** Key fields that name a platform without being its urn. */
const PLATFORM_NAME_FIELDS = ['dashboardTool', 'orchestrator', 'notebookTool'];

/** Where an entity stands in the browse tree as long as nobody has said it. */
export const DEFAULT_BROWSE_PATH: JsonObject = { path: [{ id: 'Default' }] };

/** What is known of an entity besides its aspects; derived aspects carry it as theirs. */
export interface EntityOrigin {
  readonly urn: Urn;
  readonly created: AuditStamp;
  readonly systemMetadata: SystemMetadata;
}

/** Names of the aspects that an entity of this type has without anybody writing them. */
export function derivedAspectNames(spec: EntitySpec): readonly string[] {
  return [spec.keyAspect.name, PLATFORM_INSTANCE, BROWSE_PATHS].filter((name) => spec.aspects.has(name));
}

/**
 * The aspects of an entity that follow from its urn: the key, the platform, the default browse path. Only those that
 * `isWanted`, and none that `isWanted` knows to be stored, because a stored one takes precedence.
 */
export function derivedAspects(
  spec: EntitySpec,
  origin: EntityOrigin,
  isWanted: (aspectName: string) => boolean,
): Aspect[] {
  const wanted = derivedAspectNames(spec).filter(isWanted);
  if (wanted.length === 0) return [];
  const key = keyAspectValue(spec, origin.urn);
  return wanted.flatMap((aspectName) => {
    const aspectSpec = spec.aspects.get(aspectName);
    const value = derivedValue(spec, key, aspectName);
    return aspectSpec === undefined || value === undefined ? [] : [derivedAspect(origin, aspectSpec, value)];
  });
}

/** The same; undefined for a stored urn that is not of the form of its type any more, as a change of the registry leaves it. */
export function derivedIfFit(...args: Parameters<typeof derivedAspects>): Aspect[] | undefined {
  try {
    return derivedAspects(...args);
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_REQUEST') return undefined;
    throw error;
  }
}

function derivedAspect(origin: EntityOrigin, spec: AspectSpec, value: JsonObject): Aspect {
  const { urn, created, systemMetadata } = origin;
  const text = canonicalAspect(spec, value);
  return new Aspect({ urn, aspectName: spec.name, text, systemMetadata, created, sequence: 0 });
}

function derivedValue(spec: EntitySpec, key: JsonObject, aspectName: string): JsonObject | undefined {
  if (aspectName === spec.keyAspect.name) return key;
  if (aspectName === BROWSE_PATHS) return DEFAULT_BROWSE_PATH;
  const platform = platformOf(key);
  return platform === undefined ? undefined : { platform };
}

/** The platform that a key names: by urn, by name, or (a job) through the flow that it belongs to. */
function platformOf(key: JsonObject): string | undefined {
  const { platform, flow } = key;
  if (typeof platform === 'string') return platform;
  const name = PLATFORM_NAME_FIELDS.map((field) => key[field]).find((value) => typeof value === 'string');
  if (typeof name === 'string') return platformUrn(name);
  const [orchestrator] = typeof flow === 'string' && isUrn(flow) ? urnParts(flow).key : [];
  return orchestrator === undefined ? undefined : platformUrn(orchestrator);
}

function platformUrn(name: string): string {
  return `urn:li:dataPlatform:${name.toLowerCase()}`;
}
