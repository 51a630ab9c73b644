import type { AuditEvent } from '../../../model/access/audit-event.ts';
import type { Urn } from '../../../model/urn.ts';
import { toEvent } from '../../rows/audit-rows.ts';
import { urnHash } from '../../rows/urn-hash.ts';
import type { AuditSelection } from '../../audit-store.ts';
import type { Queryable } from '../connection.ts';

/** Matching audit events, newest first. */
export async function newestEvents(
  database: Queryable,
  selection: AuditSelection,
): Promise<readonly AuditEvent[]> {
  const { actors = [], limit } = selection;
  // One index scan per actor reads at most a page each; a single query would sort all their events.
  const walks = actors.length === 0 ? [undefined] : actors;
  const pages = await Promise.all(
    walks.map(async (actor) => {
      const { sql, parameters } = walkOf(selection, actor);
      return (await database.query(sql, parameters)).map(toEvent);
    }),
  );
  const events = pages.flat();
  if (pages.length > 1) events.sort((a, b) => b.time - a.time || b.id - a.id);
  return events.slice(0, limit);
}

function walkOf(
  { entity, kinds = [], since, before, limit }: AuditSelection,
  actor: Urn | undefined,
): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const [time, id] = entity === undefined ? ['e.time', 'e.id'] : ['x.time', 'x.event_id'];
  if (entity !== undefined) conditions.push(`x.urn_hash = ${parameter(urnHash(entity))}`);
  if (actor !== undefined) conditions.push(`e.actor = ${parameter(actor)}`);
  // Enables the partial index on events other than changes.
  if (kinds.length > 0 && !kinds.includes('change')) conditions.push("e.kind <> 'change'");
  if (kinds.length > 0) conditions.push(`e.kind = ANY (${parameter(kinds)})`);
  conditions.push(`(${time}, ${id}) < (${parameter(before.time)}, ${parameter(before.id)})`);
  if (since !== undefined) conditions.push(`${time} >= ${parameter(since)}`);
  const from =
    entity === undefined
      ? 'colophon_audit_event e'
      : 'colophon_audit_entity x JOIN colophon_audit_event e ON e.id = x.event_id';
  const sql = `SELECT e.*, coalesce(e.subjects, l.entries) AS groups FROM ${from}
    LEFT JOIN colophon_change_log l ON l.sequence = e.sequence
    WHERE ${conditions.join(' AND ')} ORDER BY ${time} DESC, ${id} DESC LIMIT ${parameter(limit)}`;
  return { sql, parameters };
}
