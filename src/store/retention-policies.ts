import { RETENTION, retentionFrom, retentionOf } from '../model/retention.ts';
import type { Retention, RetentionPolicies } from '../model/retention.ts';
import { urnKey } from '../model/urn.ts';
import { text, urnOf } from './stored-rows.ts';
import type { SqlRow } from './stored-rows.ts';

const PREFIX = `urn:li:${RETENTION.entityType}:`;

/** Between which urns those of all policies are; `;` follows `:`. */
export const POLICY_URNS = { from: PREFIX, to: `${PREFIX.slice(0, -1)};` } as const;

/** Whether what is written of this urn may change a policy. */
export function isPolicy(urn: string): boolean {
  return urn.startsWith(PREFIX);
}

/** The policies in rows of urn and config. */
export function policiesOf(rows: readonly SqlRow[]): RetentionPolicies {
  return new Map(rows.map((row) => [urnKey(urnOf(row)), retentionFrom(JSON.parse(text(row, 'metadata')))]));
}

/** What holds for an aspect of an entity. */
export function policyFor(policies: RetentionPolicies, urn: string, aspectName: string): Retention {
  const [, , entityType = ''] = urn.split(':', 3);
  return retentionOf(policies, entityType, aspectName);
}

/** Former versions that go: from 1 up to a number and, if a time is named (epoch ms), only what was written before it. */
export interface DroppableVersions {
  readonly upTo: number;
  readonly olderThan: number | undefined;
}

/** What a policy does not keep of an aspect whose youngest former version is `last`; undefined for nothing. */
export function droppable(
  { maxVersions, maxAgeMs }: Retention,
  last: number,
  now: number,
): DroppableVersions | undefined {
  const upTo = last - (maxVersions ?? 0);
  if (upTo < 1 || (maxVersions === undefined && maxAgeMs === undefined)) return undefined;
  return { upTo, olderThan: maxAgeMs === undefined ? undefined : now - maxAgeMs };
}
