import { shortEntriesText } from '../../rows/log-entries-text.ts';
import type { AspectRow } from '../../entity-rows.ts';
import type { DecidedCommit, RowWrite } from '../../metadata-store.ts';
import type { Sequence } from '../../../model/sequence.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { GenerationRemoval } from '../../without-generation.ts';
import type { RemovalRange } from '../../removal-range.ts';
import type { RequestOrigin } from '../../../model/access/audit-event.ts';
import type { AuditRetention } from '../../audit-store.ts';
import type { LogBounds } from '../../log-trim.ts';
import type { KeyPart } from '../damage/row-pages.ts';
import type { CheckedTable } from '../damage/row-sums.ts';
import { commitDetails, type AuditRow } from '../../rows/audit-rows.ts';
import { internalColumn } from '../implied/implied-assignments.ts';
import { columnsOfCommit, type ColumnsOfCommit } from './written-columns.ts';

/** Adds or replaces a job report, or deletes all of a kind and owner but the newest `keep`. */
export type JobOperation =
  | readonly [
      'addJob',
      id: number,
      kind: string,
      report: string,
      heardAt: number,
      owner: string,
      keep: number,
    ]
  | readonly ['dropJobs', kind: string, owner: string, keep: number]
  | readonly ['putJob', id: number, report: string, heardAt: number];

/** A write as plain strings and numbers, cheap to post to another thread. */
export type WriteOperation =
  /** What later rows of the batch, those with the author `BY_COMMIT`, have in common. */
  | readonly ['shareMetadata', systemMetadata: string]
  | readonly ['createEntity', urn: string, createdOn: number, createdBy: string, systemMetadata: string]
  | readonly [
      'putAspect',
      urn: string,
      aspectName: string,
      metadata: string,
      systemMetadata: string,
      createdOn: number,
      createdBy: string,
      internal: string | null,
    ]
  | readonly ['touchAspect', urn: string, aspectName: string, systemMetadata: string]
  | readonly ['deleteAspect', urn: string, aspectName: string]
  | readonly [
      'revertAspect',
      urn: string,
      aspectName: string,
      version: number,
      metadata: string,
      systemMetadata: string,
      createdOn: number,
      createdBy: string,
      internal: string | null,
    ]
  | readonly ['deleteEntity', urn: string]
  | readonly ['touchEntity', urn: string, systemMetadata: string]
  | readonly ['deletePoints', urn: string, aspectName: string, from: number, to: number, runId: string | null]
  | readonly [
      'putPoint',
      urn: string,
      aspectName: string,
      timestamp: number,
      pointKey: string,
      metadata: string,
      systemMetadata: string,
      createdOn: number,
      createdBy: string,
    ]
  | readonly [
      'beginGeneration',
      propertyUrn: string,
      generation: number,
      qualifiedName: string,
      entityTypes: string,
    ]
  | readonly ['appendAudit', event: AuditRow]
  | JobOperation
  | readonly ['purgeAudit', retention: AuditRetention]
  /** Returns the number of changed rows as `rows`. */
  | readonly ['addChecksums', table: CheckedTable, after: KeyPart, upTo: KeyPart]
  | readonly ['trimLog', bounds: LogBounds]
  | readonly ['trimDeletions', before: number]
  | readonly ['endGeneration', propertyUrn: string, generation: number, ended: string]
  | readonly ['noteRemoval', propertyUrn: string, generation: number, removal: string]
  | readonly ['dropMapping', propertyUrn: string, generation: number, droppedFrom: string]
  | readonly ['removeAssignments', removal: GenerationRemoval, range: RemovalRange]
  | readonly [
      'trimVersions',
      after: number,
      upTo: number,
      urn: string | null,
      aspectName: string | null,
      now: number,
    ];

const NOBODY = parseUrn('urn:li:corpuser:__datahub_system');

