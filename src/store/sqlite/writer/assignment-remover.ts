import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { Urn } from '../../../model/urn.ts';
import { progressAfter, type RemovalRange } from '../../removal-range.ts';
import { withoutGeneration, type GenerationRemoval } from '../../without-generation.ts';
import { integer, urnOf } from '../../rows/stored-rows.ts';
import { intactRow } from '../damage/intact-row.ts';
import { internalColumn, listed } from '../implied/implied-assignments.ts';
import type { CommitMetadata } from '../implied/commit-metadata.ts';
import { rowSum } from '../row-checksum.ts';
import type { FormerVersions } from './retention.ts';

/**
 * Removes the assignments of an ended property generation from a range of entities. Uses the writing connection, so no
 * write can come between reading a row and writing its next version. The caller holds the transaction.
 */
export class AssignmentRemover {
  readonly #holders: StatementSync;
  readonly #keep: StatementSync;
  readonly #replace: StatementSync;
  readonly #former: FormerVersions;
  readonly #commits: CommitMetadata;
  readonly #note: StatementSync;

  constructor(database: DatabaseSync, former: FormerVersions, commits: CommitMetadata) {
    this.#former = former;
    this.#commits = commits;
    this.#holders = database.prepare(
      `SELECT e.urn, a.*,
         (SELECT max(version) FROM aspect v WHERE v.entity_id = a.entity_id AND v.aspect_id = a.aspect_id) AS last
       FROM aspect a JOIN entity e ON e.id = a.entity_id
       WHERE a.entity_id > ? AND a.entity_id <= ? AND a.version = 0 AND (instr(a.internal, ?) > 0 OR instr(a.internal, ?) > 0)
         AND a.aspect_id = (SELECT id FROM aspect_name WHERE name = ?)`,
    );
    const columns = 'metadata, systemmetadata, createdon, createdby, sequence, internal';
    this.#keep = database.prepare(
      `INSERT INTO aspect SELECT entity_id, aspect_id, ?, ${columns}, checksum FROM aspect
       WHERE entity_id = ? AND aspect_id = ? AND version = 0`,
    );
    this.#replace = database.prepare(
      `UPDATE aspect SET (${columns}, checksum) = (?, ?, ?, ?, ?, ?, ?) WHERE entity_id = ? AND aspect_id = ? AND version = 0`,
    );
    this.#note = database.prepare(
      'UPDATE property_generation SET removal = ? WHERE property_urn = ? AND generation = ?',
    );
  }

  /** Writes a new version of each row with such an assignment, stores the progress and returns the changed urns. */
  remove(removal: GenerationRemoval, range: RemovalRange): readonly Urn[] {
    const { generation, propertyUrn } = removal;
    const assignedKey = `${JSON.stringify(propertyUrn)}:${generation}`;
    const { assignmentAspect } = STRUCTURED_PROPERTY;
    const rows = this.#holders.all(
      range.after,
      range.upTo,
      assignedKey,
      listed(generation),
      assignmentAspect,
    );
    const urns = rows.flatMap((row): readonly Urn[] => {
      const urn = urnOf(row);
      // Values of a damaged row are unknown; they end with their generation for every reader.
      const before = intactRow(this.#commits, integer(row, 'entity_id'), urn, assignmentAspect, row);
      if (typeof before === 'string') return [];
      const after = withoutGeneration(before, removal);
      if (after === before) return [];
      const key = [integer(row, 'entity_id'), integer(row, 'aspect_id')] as const;
      const last = integer(row, 'last') + 1;
      this.#keep.run(last, ...key);
      this.#former.trim(key, { urn, aspectName: assignmentAspect, last }, removal.stamp.time);
      const { created, systemMetadata, sequence, text } = after.aspect;
      const system = JSON.stringify(systemMetadata);
      const internal = internalColumn(after);
      const content = { metadata: text, systemMetadata: system, sequence, internal };
      const stamp = { createdOn: created.time, createdBy: created.actor };
      const sum = rowSum(key[0], assignmentAspect, { ...content, ...stamp });
      this.#replace.run(text, system, created.time, created.actor, sequence, internal, sum, ...key);
      return [urn];
    });
    this.#note.run(JSON.stringify(progressAfter(range, urns.length)), propertyUrn, generation);
    return urns;
  }
}
