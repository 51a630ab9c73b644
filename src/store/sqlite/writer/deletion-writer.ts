import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { NEVER_KEPT, isCredential } from '../../../model/aspects/secret-aspects.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { WriteBatch } from './write-operations.ts';

/**
 * Deletes aspects with all versions and points; keeps the deleted versions for undo. The caller holds the transaction.
 */
export class DeletionWriter {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  /** Deletes one aspect, or all when `aspectId` is undefined; returns the numbers of versions and points. */
  delete(
    { urn, entityId, aspectId }: DeletedAspects,
    { sequence, createdOn, createdBy }: WriteBatch,
  ): { readonly rows: number; readonly points: number } {
    const { deleteAspects, deletePoints, keep } = this.#statements;
    // Bounds of the key, for an index search; an entity may have many points of other aspects.
    const chosen = [entityId, aspectId ?? 0, aspectId ?? Number.MAX_SAFE_INTEGER] as const;
    if (!isCredential(parseUrn(urn))) keep.run(urn, sequence, createdOn, createdBy, ...chosen);
    return {
      rows: Number(deleteAspects.run(...chosen).changes),
      points: Number(deletePoints.run(...chosen).changes),
    };
  }

  /** Removes the kept rows of deletions made before this time (epoch ms). Returns the number of versions. */
  trim(before: number): number {
    return Number(this.#statements.trim.run(before).changes);
  }
}

interface DeletedAspects {
  readonly urn: string;
  readonly entityId: number;
  readonly aspectId?: number;
}

function prepare(
  database: DatabaseSync,
): Record<'keep' | 'deleteAspects' | 'deletePoints' | 'trim', StatementSync> {
  const secret = NEVER_KEPT.map((name) => `'${name}'`).join(', ');
  const chosen = 'entity_id = ?1 AND aspect_id BETWEEN ?2 AND ?3';
  return {
    keep: database.prepare(
      `INSERT OR REPLACE INTO deleted_aspect
       SELECT ?1, ?2, aspect_id, version, ?3, ?4, metadata, systemmetadata, createdon, createdby, sequence, internal,
         entity_id, checksum
       FROM aspect WHERE entity_id = ?5 AND aspect_id BETWEEN ?6 AND ?7
         AND aspect_id NOT IN (SELECT id FROM aspect_name WHERE name IN (${secret}))`,
    ),
    deleteAspects: database.prepare(`DELETE FROM aspect WHERE ${chosen}`),
    deletePoints: database.prepare(`DELETE FROM point WHERE ${chosen}`),
    trim: database.prepare('DELETE FROM deleted_aspect WHERE deletedon < ?'),
  };
}
