import type { EntityReferences } from '../../../model/entity-reference.ts';
import { entries, numeric, object, text } from '../../../util/json/json-members.ts';

/** `AuditStamp` of a stored audit stamp or time stamp; undefined if there is none. */
export function auditStamp(value: unknown): { time: number; actor: string | undefined } | undefined {
  const stamp = object(value);
  const time = numeric(stamp?.['time']);
  return time === undefined ? undefined : { time, actor: text(stamp?.['actor']) };
}

/** `AuditStamp` of a stored audit stamp; time 0 if there is none, for fields that cannot be null. */
export function auditStampOrNever(value: unknown): { time: number; actor: string | undefined } {
  return auditStamp(value) ?? { time: 0, actor: undefined };
}

/** `ResolvedAuditStamp`. Omits actors that are not users, because the GraphQL type allows no others. */
export function resolvedAuditStamp(value: unknown, references: EntityReferences): object | undefined {
  const stamp = auditStamp(value);
  if (stamp === undefined) return undefined;
  const actor = references.find(stamp.actor);
  return { time: stamp.time, actor: actor?.entityType === 'corpuser' ? actor : undefined };
}

/** `MetadataAttribution`; undefined if there is none or it has no time. */
export function attribution(value: unknown, references: EntityReferences): object | undefined {
  const given = object(value);
  const time = numeric(given?.['time']);
  if (given === undefined || time === undefined) return undefined;
  return {
    time,
    actor: references.find(given['actor']),
    source: references.find(given['source']),
    sourceDetail: entries(given['sourceDetail']),
  };
}
