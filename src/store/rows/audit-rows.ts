import {
  AUDIT_KINDS,
  type AuditCircumstances,
  type AuditEvent,
  type AuditKind,
  type AuditedAspect,
} from '../../model/access/audit-event.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import type { DecidedCommit } from '../metadata-store.ts';
import { wholeGroups, type EntryGroups, type StoredGroups } from './log-entries-text.ts';
import type { SqlRow } from './stored-rows.ts';
import { urnHash } from './urn-hash.ts';

/** Parts of an event that have no column of their own; stored as JSON. */
export type AuditDetails = Omit<AuditCircumstances, 'kind' | 'time' | 'actor'> & {
  /** Indexes, among the groups, of the entities that the commit created; true: all of them. */
  readonly created?: CreatedGroups;
};

type CreatedGroups = readonly number[] | true;

/** The columns of an event's row. */
export interface AuditRow {
  readonly time: number;
  readonly kind: AuditCircumstances['kind'];
  readonly actor: string | null;
  /** JSON of `SubjectGroups`; null when the event has no subject. */
  readonly subjects: string | null;
  readonly details: string;
}

/**
 * Subjects grouped by urn as in the change log, `[[urn, aspect, -aspect, =aspect, ?aspect], ...]`: `-` marks a
 * deletion (in the change log, a space and its run may follow), `=` an invisible removal (`LogEntry.isInvisible`) and `?`, in the audit log only, a read.
 */
export type SubjectGroups = EntryGroups;

/** Converts an event to its row. */
export function toAuditRow({
  time,
  kind,
  actor,
  aspects,
  ...details
}: Omit<AuditEvent, 'id' | 'commit'>): AuditRow {
  const subjects = aspects.length === 0 ? null : JSON.stringify(aspects.map(toGroup));
  return { time, kind, actor: actor ?? null, subjects, details: JSON.stringify(details) };
}

/** `details` of the event of a commit; `origin` is undefined when the server acted for itself. */
export function commitDetails(
  origin: AuditDetails['origin'],
  commit?: Pick<DecidedCommit<unknown>, 'entries' | 'writes'>,
): string {
  const created = commit && createdGroups(commit);
  return JSON.stringify({
    count: 1,
    ...(origin !== undefined && { origin }),
    ...(created !== undefined && { created }),
  } satisfies AuditDetails);
}

function createdGroups({
  entries,
  writes,
}: Pick<DecidedCommit<unknown>, 'entries' | 'writes'>): CreatedGroups | undefined {
  const created = new Set(
    writes.flatMap((write) => (write.kind === 'createEntity' ? [write.entity.urn] : [])),
  );
  if (created.size === 0) return undefined;
  const urns = [...new Set(entries.map(({ urn }) => urn))];
  const positions = urns.flatMap((urn, position) => (created.has(urn) ? [position] : []));
  return positions.length === urns.length ? true : positions;
}

/** Converts a row to its event. Column `groups` holds the event's own subjects or the log entries of its commit. */
export function toEvent({ id, time, kind, actor, groups, details, sequence }: SqlRow): AuditEvent {
  if (typeof id !== 'number' || typeof time !== 'number' || typeof details !== 'string') {
    throw new Error('The store holds an audit event without id, time or details.');
  }
  // Only this store writes the column, from values of this type.
  const { created = [], ...circumstances } = JSON.parse(details) as AuditDetails;
  return {
    id,
    time,
    kind: kindOf(kind),
    ...(typeof actor === 'string' && isUrn(actor) && { actor }),
    ...circumstances,
    ...(typeof sequence === 'number' && { commit: sequence }),
    aspects: toAspects(wholeGroups(groupsIn(groups)), created),
  };
}

function kindOf(text: unknown): AuditKind {
  const kind = AUDIT_KINDS.find((known) => known === text);
  if (kind === undefined) throw new Error(`The store holds an audit event of unknown kind ${String(text)}.`);
  return kind;
}

function groupsIn(column: unknown): StoredGroups {
  // Only this store writes the column, from values of this type.
  return typeof column === 'string' ? (JSON.parse(column) as StoredGroups) : [];
}

function toAspects(groups: SubjectGroups, created: CreatedGroups): AuditedAspect[] {
  const creates = new Set(created === true ? groups.keys() : created);
  return groups.flatMap(([urn, ...names], position) =>
    names.map((name, i) =>
      i === 0 && creates.has(position)
        ? { ...toAspect(urn, name), createsEntity: true }
        : toAspect(urn, name),
    ),
  );
}

/** Distinct hashes of the urns in the JSON of `SubjectGroups`; empty for null. */
export function urnHashes(groups: unknown): ReadonlySet<number> {
  return new Set(groupsIn(groups).map((group) => urnHash(typeof group === 'string' ? group : group[0])));
}

const MARKS = { UPSERT: '', DELETE: '-', READ: '?' } as const;

function toGroup({ urn, aspectName = '', changeType }: AuditedAspect): readonly [Urn, string] {
  return [urn, `${MARKS[changeType]}${aspectName}`];
}

function toAspect(urn: Urn, marked: string): AuditedAspect {
  const changeType = marked.startsWith('-') ? 'DELETE' : marked.startsWith('?') ? 'READ' : 'UPSERT';
  const aspectName = marked.replace(/^[-=?]/, '').replace(/ .*$/s, '');
  return { urn, changeType, ...(aspectName !== '' && { aspectName }) };
}
