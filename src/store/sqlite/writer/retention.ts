import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RETENTION, type Retention, type RetentionPolicies } from '../../../model/retention.ts';
import { droppable, isPolicy, policiesOf, policyFor } from '../../rows/retention-policies.ts';
import { integer, text, urnOf } from '../../rows/stored-rows.ts';
import { ENTITY_TYPE } from '../urn-columns.ts';

/**
 * Drops former versions by the retention policies. Caches the policies and re-reads them on the writing connection
 * after one changed, so a change applies to the next write. The caller holds the transaction.
 */
export class FormerVersions {
  readonly #policyRows: StatementSync;
  readonly #withFormer: StatementSync;
  readonly #dropUpTo: StatementSync;
  readonly #dropOlder: StatementSync;
  #policies: RetentionPolicies | undefined;
  #isChanged = false;

  constructor(database: DatabaseSync) {
    this.#policyRows = database.prepare(
      `SELECT e.urn, a.metadata FROM entity e JOIN aspect a ON a.entity_id = e.id
       WHERE ${ENTITY_TYPE} = '${RETENTION.entityType}' AND a.version = 0
         AND a.aspect_id = (SELECT id FROM aspect_name WHERE name = '${RETENTION.configAspect}')`,
    );
    this.#withFormer = database.prepare(
      `SELECT e.urn, n.name, a.entity_id, a.aspect_id, max(a.version) AS last
       FROM aspect a JOIN entity e ON e.id = a.entity_id JOIN aspect_name n ON n.id = a.aspect_id
       WHERE a.entity_id > ? AND a.entity_id <= ? AND a.version > 0
         AND e.urn = coalesce(?, e.urn) AND n.name = coalesce(?, n.name)
       GROUP BY a.entity_id, a.aspect_id`,
    );
    const former = 'DELETE FROM aspect WHERE entity_id = ? AND aspect_id = ? AND version BETWEEN 1 AND ?';
    this.#dropUpTo = database.prepare(former);
    this.#dropOlder = database.prepare(`${former} AND createdon < ?`);
  }

  /** Drops expired former versions of an aspect and returns their number; `now` is epoch ms. */
  trim(key: readonly [entityId: number, aspectId: number], aspect: AspectVersions, now: number): number {
    const { urn, aspectName, last } = aspect;
    const gone = droppable(this.#retentionOf(urn, aspectName), last, now);
    if (gone === undefined) return 0;
    const { upTo, olderThan } = gone;
    const { changes } =
      olderThan === undefined
        ? this.#dropUpTo.run(...key, upTo)
        : this.#dropOlder.run(...key, upTo, olderThan);
    return Number(changes);
  }

  /** Drops expired former versions of each selected aspect in a range of entities and returns their number. */
  trimRange({ after, upTo, urn, aspectName, now }: TrimmedRange): number {
    return this.#withFormer.all(after, upTo, urn, aspectName).reduce((removed, row) => {
      const key = [integer(row, 'entity_id'), integer(row, 'aspect_id')] as const;
      const aspect = { urn: urnOf(row), aspectName: text(row, 'name'), last: integer(row, 'last') };
      return removed + this.trim(key, aspect, now);
    }, 0);
  }

  /** Invalidates the cached policies if the written entity is one. Call it for each written entity. */
  noteWritten(urn: string): void {
    if (!isPolicy(urn)) return;
    this.#policies = undefined;
    this.#isChanged = true;
  }

  /** Drops policies cached within a transaction that changed them: it may have been rolled back. */
  endTransaction(): void {
    if (this.#isChanged) this.#policies = undefined;
    this.#isChanged = false;
  }

  #retentionOf(urn: string, aspectName: string): Retention {
    this.#policies ??= policiesOf(this.#policyRows.all());
    return policyFor(this.#policies, urn, aspectName);
  }
}

/** A range of entity numbers and the aspects to trim; null selects all. */
interface TrimmedRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
  readonly urn: string | null;
  readonly aspectName: string | null;
  /** Epoch ms. */
  readonly now: number;
}

/** An aspect with its former versions. */
interface AspectVersions {
  readonly urn: string;
  readonly aspectName: string;
  /** Number of the newest former version; 0 for none. */
  readonly last: number;
}