/** All writes of one commit. */
export interface WriteBatch {
  readonly sequence: Sequence;
  readonly operations: readonly WriteOperation[];
  readonly createdOn: number;
  readonly createdBy: string;
  /** JSON of the log entries; undefined when the commit is not logged. */
  readonly entries: string | undefined;
  /** JSON of the details for the audit log; absent when the server acted for itself. */
  readonly audit?: string;
}

/** What a batch removed: rows (every version counts), points, and assignments from rows that remain. */
export interface Removed {
  rows: number;
  points: number;
  assignments: number;
}

/** Converts a decision to a batch for the writer. */
export function toBatch(
  decision: DecidedCommit<unknown>,
  sequence: Sequence,
  origin?: RequestOrigin,
): WriteBatch {
  const columns = columnsOfCommit(decision);
  const operations = decision.writes.map((write) => toOperation(write, columns));
  const { shared } = columns;
  return {
    sequence,
    operations: shared === undefined ? operations : [['shareMetadata', shared], ...operations],
    createdOn: decision.created.time,
    createdBy: decision.created.actor,
    entries: decision.entries.length > 0 ? shortEntriesText(decision.entries) : undefined,
    audit: commitDetails(origin, decision),
  };
}

/** A batch without a sequence and without log entries. */
export function unloggedBatch(operations: readonly WriteOperation[]): WriteBatch {
  return { sequence: 0, operations, createdOn: 0, createdBy: NOBODY, entries: undefined };
}

function toOperation(write: RowWrite, columns: ColumnsOfCommit): WriteOperation {
  switch (write.kind) {
    case 'createEntity': {
      const { createdBy, createdOn, systemMetadata } = columns.columnsOf('entity', write.entity);
      return ['createEntity', write.entity.urn, createdOn, createdBy, systemMetadata];
    }
    case 'putAspect':
      return putAspect(write.row, columns);
    case 'touchAspect':
      return ['touchAspect', write.urn, write.aspectName, JSON.stringify(write.systemMetadata)];
    case 'deleteAspect':
      return ['deleteAspect', write.urn, write.aspectName];
    case 'revertAspect': {
      const [, urn, aspectName, ...row] = putAspect(write.row, columns);
      return ['revertAspect', urn, aspectName, write.version, ...row];
    }
    case 'deleteEntity':
      return ['deleteEntity', write.urn];
    case 'touchEntity':
      return ['touchEntity', write.urn, JSON.stringify(write.systemMetadata)];
    case 'deletePoints': {
      const { urn, aspectName, from = 0, to = Number.MAX_SAFE_INTEGER, runId = null } = write;
      return ['deletePoints', urn, aspectName, from, to, runId];
    }
    case 'beginGeneration': {
      const { propertyUrn, generation, qualifiedName, entityTypes } = write.record;
      return ['beginGeneration', propertyUrn, generation, qualifiedName, JSON.stringify(entityTypes)];
    }
    case 'endGeneration':
      return ['endGeneration', write.propertyUrn, write.generation, JSON.stringify(write.ended)];
    case 'noteRemoval':
      return ['noteRemoval', write.propertyUrn, write.generation, JSON.stringify(write.removal)];
    case 'dropMapping':
      return ['dropMapping', write.propertyUrn, write.generation, JSON.stringify(write.droppedFrom)];
    case 'putPoint': {
      const { urn, aspectName, text } = write.aspect;
      const { createdBy, createdOn, systemMetadata } = columns.wholeOf(write.aspect);
      const { timestampMillis, pointKey } = write;
      return [
        'putPoint',
        urn,
        aspectName,
        timestampMillis,
        pointKey,
        text,
        systemMetadata,
        createdOn,
        createdBy,
      ];
    }
  }
}

function putAspect(
  row: AspectRow,
  columns: ColumnsOfCommit,
): Extract<WriteOperation, readonly ['putAspect', ...unknown[]]> {
  const { urn, aspectName, text } = row.aspect;
  const { createdBy, createdOn, systemMetadata } = columns.columnsOf('aspect', row.aspect);
  return ['putAspect', urn, aspectName, text, systemMetadata, createdOn, createdBy, internalColumn(row)];
}
