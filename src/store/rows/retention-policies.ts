import {
  RETENTION,
  retentionFrom,
  retentionOf,
  type Retention,
  type RetentionPolicies,
} from '../../model/retention.ts';
import { urnKey } from '../../model/urn.ts';
import { text, urnOf, type SqlRow } from './stored-rows.ts';

const PREFIX = `urn:li:${RETENTION.entityType}:`;

/** Whether a write to this urn may change a retention policy. */
export function isPolicy(urn: string): boolean {
  return urn.startsWith(PREFIX);
}

/** Reads policies from rows with columns `urn` and `metadata`. */
export function policiesOf(rows: readonly SqlRow[]): RetentionPolicies {
  return new Map(rows.map((row) => [urnKey(urnOf(row)), retentionFrom(JSON.parse(text(row, 'metadata')))]));
}

/** The retention that applies to an aspect of an entity. */
export function policyFor(policies: RetentionPolicies, urn: string, aspectName: string): Retention {
  const [, , entityType = ''] = urn.split(':', 3);
  return retentionOf(policies, entityType, aspectName);
}

/** Former versions to drop: 1 to `upTo`, and only those written before `olderThan` (epoch ms) if it is set. */
export interface DroppableVersions {
  readonly upTo: number;
  readonly olderThan: number | undefined;
}

/**
 * The versions that a retention drops from an aspect with the newest former version `last`; undefined when none. `now`:
 * epoch ms.
 */
export function droppable(
  { maxVersions, maxAgeMs }: Retention,
  last: number,
  now: number,
): DroppableVersions | undefined {
  const kept = maxVersions === undefined || maxVersions === 1 ? 0 : maxVersions;
  const upTo = last - kept;
  if (upTo < 1 || (maxVersions === undefined && maxAgeMs === undefined)) return undefined;
  return { upTo, olderThan: maxAgeMs === undefined ? undefined : now - maxAgeMs };
}
