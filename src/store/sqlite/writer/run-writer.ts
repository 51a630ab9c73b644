import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CommitMetadata } from '../implied/commit-metadata.ts';
import { rowSum } from '../row-checksum.ts';
import { INSERT_LATEST } from './insert-latest.ts';
import { touchedColumns } from './touched-columns.ts';
import type { WriteOperation } from './write-operations.ts';

/** Writes for the rollback of ingestion runs. The caller holds the transaction. */
export class RunWriter {
  readonly #statements: Record<
    'dropLater' | 'insert' | 'entitySums' | 'touchEntity' | 'deletePoints',
    StatementSync
  >;

  readonly #commits: CommitMetadata;

  constructor(database: DatabaseSync, commits: CommitMetadata) {
    this.#commits = commits;
    const statement = (sql: string): StatementSync => database.prepare(sql);
    this.#statements = {
      dropLater: statement(
        'DELETE FROM aspect WHERE entity_id = ? AND aspect_id = ? AND (version = 0 OR version >= ?)',
      ),
      insert: statement(INSERT_LATEST),
      entitySums: statement('SELECT systemmetadata, createdby, createdin, checksum FROM entity WHERE id = ?'),
      touchEntity: statement('UPDATE entity SET systemmetadata = ?, checksum = ? WHERE id = ?'),
      deletePoints: statement(`
        DELETE FROM point WHERE entity_id = ? AND aspect_id = ? AND timestamp >= ? AND timestamp <= ?
          AND (?5 IS NULL OR json_extract(systemmetadata, '$.runId') = ?5)`),
    };
  }

  /** Makes a former version the latest and deletes all later ones; returns the net number of rows removed. */
  revert(entityId: number, aspectId: number, sequence: number, operation: RevertOperation): number {
    const [, , aspectName, version, metadata, systemMetadata, createdOn, createdBy, internal] = operation;
    const { dropLater, insert } = this.#statements;
    const { changes } = dropLater.run(entityId, aspectId, version);
    const content = { metadata, systemMetadata, createdOn, createdBy, sequence, internal };
    const sum = rowSum(entityId, aspectName, content);
    insert.run(entityId, aspectId, metadata, systemMetadata, createdOn, createdBy, sequence, internal, sum);
    return Number(changes) - 1;
  }

  /** Replaces the system metadata of an entity, which includes its run. */
  touchEntity(entityId: number, systemMetadata: string): void {
    const { entitySums, touchEntity } = this.#statements;
    const touched = touchedColumns(this.#commits, 'entity', entitySums.get(entityId) ?? {}, systemMetadata);
    touchEntity.run(...touched, entityId);
  }

  /**
   * Deletes points between two times, both inclusive; only those of one run if `runId` is set. Returns their number.
   */
  deletePoints(entityId: number, aspectId: number, [, , , from, to, runId]: DeletePointsOperation): number {
    return Number(this.#statements.deletePoints.run(entityId, aspectId, from, to, runId).changes);
  }
}

type RevertOperation = Extract<WriteOperation, readonly ['revertAspect', ...unknown[]]>;
type DeletePointsOperation = Extract<WriteOperation, readonly ['deletePoints', ...unknown[]]>;
