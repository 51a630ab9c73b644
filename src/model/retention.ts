import { isJsonObject } from '../util/json.ts';

/** Names of what policies of retention are stored as. */
export const RETENTION = { entityType: 'dataHubRetention', configAspect: 'dataHubRetentionConfig' } as const;

/** Which former versions of an aspect are dropped: those that are beyond every limit there is; without limits none. */
export interface Retention {
  /** Former versions that are kept, besides the latest one. */
  readonly maxVersions?: number;
  /** Age that former versions are kept until. */
  readonly maxAgeMs?: number;
}

/** What holds where no policy says anything else; DataHub's default. */
export const DEFAULT_RETENTION: Retention = { maxVersions: 20 };

/** Policies by their key, `(entityName,aspectName)`. */
export type RetentionPolicies = ReadonlyMap<string, Retention>;

/** Stands for every entity type, or for every aspect. */
const ANY = '*';

/** The policy for an aspect: of the most specific key that there is one for, whereby the entity type counts more. */
export function retentionOf(policies: RetentionPolicies, entityType: string, aspectName: string): Retention {
  if (policies.size === 0) return DEFAULT_RETENTION;
  for (const entity of [entityType, ANY]) {
    for (const aspect of [aspectName, ANY]) {
      const policy = policies.get(`(${entity},${aspect})`);
      if (policy !== undefined) return policy;
    }
  }
  return DEFAULT_RETENTION;
}

/** The limits that a config aspect states; a limit that is no positive number is none. */
export function retentionFrom(config: unknown): Retention {
  const maxVersions = limitAt(config, 'version', 'maxVersions');
  const maxAge = limitAt(config, 'time', 'maxAgeInSeconds');
  return {
    ...(maxVersions !== undefined && maxVersions > 0 && { maxVersions }),
    ...(maxAge !== undefined && maxAge > 0 && { maxAgeMs: maxAge * 1_000 }),
  };
}

/** Texts of what is wrong with the limits of a config aspect; empty when nothing is. */
export function retentionFailures(config: unknown): readonly string[] {
  const tooSmall = (kind: string, member: string): readonly string[] => {
    const limit = limitAt(config, kind, member);
    if (limit === undefined || limit > 0) return [];
    return [`Invalid ${member}: ${limit}. It must be above 0; leave out ${kind} to keep without that limit.`];
  };
  return [...tooSmall('version', 'maxVersions'), ...tooSmall('time', 'maxAgeInSeconds')];
}

function limitAt(config: unknown, kind: string, member: string): number | undefined {
  const retention = isJsonObject(config) ? config['retention'] : undefined;
  const limits = isJsonObject(retention) ? retention[kind] : undefined;
  const limit = isJsonObject(limits) ? limits[member] : undefined;
  return typeof limit === 'number' ? limit : undefined;
}
