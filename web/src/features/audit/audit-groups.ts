import type { AuditEvent } from './audit-data.ts';

/** Events of one commit, or one other event. */
export interface AuditGroup {
  readonly key: string;
  /** The newest of the events; all have the same kind, time, actor and request. */
  readonly head: AuditEvent;
  /** Events by entity, in the order of the log. */
  readonly entities: ReadonlyMap<string, readonly AuditEvent[]>;
}

/** Puts the parts of each commit together. Events are in the order of the log. */
export function groupsOf(events: readonly AuditEvent[]): readonly AuditGroup[] {
  const groups = new Map<string, { head: AuditEvent; entities: Map<string, AuditEvent[]> }>();
  for (const event of events) {
    // The id is that of the commit, and the number of the part.
    const key = event.id.replace(/\.\d+$/, '');
    const group = groups.get(key) ?? { head: event, entities: new Map<string, AuditEvent[]>() };
    groups.set(key, group);
    if (event.entityUrn === null) continue;
    const parts = group.entities.get(event.entityUrn) ?? [];
    group.entities.set(event.entityUrn, [...parts, event]);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}
