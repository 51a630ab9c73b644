import { isJsonObject } from '../util/json.ts';
import { because, type Refusal } from '../refusals.ts';

/** Entity type and aspect of retention policies. */
export const RETENTION = { entityType: 'dataHubRetention', configAspect: 'dataHubRetentionConfig' } as const;

/**
 * Limits for earlier versions of an aspect. A version is deleted if it exceeds every limit set; without limits, none
 * is.
 */
export interface Retention {
  /** Number of earlier versions to keep, in addition to the latest one; as in DataHub, 1 keeps only the latest. */
  readonly maxVersions?: number;
  /** Age up to which old versions are kept, in ms. */
  readonly maxAgeMs?: number;
}

/** Retention of aspects without a policy; DataHub's default. */
export const DEFAULT_RETENTION: Retention = { maxVersions: 20 };

/** DataHub's policies that need not be stored: the log of a run is rewritten every few seconds. */
const BUILT_IN: RetentionPolicies = new Map([
  ['(dataHubExecutionRequest,dataHubExecutionRequestResult)', { maxVersions: 1 }],
]);

/** Policies by their key, `(entityName,aspectName)`. */
export type RetentionPolicies = ReadonlyMap<string, Retention>;

/** Wildcard for entity types and aspects. */
const ANY = '*';

/** Retention of an aspect, by the most specific policy: an entity type match takes precedence over an aspect match. */
export function retentionOf(policies: RetentionPolicies, entityType: string, aspectName: string): Retention {
  for (const entity of [entityType, ANY]) {
    for (const aspect of [aspectName, ANY]) {
      const key = `(${entity},${aspect})`;
      const policy = policies.get(key) ?? BUILT_IN.get(key);
      if (policy !== undefined) return policy;
    }
  }
  return DEFAULT_RETENTION;
}

/** Limits of a `dataHubRetentionConfig` aspect; a limit that is not a positive number is ignored. */
export function retentionFrom(config: unknown): Retention {
  const maxVersions = limitAt(config, 'version', 'maxVersions');
  const maxAge = limitAt(config, 'time', 'maxAgeInSeconds');
  return {
    ...(maxVersions !== undefined && maxVersions > 0 && { maxVersions }),
    ...(maxAge !== undefined && maxAge > 0 && { maxAgeMs: maxAge * 1_000 }),
  };
}

/** Problems of the limits in a `dataHubRetentionConfig` aspect; empty if it is valid. */
export function retentionFailures(
  config: unknown,
): readonly (Refusal & { readonly message: string; readonly field: string })[] {
  const tooSmall = (kind: string, member: string): ReturnType<typeof retentionFailures> => {
    const limit = limitAt(config, kind, member);
    if (limit === undefined || limit > 0) return [];
    const message = `Invalid ${member}: ${limit}. It must be greater than 0; omit ${kind} for no limit.`;
    return [
      {
        message,
        field: `retention.${kind}.${member}`,
        ...because('INPUT_TOO_SMALL', { name: member, least: 1 }),
      },
    ];
  };
  return [...tooSmall('version', 'maxVersions'), ...tooSmall('time', 'maxAgeInSeconds')];
}

function limitAt(config: unknown, kind: string, member: string): number | undefined {
  const retention = isJsonObject(config) ? config['retention'] : undefined;
  const limits = isJsonObject(retention) ? retention[kind] : undefined;
  const limit = isJsonObject(limits) ? limits[member] : undefined;
  return typeof limit === 'number' ? limit : undefined;
}
