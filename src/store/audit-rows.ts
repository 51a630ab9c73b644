import { AUDIT_KINDS } from '../model/audit-event.ts';
import type { AuditCircumstances, AuditEvent, AuditKind, AuditedAspect } from '../model/audit-event.ts';
import { isUrn } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { SqlRow } from './stored-rows.ts';

/** Everything of an event that has no column of its own. */
export type AuditDetails = Omit<AuditCircumstances, 'kind' | 'time' | 'actor'>;

/** An event as plain texts and numbers: the columns of its row. */
export interface AuditRow {
  readonly time: number;
  readonly kind: AuditCircumstances['kind'];
  readonly actor: string | null;
  /** What it was about, in the form of the change log; null when it was about no entity. */
  readonly subjects: string | null;
  readonly details: string;
}

/**
 * Groups by urn as in the change log, `[[urn, aspect, -aspect, =aspect, ?aspect], ...]`: `-` marks a deletion, `=` a
 * removal of what nobody saw, and `?`, only here, reading.
 */
export type SubjectGroups = readonly (readonly [Urn, ...string[]])[];

/** Turns an event into its row. */
export function toAuditRow({ time, kind, actor, aspects, ...details }: Omit<AuditEvent, 'id'>): AuditRow {
  const subjects = aspects.length === 0 ? null : JSON.stringify(aspects.map(toGroup));
  return { time, kind, actor: actor ?? null, subjects, details: JSON.stringify(details) };
}

/** Details of a commit's event; the origin is absent when the server acted for itself. */
export function commitDetails(origin: AuditDetails['origin']): string {
  return JSON.stringify({ count: 1, ...(origin !== undefined && { origin }) } satisfies AuditDetails);
}

/** The event of a row, with `groups` either its own subjects or what the log says of its commit. */
export function toEvent({ id, time, kind, actor, groups, details }: SqlRow): AuditEvent {
  if (typeof id !== 'number' || typeof time !== 'number' || typeof details !== 'string') {
    throw new Error('The store holds an audit event without number, time or details.');
  }
  return {
    id,
    time,
    kind: kindOf(kind),
    ...(typeof actor === 'string' && isUrn(actor) && { actor }),
    // Nobody but this store writes the column, from values of this type.
    ...(JSON.parse(details) as AuditDetails),
    aspects: toAspects(groupsIn(groups)),
  };
}

function kindOf(text: unknown): AuditKind {
  const kind = AUDIT_KINDS.find((known) => known === text);
  if (kind === undefined)
    throw new Error(`The store holds an audit event of the unknown kind ${String(text)}.`);
  return kind;
}

function groupsIn(column: unknown): SubjectGroups {
  // Nobody but this store writes the column, from values of this type.
  return typeof column === 'string' ? (JSON.parse(column) as SubjectGroups) : [];
}

function toAspects(groups: SubjectGroups): AuditedAspect[] {
  return groups.flatMap(([urn, ...names]) => names.map((name) => toAspect(urn, name)));
}

/** Hashes of the urns in a text of groups, each once; none for null. */
export function urnHashes(groups: unknown): ReadonlySet<number> {
  return new Set(groupsIn(groups).map(([urn]) => urnHash(urn)));
}

/** FNV-1a in 32 bits: fast, and even enough for an index. */
export function urnHash(urn: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < urn.length; i++) hash = Math.imul(hash ^ urn.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const MARKS = { UPSERT: '', DELETE: '-', READ: '?' } as const;

function toGroup({ urn, aspectName = '', changeType }: AuditedAspect): readonly [Urn, string] {
  return [urn, `${MARKS[changeType]}${aspectName}`];
}

function toAspect(urn: Urn, marked: string): AuditedAspect {
  const changeType = marked.startsWith('-') ? 'DELETE' : marked.startsWith('?') ? 'READ' : 'UPSERT';
  const aspectName = marked.replace(/^[-=?]/, '');
  return { urn, changeType, ...(aspectName !== '' && { aspectName }) };
}
