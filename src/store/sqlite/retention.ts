import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RETENTION, retentionFrom, retentionOf } from '../../model/retention.ts';
import type { Retention, RetentionPolicies } from '../../model/retention.ts';
import { urnKey } from '../../model/urn.ts';
import { text, urnOf } from './row-reader.ts';

const POLICY_PREFIX = `urn:li:${RETENTION.entityType}:`;

/**
 * Drops former versions that the policies of retention do not keep. The policies are read from the connection on which
 * they are written, and anew when one has changed, so that the next write goes by it. The caller holds the transaction.
 */
export class FormerVersions {
  readonly #policyRows: StatementSync;
  readonly #dropUpTo: StatementSync;
  readonly #dropOlder: StatementSync;
  #policies: RetentionPolicies | undefined;
  #isChanged = false;

  constructor(database: DatabaseSync) {
    // `;` follows `:`, so that these are all urns of the type.
    this.#policyRows = database.prepare(
      `SELECT e.urn, a.metadata FROM entity e JOIN aspect a ON a.entity_id = e.id
       WHERE e.urn >= '${POLICY_PREFIX}' AND e.urn < '${POLICY_PREFIX.slice(0, -1)};' AND a.version = 0
         AND a.aspect_id = (SELECT id FROM aspect_name WHERE name = '${RETENTION.configAspect}')`,
    );
    const former = 'DELETE FROM aspect WHERE entity_id = ? AND aspect_id = ? AND version BETWEEN 1 AND ?';
    this.#dropUpTo = database.prepare(former);
    this.#dropOlder = database.prepare(`${former} AND createdon < ?`);
  }

  /** Drops what is beyond the retention once an aspect has former versions up to `last`; `now` is epoch ms. */
  trim(key: readonly [entityId: number, aspectId: number], aspect: AspectVersions, now: number): void {
    const { urn, aspectName, last } = aspect;
    const { maxVersions, maxAgeMs } = this.#retentionOf(urn, aspectName);
    const upTo = last - (maxVersions ?? 0);
    if (upTo < 1) return;
    if (maxAgeMs !== undefined) this.#dropOlder.run(...key, upTo, now - maxAgeMs);
    else if (maxVersions !== undefined) this.#dropUpTo.run(...key, upTo);
  }

  /** To be told of every entity that was written. */
  noteWritten(urn: string): void {
    if (!urn.startsWith(POLICY_PREFIX)) return;
    this.#policies = undefined;
    this.#isChanged = true;
  }

  /** Forgets policies that a transaction has changed: when it failed they never were. */
  endTransaction(): void {
    if (this.#isChanged) this.#policies = undefined;
    this.#isChanged = false;
  }

  #retentionOf(urn: string, aspectName: string): Retention {
    this.#policies ??= new Map(this.#policyRows.all().map((row) => [urnKey(urnOf(row)), policyOf(row)]));
    const [, , entityType = ''] = urn.split(':', 3);
    return retentionOf(this.#policies, entityType, aspectName);
  }
}

/** Which aspect has versions, and how many. */
interface AspectVersions {
  readonly urn: string;
  readonly aspectName: string;
  /** Number of the youngest former version. */
  readonly last: number;
}

type Row = ReturnType<StatementSync['all']>[number];

function policyOf(row: Row): Retention {
  return retentionFrom(JSON.parse(text(row, 'metadata')));
}
