import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WriteOperation } from './write-operations.ts';

/** Executes what rolling back ingestion runs needs, on a connection whose transaction the caller holds. */
export class RunWriter {
  readonly #statements: Record<'dropLater' | 'insert' | 'touchEntity' | 'deletePoints', StatementSync>;

  constructor(database: DatabaseSync) {
    const statement = (sql: string): StatementSync => database.prepare(sql);
    this.#statements = {
      dropLater: statement(
        'DELETE FROM aspect WHERE entity_id = ? AND aspect_id = ? AND (version = 0 OR version >= ?)',
      ),
      insert: statement('INSERT INTO aspect VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)'),
      touchEntity: statement('UPDATE entity SET systemmetadata = ? WHERE id = ?'),
      deletePoints: statement(`
        DELETE FROM point WHERE entity_id = ? AND aspect_id = ? AND timestamp >= ? AND timestamp <= ?
          AND (?5 IS NULL OR json_extract(systemmetadata, '$.runId') = ?5)`),
    };
  }

  /** A former version becomes the latest, and the versions after it are gone; returns how many rows went. */
  revert(entityId: number, aspectId: number, sequence: number, operation: RevertOperation): number {
    const [, , , version, metadata, systemMetadata, createdOn, createdBy, internal] = operation;
    const { dropLater, insert } = this.#statements;
    const { changes } = dropLater.run(entityId, aspectId, version);
    insert.run(entityId, aspectId, metadata, systemMetadata, createdOn, createdBy, sequence, internal);
    return Number(changes) - 1;
  }

  /** Says anew which run an entity belongs to. */
  touchEntity(entityId: number, systemMetadata: string): void {
    this.#statements.touchEntity.run(systemMetadata, entityId);
  }

  /** Removes points between two times, both included; of one run if it is named. Returns how many went. */
  deletePoints(entityId: number, aspectId: number, [, , , from, to, runId]: DeletePointsOperation): number {
    return Number(this.#statements.deletePoints.run(entityId, aspectId, from, to, runId).changes);
  }
}

type RevertOperation = Extract<WriteOperation, readonly ['revertAspect', ...unknown[]]>;
type DeletePointsOperation = Extract<WriteOperation, readonly ['deletePoints', ...unknown[]]>;
