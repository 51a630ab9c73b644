import type { Declaration } from '../../operations/operation.ts';
import { ASPECTS } from './aspects/aspects-resource.ts';
import { ENTITIES, ENTITIES_V2 } from './entities/entities-resource.ts';
import { OPERATIONS } from './operations-resource.ts';
import { RELATIONSHIPS } from './relationships.ts';
import type { Resource } from './resource.ts';
import { RUNS } from './runs/runs-resource.ts';
import { ANALYTICS } from './timeseries/analytics.ts';
import { USAGE_STATS } from './timeseries/usage-stats.ts';
import { ENTITIES_VERSIONED_V2 } from './entities/versioned-entities.ts';

/** All Rest.li resources. */
export const RESOURCES: readonly Resource[] = [
  ASPECTS,
  ENTITIES,
  ENTITIES_V2,
  ENTITIES_VERSIONED_V2,
  RELATIONSHIPS,
  RUNS,
  OPERATIONS,
  USAGE_STATS,
  ANALYTICS,
];

/** Operations and needed privileges of the actions of each resource, `POST /<resource>?action=<action>`. */
export function declaredActions(): Readonly<Record<string, Readonly<Record<string, Declaration>>>> {
  return Object.fromEntries(
    RESOURCES.map(({ name, actions }) => [
      name,
      Object.fromEntries(Object.entries(actions).map(([action, { declared }]) => [action, declared])),
    ]),
  );
}
